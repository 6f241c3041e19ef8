/**
 * The plan: a value that says what apply would do, and the JSON of `plan --format json` and `--output`. Everybody may see it:
 * secrets are in it as `Shown`, never in the clear.
 */
import * as z from 'zod';
import { FIELD_KEYS } from './action-types.ts';
import { inboxIdentity } from './inbox-identity.ts';
import { OUTCOMES } from './mail-outcome.ts';
import { recordOf } from './record-of.ts';
import { STATIC_KEYS } from './rule.ts';

const digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .meta({ description: 'sha256: and 64 hex digits.' });

const shown = z
  .object({
    shown: z.string().meta({ description: 'What is displayed in place of the value.' }),
    tag: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .meta({ description: 'First 32 hex digits of HMAC-SHA256(key, value): differs when the value differs.' }),
  })
  .meta({ id: 'secret', description: 'A value that is secret.' });

export const shownText = z.union([z.string(), shown]).nullable().meta({ id: 'text' });

const shownAction = z.object({
  type: z.string().nullable(),
  messagingChannelId: shownText,
  fields: z.object(recordOf(FIELD_KEYS, () => shownText)).nullable(),
  delayInMinutes: z.number().nullable(),
});

export const shownRule = z
  .object({
    name: z.string(),
    runOnThreads: z.boolean().nullable(),
    condition: z
      .object({
        conditionalOperator: z.enum(['AND', 'OR']).nullable(),
        aiInstructions: shownText,
        static: z.object(recordOf(STATIC_KEYS, () => shownText)).nullable(),
      })
      .nullable(),
    actions: z.array(shownAction.nullable()).nullable(),
  })
  .meta({
    id: 'canonicalRule',
    description:
      'A rule in canonical form, as it enters the digest: secrets as {shown, tag}. `after` is what is sent: in a replace, fields of ignoreDifferences have their live values.',
  });

export const place = z
  .object({ file: z.string(), line: z.int().min(1), column: z.int().min(1), overrides: z.string().optional() })
  .meta({ id: 'place', description: 'A place in a rule file. overrides: the file of the rule that it overrides.' });

const counts = z.object({
  create: z.int().min(0),
  replace: z.int().min(0),
  delete: z.int().min(0),
  unchanged: z.int().min(0),
  kept: z.int().min(0).meta({ description: 'Live rules left alone: ignored, or undeclared and kept.' }),
});

const RISKS = [
  'sends-mail',
  'leaves-mailbox',
  'destroys-mail',
  'starts-sending',
  'may-switch-off',
  'example-text',
  'matches-everything',
  'mixed-scripts',
  'trusts-sender',
  'default-rule',
] as const;

const outcomeOrNone = z.enum(OUTCOMES).nullable();

const affected = z
  .object({
    mail: z.string().meta({ description: 'The name of the sample mail.' }),
    from: outcomeOrNone.meta({ description: 'What the live rule does to it; null where there is no live rule.' }),
    to: outcomeOrNone.meta({ description: 'What the rule will do to it; null where there will be no rule.' }),
  })
  .meta({
    description:
      'A sample mail that the change affects. ai: the AI of the service decides. Alike before and after: other actions, or for ai other instructions.',
  });

const mailCount = z.int().min(0);

const mailboxImpact = z
  .object({
    mails: mailCount.meta({ description: 'How many mails were read.' }),
    effects: z.array(z.object({ from: outcomeOrNone, to: outcomeOrNone, mails: mailCount })),
  })
  .meta({ description: 'Where --mails names mailboxes: how many of their mails the change affects. For display.' });

export const mailSearch = z
  .object({ gmail: z.string(), outlook: z.string(), wider: z.string(), narrower: z.string() })
  .meta({ description: 'What finds such mails in mail programs, and how it differs from the rule, if anything does.' });

export const change = z.object({
  account: z.string(),
  op: z.enum(['create', 'replace', 'delete']),
  name: z.string(),
  id: z.string().nullable().meta({ description: 'The live rule; null for a create.' }),
  digest: digest.meta({
    description: 'sha256: and the hex SHA-256 of the RFC 8785 JSON of {account, baseUrl, op, before, after}.',
  }),
  source: place.nullable().meta({ description: 'Where the rule is declared; null for a delete.' }),
  before: shownRule.nullable(),
  after: shownRule.nullable(),
  patch: z
    .array(z.looseObject({ op: z.string(), path: z.string() }))
    .meta({ description: 'RFC 6902 operations from before to after.' }),
  risks: z.array(z.enum(RISKS)),
  reason: z.enum(['undeclared', 'duplicate']).optional().meta({ description: 'Why a rule is deleted.' }),
  wasDeclared: z.literal(true).optional().meta({
    description: 'Of a delete, where a plan has a base: the files of that commit declare the rule.',
  }),
  renamedFrom: z.string().optional().meta({ description: 'The live name, where the replace renames.' }),
  refused: z.string().optional().meta({ description: 'The code of why this change will not be made.' }),
  origin: z.enum(['base', 'edit']).optional().meta({
    description:
      'Where a plan has a base: base if the files of that commit would make the very same change, which is then left alone; else edit.',
  }),
  impact: z.array(affected).optional().meta({
    description:
      'Where there are sample mails: those that the change affects; of a duplicate, those that the rule which is left does not treat alike. For display; it decides nothing.',
  }),
  mailbox: mailboxImpact.optional(),
  search: mailSearch.optional(),
});

