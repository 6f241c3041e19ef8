/** What goes wrong while it is applied: what was done is said truly, and the next run goes on from there. */
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { gate } from '../harness/gate.ts';
import { KEY } from '../harness/project.ts';
import { IS_NIGHT } from '../harness/runs.ts';
import { type ApplyWorld, applying, endOf, live, resultIn, rule, withoutList } from './apply-world.ts';
import { fleet } from './fleet-world.ts';

describe('an apply whose end cannot be told', () => {
  it('has done what it did, and gives its reason, its run file and its exit code', async () => {
    const condition = { static: { from: 'one@example.com' } };
    const { github, reviewed, apply, names } = await applying({ rules: [{ ...live('Mine'), condition }] });
    const taken = JSON.stringify({ name: 'B', condition, actions: [{ type: 'ARCHIVE' }] });
    const files = { 'inboxctl.yaml': 'ignore: [Mine]\n', 'rules/a.yaml': rule('A'), 'rules/b.yaml': taken };
    const pull = await reviewed(files);
    // A file where a folder is needed, and a folder where a file is.
    const env = { RUNNER_TEMP: '/dev/null', GITHUB_STEP_SUMMARY: '/' };
    const end = await apply(github.merge(pull.number), { env });
    expect(endOf(end)).toMatchObject({ code: 1, reason: 'apply-failed' });
    expect(end.outputs['run-file']).toMatch(/\.jsonl$/);
    expect(names()).toEqual(['A', 'Mine']);
    expect(end.stdout).toContain('The files of the plan could not be written');
    expect(end.stdout).toContain('The job summary could not be written');
  });

  it('succeeds where all was applied', async () => {
    const { github, reviewed, apply, names } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': rule('A') });
    const end = await apply(github.merge(pull.number), { env: { RUNNER_TEMP: '/dev/null' } });
    expect(endOf(end)).toMatchObject({ code: 0, reason: null });
    expect(end.outputs['run-file']).toMatch(/\.jsonl$/);
    expect(names()).toEqual(['A']);
  });
});

describe('an apply that fails', () => {
  it('partly, names what is open, and the same job run again finishes it', async () => {
    const condition = { static: { from: 'one@example.com' } };
    const { github, reviewed, apply, service, names, comment } = await applying({
      files: { 'inboxctl.yaml': 'ignore: [Mine, Stays]\n' },
      rules: [{ ...live('Mine'), condition }, live('Stays')],
    });
    const name = 'B `x` @admin';
    const taken = JSON.stringify({ name, condition, actions: [{ type: 'ARCHIVE' }] });
    const pull = await reviewed({ 'rules/a.yaml': rule('A'), 'rules/b.yaml': taken });
    const was = readMarker(comment(pull).body, [KEY])?.review;
    const commits = github.merge(pull.number);
    const first = await apply(commits);
    expect(endOf(first)).toMatchObject({
      code: 1,
      reason: 'apply-failed',
      message: expect.stringContaining('1 change failed.'),
    });
    expect(names()).toEqual(['A', 'Mine', 'Stays']);
    expect(first.summary).toContain('Partly applied: 1 of 2 changes made');
    const result = resultIn(comment(pull).body) ?? '';
    expect(result).toMatch(/^\*\*Partly applied\*\*: 1 change made, 1 not made\..*\n\n- create ``B `x` @admin``: .+$/s);
    expect(first.outputs['run-file']).toMatch(/\.jsonl$/);

    service.remove('Mine');
    expect(endOf(await apply(commits))).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['A', name, 'Stays']);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 2 changes made\./);
    const read = readMarker(comment(pull).body, [KEY]);
    expect(read).toMatchObject({
      signature: 'ours',
      review: { headSha: was?.headSha, digest: was?.digest, changes: [] },
    });
    expect(read?.review.done?.toSorted()).toEqual(was?.changes?.toSorted());
    expect(comment(pull).body.match(/inboxctl:result -->/g)).toHaveLength(1);
  });

  it('for want of rights is told from one that fails otherwise', async () => {
    const reader = { key: 'key-that-can-only-read', inbox: 'default', scopes: ['RULES_READ'] };
    const seed = { inboxes: [{ name: 'default', rules: [] }], keys: [reader] };
    const { github, reviewed, apply, comment, writes } = await applying({ sandbox: { seed } });
    const inputs = { 'signing-key': 'signing-key-of-both-jobs' };
    const pull = await reviewed({ 'rules/a.yaml': rule('A') }, { inputs });
    const commits = github.merge(pull.number);
    const readOnly = await apply(commits, { inputs: { ...inputs, 'api-key': reader.key } });
    expect(endOf(readOnly)).toMatchObject({ code: 1, reason: 'unauthorized' });
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Not applied\*\*: 1 not made/);
    const wrong = await apply(commits, { inputs: { ...inputs, 'api-key': 'key-of-nobody' } });
    expect(endOf(wrong)).toMatchObject({ code: 1, reason: 'unauthorized' });
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Not applied\*\*: nothing of this plan was carried out/);
    expect(writes()).toEqual(['POST']);
  });

  it('by a guard, is refused', async () => {
    const rules = ['A', 'B', 'C', 'D'].map((name) => live(name));
    const { github, reviewed, apply, comment, writes } = await applying({
      files: {
        'inboxctl.yaml': 'guard: { maxDeletes: 1 }\n',
        'rules/none.yaml': `${rule('A', 'old')}---\n${rule('B', 'old')}`,
        'rules/c.yaml': rule('C', 'old'),
        'rules/d.yaml': rule('D', 'old'),
      },
      rules,
    });
    const pull = await reviewed({ 'rules/c.yaml': null, 'rules/d.yaml': null });
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 1, reason: 'refused' });
    expect(writes()).toEqual([]);
    expect(resultIn(comment(pull).body)).toContain(
      'A guard, the policy of the project or a missing approval refused it.',
    );
  });

  it('in rules that are wrong, is invalid', async () => {
    const { github, reviewed, apply, comment, writes } = await applying();
    const pull = await reviewed({ 'rules/a.yaml': rule('A') });
    const commits = github.merge(pull.number);
    const sha = github.push('main', { 'rules/b.yaml': 'nonsense: true\n' });
    expect(endOf(await apply([...commits, sha]))).toMatchObject({ code: 1, reason: 'invalid' });
    expect(writes()).toEqual([]);
    expect(resultIn(comment(pull).body)).toContain('The rules, the settings or the checkout are wrong.');
  });
});

