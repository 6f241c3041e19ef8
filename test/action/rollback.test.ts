/** The mode rollback, as a runner starts it: with the snapshot of an apply, on another machine than the apply. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ActionEnd, ActionRun } from '../harness/action.ts';
import { type ApplyWorld, applying, endOf, live, rule } from './apply-world.ts';

const RUN = 7;
const NONE = `sha256:${'0'.repeat(64)}`;

/** Rules as files declare them, one that somebody tuned in the web page, and one that no file declares. */
const inbox = {
  files: { 'rules/a.yaml': rule('A', 'old'), 'rules/b.yaml': rule('B', 'old'), 'rules/kept.yaml': rule('Kept', 'old') },
  rules: [live('A'), live('B', 'tuned'), live('Kept')],
};

/** Somebody merges a pull request that nobody should have merged: it replaces B, deletes A and makes C. */
const WRONG = { 'rules/a.yaml': null, 'rules/b.yaml': rule('B', 'new'), 'rules/c.yaml': rule('C') };

/** The folder that the artifact of an apply is unpacked into. The runner that applied is gone. */
function artifactOf({ cwd }: ApplyWorld, { outputs }: ActionEnd): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'inboxctl-artifact-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = outputs['run-file'] ?? '';
  cpSync(file, path.join(folder, path.basename(file)));
  rmSync(path.join(cwd, '.inboxctl'), { recursive: true });
  return folder;
}

type More = { inputs?: ActionRun['inputs'] } & Partial<Pick<ActionRun, 'event' | 'ref' | 'env'>>;

function rollingBack(world: ApplyWorld, folder: string, { inputs = {}, ...more }: More = {}): Promise<ActionEnd> {
  const all = { mode: 'rollback', 'run-file': folder, 'run-id': String(RUN), ...inputs };
  return world.apply([], { event: 'workflow_dispatch', ...more, inputs: all });
}

const texts = ({ service }: ApplyWorld) =>
  service
    .rules()
    .map(({ name, condition }) => `${name}: ${condition?.aiInstructions}`)
    .sort();

/** A wrong merge was applied by the run 7. */
async function wronged(options: Parameters<typeof applying>[0] = {}, inputs: ActionRun['inputs'] = {}) {
  const world = await applying({ ...inbox, ...options });
  const { github, reviewed, apply, service } = world;
  const before = texts(world);
  const pull = await reviewed(WRONG, { inputs });
  const [merge = ''] = github.merge(pull.number);
  github.addRun(RUN);
  const applied = await apply([merge], { inputs, env: { GITHUB_RUN_ID: String(RUN) } });
  expect(endOf(applied)).toMatchObject({ code: 0 });
  expect(texts(world)).toEqual(['B: find new', 'C: find C', 'Kept: find old']);
  const folder = artifactOf(world, applied);
  const sent = service.requests.length;
  return { ...world, world, before, merge, folder, requests: () => service.requests.slice(sent) };
}

const methods = (requests: readonly { method: string }[]) => [...new Set(requests.map(({ method }) => method))];

