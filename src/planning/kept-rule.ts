/**
 * Rules as a snapshot keeps them. It is the backup, so texts stay unchanged, except that no secret is kept: in the place of
 * a text that comes from a variable, or that has a secret in it, is a tag, by which it is recognized again.
 */
import type { Finding } from '../diagnostics/diagnostic.ts';
import { asInRules } from '../diagnostics/redactor.ts';
import { FIELD_KEYS, type FieldKey, isSendable } from '../model/action-types.ts';
import { type LiveRule, type Path, type ReferenceAt, type RuleBody, STATIC_KEYS } from '../model/rule.ts';
import type { KeptBody, KeptRule, KeptText, SecretText } from '../model/snapshot.ts';
import { mapTexts, textAt } from '../model/texts.ts';
import { ACTION_KEYS, CONDITION_KEYS } from '../model/written-rule.ts';
import { type AccountRedactor, type RuleWithReferences, secretTexts, shortUrl } from './account-redactor.ts';
import { canonicalLive, canonicalName, sendableActions } from './canonical.ts';
import { LIVE_KEYS } from './losses.ts';

/** Makes the tag of a text, under a key of one account of one run. */
export type TextTag = (text: string) => string;

type Declared = readonly (RuleWithReferences | null)[];

/** Turns rules into what a snapshot keeps of them. `declared`: the rules that say which texts are secrets. */
export function ruleKeeper(redactor: AccountRedactor, tag: TextTag) {
  const keep = (
    plain: string,
    variable: string | null = null,
    canonical = plain,
    isUrl = false,
  ): NonNullable<KeptText> => {
    // A blank text reveals nothing.
    if (canonical.trim() === '') return plain;
    const env = variable ?? redactor.ofRun.variableOf(plain);
    if (env !== undefined) return { env, tag: tag(canonical) };
    const hidden = redactor.text(plain);
    if (hidden === plain) return plain;
    return { hidden: isUrl ? (shortUrl(hidden) ?? '(a URL)') : hidden, tag: tag(canonical) };
  };
  /** What was received under a key that we do not know, or never send. */
  const received = (value: unknown): unknown => {
    if (typeof value === 'string') return keep(value);
    if (Array.isArray(value)) return value.map(received);
    return value instanceof Object ? knowing([], value) : value;
  };
  const knowing = <T extends object>(known: readonly string[], part: T): T => {
    const entries = Object.entries(part).map(([key, value]) => {
      return known.includes(key) ? [key, value] : [redactor.text(key), received(value)];
    });
    return Object.fromEntries(entries);
  };
  /** Returns what to keep of the text at a path of the rule `canonical`. */
  const keeping = (canonical: RuleBody, declared: Declared) => {
    const variableOf = secretTexts(...declared);
    return (plain: string, path: Path): KeptText => {
      const text = textAt(canonical, path) ?? plain;
      return keep(plain, variableOf(path, text), text, path.at(-1) === 'webhookUrl');
    };
  };

  return {
    live: (live: LiveRule, ...declared: Declared): KeptRule => {
      const keepAt = keeping(canonicalLive(live), declared);
      // The canonical form has no actions that cannot be sent. No declared action has the place of one.
      const sendable = live.actions.filter(({ type }) => isSendable(type));
      const places = live.actions.map((action) => sendable.indexOf(action));
      const { condition, actions, ...rule } = mapTexts(live, (plain, path) => {
        const [part, index, ...rest] = path;
        return keepAt(plain, part === 'actions' ? [part, places[Number(index)] ?? -1, ...rest] : path);
      });
      return knowing(LIVE_KEYS, {
        ...rule,
        name: keep(live.name, null, canonicalName(live.name)),
        condition: knowing(CONDITION_KEYS, { ...condition, static: knowing(STATIC_KEYS, condition.static) }),
        actions: actions.map((action) => {
          const { messagingChannelId = null, fields } = action;
          return knowing(ACTION_KEYS, { ...action, messagingChannelId, fields: knowing(FIELD_KEYS, fields) });
        }),
      });
    },
    body: (body: RuleBody, ...declared: Declared): KeptBody => ({
      ...mapTexts(body, keeping(body, declared)),
      name: keep(body.name),
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

/** Turns a kept rule into one to send in place of `live`. No text gets a value that was not in it. */
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
export function variablesIn(hidden: string): (string | null)[] {
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
export function comparable(kept: KeptRule | KeptBody, live: RuleBody, tag: TextTag): RuleBody {
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
