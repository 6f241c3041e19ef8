/** Two runs that plan one pull request at once: one comment is left to look at, and nothing is said of it that is not true. */
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { BOT } from '../harness/github/fake-github.ts';
import { NEWS, planningJob, writesIn } from '../harness/planning-job.ts';
import { KEY } from '../harness/project.ts';
import { applying, endOf, live, rule } from './apply-world.ts';

const OTHER = NEWS.replace('Newsletters', 'Other').replace('@example', '@other.example');

/** A second comment of a run that did not see the first one. */
async function twins() {
  const job = await planningJob();
  await job.plan();
  const [body = ''] = job.comments();
  const newest = job.github.addComment(job.pull.number, BOT, body);
  return { ...job, body, newest };
}

describe('of two comments of a plan', () => {
  it('the newest is kept current, and the other one is superseded and signed no more', async () => {
    const { plan, push, comments, github, pull, newest, service } = await twins();
    push({ 'rules/other.yaml': OTHER });
    await plan();
    const [older = '', current = ''] = comments();
    expect(current).toContain('2 to create');
    expect(readMarker(current, [KEY])?.signature).toBe('ours');
    expect(readMarker(older, [KEY])).toBeNull();
    expect(older).toBe(
      `## inboxctl: \`${new URL(service.baseUrl).host}\`\n\nThis plan is superseded: [a newer comment](https://github.example.com/example-org/inbox/pull/${pull.number}#issuecomment-${newest.id}) has the one that counts.\n`,
    );
    const writes = writesIn(github).length;
    await plan();
    expect(writesIn(github)).toHaveLength(writes);
  });

  it('the older one is superseded also where the newest says it all already', async () => {
    const { plan, comments, body } = await twins();
    await plan();
    expect(comments()).toEqual([expect.stringContaining('superseded'), body]);
  });

  it('that are made at the same time the first run to look again keeps one', async () => {
    const { plan, comments, github, pull } = await planningJob();
    const create = github.state.addComment.bind(github.state);
    // The other run creates its comment between the look of this one and its write.
    github.state.addComment = (number, author, body) => {
      github.state.addComment = create;
      create(number, author, body);
      return create(number, author, body);
    };
    await plan();
    expect(comments()).toEqual([expect.stringContaining('superseded'), expect.stringContaining('1 to create')]);
    expect(github.comments(pull.number)).toHaveLength(2);
  });
});

describe('a comment that was left beside the newest', () => {
  it('counts for nothing, and nobody is told that its plan was carried out', async () => {
    const { github, reviewed, replan, apply, names } = await applying({
      files: { 'rules/kept.yaml': rule('Kept', 'old') },
      rules: [live('Kept')],
    });
    const pull = await reviewed({ 'rules/a.yaml': rule('A') });
    const [left] = github.comments(pull.number);
    const stale = left?.body ?? '';
    await replan(pull, { 'rules/a.yaml': 'rules: []\n', 'rules/b.yaml': rule('B') });
    github.addComment(pull.number, BOT, left?.body ?? '');
    if (left !== undefined) left.body = stale;
    expect(endOf(await apply(github.merge(pull.number)))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['B', 'Kept']);
    const ended = await apply([github.push('main', { 'rules/a.yaml': rule('A') })]);
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(endOf(ended).message).toContain('create "A"');
    expect(endOf(ended).message).not.toContain('carried out before');
  });
});