it('carries nothing out where the reviews cannot be read', async () => {
  const { github, reviewed, apply, writes } = await applying();
  const pull = await reviewed({ 'rules/a.yaml': rule('A') });
  const commits = github.merge(pull.number);
  github.fault('forbidden', { path: /\/pulls$/, accepted: 'pull_requests=read' });
  const ended = await apply(commits);
  expect(endOf(ended)).toMatchObject({
    code: 1,
    reason: 'unauthorized',
    message: expect.stringContaining('pull-requests: read'),
  });
  expect(writes()).toEqual([]);
  expect(ended.outputs.creates).toBe('1');
});

it('applies the accounts that could be planned, and fails for the others', async () => {
  const accounts = (url: string) =>
    `accounts:\n  alice: { baseUrl: "${url}", apiKey: { env: INBOXCTL_ALICE_KEY } }\n  bob: { baseUrl: "${url}", apiKey: { env: INBOXCTL_BOB_KEY } }\n`;
  const keys = ['alice', 'bob'].map((inbox) => ({
    key: `key-of-the-inbox-${inbox}`,
    inbox,
    scopes: ['RULES_READ', 'RULES_WRITE'],
  }));
  const inboxes = ['alice', 'bob'].map((name) => ({ name, rules: [] }));
  const { github, reviewed, apply, service, comment } = await applying({ sandbox: { seed: { inboxes, keys } } });
  const env = { INBOXCTL_ALICE_KEY: 'key-of-the-inbox-alice', INBOXCTL_BOB_KEY: 'key-of-the-inbox-bob' };
  const inputs = {
    'base-url': '',
    'api-key': '',
    'signing-key': 'signing-key-of-both-jobs',
    'allowed-hosts': new URL(service.baseUrl).host,
  };
  github.push('main', { 'inboxctl.yaml': accounts(service.baseUrl) });
  const pull = await reviewed({ 'rules/a.yaml': rule('A') }, { inputs, env });
  const commits = github.merge(pull.number);
  const first = await apply(commits, { inputs, env: { ...env, INBOXCTL_BOB_KEY: 'key-that-was-deleted' } });
  expect(endOf(first)).toMatchObject({ code: 1, reason: 'unauthorized' });
  expect(service.rules('alice')).toHaveLength(1);
  expect(service.rules('bob')).toHaveLength(0);
  expect(resultIn(comment(pull).body)).toMatch(
    /^\*\*Applied in 1 of 2 accounts\*\*: 1 change made\..*\n\nNot read: `bob`\.\n\nThe service or GitHub refused a key\.\n\n1 change shown here is not in the plan of this run/s,
  );
  expect(first.summary).toContain('### Applied in 1 of 2 accounts\n\nNot read: `bob`.\n');
  expect(first.summary).toContain('### Converged: the live rules of the accounts that were read are as declared\n');
  expect(first.summary).not.toMatch(/the live rules are as declared/i);
  expect(endOf(await apply(commits, { inputs, env }))).toMatchObject({ code: 0 });
  expect(service.rules('bob')).toHaveLength(1);
  expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 2 changes made\./);
});

