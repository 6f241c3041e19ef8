/** Two merges within seconds: what the run of the first leaves to that of the second, and what neither carries out. */
import { expect, it } from 'vitest';
import { applying, live, resultIn, rule } from './apply-world.ts';

it('a change that was not reviewed as it is now is told, though a newer run comes before', async () => {
  const { github, reviewed, apply, service, comment } = await applying({
    files: { 'rules/r.yaml': rule('R', 'old'), 'rules/kept.yaml': rule('Kept', 'old') },
    rules: [live('R'), live('Kept')],
  });
  const one = await reviewed({ 'rules/r.yaml': rule('R', 'new') });
  const two = await reviewed({ 'rules/b.yaml': rule('B') });
  // Somebody tunes the rule in the web page after its plan was made.
  const { condition, ...there } = service.rule('R');
  service.put({ ...there, condition: { ...condition, aiInstructions: 'find tuned' } });
  const [first = ''] = github.merge(one.number);
  const commits = github.merge(two.number);
  const superseded = await apply([first], { sha: first });
  expect(superseded.outputs.superseded).toBe('true');
  const newest = await apply(commits);
  const told = newest.annotations.filter(({ severity }) => severity === 'warning');
  expect(told.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The plan in #1 shows another change of this, which was not made: replace "R"\./),
  ]);
  expect(newest.annotations.map(({ message }) => message).join()).not.toContain('no pull request caused');
  expect(resultIn(comment(one).body)).toMatch(/^\*\*Not applied\*\*/);
  expect(resultIn(comment(two).body)).toMatch(/^\*\*Applied\*\*/);
});
