/**
 * Hides secrets by their values. A run has one redactor, made from all secrets that are known (cli/session/session.ts), and
 * everything that shows a text uses it. The spellings of a secret are defined here and in spellings.ts.
 */
import escapeStringRegexp from 'escape-string-regexp';
import { messageOf } from './describe.ts';
import type { Diagnostic } from './diagnostic.ts';
import { withTheirs } from './message.ts';
import type { KeyKind } from './references.ts';
import { folded, type Hidden, spellingsHider } from './spellings.ts';

/** A value that must never be shown, and what stands for it: `(secret NAME)`, or `shown`. */
export interface Secret {
  name: string;
  value: string;
  shown?: string;
  /** Of a key that inboxctl itself works with: no rule may hold it. */
  of?: KeyKind;
}

/** In characters: a shorter text occurs by chance, so it cannot be hidden. */
export const LEAST_SECRET = 4;

/** What stands for the API key in the words of a client, which knows no name of it. */
export const HIDDEN_KEY = '(the API key)';

export class Redactor {
  readonly secrets: readonly Secret[];
  readonly #replacers = new Map<(value: string) => string[], Replacer>();
  readonly #known = new Map<string, string>();
  #hideSpellings: ((text: string) => string) | null = null;
  #variables: ReadonlyMap<string, string> | null = null;

  constructor(secrets: readonly Secret[]) {
    this.secrets = secrets.filter(({ value }) => isHideable(value));
  }

  /** A text of a rule, or a text about one. What this hides decides digests. */
  text(text: string): string {
    if (this.secrets.length === 0) return text;
    // Accounts share rules, and there may be thousands of keys to look for.
    const known = this.#known.get(text) ?? this.#replaced(text, asInRules);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(text, known);
    return known;
  }

  /** Every text in a value of JSON, but for the keys. */
  everywhere<T>(value: T): T {
    return JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' ? this.text(one) : one));
  }

  /** Words of a service, which repeats what it was sent in spellings of its own. What no message has room for is cut off. */
  wordsOfService(text: string): string {
    this.#hideSpellings ??= spellingsHider(this.secrets.flatMap(withParts));
    return this.#hideSpellings(text.slice(0, MOST_WORDS));
  }

  /** A line of a YAML file, which may have a secret with escapes, or a part of one. */
  line(line: string): string {
    return this.#replaced(line, asInLines);
  }

  /**
   * Diagnostics as they may be shown. A line of a file keeps its length, so that marks below it stay in place: it has as many
   * `*` as a secret is long.
   */
  diagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    return diagnostics.map((diagnostic) => {
      const { rule, excerpt } = diagnostic;
      const said = withTheirs(messageOf(diagnostic), (part) => ({ ...part, theirs: this.text(part.theirs) }));
      const shown: Diagnostic = { ...diagnostic, said };
      if (rule !== undefined) shown.rule = this.text(rule);
      if (excerpt !== undefined) shown.excerpt = { ...excerpt, text: this.#replaced(excerpt.text, asInLines, stars) };
      return shown;
    });
  }

  /** The variable whose value a text is as a whole; undefined where it is none's, or that of a key. */
  variableOf(text: string): string | undefined {
    this.#variables ??= new Map(
      this.secrets
        .filter((secret) => secret.of === undefined)
        .flatMap(({ name, value }) => asInRules(value).map((spelling) => [spelling, name] as const))
        .reverse(),
    );
    return this.#variables.get(text);
  }

  #replaced(text: string, spellingsOf: (value: string) => string[], stand?: (found: string) => string): string {
    const replacer = this.#replacers.get(spellingsOf) ?? replacerOf(this.secrets, spellingsOf);
    this.#replacers.set(spellingsOf, replacer);
    return replacer(text, stand);
  }
}

const MOST_KNOWN = 10_000;

/** In characters: each is decoded in many ways. */
const MOST_WORDS = 8192;

/** `stand` makes of what is found what stands for it, in the place of the secret's own words. */
type Replacer = (text: string, stand?: (found: string) => string) => string;

function replacerOf(secrets: readonly Secret[], spellingsOf: (value: string) => string[]): Replacer {
  const spellings = secrets.flatMap(({ name, value, shown = `(secret ${name})` }) => {
    const texts = [...new Set(spellingsOf(value))].filter((text) => text !== '');
    return texts.map((text) => ({ text, folded: folded(text), name, shown }));
  });
  spellings.sort((a, b) => b.text.length - a.text.length || (a.name < b.name ? -1 : 1));
  return (text, stand) => {
    // To look first is much faster than a pattern of all. Folded texts may have other lengths: no place is taken from them.
    const whole = folded(text);
    const met = spellings.filter((one) => whole.includes(one.folded));
    if (met.length === 0) return text;
    // What stands for a secret stays as it is, although its name may hold another one: a text may come here twice.
    const stands = new Set(spellings.flatMap(({ shown }) => (text.includes(shown) ? [shown] : [])));
    const found = [...stands, ...met.map((one) => one.text)];
    const pattern = new RegExp(found.map((one) => escapeStringRegexp(one)).join('|'), 'giu');
    const shownFor = new Map(met.map((one) => [one.folded, one.shown] as const).reverse());
    const hidden = stand ?? ((one: string) => shownFor.get(folded(one)) ?? '…');
    return text.replace(pattern, (one) => (stands.has(one) ? one : hidden(one)));
  };
}

function stars(found: string): string {
  return '*'.repeat([...found].length);
}

/** A rule in canonical form has its texts with other line ends than the variable that they come from, and addresses trimmed. */
export function asInRules(value: string): string[] {
  const unix = value.replaceAll('\r\n', '\n');
  return [value, unix, unix.trim()];
}

/** In quotes of either kind, and in several lines. */
function asInLines(value: string): string[] {
  const quoted = [value, JSON.stringify(value).slice(1, -1), value.replaceAll("'", "''")];
  const parts = quoted.flatMap((text) => [text, ...text.split(/\r?\n/)]).flatMap(asInRules);
  return [...asInRules(value), ...parts.filter(isHideable)];
}

/** Each part of a list too, since a service names one sender of several (measured). */
function withParts({ name, value, shown = `(secret ${name})` }: Secret): Hidden[] {
  const parts = value.split(/[,;|\n]|\bor\b/i).map((part) => part.trim());
  return [...asInRules(value), ...parts].filter(isHideable).map((one) => ({ value: one, shown }));
}

/** Whether a text is long enough to be hidden wherever it occurs. */
export function isHideable(text: string): boolean {
  return text.trim().length >= LEAST_SECRET;
}