export const accountError = z
  .object({ status: z.int().nullable(), code: z.string().nullable(), message: z.string(), hint: z.string().nullable() })
  .meta({ description: 'What the service, or the way to it, answered.' });

const account = z.object({
  name: z.string(),
  baseUrl: z.string(),
  live: z.int().min(0).meta({ description: 'How many rules are live.' }),
  declared: z.int().min(0).meta({ description: 'How many rules the files declare.' }),
  summary: counts,
  keyId: z
    .string()
    .optional()
    .meta({ description: "Names the key that made this account's tags, where not all have one." }),
  samples: z.int().min(0).optional().meta({
    description: 'How many sample mails its changes were tried on, where these are not all sample mails of the plan.',
  }),
  inbox: inboxIdentity.optional().meta({ description: 'What it is known by; left out where it could not be read.' }),
  error: accountError.optional(),
});

export const notice = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  account: z.string().optional(),
  rule: z.string().optional(),
  source: place.optional(),
});

/** What every document that a command prints has. */
export const documentHead = { formatVersion: z.literal(1), notices: z.array(notice) };

const plan = {
  digest: digest.meta({
    description:
      'sha256: and the hex SHA-256 of the RFC 8785 JSON of {changes, inboxes}: the sorted digests of its changes (with a base, of the edits), and of each account that has some the tags of its inbox, by name.',
  }),
  keyId: z.string().nullable().meta({
    description: 'Names the key that made the tags: 8 hex digits of HMAC-SHA256(key, "inboxctl").',
  }),
  complete: z.boolean().meta({ description: 'false when an account could not be read.' }),
  only: z
    .array(z.string())
    .optional()
    .meta({ description: 'Where --only names rules: the plan is about these alone, and others count as unchanged.' }),
  summary: counts,
  samples: z.int().min(1).optional().meta({
    description:
      'How many sample mails the changes were tried on, where there are any. For display; it decides nothing.',
  }),
  mailbox: z
    .object({ mails: mailCount, affected: mailCount, complete: z.boolean() })
    .optional()
    .meta({ description: 'Where --mails names mailboxes: how many mails were read; complete: all of them.' }),
  base: z
    .object({
      commit: z
        .string()
        .regex(/^[0-9a-f]{40,64}$/)
        .meta({ description: 'The full hash.' }),
    })
    .optional()
    .meta({
      description: 'The commit that --base names. The plan is then the edits, and its counts and digest are theirs.',
    }),
  accounts: z.array(account),
  changes: z.array(change),
};

/** What `inboxctl plan --format json` prints. */
export const planDocument = z
  .object({ formatVersion: z.literal(1), ...plan, notices: z.array(notice) })
  .meta({ description: 'A plan of inboxctl.' });

const planFacts = z.object(plan);

export type Shown = z.infer<typeof shown>;
export type ShownText = z.infer<typeof shownText>;
export type ShownAction = z.infer<typeof shownAction>;
export type ShownRule = z.infer<typeof shownRule>;
export type Counts = z.infer<typeof counts>;
export type Risk = (typeof RISKS)[number];
export type Affected = z.infer<typeof affected>;
export type MailboxImpact = z.infer<typeof mailboxImpact>;
export type MailSearch = z.infer<typeof mailSearch>;
export type Change = z.infer<typeof change>;
export type AccountError = z.infer<typeof accountError>;
export type Notice = z.infer<typeof notice>;
export type PlannedAccount = z.infer<typeof account>;
export type PlanDocument = z.infer<typeof planDocument>;
/** A plan in memory, where its notices are data. */
export type PlanOf<Finding> = z.infer<typeof planFacts> & { notices: Finding[] };

/** The changes that an apply carries out. With a base, these are the edits. */
export function editsOf<Of extends Pick<Change, 'origin'>>(changes: readonly Of[]): Of[] {
  return changes.filter(({ origin }) => origin !== 'base');
}

/** Whether a change deletes what no file declares, nor declared at the base. Without a base, files may once have had it. */
export function deletesUndeclared({ reason, wasDeclared }: Pick<Change, 'reason' | 'wasDeclared'>): boolean {
  return reason === 'undeclared' && wasDeclared !== true;
}

export function countOps(changes: readonly Change[]): Record<Change['op'], number> {
  const counts = { create: 0, replace: 0, delete: 0 };
  for (const { op } of changes) counts[op] += 1;
  return counts;
}
