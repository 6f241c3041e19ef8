/** Drift and the plans of other pull requests name what was merged and not made by its pull request: nobody edited the inbox. */
import { describe, expect, it } from 'vitest';
import { type ApplyWorld, applying, endOf, live, resultIn, rule } from './apply-world.ts';
import { fleet } from './fleet-world.ts';

const FILES_OF_A = { 'rules/a.yaml': rule('A', 'old') };
const files = { ...FILES_OF_A, 'rules/kept.yaml': rule('Kept', 'old') };

/** A pull request replaces A; it is merged, and no run of the merge came. */
async function mergedOnly(rules: object[] = []) {
  const world = await applying({ files, rules: [live('A'), live('Kept'), ...rules] });
  const pull = await world.reviewed({ 'rules/a.yaml': rule('A', 'new') });
  const commits = world.github.merge(pull.number);
  return { ...world, pull, commits };
}

/** What the issue and the summary of a run of drift say. */
async function nightly({ apply, github }: ApplyWorld) {
  const ended = await apply([], { event: 'schedule', inputs: { mode: 'drift' } });
  expect(endOf(ended).code).toBe(0);
  const body = github.issues()[0]?.body.replace(/^<!--.*-->$/gm, '') ?? '';
  return { body, summary: ended.summary };
}

describe('what was merged and not made', () => {
  it('is named by its pull request in drift, which offers no pull and closes once it is made', async () => {
    const world = await mergedOnly();
    const { body, summary } = await nightly(world);
    for (const text of [body, summary]) expect(text).toContain('**Merged in `#1`, and not made**: `A`');
    expect(body).toContain('**Make it.**');
    expect(body).not.toMatch(/not as in the files|inboxctl pull|Adopt it|Revert it/);
    expect(endOf(await world.apply(world.commits))).toMatchObject({ code: 0 });
    await nightly(world);
    expect(world.github.issues()).toMatchObject([{ state: 'closed' }]);
  });

  it('is told from what somebody edited, and made before that is adopted or reverted', async () => {
    const world = await mergedOnly([live('Stray')]);
    const { body } = await nightly(world);
    expect(body).toContain('**Merged in `#1`, and not made**: `A`');
    expect(body).toContain('**1 rule is in the inbox and in no file**; an apply would delete it: `Stray`');
    expect(body).toContain('with `only` `A`: it shows');
    expect(body).not.toMatch(/not as in the files|inboxctl pull|Adopt it|Revert it/);
    await world.byHand({ only: 'A' });
    const later = await nightly(world);
    expect(later.body).toMatch(/in no file[^\n]*`Stray`[\s\S]*inboxctl pull --prune/);
    expect(later.body).not.toContain('Merged in');
  });

  it('waits for an approval with review: approved, which the plan of the next and drift say', async () => {
    const world = await mergedOnly();
    const { github, reviewed, apply, comment, service } = world;
    const inputs = { review: 'approved' };
    const FIRST = 'With `review: approved`, approve';
    expect((await nightly(world)).body).toContain(FIRST);
    const other = await reviewed({ 'README.md': 'Words.\n' }, { inputs });
    expect(comment(other).body).toContain(FIRST);
    const commits = github.merge(other.number);
    expect(endOf(await apply(commits, { inputs }))).toMatchObject({ code: 1, reason: 'refused' });
    github.review(world.pull.number, 'bob');
    expect(endOf(await apply(commits, { inputs }))).toMatchObject({ code: 0 });
    expect(service.rule('A').condition?.aiInstructions).toBe('find new');
  });

  it('is that in a job for some accounts, too', async () => {
    const { github, reviewed, apply, job } = await fleet({ alice: [live('A')], bob: [live('A')] }, FILES_OF_A);
    const pull = await reviewed({ 'rules/a.yaml': rule('A', 'new') }, job());
    github.merge(pull.number);
    await apply([], { event: 'schedule', ...job({ mode: 'drift', account: 'bob' }) });
    expect(github.issues()[0]?.body).toContain('**Merged in `#1`, and not made**: `bob`: `A`');
  });

  it('is not known to a job that has neither the key nor the signing key of the plan, which warns', async () => {
    const reader = { key: 'key-that-can-only-read', inbox: 'default', scopes: ['RULES_READ'] };
    const seed = { inboxes: [{ name: 'default', rules: [live('A')] }], keys: [reader] };
    const { github, reviewed, apply } = await applying({ files: FILES_OF_A, sandbox: { seed } });
    const [made, open] = [
      await reviewed({ 'rules/b.yaml': rule('B') }),
      await reviewed({ 'rules/a.yaml': rule('A', 'new') }),
    ];
    expect(endOf(await apply(github.merge(made.number)))).toMatchObject({ code: 0 });
    github.merge(open.number);
    const ended = await apply([], { event: 'schedule', inputs: { mode: 'drift', 'api-key': reader.key } });
    const warnings = ended.annotations.map(({ message }) => message).filter((one) => one.includes('does not count'));
    expect(warnings).toEqual([expect.stringMatching(/^The plan in #2 does not count: .*signing-key/)]);
  });

  it('is named also once somebody edited the rule: to adopt that would revert the merge', async () => {
    const world = await mergedOnly();
    const { service } = world;
    service.put({ ...service.rule('A'), runOnThreads: false });
    const { body } = await nightly(world);
    expect(body).toContain('**Merged in `#1`, and not made**: `A`');
    expect(body).not.toContain('inboxctl pull');
  });

  it('is not what a later merge made another change of', async () => {
    const world = await mergedOnly();
    const later = await world.reviewed({ 'rules/a.yaml': rule('A', 'newest') });
    expect(endOf(await world.apply(world.github.merge(later.number)))).toMatchObject({ code: 0 });
    world.service.put({ ...world.service.rule('A'), runOnThreads: false });
    const { body } = await nightly(world);
    expect(body).toContain('Adopt it');
    expect(body).not.toContain('Merged in');
  });

  it('is not what a run by hand made otherwise, whatever somebody edits afterwards', async () => {
    const world = await mergedOnly([live('Stray')]);
    const { service, comment, pull } = world;
    const before = service.rule('A');
    service.put({ ...before, runOnThreads: false });
    await world.byHand({ only: 'A' });
    expect(service.rule('A').condition?.aiInstructions).toBe('find new');
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Nothing left to apply\*\*: 1 not needed any more/);
    // The same change as that of the pull request, but now it reverts an edit.
    service.put(before);
    const { body } = await nightly(world);
    expect(body).toContain('Adopt it');
    expect(body).not.toContain('Merged in');
    const other = await world.reviewed({ 'rules/b.yaml': rule('B') });
    expect(endOf(await world.apply(world.github.merge(other.number)))).toMatchObject({ code: 0 });
    expect(service.rule('A').condition?.aiInstructions).toBe('find old');
  });

  it('is apart from edits in the plan of another pull request, and made by its merge', async () => {
    const { github, reviewed, apply, comment, service, names } = await mergedOnly([live('Stray')]);
    const other = await reviewed({ 'rules/b.yaml': rule('B') });
    expect(comment(other).body).toMatch(
      /create<\/b> <code>B<[\s\S]*### Merged before, and not made yet\n[\s\S]*#1[\s\S]*<code>A<[\s\S]*### Not from this change[\s\S]*<code>Stray</,
    );
    expect(endOf(await apply(github.merge(other.number)))).toMatchObject({ code: 0 });
    expect(service.rule('A').condition?.aiInstructions).toBe('find new');
    expect(names()).toEqual(['A', 'B', 'Kept', 'Stray']);
  });
});
