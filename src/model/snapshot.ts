/**
 * The snapshot of a run: what it will change, before and after. It is written once, before the first write to the service.
 * Only a rollback decides anything by it.
 *
 * The first line is a `snapshotHead` in the clear. Each account follows with one line, in order: the sealed JSON of a
 * `snapshotPart`; and after the end of the run with one more, for people: the sealed JSON of a `snapshotEnd`.
 */
import * as z from 'zod';
import { ACTION_TYPES, FIELD_KEYS } from './action-types.ts';
import { difference, keptDifference, outcome, runOrigin, status } from './applied.ts';
import { inboxIdentity } from './inbox-identity.ts';
import { documentHead, shownRule } from './plan.ts';
import { recordOf } from './record-of.ts';
import { type LiveRule, type RuleBody, STATIC_KEYS } from './rule.ts';

/** The first 32 hex digits of an HMAC-SHA256 with the key of the part. */
const tag = z.string().regex(/^[\da-f]{32}$/);

const text = z.string().nullable();

const condition = z.looseObject({
  conditionalOperator: z.enum(['AND', 'OR']).nullable(),
  aiInstructions: text,
  static: z.looseObject(recordOf(STATIC_KEYS, () => text)),
});

const action = z.looseObject({
  messagingChannelId: text,
  fields: z.looseObject(recordOf(FIELD_KEYS, () => text)),
  delayInMinutes: z.number().nullable(),
});

/** A live rule as the service answered it, whole: with actions that cannot be sent, and keys that we do not know. */
const receivedRule: z.ZodType<LiveRule> = z.looseObject({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  runOnThreads: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  condition,
  actions: z.array(
    action.extend({
      type: z.string(),
      messagingChannelId: text.optional(),
      integrationName: text,
      integrationToolName: text,
    }),
  ),
});

const sentRule: z.ZodType<RuleBody> = z.object({
  name: z.string(),
  runOnThreads: z.boolean(),
  condition,
  actions: z.array(action.extend({ type: z.enum(ACTION_TYPES) })),
});

/** The texts of a rule that stand where a file names a variable. A live one may be from before that. */
const variables = z.array(
  z.object({ path: z.array(z.union([z.string(), z.int()])), kind: z.literal('env'), name: z.string() }),
);

const keptChange = z.object({
  op: z.enum(['create', 'replace', 'delete']),
  name: z.string(),
  id: z.string().nullable(),
  digest: z.string(),
  renamedFrom: z.string().optional(),
  before: receivedRule.nullable(),
  after: sentRule.nullable(),
  variables: z.object({ before: variables, after: variables }),
});

/** The name of a run: its start in UTC, 12 hex digits of its digest, and a number if that name was taken. */
const run = z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{12}(-\d+)?$/);

/** The first line, with the accounts that the run will change. */
export const snapshotHead = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal('snapshot'),
  run,
  startedAt: z.string(),
  by: z.enum(['apply', 'rollback']),
  /** Of the plan that was carried out; of the plan file, if all that it has was. */
  digest: z.string().regex(/^sha256:[\da-f]{64}$/),
  rollbackOf: run.nullable(),
  origin: runOrigin.optional(),
  pid: z.int(),
  /** base64url of random bytes. */
  salt: z.string().regex(/^[\w-]{43}$/),
  accounts: z.array(
    z.strictObject({
      name: z.string(),
      baseUrl: z.string(),
      keyId: z.string().regex(/^[\da-f]{8}$/),
      inbox: inboxIdentity,
    }),
  ),
});

export const snapshotPart = z.object({
  apiKey: tag,
  live: z.array(z.object({ id: z.string(), createdAt: z.string() })),
  changes: z.array(keptChange),
  /** The values that were hidden in these rules. By then a variable may have another one. */
  secrets: z.array(z.object({ name: z.string(), value: z.string() })),
});

const changeEnd = z.object({
  status,
  /** The rule, or the created one; null if that is not known. */
  id: z.string().nullable(),
  error: z.object({ status: z.int().nullable(), code: z.string().nullable(), message: z.string() }).optional(),
});

/** How the run ended in one account. Without it, the run was killed or is still running. */
export const snapshotEnd = z.object({
  outcome,
  ends: z.array(changeEnd),
  /** Where live rules differed from the wanted ones in the end. */
  differences: z.array(keptDifference),
});

export type SnapshotHead = z.infer<typeof snapshotHead>;
export type SnapshotPart = z.infer<typeof snapshotPart>;
export type SnapshotEnd = z.infer<typeof snapshotEnd>;
export type KeptChange = z.infer<typeof keptChange>;

/** How many changes ended how. `unknown`: the run was killed before it wrote that. */
const counts = z.partialRecord(z.enum([...status.options, 'unknown']), z.int().min(1));

const runChanges = z.object({ create: counts, replace: counts, delete: counts }).meta({
  description: 'How many changes came to which end. unknown: the run was cut off before it wrote that.',
});

const runAccount = z.object({
  name: z.string(),
  baseUrl: z.string(),
  sealed: z.string().optional().meta({ description: 'If its part is not shown: the id of the key that opens it.' }),
  changes: runChanges,
});

const runSummary = z.object({
  run,
  file: z.string().meta({ description: 'The snapshot.' }),
  startedAt: z.string().meta({ description: 'ISO 8601, UTC.' }),
  by: snapshotHead.shape.by,
  rollbackOf: z.string().nullable().meta({ description: 'The run that a rollback went back to before.' }),
  accounts: z.array(runAccount),
  origin: runOrigin.optional().meta({ description: 'Where the run was made, where that is known.' }),
  changes: runChanges,
  outcome: z.enum([...outcome.options, 'cut-off', 'running', 'sealed']).meta({
    description:
      'How the run ended. cut-off: it was killed. running: it is not at its end. sealed: it ended, and no key that is set tells how.',
  }),
});

const madeChange = keptChange.omit({ before: true, after: true, variables: true }).extend({
  account: z.string(),
  status: z.enum([...status.options, 'unknown']).meta({
    description: 'What came of it. unknown: the run was cut off before it wrote that.',
  }),
  error: changeEnd.shape.error,
  before: shownRule.nullable(),
  after: shownRule.nullable(),
  received: z.unknown().optional().meta({
    description:
      'With --verbose: the rule as the service sent it, whole: with its secrets, and fields that this version does not know.',
  }),
});

/** What `inboxctl runs show --format json` prints. */
export const runDocument = z.object({
  ...documentHead,
  run: runSummary,
  changes: z.array(madeChange),
  differences: z.array(difference),
});

export type RunDocument = z.infer<typeof runDocument>;
/** A change of a run and how it ended, with secrets hidden. */
export type MadeChange = RunDocument['changes'][number];

/** What `inboxctl runs --format json` prints. */
export const runsDocument = z
  .object({ ...documentHead, runs: z.array(runSummary).meta({ description: 'The newest first.' }) })
  .meta({ description: 'The runs of an inboxctl project.' });

export type RunsDocument = z.infer<typeof runsDocument>;
export type RunSummary = z.infer<typeof runSummary>;
