/**
 * Rules as people write them, for types, checks, and the JSON Schema of editors: the request body of the API (API spec 4.4)
 * and three keys of our own. Any text of `condition` and `fields` may be a reference instead.
 */
import * as z from 'zod';
import { ACTION_TYPES, ACTIONS, type ActionType, FIELD_KEYS, FIELDS, fieldsOf, typesNamed } from './action-types.ts';
import { entryPattern } from './lists.ts';
import { MOST_MINUTES } from './minutes.ts';
import { recordOf } from './record-of.ts';
import { MATCHERS, STATIC_KEYS, type StaticKey } from './rule.ts';
import type { WithTexts } from './texts.ts';

export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
  .meta({ patternErrorMessage: 'The name of a variable has letters, digits and _, and does not begin with a digit.' });

const fileReference = z.strictObject({
  file: z.string().min(1).meta({
    description:
      'The text of this file of the project. Its path is relative to the rule file, with `/` between folders.',
  }),
});

const envReference = z.strictObject({
  env: variableName.meta({ description: 'The value of this variable of the environment: a secret, never shown.' }),
});

/** A text in a file of the project, or in a variable, which makes it a secret. */
export type Reference = z.infer<typeof fileReference | typeof envReference>;

export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && ('file' in value || 'env' in value);
}

const text = (description: string) => z.string().nullish().meta({ description });
const textOrReference = (description: string) =>
  z.union([z.string(), fileReference, envReference]).nullish().meta({ description });

const entries = (key: StaticKey) => z.array(z.string().regex(entryPattern(key), { abort: true })).min(1);
const matcher = (key: StaticKey) =>
  z
    .union([z.string(), entries(key), fileReference, envReference])
    .nullish()
    .meta({ description: `${MATCHERS[key].means} Or a list, with an alternative in each entry.` });

const staticPart = z.strictObject(recordOf(STATIC_KEYS, matcher));

const condition = z
  .strictObject({
    conditionalOperator: z.enum(['AND', 'OR']).nullish().meta({
      description:
        'How `static` and `aiInstructions` are joined. AND: the AI is asked only after a static match. OR: a static match is enough. Left out: not managed, the live value stays.',
    }),
    aiInstructions: textOrReference('What the AI should look for, in plain words.'),
    static: staticPart.nullish().meta({ description: 'Matchers that need no AI. All that are given must match.' }),
  })
  .meta({
    title: 'condition',
    description: 'When the rule applies: AI instructions, static matchers, or both. At least one of them.',
  });

const fields = z.strictObject(
  recordOf(FIELD_KEYS, (key) =>
    textOrReference(`${typesNamed((type) => fieldsOf(type).includes(key))}: ${FIELDS[key].means}`),
  ),
);

function meaningOf(type: ActionType): string {
  const { does, needs, uses, channel } = ACTIONS[type];
  const needed = channel ? 'messagingChannelId' : needs;
  const used = uses?.map((key) => `\`${key}\``).join(', ');
  if (needed === undefined) return used === undefined ? does : `${does} Uses ${used}.`;
  return `${does} Needs \`${needed}\`${used === undefined ? '' : `; uses ${used}`}.`;
}

const action = z
  .strictObject({
    type: z.enum(ACTION_TYPES).meta({
      description: 'What to do.',
      markdownEnumDescriptions: ACTION_TYPES.map(meaningOf),
    }),
    messagingChannelId: z
      .cuid()
      .nullish()
      .meta({
        patternErrorMessage: 'The id of a channel is a cuid, such as ckx9q2s7l0000v8mn4h2r1abc.',
        description: `${typesNamed((type) => ACTIONS[type].channel === true)}: the id (a cuid) of a channel that the service knows.`,
      }),
    fields: fields.nullish().meta({ description: 'What the action needs; each action type uses its own fields.' }),
    delayInMinutes: z.int().min(1).max(MOST_MINUTES).nullish().meta({
      description: 'Wait this many minutes first: 1 to 129600, which is 90 days.',
    }),
  })
  .meta({ title: 'action', description: 'One thing to do with a mail that matches.' });

/** A rule as written. Null means the same as a missing key. */
export const writtenRule = z
  .strictObject({
    name: z
      .string()
      .meta({ description: 'The name of the rule; unique in an inbox. Rules are matched with the live ones by it.' }),
    renamedFrom: text(
      'The old name, when this rule gets a new one: the live rule is renamed and keeps its id and history. Remove it after the apply.',
    ),
    overrides: z.boolean().nullish().meta({
      description: 'This rule takes the place of the one of its name in a folder that `rules` lists before.',
    }),
    enabled: z.boolean().nullish().meta({
      description:
        "Whether you expect the rule to be switched on. Only the service's web page can switch it; a difference is reported, never changed.",
    }),
    runOnThreads: z
      .boolean()
      .nullish()
      .meta({ description: 'Also look at replies in threads. Left out: true.', default: true }),
    condition,
    actions: z.array(action).min(1).meta({ description: 'What to do, in this order. At least one.' }),
  })
  .meta({ id: 'rule', title: 'rule', description: 'An inbox rule.' });

export type WrittenRule = z.infer<typeof writtenRule>;

/** The keys of each mapping, in the order of the API's documentation: for fmt and for proposals. */
export const RULE_KEYS = Object.keys(writtenRule.shape);
export const CONDITION_KEYS = Object.keys(condition.shape);
export const ACTION_KEYS = Object.keys(action.shape);

/** A rule with its references resolved, which is checked and planned. */
export type ResolvedRule = WithTexts<WrittenRule, string>;

/** A document with several rules. */
export const rulesDocument = z
  .strictObject({ rules: z.array(writtenRule).meta({ description: 'Several rules in one document.' }) })
  .meta({ title: 'list of rules' });

/** A document of a rule file: a rule, or `rules` with a list. Only for editors; the loader tells them apart itself. */
export const ruleDocument = z.union([writtenRule, rulesDocument]);
