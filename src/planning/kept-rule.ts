/**
 * Rules as a snapshot keeps them. It is the backup, so texts stay unchanged, except that no secret is kept: in the place of
 * a text that comes from a variable, or that has a secret in it, is a tag, by which it is recognized again.
 */
import type { Finding } from '../diagnostics/diagnostic.ts';
import { asInRules } from '../diagnostics/redactor.ts';
import { FIELD_KEYS, type FieldKey, isSendable } from '../model/action-types.ts';
import { recordOf } from '../model/record-of.ts';
import { type LiveRule, type Path, type ReferenceAt, type RuleBody, STATIC_KEYS } from '../model/rule.ts';
import type { KeptBody, KeptRule, KeptText, SecretText } from '../model/snapshot.ts';
import { mapTexts, textAt } from '../model/texts.ts';
import { type AccountRedactor, type RuleWithReferences, secretTexts, shortUrl } from './account-redactor.ts';
import { canonicalLive, canonicalName, sendableActions } from './canonical.ts';

/** Makes the tag of a text, under a key of one account of one run. */
export type TextTag = (text: string) => string;

/** The index of an action that no request can carry, so that no declared action has it. */
const NOWHERE = -1;

/** Turns rules into what a snapshot keeps of them. `declared`: the rule that says which texts are secrets. */
export function ruleKeeper(redactor: AccountRedactor, tag: TextTag) {
  const keep = (plain: string | null, variable: string | null, canonical = plain): KeptText => {
    // A blank text reveals nothing.
    if (plain === null || canonical === null || canonical.trim() === '') return plain;
    const env = variable ?? redactor.ofRun.variableOf(plain);
    if (env !== undefined) return { env, tag: tag(canonical) };
    const hidden = redactor.text(plain);
    return hidden === plain ? plain : { hidden, tag: tag(canonical) };
  };
  const keepUrl: typeof keep = (...text) => {
    const kept = keep(...text);
    const isHidden = typeof kept === 'object' && kept !== null && 'hidden' in kept;
    return isHidden ? { ...kept, hidden: shortUrl(kept.hidden) ?? '(a URL)' } : kept;
  };
  const received = (value: unknown): unknown => {
    if (typeof value === 'string') return keep(value, null);
    if (Array.isArray(value)) return value.map(received);
    return value instanceof Object ? withRest({}, value) : value;
  };
  /** Adds the received fields that `known` does not have. */
  const withRest = <T extends object>(known: T, raw: object): T => {
    const rest = Object.entries(raw).filter(([key]) => !Object.hasOwn(known, key));
    return { ...known, ...Object.fromEntries(rest.map(([key, value]) => [redactor.text(key), received(value)])) };
  };
  /** Returns what to keep of the text at a path of the rule `canonical`. */
  const keeping = (canonical: RuleBody, declared: RuleWithReferences | null) => {
    const variableOf = secretTexts(declared);
    return (plain: string | null, path: Path): KeptText => {
      const text = textAt(canonical, path) ?? plain;
      const variable = text === null ? null : variableOf(path, text);
      return (path.at(-1) === 'webhookUrl' ? keepUrl : keep)(plain, variable, text);
    };
  };

  return {
    live: (live: LiveRule, declared: RuleWithReferences | null): KeptRule => {
      const keepAt = keeping(canonicalLive(live), declared);
      const { condition } = live;
      // The canonical form has no actions that cannot be sent, so they are not counted.
      let sendable = 0;
      const matchers = recordOf(STATIC_KEYS, (key) => keepAt(condition.static[key], ['condition', 'static', key]));
      const made = {
        id: live.id,
        name: keep(live.name, null, canonicalName(live.name)) ?? '',
        enabled: live.enabled,
        runOnThreads: live.runOnThreads,
        createdAt: live.createdAt,
        updatedAt: live.updatedAt,
        condition: withRest(
          {
            conditionalOperator: condition.conditionalOperator,
            aiInstructions: keepAt(condition.aiInstructions, ['condition', 'aiInstructions']),
            static: withRest(matchers, condition.static),
          },
          condition,
        ),
        actions: live.actions.map((action) => {
          const index = isSendable(action.type) ? sendable++ : NOWHERE;
          const fields = recordOf(FIELD_KEYS, (key) => keepAt(action.fields[key], ['actions', index, 'fields', key]));
          const kept = {
            type: action.type,
            messagingChannelId: keep(action.messagingChannelId ?? null, null),
            fields: withRest(fields, action.fields),
            delayInMinutes: action.delayInMinutes,
            integrationName: keep(action.integrationName, null),
            integrationToolName: keep(action.integrationToolName, null),
          };
          return withRest(kept, action);
        }),
      };
      return withRest(made, live);
    },
    body: (body: RuleBody, declared: RuleWithReferences | null): KeptBody => ({
      ...mapTexts(body, keeping(body, declared)),
      name: keep(body.name, null) ?? '',
    }),
  };
}

