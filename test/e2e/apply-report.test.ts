/** What somebody finds who comes back to an apply that could not do everything. */
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { program } from '../harness/program.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';

const rule = (name: string, more = `condition: { aiInstructions: find ${name} }\nactions: [{ type: ARCHIVE }]`) =>
  `name: ${name}\n${more}\n`;

describe('a run of which some changes failed', () => {
  it('repeats which project, accounts and service it was about, for apply and for rollback', async () => {
    const service = await serve({ faults: ['POST /rules 500-before @2', 'DELETE /rules/* 500-before'] });
    const cwd = projectOf({
      "it's mine/my rules.yaml": 'version: 1\naccounts: { one: { apiKey: { env: INBOXCTL_SANDBOX_KEY } }, two: {} }\n',
      "it's mine/rules/a.yaml": [rule('A'), rule('B')].join('---\n'),
    });
    const given = ['-C', "it's mine", '--config', 'my rules.yaml', '--account', 'o*', '--base-url', service.baseUrl];
    const typed = `-C 'it'\\''s mine' --config 'my rules.yaml' --account 'o*' --base-url ${service.baseUrl}`;
    const env = { INBOXCTL_SANDBOX_KEY: KEY };
    const next = (stdout: string) => stdout.split('\n').filter((line) => line.startsWith('  inboxctl '));
    const applied = await inboxctl(['apply', '--yes', '--retry-for', '0', ...given], { cwd, env });
    const run = /inboxctl rollback (\S+)/.exec(applied.stdout)?.[1] ?? '';
    expect(applied).toMatchObject({ code: 1 });
    expect(next(applied.stdout)).toEqual([`  inboxctl apply ${typed}`, `  inboxctl rollback ${run} ${typed}`]);
    const back = await inboxctl(['rollback', run, '--yes', '--retry-for', '0', ...given], { cwd, env });
    expect(next(back.stdout)).toEqual([`  inboxctl rollback ${run} ${typed}`]);
  });
});

describe('a run that cannot begin', () => {
  it.each([
    [
      'without a snapshot',
      { '.inboxctl': '' },
      {},
      'Nothing was sent: a run without a snapshot could not be rolled back.',
    ],
    [
      'without a lock',
      {},
      { diskFull: true },
      'Nothing was sent to this inbox. Locks are kept in the home folder of this user, or in /tmp where there is none: let this user write there.',
    ],
  ])('says that nothing was sent: %s', async (_, files, options, said) => {
    const service = await serve({});
    const cwd = projectOf({ 'rules/a.yaml': rule('A'), ...files });
    const { code, stderr } = await program(['apply', '--yes'], { cwd, env: service.env, ...options });
    expect(code).toBe(1);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(said);
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
