/** What `inboxctl test` prints. */
import * as z from 'zod';
import { FOUND_OUTCOMES, mail, OUTCOMES } from './mail.ts';
import { documentHead, place } from './plan.ts';

const expectation = z.object({
  rule: z.string(),
  expected: z.enum(OUTCOMES),
  actual: z.enum(FOUND_OUTCOMES).meta({ description: 'unknown: it depends on a variable that is not set.' }),
  reason: z.string().nullable().meta({ description: 'What decided, and what to do; null where it is as expected.' }),
  source: place.meta({ description: 'Where the rule is declared.' }),
});

/** What `inboxctl test --format json` prints. */
export const testDocument = z
  .object({
    ...documentHead,
    summary: z.object({ passed: z.int().min(0), failed: z.int().min(0) }),
    tests: z.array(
      z.object({
        account: z.string(),
        name: z.string(),
        source: place.meta({ description: 'Where the test is.' }),
        passed: z.boolean(),
        mail,
        expectations: z
          .array(expectation)
          .meta({ description: 'All that the test names; of `others` those that are not as expected.' }),
      }),
    ),
  })
  .meta({ description: 'Tests of rules, and how they ended.' });

export type TestDocument = z.infer<typeof testDocument>;

type Test = TestDocument['tests'][number];

/** The results of tests, with the reasons as data. */
export interface TestedOf<Reason> {
  tests: readonly (Omit<Test, 'expectations'> & {
    /** The time that it took, in ms. */
    duration: number;
    expectations: readonly (Omit<z.infer<typeof expectation>, 'reason'> & { reasons: readonly Reason[] })[];
  })[];
  folders: readonly string[];
  /** Options that select the same inboxes, to repeat in suggested commands. */
  sameInboxes: readonly string[];
}
