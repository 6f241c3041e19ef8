/** The state that a sandbox starts with, as JSON. Seeded rules may be anything that a live rule can be. */
import * as z from 'zod';
import { inboxFeatures, inboxSettings } from './inbox.ts';
import { type ApiKey, apiKey, fullKey } from './key.ts';
import { generatedMailbox, seedMessage } from './mailbox/message.ts';
import { type SeedProblem, type SeedRelation, seedProblems } from './seed-problems.ts';
import type { StateChange, StoreOptions } from './store.ts';
import { dateTime, wireRule } from './wire.ts';

const seedRule = wireRule.extend({
  id: z.string().min(1).optional().meta({ description: 'Left out: one like those of the service.' }),
  createdAt: dateTime
    .optional()
    .meta({ description: 'Left out: a second before the next rule, and before the start.' }),
  updatedAt: dateTime.optional().meta({ description: 'Left out: as `createdAt`.' }),
});

const rules = z.array(seedRule);

const seedInbox = inboxSettings.extend({
  rules: rules.optional().meta({ description: 'The rules of the inbox, oldest first.' }),
  rulesOf: z.string().optional().meta({
    description: 'The name of an earlier inbox that has the same rules: thousands then weigh hardly more than one.',
  }),
});

/** Which keys there are, by the key that their mapping stands under. */
const KEYS = {
  '': ['$schema', 'inboxes', 'rules', 'messages', 'mailbox', 'keys'],
  inboxes: Object.keys(seedInbox.shape),
  features: Object.keys(inboxFeatures.shape),
  messages: Object.keys(seedMessage.shape),
  mailbox: Object.keys(generatedMailbox.shape),
  keys: Object.keys(apiKey.shape),
};

export const seedSchema = z
  .strictObject({
    $schema: z.string().optional().meta({ description: 'The JSON Schema of this file, for editors.' }),
    inboxes: z.array(seedInbox).min(1).optional().meta({ description: 'Several inboxes, in place of one.' }),
    rules: rules.optional().meta({ description: 'The rules of the one inbox, `default`, oldest first.' }),
    messages: inboxSettings.shape.messages,
    mailbox: inboxSettings.shape.mailbox,
    keys: z.array(apiKey).optional().meta({
      description: 'The API keys. Left out: one for each inbox, and a second one for the first inbox.',
    }),
  })
  .superRefine((seed, context) => {
    const tell = (path: PropertyKey[], relation: SeedRelation) =>
      context.addIssue({ code: 'custom', path, params: relation });
    for (const key of ['rules', 'messages', 'mailbox'] as const) {
      if (seed.inboxes && seed[key]) tell([key], { problem: 'either', keys: [key, 'inboxes'] });
    }
    const inboxes = seed.inboxes?.map((inbox, index) => ({ at: ['inboxes', index] as PropertyKey[], ...inbox })) ?? [
      { at: [], name: 'default', rulesOf: undefined, ...seed },
    ];
    const names = new Set<string>();
    for (const { at, name, rules: own, rulesOf, messages, mailbox } of inboxes) {
      if (messages && mailbox) tell([...at, 'mailbox'], { problem: 'either', keys: ['mailbox', 'messages'] });
      if (own && rulesOf !== undefined) tell([...at, 'rulesOf'], { problem: 'either', keys: ['rulesOf', 'rules'] });
      if (names.has(name)) tell([...at, 'name'], { problem: 'twice', what: 'inbox', name });
      if (rulesOf !== undefined && !names.has(rulesOf)) {
        tell([...at, 'rulesOf'], { problem: 'no-inbox', name: rulesOf, known: [...names], isBefore: true });
      }
      names.add(name);
      const ids = new Set<string>();
      for (const [index, { id }] of (own ?? []).entries()) {
        if (id === undefined) continue;
        if (ids.has(id)) tell([...at, 'rules', index, 'id'], { problem: 'twice', what: 'rule', name: id });
        ids.add(id);
      }
    }
    const keys = new Set<string>();
    for (const [index, { key, inbox }] of (seed.keys ?? []).entries()) {
      if (keys.has(key)) tell(['keys', index, 'key'], { problem: 'twice', what: 'key', name: '' });
      keys.add(key);
      if (inbox === null || names.has(inbox)) continue;
      tell(['keys', index, 'inbox'], { problem: 'no-inbox', name: inbox, known: [...names], isBefore: false });
    }
  });

/** What is wrong with a seed. */
export class SeedError extends Error {
  override name = 'SeedError';
  readonly problems: readonly SeedProblem[];

  constructor(problems: readonly SeedProblem[]) {
    const lines = problems.map(({ path, problem }) => `${path.join('.') || 'seed'}: ${problem}`);
    super(['The seed cannot be used:', ...lines].join('\n'));
    this.problems = problems;
  }
}

type SeedContext = Pick<StoreOptions, 'profile' | 'now' | 'random'>;

/** A seeded rule without times is a second older than the next one, and all are older than now. */
function completed(seeded: readonly z.output<typeof seedRule>[], { profile, now, random }: SeedContext) {
  const start = now() - seeded.length * 1000;
  return seeded.map((rule, index) => {
    const createdAt = rule.createdAt ?? new Date(start + index * 1000).toISOString();
    const id = rule.id ?? profile.newId(start + index * 1000, random);
    return { ...rule, id, createdAt, updatedAt: rule.updatedAt ?? createdAt };
  });
}

/** Unless keys are given, each inbox has one; the first has a second one, for somebody who edits it at the same time. */
function keysOf(given: readonly ApiKey[] | undefined, inboxes: readonly string[]): readonly ApiKey[] {
  return given ?? [...inboxes, ...inboxes.slice(0, 1)].map((inbox) => fullKey(inbox));
}

/**
 * A seed (parsed JSON) as changes, with everything filled in that it leaves out. Without keys each inbox gets its own,
 * with all scopes. Throws a SeedError that names every problem.
 */
export function changesOfSeed(json: unknown, context: SeedContext): StateChange[] {
  const parsed = seedSchema.safeParse(json);
  if (!parsed.success) throw new SeedError(seedProblems(parsed.error.issues, json, KEYS));
  const seed = parsed.data;
  const { messages, mailbox, rules: only } = seed;
  const inboxes: z.output<typeof seedInbox>[] = seed.inboxes ?? [
    { ...inboxSettings.parse({ name: 'default' }), messages, mailbox, rules: only },
  ];
  const changes: StateChange[] = [];
  for (const { rules: seeded = [], rulesOf, ...inbox } of inboxes) {
    changes.push({ op: 'inbox', inbox });
    if (rulesOf !== undefined) changes.push({ op: 'copy', inbox: inbox.name, from: rulesOf });
    for (const rule of completed(seeded, context)) changes.push({ op: 'rule', inbox: inbox.name, rule });
  }
  const names = inboxes.map((inbox) => inbox.name);
  for (const key of keysOf(seed.keys, names)) changes.push({ op: 'key', key });
  return changes;
}
