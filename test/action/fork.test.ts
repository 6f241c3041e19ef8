import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { NEWS, planningJob, writesIn } from '../harness/planning-job.ts';
import { KEY } from '../harness/project.ts';

describe('a pull request whose runs get no secrets', () => {
  const noKey = { 'api-key': '' };

  it.each([
    { whose: 'a fork', options: { fork: 'mallory/inbox' } },
    { whose: 'Dependabot', options: { author: 'dependabot[bot]' } },
  ])('of $whose is checked, and told that there is no plan', async ({ whose, options }) => {
    const { plan, service, github } = await planningJob(options);
    const { code, summary, annotations, outputs } = await plan({ inputs: noKey });
    expect({ code, outputs }).toEqual({ code: 0, outputs: {} });
    expect(summary).toContain('No problem was found.');
    expect(summary).toContain('Checked, without asking the service: the rules of 1 account in `rules`');
    expect(summary).toContain(`There is no plan: this pull request is from ${whose}`);
    expect(summary).toContain('no API key');
    expect(summary).toContain('copy only its rule files to a branch of this repository, and read them first');
    expect(summary).toContain('run its workflows with your secrets');
    expect(annotations).toEqual([
      expect.objectContaining({ severity: 'notice', message: expect.stringContaining('There is no plan') }),
    ]);
    expect(service.requests).toEqual([]);
    expect(writesIn(github)).toEqual([]);
  });

  it('is treated so where Dependabot started the run, and where a key is there all the same', async () => {
    const { plan, service, github } = await planningJob();
    const { code, summary } = await plan({ env: { GITHUB_ACTOR: 'dependabot[bot]' } });
    expect(code).toBe(0);
    expect(summary).toContain('There is no plan');
    expect(service.requests).toEqual([]);
    expect(github.requests).toEqual([]);
  });

  it('is checked too where its project file names a host that is not allowed: no key goes anywhere', async () => {
    const files = {
      'rules/news.yaml': NEWS,
      'inboxctl.yaml': 'accounts: { one: { baseUrl: "https://evil.example.com/api/v1" } }\n',
    };
    const { plan, service } = await planningJob({ fork: 'mallory/inbox', files });
    const inputs = { ...noKey, 'base-url': '', 'allowed-hosts': 'mail.example.com' };
    const { code, summary } = await plan({ inputs });
    expect({ code, requests: service.requests }).toEqual({ code: 0, requests: [] });
    expect(summary).toContain('the project file `inboxctl.yaml` and the rules of 1 account in `rules`');
    expect(summary).toContain('There is no plan');
  });

  it('fails where its files are wrong', async () => {
    const files = { 'rules/news.yaml': `${NEWS}colour: red\n` };
    const { plan } = await planningJob({ fork: 'mallory/inbox', files });
    const { code, outputs, annotations, summary } = await plan({ inputs: noKey });
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'invalid' });
    expect(annotations[0]).toMatchObject({ severity: 'error', properties: { file: 'rules/news.yaml', line: '4' } });
    expect(summary).toContain('1 error.');
  });

  it('fails where its rules break the policy', async () => {
    const policy = 'policy: { forbidActions: [LABEL] }\n';
    const { plan } = await planningJob({ fork: 'mallory/inbox', base: { 'inboxctl.yaml': policy } });
    const { code, outputs } = await plan({ inputs: noKey });
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'refused' });
  });
});

describe('a key that is missing', () => {
  it('fails a pull request of the repository itself, with what to do', async () => {
    const { plan, service, comments } = await planningJob();
    const { code, outputs, annotations } = await plan({ inputs: { 'api-key': '' } });
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'invalid' });
    expect(annotations.at(-1)?.message).toContain('Give the key in the input api-key');
    expect(service.requests).toEqual([]);
    expect(comments()).toEqual([]);
  });

  it('is named by its variable, and the accounts that have theirs are planned', async () => {
    const { plan, service, push, comments } = await planningJob();
    const accounts = ['alice', 'bob'].map((name) => {
      return `  ${name}: { baseUrl: "${service.baseUrl}", apiKey: { env: INBOXCTL_${name.toUpperCase()}_KEY } }`;
    });
    push({ 'inboxctl.yaml': ['accounts:', ...accounts, ''].join('\n') });
    const inputs = { 'base-url': '', 'api-key': '', 'allowed-hosts': new URL(service.baseUrl).host };
    const { code, outputs, annotations } = await plan({ inputs, env: { INBOXCTL_ALICE_KEY: KEY } });
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'invalid' });
    expect(annotations.at(-1)?.message).toContain('Give the step the variables INBOXCTL_BOB_KEY');
    expect(readMarker(comments()[0] ?? '', [KEY])?.review.changes).toHaveLength(1);
    expect(comments()[0]).toContain('INBOXCTL_BOB_KEY');
  });
});

describe('an address in files that nobody merged', () => {
  const chosen = async () => {
    const job = await planningJob();
    const { host } = new URL(job.service.baseUrl);
    job.push({ 'inboxctl.yaml': `accounts: { default: { baseUrl: "${job.service.baseUrl}" } }\n` });
    const run = (event: string, ref: string | null, inputs: Record<string, string> = {}) => {
      const { defaultBranch, repository } = job.github;
      const payload = { repository: { full_name: repository, default_branch: defaultBranch } };
      return job.plan({ event, payload, ...(ref === null ? {} : { ref }), inputs: { 'base-url': '', ...inputs } });
    };
    return { ...job, host, run };
  };

  it.each([
    ['push', 'refs/heads/topic'],
    ['push', 'refs/tags/v1'],
    ['workflow_dispatch', 'refs/heads/topic'],
    ['merge_group', 'refs/heads/gh-readonly-queue/main/pr-1'],
  ])('gets no key on %s to %s', async (event, ref) => {
    const { run, service } = await chosen();
    const { code, outputs, annotations } = await run(event, ref);
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'refused' });
    expect(annotations.at(-1)?.message).toContain('Only the files of the default branch may choose a host');
    expect(service.requests).toEqual([]);
  });

  it('gets it where the workflow lists its host, or the branch is the default one', async () => {
    const { run, service, host } = await chosen();
    expect(await run('push', 'refs/heads/topic', { 'allowed-hosts': host })).toMatchObject({ code: 0 });
    expect(await run('workflow_dispatch', null)).toMatchObject({ code: 0 });
    expect(service.requests).not.toEqual([]);
  });
});

describe('an address that a pull request chose', () => {
  it.each([{}, { 'allowed-hosts': 'mail.example.com' }])('gets no key with the inputs %j', async (inputs) => {
    const { plan, service, push, comments } = await planningJob();
    push({ 'inboxctl.yaml': `accounts: { default: { baseUrl: "${service.baseUrl}" } }\n` });
    const { code, outputs, annotations } = await plan({ inputs: { 'base-url': '', ...inputs } });
    expect({ code, reason: outputs['failure-reason'] }).toEqual({ code: 1, reason: 'refused' });
    expect(annotations.at(-1)?.message).toContain('allowed-hosts');
    expect(service.requests).toEqual([]);
    expect(comments()).toEqual([]);
  });

  it('gets it where the workflow lists its host', async () => {
    const { plan, service, push } = await planningJob();
    push({ 'inboxctl.yaml': `accounts: { default: { baseUrl: "${service.baseUrl}" } }\n` });
    const { host } = new URL(service.baseUrl);
    const { code } = await plan({ inputs: { 'base-url': '', 'allowed-hosts': `mail.example.com, ${host}` } });
    expect(code).toBe(0);
    expect(service.requests).not.toEqual([]);
  });
});