/** The canonical form of a kept rule, without what cannot be sent. `read` converts its texts and its name. */
export function canonicalKept(
  kept: KeptRule | KeptBody,
  read: (text: NonNullable<KeptText>, path: Path) => string,
): RuleBody {
  const actions = sendableActions<KeptRule['actions'][number] | KeptBody['actions'][number]>(kept.actions);
  return canonicalLive({ ...mapTexts({ ...kept, actions }, read), name: read(kept.name, ['name']) });
}

/** What may be shown of a secret. */
export function shownSecret(text: SecretText): string {
  return 'env' in text ? `(secret ${text.env})` : text.hidden;
}

/** Where texts that a snapshot does not keep are looked for, besides the live rule. */
export interface TextSources {
  /** Returns the value of a variable for a rule, or why there is none. */
  variable: (name: string) => { value: string } | { finding: Finding };
  tag: TextTag;
}

/** Why a text does not come back as it was. */
type Doubt =
  /** It came from a variable that cannot be used now. */
  | { kind: 'no-value'; finding: Finding }
  /** It is a secret that is not kept, and neither a live text nor the value of a variable is the same. */
  | { kind: 'lost'; variable: string | null };

export interface Recalled extends RuleWithReferences {
  doubts: Doubt[];
}

/**
 * Turns a kept rule into one that can be sent. `live` (in canonical form) is the live rule that it replaces. No text gets a
 * value that was not in it: the rule as it was may not be for whom a variable names today.
 */
export function recall(kept: KeptRule | KeptBody, live: RuleBody | null, { variable, tag }: TextSources): Recalled {
  const references: ReferenceAt[] = [];
  const doubts: Doubt[] = [];
  const body = canonicalKept(kept, (text, path) => {
    if (typeof text === 'string') return text;
    const isSame = (one: string) => tag(one) === text.tag;
    if ('env' in text) references.push({ path, kind: 'env', name: text.env });
    const there = liveTexts(live, path).find(isSame);
    if (there !== undefined) return there;
    if ('hidden' in text) {
      const filled = filledIn(text.hidden, variable).find(isSame);
      if (filled === undefined)
        doubts.push(...variablesIn(text.hidden).map((name) => ({ kind: 'lost', variable: name }) as const));
      return filled ?? text.hidden;
    }
    const { env } = text;
    const found = variable(env);
    const same = 'value' in found ? asInRules(found.value).find(isSame) : undefined;
    if (same !== undefined) return same;
    doubts.push('finding' in found ? { kind: 'no-value', finding: found.finding } : { kind: 'lost', variable: env });
    // The plan must show something; it is never sent.
    return `{{the variable ${env}}}`;
  });
  // A service that sets an operator by itself cannot be made to forget it. AND means the same as none.
  const isSet = body.condition.conditionalOperator === null && (live?.condition.conditionalOperator ?? null) !== null;
  if (isSet) body.condition.conditionalOperator = 'AND';
  return { body, references, doubts };
}

const PLACEHOLDER = /\(secret ([^)]*)\)/g;

/** The variables that a text with a secret in it names; null if it does not name the secret. */
function variablesIn(hidden: string): (string | null)[] {
  const names = new Set([...hidden.matchAll(PLACEHOLDER)].map(([, name = '']) => name));
  return names.size === 0 ? [null] : [...names];
}

/** The text with the values of variables in the place of `(secret NAME)`, in the forms that rules have texts in. */
function filledIn(hidden: string, variable: TextSources['variable']): string[] {
  return [0, 1, 2].flatMap((form) =>
    asInRules(
      hidden.replaceAll(PLACEHOLDER, (shown, name: string) => {
        const found = variable(name);
        return ('value' in found && asInRules(found.value)[form]) || shown;
      }),
    ),
  );
}

/** A text that differs from every live one: no rule can contain it. */
const ANOTHER = '\0';

/** Turns a kept rule into one to compare with the live one: a secret that this has not is a text that no rule has. */
export function comparable(kept: KeptRule | KeptBody, live: RuleBody, { tag }: Pick<TextSources, 'tag'>): RuleBody {
  return canonicalKept(kept, (text, path) => {
    if (typeof text === 'string') return text;
    return liveTexts(live, path).find((one) => tag(one) === text.tag) ?? ANOTHER;
  });
}

/** The texts of a live rule that may be the one at a path: the one there, then those of other actions. */
function liveTexts(live: RuleBody | null, path: Path): string[] {
  if (live === null) return [];
  const [part, , , key] = path;
  if (part === 'name') return [live.name];
  const alike = part === 'actions' && key !== undefined ? live.actions : [];
  const texts = [textAt(live, path), ...alike.map(({ fields }) => fields[key as FieldKey])];
  return texts.filter((text) => text != null);
}
