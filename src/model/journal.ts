/**
 * The journal of a run: what was to be carried out, with every rule as it was, then a line for each outcome. It is the backup
 * that a rollback works from, and nothing else is ever decided from it. The first line is a `sealedHead`; each further line
 * is the sealed JSON of one of the others, for one account. Journals of version 1 are those others in the clear.
 */
import * as z from 'zod';
import { ACTION_TYPES, FIELD_KEYS } from './action-types.ts';
import { difference, keptDifference, outcome } from './applied.ts';
import { documentHead, shownRule } from './plan.ts';
import { recordOf } from './record-of.ts';
import { STATIC_KEYS } from './rule.ts';

/** In the place of a text that a variable holds: the value is not kept. */
const reference = z.strictObject({
  env: z.string(),
  /** First 32 hex digits of HMAC-SHA256(key, value), the value in canonical form: whether the variable still has it. */
  tag: z.string(),
  /** The value itself, where a journal of version 1 was asked to keep it. */
  value: z.string().optional(),
});

/** In the place of a text with a secret somewhere in it. */
const hidden = z.strictObject({
  /** What may be shown of it. */
  hidden: z.string(),
  /** The text itself, where a journal of version 1 was asked to keep it; else it cannot come back. */
  value: z.string().optional(),
});

const text = z.union([z.string(), reference, hidden]);
const journalText = text.nullable();

const condition = z.looseObject({
  conditionalOperator: z.enum(['AND', 'OR']).nullable(),
  aiInstructions: journalText,
  static: z.looseObject(recordOf(STATIC_KEYS, () => journalText)),
});

const action = z.looseObject({
  messagingChannelId: journalText,
  fields: z.looseObject(recordOf(FIELD_KEYS, () => journalText)),
  delayInMinutes: z.number().nullable(),
});

/** A live rule as the service answered it, also what stood under keys that we do not know. */
const journalRule = z.looseObject({
  id: z.string(),
  name: text,
  enabled: z.boolean(),
  runOnThreads: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  condition,
  /** All of them, also those that no request can carry. */
  actions: z.array(action.extend({ type: z.string(), integrationName: journalText, integrationToolName: journalText })),
});

/** What was to be sent. */
const journalBody = z.object({
  name: text,
  runOnThreads: z.boolean(),
  condition,
  actions: z.array(action.extend({ type: z.enum(ACTION_TYPES) })),
});

const journalChange = z.object({
  account: z.string(),
  op: z.enum(['create', 'replace', 'delete']),
  /** As it may be shown. */
  name: z.string(),
  /** The live rule; null for a create. */
  id: z.string().nullable(),
  digest: z.string(),
  /** The live name, where the replace renames; as it may be shown. */
  renamedFrom: z.string().optional(),
  /** The rule as it was; null for a create. */
  live: journalRule.nullable(),
  /** The rule as it will be; null for a delete. */
  wanted: journalBody.nullable(),
});

/** The name of a run: its start in UTC, 12 hex digits of its digest, and a number where that was taken. */
const run = z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{12}(-\d+)?$/);

/** The first line, in the clear. It is on disk, with the plan of each account, before the first request that changes anything. */
export const sealedHead = z.strictObject({
  formatVersion: z.literal(2),
  kind: z.literal('sealed'),
  run,
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  by: z.enum(['apply', 'rollback']),
  /** The run that a rollback goes back to before; null for an apply. */
  rollbackOf: run.nullable(),
  /** The process. */
  pid: z.int(),
  /** base64url of random bytes. */
  salt: z.string().regex(/^[\w-]{43}$/),
  /** Those that the run was to change. */
  accounts: z.array(z.strictObject({ name: z.string(), baseUrl: z.string(), keyId: z.string().regex(/^[\da-f]{8}$/) })),
});

export type SealedHead = z.infer<typeof sealedHead>;

/** Where a run was made, as far as the environment of GitHub or GitLab tells. */
const runOrigin = z.object({
  commit: z.string().optional(),
  actor: z.string().optional(),
  url: z.string().optional().meta({ description: 'The page of the job.' }),
});