it('a run that is cancelled still says how far it came', async () => {
  const before = await gate();
  const { github, reviewed, apply, names, comment, service } = await applying({ baseUrl: () => before.baseUrl });
  before.to(service.baseUrl);
  const rules = Array.from({ length: 40 }, (_, index) => rule(`Rule ${index}`)).join('---\n');
  const pull = await reviewed({ 'rules/a.yaml': rules });
  const commits = github.merge(pull.number);
  let interrupt = () => {};
  before.call({ request: 6, when: 'before' }, async () => interrupt());
  const ended = await apply(commits, {
    started: (child) => {
      interrupt = () => void child.kill('SIGINT');
    },
  });
  expect(endOf(ended)).toMatchObject({
    code: 1,
    reason: 'apply-failed',
    message: expect.stringContaining('The run was interrupted'),
  });
  expect(names().length).toBeGreaterThan(0);
  expect(names().length).toBeLessThan(40);
  expect(ended.summary).toContain('Interrupted');
  expect(resultIn(comment(pull).body)).toMatch(
    new RegExp(`^\\*\\*Partly applied\\*\\*: ${names().length} changes? made, ${40 - names().length} not made`),
  );
  before.call(null, async () => {});
  expect(endOf(await apply(commits))).toMatchObject({ code: 0 });
  expect(names()).toHaveLength(40);
});

describe('a plan that is too large for a list of its changes', () => {
  // A list has room for some 1,070. By day a small plan is signed without one.
  const COUNT = IS_NIGHT ? 1200 : 3;
  const rules = Array.from({ length: COUNT }, (_, index) => {
    return `  - { name: "Rule ${index}", condition: { aiInstructions: find ${index} }, actions: [{ type: ARCHIVE }] }\n`;
  });
  const files = { 'rules/many.yaml': `rules:\n${rules.join('')}` };

  async function reviewed(world: ApplyWorld) {
    const pull = await world.reviewed(files);
    if (!IS_NIGHT) withoutList(world, pull);
    expect(readMarker(world.comment(pull).body, [KEY])).toMatchObject({ signature: 'ours', review: { changes: null } });
    return pull;
  }

  it('is not applied in parts: one more change, and none is made', async () => {
    const world = await applying();
    const pull = await reviewed(world);
    const { github, apply, writes, comment } = world;
    const sha = github.push('main', { 'rules/more.yaml': rule('One more') });
    expect(endOf(await apply([sha, ...github.merge(pull.number)]))).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(writes()).toEqual([]);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Not applied\*\*/);
  });

  it('is applied where it is all that this push causes', async () => {
    const world = await applying({ rules: [live('Stray')] });
    const pull = await reviewed(world);
    const { github, apply, service } = world;
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 0, reason: null });
    expect(service.rules()).toHaveLength(COUNT + 1);
  });

  it('is applied where it is the plan that was reviewed', async () => {
    const world = await applying();
    const pull = await reviewed(world);
    const { github, apply, service, comment } = world;
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 0, reason: null });
    expect(service.rules()).toHaveLength(COUNT);
    const made = `**Applied**: ${COUNT.toLocaleString('en-US')} changes made.`;
    expect(resultIn(comment(pull).body)?.slice(0, made.length)).toBe(made);
    expect(Buffer.byteLength(comment(pull).body)).toBeLessThanOrEqual(60_000);
  });
});

it('an apply with nothing to do names in its summary the one account of several whose key has expired', async () => {
  const { apply, job, github } = await fleet(
    { alice: [live('Kept')], bob: [live('Kept')] },
    { 'rules/kept.yaml': rule('Kept', 'old') },
  );
  const ended = await apply([github.head('main') ?? ''], job({}, ['bob']));
  expect(endOf(ended)).toMatchObject({ code: 1, reason: 'unauthorized' });
  expect(ended.summary).toMatch(/Why this run failed[\s\S]*bob.*API key/);
  expect(ended.summary).not.toMatch(/alice|as declared/);
});
