/** A run by hand for some rules says nothing of the others: what a review shows of those still counts. */
import { expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { KEY } from '../harness/project.ts';
import { applying, endOf, live, resultIn, rule } from './apply-world.ts';

const world = () =>
  applying({ files: { 'rules/kept.yaml': rule('Kept', 'old') }, rules: [live('Kept'), live('Stray')] });

it.each([
  ['makes a change', 'Stray', ['Kept']],
  ['makes one that the review shows', 'A', ['A', 'Kept', 'Stray']],
  ['has nothing to do', 'Kept', ['Kept', 'Stray']],
])('a run for some rules that %s uses up nothing that it left out', async (_, only, after) => {
  const { github, reviewed, apply, byHand, names, comment } = await world();
  const pull = await reviewed({ 'rules/a.yaml': rule('A'), 'rules/b.yaml': rule('B') });
  // The run of the merge did not come to anything, as where a machine is lost.
  github.merge(pull.number);
  const ended = await byHand({ only });
  expect(endOf(ended)).toMatchObject({ code: 0 });
  expect(ended.summary).not.toContain('The inbox is as declared');
  expect(names()).toEqual(after);
  expect(resultIn(comment(pull).body) ?? '').not.toContain('not needed any more');
  expect(resultIn(comment(pull).body) ?? '').not.toMatch(/^\*\*Applied\*\*/);
  expect(readMarker(comment(pull).body, [KEY])?.review.unneeded).toBeUndefined();
  const later = await reviewed({ 'rules/c.yaml': rule('C') });
  expect(endOf(await apply(github.merge(later.number)))).toMatchObject({ code: 0 });
  expect(names()).toEqual(expect.arrayContaining(['A', 'B', 'C']));
});
