/** What somebody finds who comes back to an apply that could not do everything. */
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { program } from '../harness/program.ts';
import { KEY, projectOf, serve, write } from '../harness/project.ts';

const rule = (name: string, more = `condition: { aiInstructions: find ${name} }\nactions: [{ type: ARCHIVE }]`) =>
  `name: ${name}\n${more}\n`;

const live = (name: string, condition: object = { aiInstructions: 'old' }) => {
  return { name, condition, actions: [{ type: 'STAR' }] };
};

const DIGEST = rule(
  'Digest to Slack',
  'condition: { aiInstructions: all }\nactions: [{ type: NOTIFY_MESSAGING_CHANNEL, messagingChannelId: ckx9q2s7l0000v8mn4h2r1abc }]',
);
const SHOP = rule('Shop receipts', 'condition: { static: { from: shop@example.com } }\nactions: [{ type: ARCHIVE }]');
const PLAIN = Array.from({ length: 16 }, (_, index) => rule(`Rule ${index}`));

describe('a run of 20 changes of which 3 failed for different reasons', () => {
  it('tells in 15 lines what happened, how the inbox is, and what to do next', async () => {
    const rules = [live('Shops', { static: { from: '@example.com' } }), live('Invoices'), live('Old digest')];
    const service = await serve({
      profile: 'newer',
      seed: { inboxes: [{ name: 'one', channels: [], rules }] },
      faults: ['PUT /rules/* 500-before'],
    });
    const cwd = projectOf({
      'inboxctl.yaml': 'version: 1\nignore: [Shops]\nguard: { maxDeletes: 1 }\n',
      'rules/all.yaml': [DIGEST, SHOP, rule('Invoices'), ...PLAIN].join('---\n'),
    });
    const { code, stdout } = await inboxctl(['apply', '--yes', '--retry-for', '1'], { cwd, env: service.env });
    expect(code).toBe(1);
    const end = stdout.slice(stdout.indexOf('Partly applied')).trimEnd().split('\n');
    const run = /inboxctl rollback (\S+)/.exec(stdout)?.[1] ?? '';
    // How it says all of this is held by test/report/text-apply.test.ts.
    for (const line of [
      'Partly applied: 16 of 20 changes made, 3 failed, 1 held back.',
      '  500: An unexpected error occurred. The change was not made.',
      '  400: Messaging channel not found',
      '  400: it overlaps the rule "Shops" on the sender shop@example.com',
      '  Narrow, disable or delete the rule "Shops", or change the senders of this one.',
      'Not deleted, since a create failed, so that nothing is lost: "Old digest"',
      'Done: 16 created. Nothing else was changed or deleted.',
      `  inboxctl rollback ${run}`,
    ]) {
      expect(end).toContain(line);
    }
    expect(end.length).toBeLessThanOrEqual(15);

    expect(service.rules().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Shops', 'Invoices', 'Old digest', 'Rule 0', 'Rule 15']),
    );
    expect(service.rules()).toHaveLength(19);
    expect((await inboxctl(['runs'], { cwd, env: service.env })).stdout).toContain(run);

    // What it says to do is what helps.
    service.clearFaults();
    write(cwd, 'rules/all.yaml', [rule('Invoices'), ...PLAIN].join('---\n'));
    expect(await inboxctl(['apply', '--yes'], { cwd, env: service.env })).toMatchObject({ code: 0 });
  });

  it('tries again with the plan file that it was given', async () => {
    const service = await serve({ faults: ['POST /rules 500-before'] });
    const cwd = projectOf({ 'rules/a.yaml': rule('A') });
    await inboxctl(['plan', '--output', 'the plan.json'], { cwd, env: service.env });
    const again = ['apply', 'the plan.json', '--yes', '--retry-for', '1'];
    const { stdout } = await inboxctl(again, { cwd, env: service.env });
    expect(stdout).toContain('Nothing was applied: 1 failed.');
    expect(stdout).toContain("\n  inboxctl apply 'the plan.json'\n");
  });

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

describe('a rule with example text', () => {
  it('is said to be switched off before it is created or replaced, and at the end', async () => {
    const seed = {
      rules: [
        live('Old'),
        {
          ...live('Order', { conditionalOperator: 'AND', aiInstructions: 'old' }),
          actions: [{ type: 'REPLY', fields: { content: 'a' } }, { type: 'STAR' }],
        },
      ],
    };
    const service = await serve({ profile: 'newer', seed });
    const drafting = 'actions: [{ type: DRAFT_EMAIL, fields: { content: "Book at https://cal.com/example" } }]';
    const cwd = projectOf({
      'rules/a.yaml': [
        rule('New', 'condition: { static: { to: me@company.com } }\nactions: [{ type: STAR }]'),
        rule('Old', `condition: { aiInstructions: old }\n${drafting}`),
        rule(
          'Order',
          'condition: { aiInstructions: old }\nactions: [{ type: STAR }, { type: REPLY, fields: { content: a } }]',
        ),
      ].join('---\n'),
    });
    const { stdout: plan } = await inboxctl(['plan'], { cwd, env: service.env });
    expect(plan.match(/the service may leave it switched off/g)).toHaveLength(2);
    expect(plan.match(/may be switched off for its example text: `@company\.com` in `to`/g)).toHaveLength(2);
    const { code, stdout } = await inboxctl(['apply', '--yes'], { cwd, env: service.env });
    expect(code).toBe(0);
    expect(stdout).toContain('"New": created, but left switched off by the service.');
    expect(stdout).toContain('"Old": switched off by the service when replaced.');
    const on = service.rules().filter(({ enabled }) => enabled);
    expect(on.map(({ name }) => name)).toEqual(['Order']);
  });
});

describe('what a service never keeps', () => {
  it('is said by the next plan too, with what settles it', async () => {
    const service = await serve({
      profile: 'newer',
      seed: { inboxes: [{ name: 'one', provider: 'web-mail' }] },
    });
    const moving = 'condition: { aiInstructions: all }\nactions: [{ type: MOVE_FOLDER, fields: { folderName: F } }]';
    const cwd = projectOf({ 'rules/a.yaml': rule('A', moving), 'inboxctl.yaml': 'version: 1\n' });
    const applied = await inboxctl(['apply', '--yes'], { cwd, env: service.env });
    expect(applied.code).toBe(1);
    const lines = ['ignoreDifferences:', '  - rule: "A"', '    fields: ["actions/0/fields/folderName"]'];
    const indented = (by: string) => lines.map((line) => `\n${by}${line}`).join('');
    expect(applied.stdout).toContain(indented('      '));
    const planned = await inboxctl(['plan'], { cwd, env: service.env });
    expect(planned.stdout).toContain(indented('  '));
    write(cwd, 'inboxctl.yaml', `version: 1${indented('')}\n`);
    const { code, stdout } = await inboxctl(['plan', '--detailed-exitcode'], { cwd, env: service.env });
    expect(code).toBe(0);
    expect(stdout).not.toContain('ignoreDifferences');
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
      { XDG_RUNTIME_DIR: '/nowhere', HOME: '/nowhere', TMPDIR: '/dev/null/at/all' },
      'Nothing was sent to this inbox. Set XDG_RUNTIME_DIR to a folder of yours, where locks can be kept.',
    ],
  ])('says that nothing was sent: %s', async (_, files, more, said) => {
    const service = await serve({});
    const cwd = projectOf({ 'rules/a.yaml': rule('A'), ...files });
    const { code, stderr } = await program(['apply', '--yes'], { cwd, env: { ...service.env, ...more } });
    expect(code).toBe(1);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(said);
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
