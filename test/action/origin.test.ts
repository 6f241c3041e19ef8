/** A merge does what its pull request caused: what the inbox differed by before is shown apart, and left alone. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { pullRequestEvent } from '../harness/action.ts';
import { planningJob } from '../harness/planning-job.ts';
import { KEY } from '../harness/project.ts';
import { IS_NIGHT } from '../harness/runs.ts';
import { applying, endOf, live, resultIn, rule } from './apply-world.ts';

const PART = 'Not from this change: the inbox differs from';
const files = { 'inboxctl.yaml': 'guard: { maxDeletes: 5 }\n', 'rules/a.yaml': rule('A'), 'rules/b.yaml': rule('B') };
/** The inbox as the files say, but for B, which somebody tuned, and Stray, which somebody made. */
const drifted = [live('A', 'A'), live('B', 'tuned'), live('Stray')];

/** How many changes a comment signs. */
function signed(body: string): number | undefined {
  return readMarker(body, [KEY])?.review.changes?.length;
}

describe('a pull request', () => {
  it('that renames an account, leaves what its owner made in the web page', async () => {
    const account = (name: string) =>
      `accounts: { ${name}: { apiKey: { env: INBOXCTL_API_KEY }, rules: [rules/${name}] } }\n`;
    const { github, reviewed, apply, names, service } = await applying({
      files: { 'inboxctl.yaml': account('one'), 'rules/one/a.yaml': rule('A', 'old') },
      rules: [live('A'), live('Stray')],
    });
    const renamed = { 'inboxctl.yaml': account('two'), 'rules/one/a.yaml': null, 'rules/two/a.yaml': rule('A', 'new') };
    const pull = await reviewed(renamed);
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'Stray']);
    expect(service.rule('A').condition?.aiInstructions).toBe('find new');
  });

  it('that changes no rule, is told what the inbox differs by, and its merge changes nothing', async () => {
    const { github, reviewed, apply, names, writes, comment } = await applying({ files, rules: drifted });
    const pull = await reviewed({ 'README.md': 'More words.\n' });
    const { body } = comment(pull);
    expect(body).toMatch(/### No changes from here\n\n2 differences not from this change\./);
    expect(body).toMatch(
      /Not from this change: the inbox differs from `main` already\n[\s\S]*They are left alone\.\n[\s\S]*To keep what is in the inbox, run:\n\n`inboxctl pull --base-url \S+ B Stray`\n\nTo undo [^.]*, run the workflow that applies by hand, with `only` `"B", "Stray"`[\s\S]*Stray/,
    );
    expect(signed(body)).toBe(0);
    const ended = await apply(github.merge(pull.number));
    expect(endOf(ended)).toMatchObject({ code: 0, reason: null });
    expect(ended.annotations.map(({ message }) => message).join('\n')).toMatch(
      /^2 differences were left alone, since this push did not cause them: replace "B", delete "Stray"\. .*\ninboxctl pull --base-url \S+ B Stray\nTo undo/m,
    );
    expect(ended.summary).toContain('Not from this change, and left alone');
    expect(ended.summary).not.toContain('efused');
    expect([names(), writes()]).toEqual([['A', 'B', 'Stray'], []]);
  });

  it('that deletes what no file ever declared, says first how to keep that, and not what it drops itself', async () => {
    const { github, reviewed, apply, comment } = await applying({
      files: { ...files, 'inboxctl.yaml': 'undeclared: keep\n' },
      rules: [live('A', 'A'), live('B', 'B'), live("Bob's rule")],
    });
    const own = { 'inboxctl.yaml': 'guard: { maxDeletes: 5 }\n', 'rules/b.yaml': null };
    const { body } = comment(await reviewed(own));
    const keep = /To keep what no file declared, run:\s+`?inboxctl pull --base-url \S+ 'Bob'\\''s rule'/;
    expect(body).toMatch(/Deletes 2 live rules/);
    expect(body).toMatch(keep);
    // Nobody was shown this: whoever wants it all the same reads how to keep the rule before how to delete it.
    const { message } = endOf(await apply([github.push('main', own)]));
    expect(message).toMatch(keep);
    expect(message?.search(keep)).toBeLessThan(message?.search(/run the workflow that applies by hand/) ?? -1);
  });

  it('has its own changes carried out and no others, and says so', async () => {
    const { github, reviewed, apply, service, comment } = await applying({ files, rules: drifted });
    const pull = await reviewed({ 'rules/a.yaml': rule('A', 'new'), 'rules/c.yaml': rule('C') });
    const { body } = comment(pull);
    expect(body).toMatch(/### Plan: 1 to create, 1 to replace, 0 to delete\n/);
    expect(body.indexOf('create')).toBeLessThan(body.indexOf(PART));
    expect(signed(body)).toBe(2);
    const ended = await apply(github.merge(pull.number));
    expect(endOf(ended)).toMatchObject({ code: 0, reason: null });
    expect(ended.summary).toContain('### Converged: the live rules, apart from what is left alone, are as declared');
    expect(ended.summary).not.toContain('efused');
    expect(ended.annotations).toMatchObject([{ severity: 'notice', message: expect.stringMatching(/^2 differences/) }]);
    expect(JSON.parse(readFileSync(ended.outputs['report-file'] ?? '', 'utf8'))).toMatchObject({
      outcome: 'converged',
      accounts: [{ name: 'default', startedAt: expect.any(String), endedAt: expect.any(String), retries: 0 }],
    });
    const found = Object.fromEntries(service.rules().map(({ name, condition }) => [name, condition?.aiInstructions]));
    expect(found).toEqual({ A: 'find new', B: 'find tuned', C: 'find C', Stray: 'find old' });
    expect(resultIn(comment(pull).body)).toMatch(
      /^\*\*Applied\*\*: 2 changes made\.[\s\S]*2 differences are not from this change, and left alone\.$/,
    );
  });

  it('is warned of what it overwrites', async () => {
    const { reviewed, comment, github, apply, service } = await applying({ files, rules: drifted });
    const pull = await reviewed({ 'rules/b.yaml': rule('B', 'new') });
    expect(comment(pull).body).toMatch(
      /was changed in the inbox, or is merged and not made\. This change overwrites what is there/,
    );
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 0 });
    expect(service.rule('B').condition?.aiInstructions).toBe('find new');
  });

  it('is not refused for deletes that it did not cause', async () => {
    const strays = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => live(name));
    const { github, reviewed, apply, names, comment } = await applying({
      files,
      rules: [live('A', 'A'), live('B', 'B'), ...strays],
    });
    const pull = await reviewed({ 'rules/c.yaml': rule('C') });
    expect(comment(pull).body).not.toContain('refuses');
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'B', 'C', 'Five', 'Four', 'One', 'Six', 'Three', 'Two']);
  });

  it('whose head alone is checked out, is compared with the base of the event', async () => {
    const { plan, comments, github, pull } = await planningJob({
      base: { 'rules/a.yaml': rule('A') },
      sandbox: { seed: { rules: [live('A', 'tuned')] } },
    });
    await plan({ sha: 'e'.repeat(40), payload: pullRequestEvent(github, pull) });
    expect(comments()[0]).toContain(PART);
  });
});

describe('in a merge queue', () => {
  it('a plan is compared with what the queue builds on, and fails where its pull request did not show it', async () => {
    const job = await planningJob({
      base: { 'rules/a.yaml': rule('A') },
      sandbox: { seed: { rules: [live('A', 'tuned')] } },
    });
    const base = job.github.head('main') ?? '';
    const queued = (number: number) => {
      const head = `refs/heads/gh-readonly-queue/main/pr-${number}-${'c'.repeat(40)}`;
      const payload = { repository: { default_branch: 'main' }, merge_group: { base_sha: base, head_ref: head } };
      return job.plan({ event: 'merge_group', payload });
    };
    const unshown = await queued(job.pull.number);
    expect(unshown).toMatchObject({ code: 1, outputs: { 'failure-reason': 'plan-changed' } });
    expect(unshown.annotations.at(-1)?.message).toContain(
      `1 change of this merge queue is in no plan that the comment of #${job.pull.number} shows: create "Newsletters".`,
    );
    await job.plan();
    expect((await queued(job.pull.number + 1)).code).toBe(1);
    const { summary, code } = await queued(job.pull.number);
    expect(code).toBe(0);
    expect(summary).toMatch(/create<\/b> <code>Newsletters[\s\S]*Not from this change[\s\S]*replace<\/b> <code>A/);
    expect(job.comments()).toHaveLength(1);
  });
});

