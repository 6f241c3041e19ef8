/** The text of a comment is signed: a plan that somebody rewrote counts for nothing, until the action writes it anew. */
import { describe, expect, it } from 'vitest';
import { readMarker, textOf } from '../../src/action/comment/marker.ts';
import { planningJob } from '../harness/planning-job.ts';
import { KEY } from '../harness/project.ts';
import { applying, endOf, forged, live, resultIn, rule } from './apply-world.ts';

const FORWARD = `name: Café
condition: { aiInstructions: find invoices }
actions: [{ type: FORWARD, fields: { to: evil@example.com } }]
`;
const FILES = { 'rules/a.yaml': FORWARD };
const DOES_NOT_COUNT =
  'The plan in #1 does not count: the text or the first line of its comment was changed by somebody else.';
const TOLD =
  /^\*\*Not applied\*\*: This comment does not count as a review: its text or first line was changed by somebody else\./;

type Edit = (body: string) => string;

/** A pull request with a forward, its plan, and the way to edit its comment that everybody with write access has. */
async function planned(options: Parameters<typeof applying>[0] = {}, inputs: Record<string, string> = {}) {
  const world = await applying(options);
  const pull = await world.reviewed(FILES, { inputs });
  const comment = () => world.comment(pull);
  expect(comment().body).toContain('evil@example.com');
  return {
    ...world,
    pull,
    comment,
    edit: (by: Edit) => ({ ...world.github.state.editComment(comment().id, by(comment().body)) }),
    merge: () => world.github.merge(pull.number),
  };
}

/** A body with another text below its first line. */
const below = (change: Edit): Edit => {
  return (body) => body.replace(/\n.*$/s, change);
};

const hidden: Edit = (body) => body.replaceAll('evil@example.com', 'books@example.com');

const HIDING: [string, Edit][] = [
  ['names another address', hidden],
  ['rewrites it', below(() => '\n\nNothing to see here.')],
  ['rewrites it in a browser', below(() => '\r\n\r\nNothing to see here.\r\n')],
  ['writes a letter that looks alike', (body) => body.replaceAll('evil@', '\u0435vil@')],
  ['writes the same letter in another form', (body) => body.replaceAll('\u00e9', 'e\u0301')],
  ['cuts it', (body) => body.slice(0, body.indexOf('evil@'))],
  ['takes all of it away', below(() => '')],
  ['adds to it', (body) => `${body}\nReviewed by security.`],
  ['begins a comment of HTML in it', (body) => body.replace('## inboxctl', '<!--\n## inboxctl')],
  [
    'puts a result above it',
    below((text) => `\n<!-- inboxctl:result -->\nDone.\n\n<!-- inboxctl:result:end -->\n${text}`),
  ],
  ['moves it down', below((text) => `\n${text}`)],
];

const KEEPING: [string, Edit][] = [
  ['saves it in a browser', (body) => body.replaceAll('\n', '\r\n')],
  ['changes the white space at its end', (body) => `${body.trimEnd()} \n\t\r\n\n`],
];

describe('a forward that somebody hid in the comment', () => {
  it.each(HIDING)('is not made: who %s', async (_, by) => {
    const { apply, byHand, comment, edit, merge, names, writes } = await planned();
    const line = readMarker(edit(by).body, [KEY]);
    const commits = merge();
    // A second run reads what the first one wrote there.
    for (let run = 0; run < 2; run++) {
      const ended = await apply(commits);
      expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
      expect(endOf(ended).message).toContain(DOES_NOT_COUNT);
      expect(endOf(ended).message).toContain('run the workflow that applies by hand');
      expect(ended.annotations).toContainEqual(
        expect.objectContaining({ severity: 'warning', message: expect.stringContaining(DOES_NOT_COUNT) }),
      );
      expect(resultIn(comment().body)).toMatch(TOLD);
      expect(readMarker(comment().body, [KEY])).toEqual({ ...line, signature: 'edited' });
    }
    expect(writes()).toEqual([]);
    await byHand();
    expect(names()).toEqual(['Caf\u00e9']);
    expect(readMarker(comment().body, [KEY])?.signature).toBe('edited');
  });

  it('is not made by the built action', async () => {
    const { apply, edit, merge, writes, comment } = await planned();
    edit(hidden);
    const ended = await apply(merge(), { started: () => {} });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).toContain(DOES_NOT_COUNT);
    expect(resultIn(comment().body)).toMatch(TOLD);
    expect(writes()).toEqual([]);
  });

  it('is not made by an approval of before', async () => {
    const { apply, edit, merge, writes, github, pull } = await planned();
    github.review(pull.number, 'bob');
    edit(hidden);
    const ended = await apply(merge(), { inputs: { review: 'approved' } });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).toContain(DOES_NOT_COUNT);
    expect(writes()).toEqual([]);
  });

  it('is not made by a later merge, nor under a signing key', async () => {
    const inputs = { 'signing-key': 'one-key-for-all-of-the-jobs' };
    const { apply, edit, merge, names, github, reviewed } = await planned({}, inputs);
    edit(hidden);
    merge();
    const next = await reviewed({ 'rules/b.yaml': rule('B') }, { inputs });
    const ended = await apply(github.merge(next.number), { inputs });
    expect(ended.annotations.map(({ message }) => message).join('\n')).toContain(DOES_NOT_COUNT);
    expect(names()).toEqual(['B']);
  });

  it('is drift, not what was merged', async () => {
    const { apply, edit, merge, github } = await planned();
    edit(hidden);
    merge();
    const ended = await apply([], { event: 'schedule', inputs: { mode: 'drift' } });
    expect(ended.annotations.map(({ message }) => message).join('\n')).toContain(DOES_NOT_COUNT);
    expect(github.issues()[0]?.body).not.toContain('Merged in');
  });

  it('stops the merge queue', async () => {
    const { github, plan, pull, comments } = await planningJob({ files: FILES });
    await plan();
    const head_ref = `refs/heads/gh-readonly-queue/main/pr-${pull.number}-${'c'.repeat(40)}`;
    const merge_group = { base_sha: github.head('main'), head_ref };
    const payload = { repository: { default_branch: 'main' }, merge_group };
    const queued = () => plan({ event: 'merge_group', payload });
    expect(endOf(await queued())).toMatchObject({ code: 0 });
    const [there] = github.comments(pull.number);
    github.state.editComment(there?.id ?? 0, hidden(there?.body ?? ''));
    const ended = await queued();
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).toContain(`${DOES_NOT_COUNT} Before the merge, run the job plan again`);
    expect(comments()[0]).toContain('books@example.com');
    await plan();
    expect(endOf(await queued())).toMatchObject({ code: 0 });
  });

  it('is not said to be superseded', async () => {
    const { apply, edit, merge, github, comment } = await planned();
    const { body } = edit(hidden);
    const [sha = ''] = merge();
    github.push('main', { 'rules/b.yaml': rule('B') });
    expect((await apply([sha], { sha })).outputs.superseded).toBe('true');
    expect(comment().body).toBe(body);
  });
});