describe('a wrong merge', () => {
  it('that a run by hand carried out is named by its pull request: a later commit may have been the newest', async () => {
    const world = await applying(inbox);
    const { github, apply } = world;
    github.merge((await world.reviewed(WRONG)).number);
    github.addRun(RUN, { event: 'workflow_dispatch' });
    const run = { event: 'workflow_dispatch', env: { GITHUB_RUN_ID: String(RUN) } };
    const { outputs } = await apply([], run);
    const folder = artifactOf(world, await apply([], { ...run, inputs: { expect: outputs.digest ?? '' } }));
    const shown = await rollingBack(world, folder);
    const undone = await rollingBack(world, folder, { inputs: { expect: shown.outputs.digest ?? '' } });
    expect(undone.summary).toContain('what was undone: revert `#1`. Use the button Revert of `#1`.');
  });

  it('is shown, undone with its digest, and does not come back with the next merge', async () => {
    const { world, before, merge, folder, requests, github, reviewed, replan, apply, comment } = await wronged();
    const shown = await rollingBack(world, folder);
    expect(endOf(shown)).toMatchObject({ code: 0, reason: null });
    expect(methods(requests())).toEqual(['GET']);
    const { digest = '' } = shown.outputs;
    expect(shown.outputs).toMatchObject({ 'has-changes': 'true', creates: '1', replaces: '1', deletes: '1' });
    expect(shown.summary).toContain(`Back to before the apply of the commit \`${merge.slice(0, 12)}\` by \`alice\``);
    expect(shown.summary).toContain('[this run](https://github.example.com/example-org/inbox/actions/runs/7)');
    expect(shown.summary).toContain('It was there before that run');
    expect(shown.summary).toContain(`Digest: \`${digest}\``);
    expect(shown.summary).toContain('run this workflow again with the same inputs and the digest');
    expect(readFileSync(shown.outputs['markdown-file'] ?? '', 'utf8')).toContain('That run created it');
    expect(JSON.parse(readFileSync(shown.outputs['plan-file'] ?? '', 'utf8'))).toMatchObject({ digest });
    expect(shown.outputs['run-file']).toBeUndefined();

    const undone = await rollingBack(world, folder, { inputs: { expect: digest } });
    expect(endOf(undone)).toMatchObject({ code: 0, reason: null });
    expect(texts(world)).toEqual(before);
    expect(undone.summary).toContain('what that run changed is as before it');
    expect(undone.summary.trimEnd().split('\n').at(-1)).toMatch(
      /^The files still declare what was undone: revert the commit `[0-9a-f]{12}` that it was applied from\. .* other merges do not bring/,
    );
    expect(undone.summary).toContain(`revert the commit \`${merge.slice(0, 12)}\` that`);
    expect(undone.annotations.at(-1)).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('Use the button Revert of #1.'),
    });
    expect(undone.stdout).not.toMatch(/^::.*git revert COMMIT/m);
    expect(JSON.parse(readFileSync(undone.outputs['report-file'] ?? '', 'utf8'))).toMatchObject({
      outcome: 'converged',
    });
    expect(readFileSync(undone.outputs['run-file'] ?? '', 'utf8')).toContain('"by":"rollback"');

    const next = await reviewed({ 'rules/d.yaml': rule('D') });
    const merged = await apply(github.merge(next.number));
    expect(endOf(merged)).toMatchObject({ code: 0 });
    expect(texts(world)).toEqual([...before, 'D: find D'].sort());

    const revert = await reviewed({ ...inbox.files, 'rules/c.yaml': null });
    expect(comment(revert).body).toContain('### Plan: 0 to create, 1 to replace, 0 to delete');
    expect(comment(revert).body).toContain('This change overwrites what is there');
    await replan(revert, { 'rules/b.yaml': rule('B', 'tuned') });
    expect(endOf(await apply(github.merge(revert.number)))).toMatchObject({ code: 0 });
    expect(texts(world)).toEqual([...before, 'D: find D'].sort());
  });

  it('is undone by the file of the snapshot, too, and the undo can be undone', async () => {
    const { world, before, folder, github } = await wronged();
    const [name = ''] = readdirSync(folder);
    const inputs = { 'run-file': path.join(folder, name) };
    const { digest = '' } = (await rollingBack(world, folder, { inputs })).outputs;
    const env = { GITHUB_RUN_ID: '8' };
    const undone = await rollingBack(world, folder, { inputs: { ...inputs, expect: digest }, env });
    expect(texts(world)).toEqual(before);
    github.addRun(8, { event: 'workflow_dispatch', path: '.github/workflows/rollback.yml' });
    const ofUndo = artifactOf(world, undone);
    const back = (more: ActionRun['inputs'] = {}) => rollingBack(world, ofUndo, { inputs: { 'run-id': '8', ...more } });
    const shown = await back();
    expect(shown.summary).toContain('Back to before the rollback');
    const done = await back({ expect: shown.outputs.digest ?? '' });
    expect(endOf(done)).toMatchObject({ code: 0 });
    expect(texts(world)).toEqual(['B: find new', 'C: find C', 'Kept: find old']);
    expect(done.summary).not.toContain('What the files say');
  });

  it('of a run with a key of its own is undone with that key', async () => {
    const inputs = { 'signing-key': 'a-signing-key-of-the-repository' };
    const { world, before, folder, requests } = await wronged({}, inputs);
    const without = await rollingBack(world, folder);
    expect(endOf(without)).toMatchObject({ code: 1, reason: 'refused' });
    expect(endOf(without).message).toMatch(/sealed with another key than the one set now \(key id [0-9a-f]{8}\)/);
    expect(requests()).toEqual([]);
    const { digest = '' } = (await rollingBack(world, folder, { inputs })).outputs;
    expect(endOf(await rollingBack(world, folder, { inputs: { ...inputs, expect: digest } }))).toMatchObject({
      code: 0,
    });
    expect(texts(world)).toEqual(before);
  });
});

