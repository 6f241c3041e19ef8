import { describe, expect, it } from 'vitest';
import { runActionHere } from '../harness/action.ts';
import { fakeGitHub } from '../harness/github/fake-github.ts';
import { NEWS, planningJob } from '../harness/planning-job.ts';
import { KEY, projectOf } from '../harness/project.ts';

const testsOf = (outcome: string) => `tests:
  - name: "a mail of example.com\\nis news"
    mail: { from: "Jane <jane@example.com>", subject: "@octocat <!-- x" }
    expect: { Newsletters: ${outcome} }
`;
const filesWith = (outcome: string) => ({ 'rules/news.yaml': NEWS, 'tests/news.yaml': testsOf(outcome) });
/** The tests stand at the base: the comment does not warn of them. */
const jobWith = (outcome: string, more = {}) =>
  planningJob({ base: filesWith(outcome), files: filesWith(outcome), ...more });

describe('the tests of the rules', () => {
  it('that pass are counted in the summary of a plan', async () => {
    const { plan } = await jobWith('matches');
    const { code, summary, annotations } = await plan();
    expect({ code, annotations }).toEqual({ code: 0, annotations: [] });
    expect(summary).toContain('1 test of the rules: 1 passed, 0 failed.');
  });

  it('that fail are errors on their lines, and fail the check; the plan is posted anyway', async () => {
    const { plan, comments } = await jobWith('no');
    const { code, outputs, annotations } = await plan();
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'tests-failed' });
    expect(annotations[0]).toMatchObject({
      severity: 'error',
      properties: { file: 'tests/news.yaml', line: '2' },
      // The name cannot pass for other lines of the message.
      message: expect.stringContaining(
        'of example.com\\u{a}is news" failed. Newsletters: expected no, got matches. `from` has "jane@example.com"',
      ),
    });
    expect(comments()[0]).toContain('<summary><b>+ create</b> <code>Newsletters</code>');
  });

  it('run for a fork too, which has no key', async () => {
    const { plan, service } = await jobWith('no', { fork: 'mallory/inbox' });
    const { code, outputs, summary } = await plan({ inputs: { 'api-key': '' } });
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'tests-failed' });
    expect(summary).toContain('There is no plan');
    expect(service.requests).toEqual([]);
  });

  it('that are wrong fail the check', async () => {
    const { plan } = await jobWith('maybe');
    const { code, outputs } = await plan();
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'invalid' });
  });

  it('that fail hide no other reason of a failure', async () => {
    const { plan, push } = await jobWith('no');
    push({ 'rules/other.yaml': 'name: Other\ncondition: { aiInstructions: x }\nactions: [{ type: ARCHIVE }]\n' });
    const { outputs, annotations } = await plan({ inputs: { 'api-key': 'not-the-key' } });
    expect(outputs['failure-reason']).toBe('unauthorized');
    expect(annotations.some(({ properties }) => properties.file === 'tests/news.yaml')).toBe(true);
  });

  it('say nothing again that the plan says', async () => {
    const { service, push, plan } = await jobWith('matches');
    const ofAccount = (name: string, rules: string) =>
      `${name}: { baseUrl: "${service.baseUrl}", apiKey: { env: INBOXCTL_${name.toUpperCase()}_KEY }, rules: [${rules}] }`;
    push({
      'inboxctl.yaml': `accounts: { ${ofAccount('alice', 'rules')}, ${ofAccount('bob', 'wrong')} }\n`,
      'wrong/a.yaml': 'name: A\n',
    });
    const env = { INBOXCTL_ALICE_KEY: KEY, INBOXCTL_BOB_KEY: 'another-key' };
    const inputs = { 'base-url': '', 'api-key': '', 'allowed-hosts': new URL(service.baseUrl).host };
    const { annotations } = await plan({ inputs, env });
    const messages = annotations.flatMap(({ properties, message }) =>
      properties.file === 'wrong/a.yaml' ? [message] : [],
    );
    expect(messages).not.toEqual([]);
    expect(new Set(messages).size).toBe(messages.length);
  });

  it('are those of each account', async () => {
    const settings = 'accounts: { alice: {}, bob: { apiKey: { env: INBOXCTL_BOB_KEY } } }\n';
    const cwd = projectOf({ ...filesWith('no'), 'inboxctl.yaml': settings });
    const inputs = { mode: 'validate' };
    const { annotations, summary } = await runActionHere({ event: 'push', cwd, inputs, github: await fakeGitHub() });
    const titles = annotations.map(({ properties }) => properties.title);
    expect(titles).toEqual(['inboxctl: 2 accounts', 'inboxctl']);
    expect(summary).toContain('`bob`: ');
  });

  it('run in the mode validate, and not where the files are wrong', async () => {
    const github = await fakeGitHub();
    const validate = (files: Record<string, string>) =>
      runActionHere({ event: 'push', cwd: projectOf(files), inputs: { mode: 'validate' }, github });
    const failed = await validate(filesWith('no'));
    expect({ code: failed.code, reason: failed.outputs['failure-reason'] }).toEqual({
      code: 1,
      reason: 'tests-failed',
    });
    expect(failed.summary).toContain('1 test of the rules: 0 passed, 1 failed.');
    const broken = await validate({ ...filesWith('no'), 'rules/news.yaml': `${NEWS}colour: red\n` });
    expect(broken.outputs['failure-reason']).toBe('invalid');
    expect(broken.annotations.filter(({ severity }) => severity === 'error')).toHaveLength(2);
    const wrongTest = await validate(filesWith('maybe'));
    expect(wrongTest.outputs['failure-reason']).toBe('invalid');
    expect(wrongTest.annotations[0]).toMatchObject({ properties: { file: 'tests/news.yaml', line: '4' } });
  });
});