describe('a comment that says again what the action wrote', () => {
  it.each(KEEPING)('counts: who %s', async (_, by) => {
    const { apply, edit, merge, names, comment } = await planned();
    edit(by);
    expect(endOf(await apply(merge()))).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['Caf\u00e9']);
    expect(resultIn(comment().body)).toMatch(/^\*\*Applied\*\*: 1 change made/);
    expect(readMarker(comment().body, [KEY])?.signature).toBe('ours');
  });

  it('counts once the text was put back, for what is approved after that', async () => {
    const { apply, edit, merge, names, comment, github, pull } = await planned();
    const { body } = comment();
    github.review(pull.number, 'bob');
    edit(hidden);
    github.review(pull.number, 'carol');
    edit(() => body);
    const commits = merge();
    const required = { inputs: { review: 'approved' } };
    expect(endOf(await apply(commits, required))).toMatchObject({ code: 1, reason: 'refused' });
    expect(names()).toEqual([]);
    github.review(pull.number, 'bob');
    expect(endOf(await apply(commits, required))).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['Caf\u00e9']);
  });

  it.each([
    ['the text', hidden],
    ['the first line', (body: string) => forged(body, { changes: [] })],
  ])('is written anew by a plan where somebody changed %s, and needs another approval', async (_, by) => {
    const { apply, edit, merge, names, comment, github, pull, replan } = await planned();
    const { body } = comment();
    github.review(pull.number, 'bob');
    edit(by);
    github.review(pull.number, 'carol');
    const again = await replan(pull, {});
    expect(again.code).toBe(0);
    // The inbox was read at another time.
    expect(textOf(comment().body)).toBe(textOf(body));
    expect(readMarker(comment().body, [KEY])?.signature).toBe('ours');
    // Another plan, which changes nothing, keeps the time of that edit.
    github.push(pull.head.ref, { 'README.md': 'Words.\n' });
    await replan(pull, {});
    const commits = merge();
    const required = { inputs: { review: 'approved' } };
    expect(endOf(await apply(commits, required))).toMatchObject({ code: 1, reason: 'refused' });
    expect(names()).toEqual([]);
    github.review(pull.number, 'bob');
    expect(endOf(await apply(commits, required))).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['Caf\u00e9']);
  });

  it('is told of in the log of that plan', async () => {
    const { edit, pull, replan } = await planned();
    edit(hidden);
    expect((await replan(pull, {})).stdout).toContain('Somebody else changed the comment on the pull request.');
    expect((await replan(pull, {})).stdout).toContain('shows this plan already');
  });
});

describe('what a run writes into its comment', () => {
  it('is signed: a result, another one, and that it is superseded', async () => {
    const { apply, merge, comment, service, github } = await planned({
      rules: [live('Kept', 'Kept')],
      files: { 'rules/k.yaml': rule('Kept') },
    });
    const signature = () => readMarker(comment().body, [KEY])?.signature;
    const [sha = ''] = merge();
    service.fault('POST /rules redirect');
    expect(endOf(await apply([sha])).code).toBe(1);
    expect(resultIn(comment().body)).toMatch(/^\*\*Not applied\*\*/);
    expect(signature()).toBe('ours');
    github.push('main', { 'rules/b.yaml': rule('B') });
    expect((await apply([sha], { sha })).outputs.superseded).toBe('true');
    expect(resultIn(comment().body)).toMatch(/^\*\*Superseded\*\*/);
    expect(signature()).toBe('ours');
    service.clearFaults();
    await apply([sha]);
    expect(resultIn(comment().body)).toMatch(/^\*\*Applied\*\*/);
    expect(signature()).toBe('ours');
  });

  it('is no longer signed once somebody edits it', async () => {
    const { apply, merge, comment, edit } = await planned();
    const commits = merge();
    await apply(commits);
    edit((body) => body.replace('1 change made', '2 changes made'));
    expect(readMarker(comment().body, [KEY])?.signature).toBe('edited');
  });
});