describe('an apply', () => {
  it('that was killed is undone, and the summary says that its snapshot has no end', async () => {
    const { world, before, folder } = await wronged();
    const file = path.join(folder, readdirSync(folder)[0] ?? '');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, `${lines.slice(0, 2).join('\n')}\n`);
    const shown = await rollingBack(world, folder);
    expect(endOf(shown)).toMatchObject({ code: 0 });
    expect(shown.summary).toContain('Its snapshot has no end: that run was killed, or is still under way.');
    await rollingBack(world, folder, { inputs: { expect: shown.outputs.digest ?? '' } });
    expect(texts(world)).toEqual(before);
  });

  it('that cannot be undone as a whole is undone as far as it goes, and the rest with another digest', async () => {
    const { world, before, folder, service } = await wronged();
    const { digest = '' } = (await rollingBack(world, folder)).outputs;
    service.fault('POST /rules redirect');
    const partly = await rollingBack(world, folder, { inputs: { expect: digest } });
    expect(endOf(partly)).toMatchObject({ code: 1, reason: 'apply-failed' });
    expect(partly.summary).toContain('To see what is left, run this workflow again without a digest.');
    expect(partly.summary).not.toContain('inboxctl rollback');
    expect(partly.outputs).toMatchObject({ 'run-file': expect.any(String), 'report-file': expect.any(String) });
    service.clearFaults();
    const left = await rollingBack(world, folder);
    expect(left.outputs.digest).not.toBe(digest);
    expect(left.summary).not.toContain('has no end');
    await rollingBack(world, folder, { inputs: { expect: left.outputs.digest ?? '' } });
    expect(texts(world)).toEqual(before);
  });
});

describe('a digest', () => {
  it('of nothing or of one of the changes is refused, and nothing is sent', async () => {
    const { world, folder, requests } = await wronged();
    const shown = await rollingBack(world, folder);
    const { changes } = JSON.parse(readFileSync(shown.outputs['plan-file'] ?? '', 'utf8'));
    for (const given of [NONE, changes[0].digest]) {
      const ended = await rollingBack(world, folder, { inputs: { expect: given } });
      expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
      expect(endOf(ended).message).toContain(`Its digest is now ${shown.outputs.digest}.`);
      expect(ended.summary).toMatch(
        /^## inboxctl: `127\.0\.0\.1:\d+`\n\nBack to before .*\n\n### Why this run failed\n\nNothing was undone/,
      );
      expect(ended.outputs.digest).toBe(shown.outputs.digest);
      expect(methods(requests())).toEqual(['GET']);
    }
  });

  it('of before an edit is refused, so that the edit is not written over', async () => {
    const { world, folder, service, requests } = await wronged();
    const { digest = '' } = (await rollingBack(world, folder)).outputs;
    const { condition, ...made } = service.rule('C');
    service.put({ ...made, condition: { ...condition, aiInstructions: 'find tuned' } });
    const ended = await rollingBack(world, folder, { inputs: { expect: digest } });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(ended.outputs.digest).not.toBe(digest);
    expect(ended.summary).toContain('changed after that run created it');
    expect(methods(requests())).toEqual(['GET']);
  });

  it('of a way back that was gone is refused as well', async () => {
    const { world, folder, writes } = await wronged();
    const { digest = '' } = (await rollingBack(world, folder)).outputs;
    await rollingBack(world, folder, { inputs: { expect: digest } });
    const sent = writes().length;
    const ended = await rollingBack(world, folder, { inputs: { expect: digest } });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    const shown = await rollingBack(world, folder);
    expect(endOf(shown)).toMatchObject({ code: 0 });
    expect(shown.outputs['has-changes']).toBe('false');
    expect(shown.summary).toContain('No changes');
    expect(writes()).toHaveLength(sent);
  });
});

