/**
 * The texts of a rule as the journal keeps them. It is the backup, so texts stand in it as they are; but not what a
 * variable holds, nor any text with a secret somewhere in it.
 */
import type { JournalBody, JournalRule, JournalText } from '../../model/journal.ts';
import type { LiveAction, LiveRule, RuleBody } from '../../model/rule.ts';
import { FIELD_KEYS } from '../../model/rule.ts';
import { canonicalLive, isSendable } from '../../planning/canonical.ts';
import { type Declared, hiddenTexts, hider, type Secret, shortUrl, type Veil } from '../../planning/secrets.ts';

interface JournalTexts {
  /** A live rule; `declared` is the rule that the files declare for it, which tells what its secrets are. */
  rule: (live: LiveRule, declared: Declared | null) => JournalRule;
  /** What is to be sent for a declared rule. */
  body: (wanted: RuleBody, declared: Declared | null) => JournalBody;
}

/** Turns a text into what is kept of it. `name`: the variable that it stands for; `canonical`: the text that is tagged. */
type Keep = (plain: string | null, name: string | null, canonical?: string | null) => JournalText;

/** Not the place of any declared action. */
const NOWHERE = -1;

/**
 * Takes the account's veil and the secrets in use; with `withSecrets`, the values of variables are kept too, beside what
 * tells that they are secrets, and only the keys that inboxctl itself works with are not.
 */
export function journalTexts(veil: Veil, secrets: readonly Secret[], withSecrets: boolean): JournalTexts {
  const without = withoutValues(veil, secrets);
  const keep = withSecrets ? allButKeys(without, secrets) : without;
  const keepUrl: Keep = (plain, name, canonical) => {
    const kept = keep(plain, name, canonical);
    return isHidden(kept) ? { ...kept, hidden: shortUrl(kept.hidden) ?? '(a URL)' } : kept;
  };
  const received = (value: unknown): unknown => {
    if (typeof value === 'string') return keep(value, null);
    if (Array.isArray(value)) return value.map(received);
    return value instanceof Object ? withRest({}, value) : value;
  };
  /** Adds what else was received: `known` is what we made of the rest. */
  const withRest = <T extends object>(known: T, raw: object): T => {
    const rest = Object.entries(raw).filter(([key]) => !Object.hasOwn(known, key));
    return rest.length === 0
      ? known
      : { ...known, ...Object.fromEntries(rest.map(([key, value]) => [veil.text(key), received(value)])) };
  };
  const nameOf = (name: string) => keep(name, null) ?? '';
  const conditionOf = (
    raw: LiveRule['condition'],
    canonical: LiveRule['condition'],
    at: (path: string) => string | null,
  ) => {
    const { from, to, subject } = canonical.static;
    const made = {
      conditionalOperator: raw.conditionalOperator,
      aiInstructions: keep(raw.aiInstructions, at('condition/aiInstructions'), canonical.aiInstructions),
      static: withRest(
        {
          from: keep(raw.static.from, at('condition/static/from'), from),
          to: keep(raw.static.to, at('condition/static/to'), to),
          subject: keep(raw.static.subject, at('condition/static/subject'), subject),
        },
        raw.static,
      ),
    };
    return withRest(made, raw);
  };
  type Fields = LiveAction['fields'];
  const fieldsOf = (raw: Fields, canonical: Fields, index: number, field: ReturnType<typeof hiddenTexts>['field']) =>
    withRest(
      Object.fromEntries(
        FIELD_KEYS.map((key) => {
          const as = key === 'webhookUrl' ? keepUrl : keep;
          return [key, as(raw[key], field(index, key, canonical[key]), canonical[key])];
        }),
      ) as JournalRule['actions'][number]['fields'],
      raw,
    );

  return {
    rule: (live, declared) => {
      const hidden = hiddenTexts(declared);
      const canonical = canonicalLive(live);
      // The canonical form leaves out what cannot be sent: its actions are counted without.
      let sendable = 0;
      const made = {
        id: live.id,
        name: nameOf(live.name),
        enabled: live.enabled,
        runOnThreads: live.runOnThreads,
        createdAt: live.createdAt,
        updatedAt: live.updatedAt,
        condition: conditionOf(live.condition, canonical.condition, hidden.at),
        actions: live.actions.map((action) => {
          const index = isSendable(action.type) ? sendable++ : NOWHERE;
          const fields = canonical.actions[index]?.fields ?? action.fields;
          const kept = {
            type: action.type,
            messagingChannelId: keep(action.messagingChannelId ?? null, null),
            fields: fieldsOf(action.fields, fields, index, hidden.field),
            delayInMinutes: action.delayInMinutes,
            integrationName: keep(action.integrationName, null),
            integrationToolName: keep(action.integrationToolName, null),
          };
          return withRest(kept, action);
        }),
      };
      return withRest(made, live);
    },
    body: (wanted, declared) => {
      const hidden = hiddenTexts(declared);
      return {
        name: nameOf(wanted.name),
        runOnThreads: wanted.runOnThreads,
        condition: conditionOf(wanted.condition, wanted.condition, hidden.at),
        actions: wanted.actions.map(({ type, messagingChannelId, fields, delayInMinutes }, index) => ({
          type,
          messagingChannelId: keep(messagingChannelId, null),
          fields: fieldsOf(fields, fields, index, hidden.field),
          delayInMinutes,
        })),
      };
    },
  };
}

function isHidden(kept: JournalText): kept is { hidden: string } {
  return typeof kept === 'object' && kept !== null && 'hidden' in kept;
}

function withoutValues(veil: Veil, secrets: readonly Secret[]): Keep {
  const variables = new Map<string, string>();
  for (const { name, value, of } of secrets) {
    if (of !== undefined || value === '') continue;
    const unix = value.replaceAll('\r\n', '\n');
    for (const form of [value, unix, unix.trim()]) if (!variables.has(form)) variables.set(form, name);
  }
  return (plain, name, canonical = plain) => {
    // A blank text gives nothing away.
    if (plain === null || canonical === null || canonical.trim() === '') return plain;
    const env = name ?? variables.get(plain);
    if (env !== undefined) return { env, tag: veil.tag(canonical) };
    const safe = veil.text(plain);
    return safe === plain ? plain : { hidden: safe };
  };
}

function allButKeys(without: Keep, secrets: readonly Secret[]): Keep {
  const hide = hider(secrets.filter(({ of }) => of !== undefined));
  return (plain, name, canonical) => {
    const kept = without(plain, name, canonical);
    const hasNoKey = plain !== null && hide(plain) === plain;
    return typeof kept === 'object' && kept !== null && hasNoKey ? { ...kept, value: plain } : kept;
  };
}
