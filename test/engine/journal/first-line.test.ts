/** The first line of a journal is written in pieces, and is the JSON of one value all the same. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstLine } from '../../../src/engine/journal/first-line.ts';
import { parseJournal } from '../../../src/engine/journal/parse.ts';
import { declaredOf, liveOf, writtenRules } from '../../harness/arbitrary.ts';
import { planLineOf, ruleOf, runStart } from '../../harness/journal.ts';

const RUN = '20261121T092233Z-0123456789ab';

it('is the JSON of its value, whatever the rules are, in no, one or several accounts', async () => {
  const rules = writtenRules.map((written) => written.map(declaredOf));
  const account = fc.record({ declared: rules, live: rules.map((declared) => declared.map(liveOf)) });
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom('alice', 'bob', 'carol'), account), async (accounts) => {
      const start = await runStart({ accounts });
      expect([...firstLine(RUN, start)].join('')).toBe(`${JSON.stringify(planLineOf(RUN, start))}\n`);
    }),
  );
});

it('comes in pieces that do not grow with the number of rules, none of which ends in the middle of a character', async () => {
  const declared = Array.from({ length: 400 }, (_, index) =>
    declaredOf(ruleOf(`Rule ${index}`, '\u{1f642}'.repeat(500) + (index % 2 === 0 ? 'x' : '')), index),
  );
  const start = await runStart({ accounts: { default: { declared, live: [] } } });
  const pieces = [...firstLine(RUN, start)];
  expect(pieces.length).toBeGreaterThan(4);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
  const bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  expect(parseJournal(bytes.toString())).toMatchObject({ plan: planLineOf(RUN, start) });
});
