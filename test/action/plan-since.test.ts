/** What the comment of a plan says at its top once its changes are not those any more that somebody saw. */
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { NEWS, planningJob } from '../harness/planning-job.ts';
import { KEY } from '../harness/project.ts';

const named = (name: string, label = 'News') =>
  NEWS.replace('Newsletters', JSON.stringify(name))
    .replace('@example', `@${label.toLowerCase()}.example`)
    .replace('label: News', `label: ${label}`);

/** A rule that somebody made in the web page. */
const X = {
  ...{ id: 'x', name: 'X', enabled: true, runOnThreads: true, createdAt: '', updatedAt: '' },
  condition: {
    conditionalOperator: null,
    aiInstructions: 'x',
    static: { from: null, to: null, subject: null, body: null },
  },
  actions: [],
} as never;

/** The box at the top of a comment; null where there is none. */
const newsIn = (body = '') => /^<!--[^\n]*\n\n(> \[!IMPORTANT\].*?)\n\n## inboxctl/s.exec(body)?.[1] ?? null;

const reworded = async () => {
  const job = await planningJob({ files: { 'rules/a.yaml': named('A'), 'rules/b.yaml': named('B', 'Other') } });
  await job.plan();
  return { ...job, news: () => newsIn(job.comments()[0]), first: job.pull.head.sha.slice(0, 7) };
};
const CHANGED = {
  'rules/a.yaml': named('A', 'Forward'),
  'rules/b.yaml': 'rules: []\n',
  'rules/c.yaml': named('C', 'New'),
};

describe('the top of a comment', () => {
  it('says by name what changed since an approval, as long as nobody approves again', async () => {
    const { github, pull, plan, push, news, first } = await reworded();
    expect(news()).toBeNull();
    github.review(pull.number, 'bob');
    push(CHANGED);
    await plan();
    const said = `> [!IMPORTANT]
> **This plan changed since \`bob\` approved it** for the commit \`${first}\`. An approval counts only for the commit and the plan that it saw: this one needs a new approval.
> - Planned otherwise: \`A\`
> - New: \`C\`
> - Not planned any more: \`B\``;
    expect(news()).toBe(said);
    push({ 'README.md': 'Other words.\n' });
    await plan();
    expect(news()).toBe(said);
    github.review(pull.number, 'bob');
    push({ 'rules/c.yaml': 'rules: []\n' });
    await plan();
    expect(news()).toMatch(/since `bob` approved it.*> - Not planned any more: `C`$/s);
    expect(news()).not.toContain('`A`');
  });

  it('says what changed since the plan before, where nobody approved it', async () => {
    const { plan, push, news, first, service } = await reworded();
    push(CHANGED);
    await plan();
    expect(news()).toMatch(
      /^> \[!IMPORTANT\]\n> \*\*This plan changed\*\* since the one for the commit `.{7}`\.\n> - /,
    );
    expect(news()).toContain(first);
    const before = news();
    service.put(X);
    await plan();
    expect(news()).not.toBe(before);
    expect(news()).toContain(
      '**This plan changed** for the same commit: the inbox, or what could be read of it, changed.',
    );
    expect(news()).toContain('> - New: `X`');
  });

  it('says that a newer commit is not approved, where the plan is the same', async () => {
    const { github, pull, plan, push, news, first } = await reworded();
    github.review(pull.number, 'bob');
    await plan();
    expect(news()).toBeNull();
    push({ 'README.md': 'Other words.\n' });
    await plan();
    expect(news()).toBe(
      `> [!IMPORTANT]\n> \`bob\` approved this plan for the commit \`${first}\`, and there is a newer commit. An approval counts only for the commit and the plan that it saw: this one needs a new approval.`,
    );
    github.review(pull.number, 'bob');
    await plan();
    expect(news()).toBeNull();
  });

  it('does not speak of a newer commit where the inbox changed and changed back', async () => {
    const { github, pull, plan, news, service, first } = await reworded();
    github.review(pull.number, 'bob');
    service.put(X);
    await plan();
    expect(news()).toContain('> - New: `X`');
    service.remove('X');
    await plan();
    expect(news()).toBe(
      `> [!IMPORTANT]\n> \`bob\` approved this plan for the commit \`${first}\`, and the plan was another one in between. An approval counts only for the commit and the plan that it saw: this one needs a new approval.`,
    );
    github.review(pull.number, 'bob');
    await plan();
    expect(news()).toBeNull();
  });

  it('names nothing that could act, and is short however many rules there are', async () => {
    const { github, pull, plan, push, comments, news } = await reworded();
    github.review(pull.number, 'bob');
    const hostile = '@everyone #1 <!-- x --> ```';
    push({ 'rules/a.yaml': named(hostile, 'Forward') });
    await plan();
    expect(news()).toContain('> - New: ```` @everyone #1 \\u{3c}!-- x --> ``` ````');
    const many = Array.from({ length: 400 }, (_, index) => named(`Rule ${index}`, `Label ${index}`.replace(' ', '')));
    push({ 'rules/a.yaml': many.join('---\n') });
    await plan();
    const [body = ''] = comments();
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(60_000);
    expect(news()).toMatch(/since `bob` approved it/);
    expect(readMarker(body, [KEY])).toMatchObject({ signature: 'ours', review: { since: { by: 'bob' } } });
    push({ 'README.md': 'Other words.\n' });
    await plan();
    expect(news()).toMatch(/since `bob` approved it/);
  });

  it('says no more than the names where GitHub does not say who approved', async () => {
    const { github, pull, plan, push, news } = await reworded();
    github.review(pull.number, 'bob');
    github.fault('forbidden', { path: /\/reviews$/, accepted: 'pull_requests=read' });
    push(CHANGED);
    expect(await plan()).toMatchObject({ code: 0, annotations: [] });
    expect(news()).toMatch(/^> \[!IMPORTANT\]\n> \*\*This plan changed\*\* since the one/);
  });
});
