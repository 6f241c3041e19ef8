/** The state that a sandbox starts with, as JSON. Seeded rules may be anything that a live rule can be. */
import * as z from 'zod';
import { inboxSettings } from './inbox.ts';
import { type ApiKey, apiKey, fullKey } from './key.ts';
import type { Profile } from './profiles.ts';
import type { StateChange } from './state.ts';
import { dateTime, wireRule } from './wire.ts';

const seedRule = wireRule.extend({
  id: z.string().min(1).optional(),
  createdAt: dateTime.optional(),
  updatedAt: dateTime.optional(),
});

const rules = z.array(seedRule);

const seedInbox = inboxSettings.extend({
  rules: rules.optional(),
  /** The name of an earlier inbox that has the same rules: thousands then weigh hardly more than one. */
  rulesOf: z.string().optional(),
});

const seedSchema = z
  .strictObject({
    inboxes: z.array(seedInbox).min(1).optional(),
    rules: rules.optional(),
    /** As those of an inbox. */
    messages: inboxSettings.shape.messages,
    mailbox: inboxSettings.shape.mailbox,
    keys: z.array(apiKey).optional(),
  })
  .superRefine((seed, context) => {
    const problem = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
    for (const key of ['rules', 'messages', 'mailbox'] as const) {
      if (seed.inboxes && seed[key]) problem([key], `Give either ${key} or inboxes, not both`);
    }
    const mailboxes = seed.inboxes?.map((inbox, index) => [['inboxes', index], inbox] as const) ?? [
      [[], seed] as const,
    ];
    for (const [path, { messages, mailbox }] of mailboxes) {
      if (messages && mailbox) problem([...path, 'mailbox'], 'Give either messages or mailbox, not both');
    }
    const names = (seed.inboxes ?? [{ name: 'default' }]).map((inbox) => inbox.name);
    const earlier = new Set<string>();
    for (const [index, name] of names.entries()) {
      if (earlier.has(name)) problem(['inboxes', index, 'name'], `A second inbox "${name}"`);
      const { rules: own, rulesOf } = seed.inboxes?.[index] ?? {};
      if (own && rulesOf !== undefined)
        problem(['inboxes', index, 'rulesOf'], 'Give either rules or rulesOf, not both');
      if (rulesOf !== undefined && !earlier.has(rulesOf)) {
        problem(['inboxes', index, 'rulesOf'], `There is no inbox "${rulesOf}" before this one`);
      }
      earlier.add(name);
    }
    const keys = new Set<string>();
    for (const [index, { key, inbox }] of (seed.keys ?? []).entries()) {
      if (keys.has(key)) problem(['keys', index, 'key'], 'The value of an earlier key');
      keys.add(key);
      if (inbox !== null && !earlier.has(inbox)) problem(['keys', index, 'inbox'], `There is no inbox "${inbox}"`);
    }
  });

type SeedRule = z.output<typeof seedRule>;

/** What is wrong with a seed, each problem on a line of its own with its path. */
export class SeedError extends Error {
  override name = 'SeedError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(['The seed cannot be used:', ...problems].join('\n'));
    this.problems = problems;
  }
}

export interface SeedContext {
  profile: Profile;
  now(): number;
  random(): number;
  /** Value of a key with all scopes for the first inbox. */
  key: string | undefined;
}

/** A seeded rule without times is a second older than the next one, and all are older than now. */
function completed(seeded: readonly SeedRule[], { profile, now, random }: SeedContext) {
  const start = now() - seeded.length * 1000;
  return seeded.map((rule, index) => {
    const createdAt = rule.createdAt ?? new Date(start + index * 1000).toISOString();
    const id = rule.id ?? profile.newId(start + index * 1000, random);
    return { ...rule, id, createdAt, updatedAt: rule.updatedAt ?? createdAt };
  });
}

function requireOwnIds(inbox: string, ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) throw new SeedError([`inbox "${inbox}": two rules with the id "${id}"`]);
    seen.add(id);
  }
}

/** Unless keys are given, each inbox has one; the first has a second one, for somebody who edits it at the same time. */
function keysOf(given: readonly ApiKey[] | undefined, inboxes: readonly string[], key: string | undefined): ApiKey[] {
  if (given !== undefined) return [...given];
  const editors = inboxes.slice(0, 1).map((inbox) => fullKey(inbox));
  return [...inboxes.map((inbox, index) => fullKey(inbox, index === 0 ? key : undefined)), ...editors];
}

/**
 * A seed (parsed JSON) as changes, with everything filled in that it leaves out. Without keys each inbox gets its own,
 * with all scopes. Throws a SeedError that names every problem.
 */
export function changesOfSeed(json: unknown, context: SeedContext): StateChange[] {
  const parsed = seedSchema.safeParse(json);
  if (!parsed.success) {
    throw new SeedError(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'seed'}: ${message}`));
  }
  const seed = parsed.data;
  const { messages, mailbox, rules: only } = seed;
  const inboxes: z.output<typeof seedInbox>[] = seed.inboxes ?? [
    { ...inboxSettings.parse({ name: 'default' }), messages, mailbox, rules: only },
  ];
  const changes: StateChange[] = [];
  for (const { rules: seeded = [], rulesOf, ...inbox } of inboxes) {
    const complete = completed(seeded, context);
    requireOwnIds(
      inbox.name,
      complete.map((rule) => rule.id),
    );
    changes.push({ op: 'inbox', inbox });
    if (rulesOf !== undefined) changes.push({ op: 'copy', inbox: inbox.name, from: rulesOf });
    for (const rule of complete) changes.push({ op: 'rule', inbox: inbox.name, rule });
  }
  const names = inboxes.map((inbox) => inbox.name);
  for (const key of keysOf(seed.keys, names, context.key)) changes.push({ op: 'key', key });
  return changes;
}