/** The plan of a run; in a sealed journal, of one account of it. */
export const planLine = z.object({
  formatVersion: z.literal(1),
  kind: z.literal('plan'),
  run,
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  by: z.enum(['apply', 'rollback']),
  /** The run that a rollback goes back to before; null for an apply. */
  rollbackOf: z.string().nullable(),
  /** Of inboxctl. */
  version: z.string(),
  /** Of the plan. */
  digest: z.string(),
  /** Names the key that made the tags; null where each account has one of its own. */
  keyId: z.string().nullable(),
  /** The process. */
  pid: z.int(),
  accounts: z.array(z.object({ name: z.string(), baseUrl: z.string(), keyId: z.string() })),
  /** Only those that were to be carried out. */
  changes: z.array(journalChange),
  origin: runOrigin.optional(),
  /** Of version 1. By key id: a tag of all that stands before it, so that nobody without the key can make a journal. */
  seals: z.record(z.string(), z.string()).optional(),
});

const STATUSES = ['done', 'failed', 'refused', 'held', 'not-tried', 'skipped'] as const;

/** What became of a change. A change may have several; the last one holds. */
export const outcomeLine = z.object({
  kind: z.literal('outcome'),
  /** Index into the changes of the first line. */
  change: z.int().min(0),
  status: z.enum(STATUSES),
  /** The rule; of a create the one that was made. null where that is not known. */
  id: z.string().nullable(),
  at: z.string(),
  error: z.object({ status: z.int().nullable(), code: z.string().nullable(), message: z.string() }).optional(),
  /** A request for it got no answer, and was not seen to be carried out by then: the service may do so later. */
  unanswered: z.literal(true).optional(),
  /** Of version 1. Of the id of a rule that was made: a tag, as of the first line. */
  seal: z.string().optional(),
});

/** Where the live rules were not as wanted in the end. */
export const differenceLine = z.object({ kind: z.literal('difference'), difference: keptDifference });

/** The last line. A run without one was killed, or is not at its end. */
export const endLine = z.object({ kind: z.literal('end'), outcome, at: z.string() });

export type JournalText = z.infer<typeof journalText>;
export type JournalRule = z.infer<typeof journalRule>;
export type JournalBody = z.infer<typeof journalBody>;
export type JournalChange = z.infer<typeof journalChange>;
export type PlanLine = z.infer<typeof planLine>;
export type OutcomeLine = z.infer<typeof outcomeLine>;
export type DifferenceLine = z.infer<typeof differenceLine>;
export type EndLine = z.infer<typeof endLine>;

/** How many changes came to which end. `unknown`: nothing is written of them. */
const counts = z.partialRecord(z.enum([...STATUSES, 'unknown']), z.int().min(1));

const runSummary = z.object({
  run,
  file: z.string().meta({ description: 'The journal.' }),
  startedAt: z.string().meta({ description: 'ISO 8601, UTC.' }),
  by: planLine.shape.by,
  rollbackOf: z.string().nullable().meta({ description: 'The run that a rollback went back to before.' }),
  accounts: z.array(z.string()),
  sealed: z
    .array(z.object({ account: z.string(), keyId: z.string() }))
    .optional()
    .meta({ description: 'Accounts whose part is not shown, and the ids of the keys that open it.' }),
  origin: runOrigin.optional().meta({ description: 'Where the run was made, where that is known.' }),
  changes: z.object({ create: counts, replace: counts, delete: counts }).meta({
    description: 'How many changes came to which end. unknown: the run was cut before it was written.',
  }),
  outcome: z.enum([...outcome.options, 'unfinished', 'running', 'sealed']).meta({
    description:
      'How the run ended. unfinished: it was killed. running: it is not at its end. sealed: it ended, and no key that is set tells how.',
  }),
});

const madeChange = journalChange.omit({ live: true, wanted: true }).extend({
  status: z.enum([...STATUSES, 'unknown']).meta({
    description: 'What came of it. unknown: the run was cut before it was written.',
  }),
  error: outcomeLine.shape.error,
  before: shownRule.nullable(),
  after: shownRule.nullable(),
});

/** What `inboxctl runs show --format json` prints. */
export const runDocument = z.object({
  ...documentHead,
  run: runSummary,
  changes: z.array(madeChange),
  differences: z.array(difference),
});

export type RunDocument = z.infer<typeof runDocument>;
/** A change of a run with what came of it, secrets as they are shown. */
export type MadeChange = RunDocument['changes'][number];

/** What `inboxctl runs --format json` prints. */
export const runsDocument = z
  .object({
    ...documentHead,
    runs: z.array(runSummary).meta({ description: 'The newest first.' }),
  })
  .meta({ description: 'The runs of an inboxctl project.' });

export type RunsDocument = z.infer<typeof runsDocument>;
export type RunSummary = z.infer<typeof runSummary>;
