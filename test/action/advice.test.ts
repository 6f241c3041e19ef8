/** A run by hand does no more than the case at hand, and its digest is enough for what it shows. */
import { expect, it } from 'vitest';
import { runByHand } from '../../src/diagnostics/action.ts';
import { plain } from '../../src/diagnostics/message.ts';
import { applying, endOf, live, resultIn, rule } from './apply-world.ts';

const change = (account: string, name: string) => ({ account, op: 'replace' as const, name });

it('is advised for each account with its own rules alone', () => {
  const advice = (...changes: ReturnType<typeof change>[]) => plain(runByHand(changes)).split(': it shows')[0];
  expect(advice(change('default', 'A'))).toBe('run the workflow that applies by hand, with `only` A');
  expect(advice(change('default', 'B'), change('default', 'A, x'))).toBe(
    'run the workflow that applies by hand, with `only` "A, x", "B"',
  );
  expect(advice(change('ann', 'A'), change('bob', 'A'))).toBe(
    'run the workflow that applies by hand, with `account` ann, bob and `only` A',
  );
  expect(advice(change('ann', 'A'), change('bob', 'B'))).toBe(
    'run the workflow that applies by hand once each, with `account` ann and `only` A, `account` bob and `only` B',
  );
});

it('is refused by a guard where it shows, and carried out with the digest', async () => {
  const { apply, byHand, names } = await applying({
    files: { 'rules/a.yaml': rule('A') },
    rules: ['B', 'C', 'D'].map((name) => live(name)),
  });
  const shown = await apply([], { event: 'workflow_dispatch' });
  expect(endOf(shown)).toMatchObject({ code: 1, reason: 'refused' });
  expect(shown.summary).toContain('It deletes 3 of 3 live rules. The digest allows that, whatever a guard says.');
  expect(names()).toEqual(['B', 'C', 'D']);
  expect(await byHand()).toMatchObject({ code: 0, annotations: [] });
  expect(names()).toEqual(['A']);
});

it('leaves the result of another run in a comment, with its link', async () => {
  const { github, reviewed, apply, byHand, comment } = await applying({ rules: [live('Stray')] });
  const pull = await reviewed({ 'rules/a.yaml': rule('A') });
  await apply(github.merge(pull.number), { env: { GITHUB_RUN_ID: '7' } });
  const result = resultIn(comment(pull).body);
  expect(result).toContain('/actions/runs/7)');
  expect(endOf(await byHand({ only: 'Stray' }))).toMatchObject({ code: 0 });
  expect(resultIn(comment(pull).body)).toBe(result);
});