describe('many accounts with the same changes', () => {
  // Every name takes some 90 bytes of a text.
  const [COUNT, BYTES] = IS_NIGHT ? [40, 12_000] : [10, 9000];
  const names = Array.from({ length: COUNT }, (_, index) => `inbox-${index}`);
  const rules = (names: string[], find: string) => names.map((name) => rule(name, `${find} ${name}`)).join('---\n');
  const EDITED = ['One', 'Two', 'Three', 'Four'];
  const DRIFTED = ['Five', 'Six', 'Seven'];

  it('are seven entries with all names, and a short text, wherever they are told', async () => {
    const env = Object.fromEntries(names.map((name) => [variableOf(name), `key-of-${name}`]));
    const found = [
      ...EDITED.map((name) => live(name, `old ${name}`)),
      ...DRIFTED.map((name) => live(name, `tuned ${name}`)),
    ];
    const seed = {
      inboxes: names.map((name) => ({ name, rules: found })),
      keys: names.map((name) => ({ key: `key-of-${name}`, inbox: name })),
    };
    const accounts = names.map((name) => `  ${name}: { apiKey: { env: ${variableOf(name)} } }\n`).join('');
    const world = await applying({
      files: {
        'inboxctl.yaml': `accounts:\n${accounts}`,
        'rules/edited.yaml': rules(EDITED, 'old'),
        'rules/drifted.yaml': rules(DRIFTED, 'declared'),
      },
      sandbox: { seed },
    });
    const { github, service, comment } = world;
    const inputs = {
      'api-key': '',
      'base-url': '',
      'signing-key': 'one-key-for-all-of-the-jobs',
      'allowed-hosts': new URL(service.baseUrl).host,
    };
    const more = { inputs, env: { ...env, INBOXCTL_BASE_URL: service.baseUrl } };
    const pull = await world.reviewed({ 'rules/edited.yaml': rules(EDITED, 'new') }, more);
    const shown = comment(pull).body.replace(/^.*\n/, '');
    expect(shown.match(/<b>~ replace<\/b>/g)).toHaveLength(7);
    expect(shown.match(new RegExp(`in ${COUNT} accounts`, 'g'))).toHaveLength(7);
    expect(Buffer.byteLength(shown)).toBeLessThan(BYTES);
    // Nobody approved it, so every change stays open.
    const refused = await world.apply(github.merge(pull.number), {
      ...more,
      inputs: { ...inputs, review: 'approved' },
    });
    expect(endOf(refused).reason).toBe('refused');
    const result = resultIn(comment(pull).body) ?? '';
    expect(result.match(/^- .*replace/gm)).toHaveLength(4);
    for (const name of names) expect(result).toContain(`\`${name}\``);
    expect(Buffer.byteLength(result)).toBeLessThan(BYTES);
    const drift = await world.apply([], { ...more, inputs: { ...inputs, mode: 'drift' }, event: 'schedule' });
    expect(drift.code).toBe(0);
    const [issue] = github.issues();
    expect(issue?.body.match(/<b>~ replace<\/b>/g)).toHaveLength(7);
    expect(Buffer.byteLength(issue?.body.replace(/^<!--.*-->$/gm, '') ?? '')).toBeLessThan(BYTES);
  });
});