describe('before anything is sent to the service', () => {
  const other = 'stranger/inbox';
  const runs: [string, (world: Awaited<ReturnType<typeof wronged>>) => More | undefined, string][] = [
    ['a push', () => ({ event: 'push' }), 'The mode rollback runs on workflow_dispatch only, not on push.'],
    [
      'another branch',
      () => ({ ref: 'refs/heads/try' }),
      'runs on the default branch main only, not on refs/heads/try.',
    ],
    ['an unknown run', () => ({ inputs: { 'run-id': '8' } }), 'the run 8 is not one of this repository.'],
    ['a run of a fork', ({ github }) => void github.addRun(RUN, { headRepository: other }), 'is of another repository'],
    [
      'a fork that is gone',
      ({ github }) => void github.addRun(RUN, { headRepository: null }),
      'is of another repository',
    ],
    ['a run elsewhere', ({ github }) => void github.addRun(RUN, { repository: other }), 'is of another repository'],
    [
      'a run of a branch',
      ({ github }) => void github.addRun(RUN, { headBranch: 'try' }),
      'is not of the default branch.',
    ],
    [
      'a run of a tag that is called as the default branch',
      // What people may push to a tag need not be merged, and GitHub gives the name of the tag as that of the branch.
      ({ github }) => void github.addRun(RUN, { headSha: github.push('unmerged', { 'README.md': 'Not merged.\n' }) }),
      'is not of the default branch.',
    ],
    [
      'a run of a commit that is gone',
      ({ github }) => void github.addRun(RUN, { headSha: '0'.repeat(40) }),
      'is not of the default branch.',
    ],
    [
      'a run of a pull request',
      ({ github }) => void github.addRun(RUN, { event: 'pull_request' }),
      'was started by an event that applies nothing',
    ],
    [
      'a snapshot of another workflow',
      ({ github }) => void github.addRun(RUN, { path: '.github/workflows/staging.yml' }),
      'was made by the workflow .github/workflows/apply.yml, and the run 7 is of .github/workflows/staging.yml.',
    ],
    [
      'the snapshot of another run',
      ({ github }) => {
        github.addRun(8);
        return { inputs: { 'run-id': '8' } };
      },
      'is not of the run 8: it is of https://github.example.com/example-org/inbox/actions/runs/7.',
    ],
  ];

  // What is refused changes nothing, so that all of these are asked for after one apply.
  it('a run or a snapshot of another place is refused', async () => {
    const wrong = await wronged();
    for (const [what, change, message] of runs) {
      wrong.github.addRun(RUN);
      const ended = await rollingBack(wrong.world, wrong.folder, change(wrong) ?? {});
      const told = { code: 1, reason: 'refused', message: expect.stringContaining(message) };
      expect({ what, ...endOf(ended) }).toMatchObject({ what, ...told });
      expect(ended.summary).toContain('inboxctl');
      expect({ what, sent: wrong.requests() }).toEqual({ what, sent: [] });
    }
  });

  it('a snapshot of no run of GitHub is refused', async () => {
    const world = await applying(inbox);
    const { github, reviewed, apply } = world;
    github.addRun(RUN);
    const commits = github.merge((await reviewed(WRONG)).number);
    const folder = artifactOf(world, await apply(commits, { env: { GITHUB_RUN_ID: '' } }));
    const ended = await rollingBack(world, folder);
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'refused' });
    expect(endOf(ended).message).toContain('it does not say which run made it');
  });

  const snapshots: [string, (text: string) => string, string, string][] = [
    ['is empty', () => '', 'invalid', 'it is not the snapshot of a run'],
    ['is no snapshot', () => 'Hello\n', 'invalid', 'it is not the snapshot of a run'],
    ['is cut off', (text) => text.slice(0, 60), 'refused', 'its end is missing'],
    ['lacks its end', (text) => text.slice(0, -8), 'refused', 'its end is missing'],
    [
      'is newer',
      (text) => text.replace('"formatVersion":1', '"formatVersion":2'),
      'invalid',
      'a newer inboxctl wrote it',
    ],
    [
      'was changed',
      (text) => text.replace('"by":"apply"', '"by":"rollback"'),
      'refused',
      'changed or renamed after that run',
    ],
  ];

  it('a snapshot that is not whole, or not as it was written, is refused', async () => {
    const { world, folder, requests } = await wronged();
    const file = path.join(folder, readdirSync(folder)[0] ?? '');
    const text = readFileSync(file, 'utf8');
    for (const [what, change, reason, message] of snapshots) {
      writeFileSync(file, change(text));
      const ended = endOf(await rollingBack(world, folder));
      const told = { code: 1, reason, message: expect.stringContaining(message) };
      expect({ what, ...ended }).toMatchObject({ what, ...told });
      expect({ what, sent: requests() }).toEqual({ what, sent: [] });
    }
  });

  const folders: [string, (folder: string) => void, string][] = [
    ['two snapshots', (folder) => writeFileSync(path.join(folder, 'other.jsonl'), ''), 'has 2 snapshots (.jsonl)'],
    [
      'no snapshot',
      (folder) => {
        for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
      },
      'has 0 snapshots (.jsonl)',
    ],
    ['no such folder', (folder) => rmSync(folder, { recursive: true }), 'cannot be read: it does not exist'],
  ];

  it('a folder that has not one snapshot is refused', async () => {
    const { world, folder, requests } = await wronged();
    for (const [what, change, message] of folders) {
      change(folder);
      const ended = endOf(await rollingBack(world, folder));
      const told = { code: 1, reason: 'invalid', message: expect.stringContaining(message) };
      expect({ what, ...ended }).toMatchObject({ what, ...told });
      expect({ what, sent: requests() }).toEqual({ what, sent: [] });
    }
  });

  it('the permission to look up runs is named where it is missing', async () => {
    const { world, folder, github, requests } = await wronged();
    github.permit({ actions: 'none' });
    const ended = await rollingBack(world, folder);
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'unauthorized' });
    expect(endOf(ended).message).toContain('`actions: read`');
    expect(requests()).toEqual([]);
  });
});

