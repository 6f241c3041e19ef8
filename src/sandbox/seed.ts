/** The seed: the state that a sandbox starts with, as JSON. It may hold any live rule, even one that no request can make. */
import * as z from 'zod';
import { CannotStart } from './cannot-start.ts';
import { inboxSettings } from './inbox.ts';
import { apiKey, fullKey } from './key.ts';
import type { StateChange, StoreOptions } from './store.ts';
import { dateTime, type WireRule, wireRule } from './wire.ts';

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
  rulesOf: z.string().optional().meta({ description: 'The name of an earlier inbox that has the same rules.' }),
});

/** Parts of a seed that are valid by themselves, but not together. It is the `params` of their issue. */
export type SeedConflict =
  | { conflict: 'either'; keys: readonly [string, string] }
  /** `name` is what both have in common; empty for a key. */
  | { conflict: 'twice'; what: 'inbox' | 'key' | 'rule'; name: string }
  /** `known` are the inboxes that may be named there; with `isBefore` only earlier ones may. */
  | { conflict: 'no-inbox'; name: string; known: readonly string[]; isBefore: boolean }
  /** `from` is later than `to`. */
  | { conflict: 'order' };

const seedShape = z.strictObject({
  $schema: z.string().optional().meta({ description: 'The JSON Schema of this file, for editors.' }),
  inboxes: z.array(seedInbox).min(1).optional().meta({ description: 'Several inboxes, in place of one.' }),
  rules: rules.optional().meta({ description: 'The rules of the one inbox, `default`, oldest first.' }),
  messages: inboxSettings.shape.messages,
  mailbox: inboxSettings.shape.mailbox,
  keys: z.array(apiKey).optional().meta({
    description: 'The API keys. Left out: one for each inbox, and a second one for the first inbox.',
  }),
});

type Seed = z.output<typeof seedShape>;
type Report = (path: PropertyKey[], params: SeedConflict) => void;

export const seedSchema = seedShape.superRefine((seed, context) => {
  const report: Report = (path, params) => context.addIssue({ code: 'custom', path, params });
  for (const key of ['rules', 'messages', 'mailbox'] as const) {
    if (seed.inboxes && seed[key]) report([key], { conflict: 'either', keys: [key, 'inboxes'] });
  }
  checkKeys(seed, checkInboxes(seed, report), report);
});

/** Returns the names of the inboxes. */
function checkInboxes(seed: Seed, report: Report): Set<string> {
  const names = new Set<string>();
  for (const [index, inbox] of inboxesOf(seed).entries()) {
    const { name, rulesOf } = inbox;
    const at = seed.inboxes ? ['inboxes', index] : [];
    for (const keys of [['mailbox', 'messages'] as const, ['rulesOf', 'rules'] as const]) {
      if (keys.every((key) => inbox[key] != null)) report([...at, keys[0]], { conflict: 'either', keys });
    }
    if (names.has(name)) report([...at, 'name'], { conflict: 'twice', what: 'inbox', name });
    if (rulesOf !== undefined && !names.has(rulesOf)) {
      report([...at, 'rulesOf'], { conflict: 'no-inbox', name: rulesOf, known: [...names], isBefore: true });
    }
    names.add(name);
    for (const { position, value } of repeated((inbox.rules ?? []).map(({ id }) => id))) {
      report([...at, 'rules', position, 'id'], { conflict: 'twice', what: 'rule', name: value });
    }
  }
  return names;
}

function checkKeys({ keys = [] }: Seed, inboxes: ReadonlySet<string>, report: Report): void {
  for (const { position } of repeated(keys.map(({ key }) => key))) {
    report(['keys', position, 'key'], { conflict: 'twice', what: 'key', name: '' });
  }
  for (const [index, { inbox }] of keys.entries()) {
    if (inbox === null || inboxes.has(inbox)) continue;
    report(['keys', index, 'inbox'], { conflict: 'no-inbox', name: inbox, known: [...inboxes], isBefore: false });
  }
}

/** The values that an earlier position has too. */
function repeated(values: readonly (string | undefined)[]): { position: number; value: string }[] {
  const seen = new Set<string>();
  return values.flatMap((value, position) => {
    if (value === undefined) return [];
    if (seen.has(value)) return [{ position, value }];
    seen.add(value);
    return [];
  });
}

/** A seed without `inboxes` has one, which is called `default`. */
function inboxesOf({ inboxes, rules: only, messages, mailbox }: Seed): z.output<typeof seedInbox>[] {
  return inboxes ?? [{ ...inboxSettings.parse({ name: 'default' }), messages, mailbox, rules: only }];
}

/** The changes that make the state of a seed, which is parsed JSON. Throws a CannotStart. */
export function changesOfSeed(json: unknown, options: StoreOptions): StateChange[] {
  const parsed = seedSchema.safeParse(json);
  if (!parsed.success) throw new CannotStart({ problem: 'seed', issues: parsed.error.issues });
  const inboxes = inboxesOf(parsed.data);
  const keys = parsed.data.keys ?? [...inboxes, ...inboxes.slice(0, 1)].map(({ name }) => fullKey(name));
  const rulesByInbox = new Map<string, WireRule[]>();
  const changes = inboxes.flatMap(({ rules: seeded = [], rulesOf, ...inbox }): StateChange[] => {
    const own = rulesOf === undefined ? completed(seeded, options) : copied(rulesByInbox.get(rulesOf) ?? [], options);
    rulesByInbox.set(inbox.name, own);
    return [{ op: 'inbox', inbox }, ...own.map((rule) => ({ op: 'rule' as const, inbox: inbox.name, rule }))];
  });
  return [...changes, ...keys.map((key) => ({ op: 'key' as const, key }))];
}

/** The same rules in another inbox: no service has an id twice. */
function copied(rules: readonly WireRule[], { now, random, profile }: StoreOptions): WireRule[] {
  return rules.map((rule) => ({ ...rule, id: profile.newId(now(), random) }));
}

/** A rule without times is a second older than the next one, and all are older than now. */
function completed(seeded: readonly z.output<typeof seedRule>[], options: StoreOptions): WireRule[] {
  const start = options.now() - seeded.length * 1000;
  return seeded.map((rule, index) => {
    const at = start + index * 1000;
    const createdAt = rule.createdAt ?? new Date(at).toISOString();
    const id = rule.id ?? options.profile.newId(at, options.random);
    return { ...rule, id, createdAt, updatedAt: rule.updatedAt ?? createdAt };
  });
}