const variableOf = (name: string) => `INBOXCTL_${name.replaceAll('-', '_').toUpperCase()}`;

describe('what was reviewed before', () => {
  it('and failed, is carried out by the next merge, which did not cause it', async () => {
    const reader = { key: 'key-that-can-only-read', inbox: 'default', scopes: ['RULES_READ'] };
    const seed = { inboxes: [{ name: 'default', rules: drifted }], keys: [reader] };
    const { github, reviewed, apply, names, comment } = await applying({ files, sandbox: { seed } });
    const inputs = { 'signing-key': 'one-key-for-all-of-the-jobs' };
    const first = await reviewed({ 'rules/c.yaml': rule('C') }, { inputs });
    const failed = await apply(github.merge(first.number), { inputs: { ...inputs, 'api-key': reader.key } });
    expect(endOf(failed).reason).toBe('unauthorized');
    const second = await reviewed({ 'README.md': 'More words.\n' }, { inputs });
    expect(readMarker(comment(second).body, [inputs['signing-key']])?.review.changes).toEqual([]);
    expect(endOf(await apply(github.merge(second.number), { inputs }))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'B', 'C', 'Stray']);
  });

  it('in a comment that signs all, still counts', async () => {
    const { github, reviewed, apply, names } = await applying({ files, rules: drifted });
    const pull = await reviewed({ 'README.md': 'x\n' }, { inputs: { review: 'none' } });
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'B']);
  });

  it('in two pull requests that cause the same change, is made once', async () => {
    const { github, reviewed, apply, names, writes } = await applying({
      files,
      rules: [live('A', 'A'), live('B', 'B')],
    });
    const one = await reviewed({ 'rules/c.yaml': rule('C') });
    const other = await reviewed({ 'rules/c.yaml': rule('C'), 'README.md': 'x\n' });
    expect(endOf(await apply(github.merge(one.number)))).toMatchObject({ code: 0 });
    expect(endOf(await apply(github.merge(other.number)))).toMatchObject({ code: 0 });
    expect([names(), writes()]).toEqual([['A', 'B', 'C'], ['POST']]);
  });

  it('and reverted, and reverted again, is made and undone each time', async () => {
    const { github, reviewed, apply, names } = await applying({ files, rules: drifted });
    const merge = async (text: string | null) => {
      const pull = await reviewed({ 'rules/c.yaml': text });
      expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 0 });
      return names().includes('C');
    };
    expect([await merge(rule('C')), await merge(null), await merge(rule('C'))]).toEqual([true, false, true]);
  });
});

