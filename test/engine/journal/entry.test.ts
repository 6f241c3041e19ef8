/** The first lines of a journal: what is in the clear, and the sealed plan of each account. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseJournal } from '../../../src/engine/journal/read.ts';
import { distrustOf } from '../../../src/engine/journal/trust.ts';
import { firstLines } from '../../../src/engine/journal/write.ts';
import { declaredOf, liveOf, writtenRules } from '../../harness/arbitrary.ts';
import { runStart, SEALS } from '../../harness/journal.ts';

const RUN = '20261121T092233Z-0123456789ab';

it('reads back as sealed by each account, whatever the rules are, in no, one or several accounts', async () => {
  const rules = writtenRules.map((written) => written.map(declaredOf));
  const account = fc.record({ declared: rules, live: rules.map((declared) => declared.map(liveOf)) });
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom('alice', 'bob', 'carol'), account), async (accounts) => {
      const start = await runStart({ accounts });
      const told = parseJournal(firstLines(RUN, start).text, SEALS);
      if ('reason' in told) throw new Error(told.reason);
      const changed = start.parts.filter(({ work }) => work.length > 0);
      expect(told.plan.changes.map(({ digest }) => digest)).toEqual(
        changed.flatMap(({ work }) => work.map(({ change }) => change.digest)),
      );
      for (const part of changed) expect(distrustOf({ run: RUN, ...told }, part.account)).toBeNull();
    }),
  );
});