it('A merge that made more rules than it found is undone with the digest, and the summary says what that deletes', async () => {
  const files = Object.fromEntries(['C', 'D', 'E', 'F', 'G'].map((name) => [`rules/${name}.yaml`, rule(name)]));
  const world = await applying({ ...inbox, rules: [live('A'), live('B', 'old'), live('Kept'), live('Web')] });
  const before = texts(world);
  const { github, reviewed, apply } = world;
  const pull = await reviewed({ ...files, 'inboxctl.yaml': 'undeclared: keep\n' });
  github.addRun(RUN);
  const applied = await apply(github.merge(pull.number), { env: { GITHUB_RUN_ID: String(RUN) } });
  expect(endOf(applied)).toMatchObject({ code: 0 });
  expect(texts(world)).toHaveLength(9);
  const folder = artifactOf(world, applied);
  const shown = await rollingBack(world, folder);
  expect(endOf(shown)).toMatchObject({ code: 0, reason: null });
  expect(shown.outputs.deletes).toBe('5');
  expect(shown.summary).toContain('It deletes 5 of 9 live rules. The digest allows that');
  expect(shown.summary).not.toContain('--max-deletes');
  const undone = await rollingBack(world, folder, { inputs: { expect: shown.outputs.digest ?? '' } });
  expect(endOf(undone)).toMatchObject({ code: 0, reason: null });
  expect(texts(world)).toEqual(before);
  const head = JSON.parse(readFileSync(path.join(folder, readdirSync(folder)[0] ?? ''), 'utf8').split('\n')[0] ?? '');
  expect(head.origin.github).toEqual({
    repository: 'example-org/inbox',
    workflow: '.github/workflows/apply.yml',
    run: String(RUN),
    attempt: '1',
    pullRequests: [pull.number],
    approvals: [],
  });
});

it('A run that was applied in parts is undone newest first, and the older snapshot still says what it would undo', async () => {
  const world = await applying(inbox);
  const { github, reviewed, apply, service } = world;
  const before = texts(world);
  const commits = github.merge((await reviewed(WRONG)).number);
  github.addRun(RUN);
  const env = { GITHUB_RUN_ID: String(RUN) };
  service.fault('POST /rules redirect');
  const partly = await apply(commits, { env });
  expect(endOf(partly)).toMatchObject({ code: 1, reason: 'apply-failed' });
  service.clearFaults();
  const older = artifactOf(world, partly);
  const again = await apply(commits, { env: { ...env, GITHUB_RUN_ATTEMPT: '2' } });
  expect(endOf(again)).toMatchObject({ code: 0 });
  const newer = artifactOf(world, again);
  for (const folder of [newer, older]) {
    const shown = await rollingBack(world, folder);
    expect(shown.outputs['has-changes']).toBe('true');
    const undone = await rollingBack(world, folder, { inputs: { expect: shown.outputs.digest ?? '' } });
    expect(endOf(undone)).toMatchObject({ code: 0 });
  }
  expect(texts(world)).toEqual(before);
});