it('what differs is undone by hand where it is asked for by name', async () => {
  const { byHand, names, service } = await applying({ files, rules: drifted });
  expect(endOf(await byHand({ only: 'Stray\n' }))).toMatchObject({ code: 0 });
  expect(names()).toEqual(['A', 'B']);
  expect(service.rule('B').condition?.aiInstructions).toBe('find tuned');
});

describe('a push', () => {
  it('without a pull request, fails for what it causes, and for nothing else', async () => {
    const { github, apply, writes } = await applying({ files, rules: drifted });
    const commit = github.push('main', { 'rules/c.yaml': rule('C') });
    const ended = await apply([commit]);
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).toMatch(/^1 change was not carried out/);
    expect(writes()).toEqual([]);
  });

  it('over a history that is gone, fails for all that no review shows', async () => {
    const { github, apply } = await applying({ files, rules: drifted });
    const commit = github.push('main', { 'rules/c.yaml': rule('C') });
    const payload = { before: '0'.repeat(40), commits: [{ id: commit }], repository: { default_branch: 'main' } };
    expect(endOf(await apply([commit], { payload })).message).toMatch(/^3 changes were not carried out/);
  });

  it('that is followed by one that changes nothing the project reads, is carried out', async () => {
    const { github, reviewed, apply, names, comment } = await applying({
      files,
      rules: [live('A', 'A'), live('B', 'B')],
    });
    const pull = await reviewed({ 'rules/c.yaml': rule('C') });
    const commits = github.merge(pull.number);
    github.push('main', { 'README.md': 'More words.\n', 'docs/rules.md': 'Words.\n' });
    const before = github.requests.length;
    expect(endOf(await apply(commits, { sha: commits.at(-1) ?? '' }))).toMatchObject({ code: 0 });
    // Once more after the reviews of what was merged since.
    expect(github.requests.slice(before).filter(({ path }) => path.includes('/compare/'))).toHaveLength(2);
    expect(names()).toEqual(['A', 'B', 'C']);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*/);
  });

  it.each([
    ['a rule', { 'rules/d.yaml': rule('D') }],
    ['the settings', { 'inboxctl.yaml': 'guard: { maxDeletes: 6 }\n' }],
    ['a referenced file', { 'prompts/b.md': 'other words\n' }],
    ['how git checks files out', { 'rules/.gitattributes': '* text\n' }],
    [
      'more files than GitHub lists',
      Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`docs/${at}.md`, 'x\n'])),
    ],
  ])('that is followed by one that changes %s, is superseded, and its comment says so', async (_, changed) => {
    const { github, reviewed, apply, names, comment } = await applying({
      files: {
        ...files,
        'rules/b.yaml': rule('B').replace('find B', '{ file: ../prompts/b.md }'),
        'prompts/b.md': 'find B\n',
      },
      rules: [live('A', 'A'), live('B', 'B')],
    });
    const pull = await reviewed({ 'rules/c.yaml': rule('C') });
    const commits = github.merge(pull.number);
    github.push('main', changed);
    const ended = await apply(commits, { sha: commits.at(-1) ?? '' });
    expect(endOf(ended).code).toBe(0);
    expect(ended.outputs.superseded).toBe('true');
    expect(names()).toEqual(['A', 'B']);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Superseded\*\*: Nothing was carried out: this run is of commit/);
  });

  it('that is superseded, takes back nothing that a comment says was made', async () => {
    const { github, reviewed, apply, comment } = await applying({ files, rules: drifted });
    const pull = await reviewed({ 'rules/c.yaml': rule('C') });
    const commits = github.merge(pull.number);
    await apply(commits);
    const { body } = comment(pull);
    github.push('main', { 'rules/d.yaml': rule('D') });
    expect((await apply(commits, { sha: commits.at(-1) ?? '' })).outputs.superseded).toBe('true');
    expect(comment(pull).body).toBe(body);
  });
});

describe('an apply', () => {
  it('names its attempt, and keeps what it did as a file', async () => {
    const { github, reviewed, apply, comment } = await applying({ files, rules: drifted });
    const pull = await reviewed({ 'rules/c.yaml': rule('C') });
    const ended = await apply(github.merge(pull.number), { env: { GITHUB_RUN_ATTEMPT: '2' } });
    expect(resultIn(comment(pull).body)).toContain('/actions/runs/1/attempts/2)');
    const report = JSON.parse(readFileSync(ended.outputs['report-file'] ?? '', 'utf8'));
    expect(report).toMatchObject({
      formatVersion: 1,
      changes: expect.arrayContaining([expect.objectContaining({ name: 'C', status: 'done' })]),
    });
  });

  it('that is refused before it begins, has a summary', async () => {
    const { apply } = await applying({ files });
    const ended = await apply([], { event: 'pull_request_target' });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'refused' });
    expect(ended.summary).toContain('This action does not run on');
  });
});
