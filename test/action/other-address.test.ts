/** A review of the inbox at one address lets nothing happen at another. */
import { expect, it } from 'vitest';
import { serve } from '../harness/project.ts';
import { applying, endOf, live, rule } from './apply-world.ts';

it('a plan reviewed at one address is not applied at another, and is still good for its own', async () => {
  const rules = [live('A'), live('By hand')];
  const { github, reviewed, apply, names } = await applying({ rules });
  const elsewhere = await serve({ profile: 'newer', seed: { rules } });
  const pull = await reviewed({ 'rules/a.yaml': rule('A', 'new'), 'rules/b.yaml': rule('B') });
  const commits = github.merge(pull.number);
  const other = await apply(commits, { inputs: { 'base-url': elsewhere.baseUrl } });
  expect(endOf(other)).toMatchObject({ code: 1 });
  expect(elsewhere.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(endOf(await apply(commits))).toMatchObject({ code: 0 });
  expect(names()).toEqual(['A', 'B', 'By hand']);
});
