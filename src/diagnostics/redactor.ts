/**
 * Hides secrets by value. A run has one redactor for all known secrets (cli/session/session.ts), and everything that
 * shows text uses it. This file and spellings.ts define how a secret may be spelled.
 */
import escapeStringRegexp from 'escape-string-regexp';
import { textOf } from './describe.ts';
import type { Diagnostic } from './diagnostic.ts';
import { stars } from './masked-urls.ts';
import { withTheirs } from './message.ts';
import type { KeyKind } from './references.ts';
import { folded, type Hidden, spellingsHider } from './spellings.ts';

/** A value that must never be shown, with its placeholder: `(secret NAME)`, or `shown`. */
export interface Secret {
  name: string;
  value: string;
  shown?: string;
  /** Set for a key that inboxctl itself uses. No rule may contain it. */
  of?: KeyKind;
}

/** In characters. A shorter text occurs by chance, so it cannot be hidden. */
export const LEAST_SECRET = 4;

/** The placeholder for the API key in a client, which does not know the name of its variable. */
export const HIDDEN_KEY = '(the API key)';

export class Redactor {
  readonly secrets: readonly Secret[];
  readonly #replacers = new Map<(value: string) => string[], Replacer>();
  readonly #known = new Map<string, string>();
  #hideSpellings: ((text: string) => string) | null = null;

  constructor(secrets: readonly Secret[]) {
    this.secrets = secrets.filter(({ value }) => isHideable(value));
  }

  /** Hides secrets in a text of a rule, or about one. The result determines digests. */
  text(text: string): string {
    if (this.secrets.length === 0) return text;
    // Accounts share rules, and thousands of keys may have to be searched for.
    const known = this.#known.get(text) ?? this.#replaced(text, asInRules);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(text, known);
    return known;
  }

  /** Hides secrets in every text of a JSON value, except keys. */
  everywhere<T>(value: T): T {
    return JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' ? this.text(one) : one));
  }

  /** Hides secrets in the words of a service, which may spell them differently. Cuts what no message has room for. */
  wordsOfService(text: string): string {
    this.#hideSpellings ??= spellingsHider(this.secrets.flatMap(withParts));
    return this.#hideSpellings(text.slice(0, MOST_WORDS));
  }

  /** Hides secrets in a line of a YAML file, or part of one. The line may contain escapes. */
  line(line: string): string {
    return this.#replaced(line, asInLines);
  }

  /** A line of a file keeps its length, so that marks stay in place: each character of a secret becomes `*`. */
  diagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    return diagnostics.map((diagnostic) => {
      const { rule, excerpt } = diagnostic;
      const words = withTheirs(textOf(diagnostic), (part) => ({ ...part, theirs: this.text(part.theirs) }));
      const shown: Diagnostic = { ...diagnostic, text: words };
      if (rule !== undefined) shown.rule = this.text(rule);
      if (excerpt !== undefined) shown.excerpt = { ...excerpt, text: this.#replaced(excerpt.text, asInLines, stars) };
      return shown;
    });
  }

  /** The secrets that are in the texts of a JSON value, or in its keys. */
  secretsIn(value: unknown): Secret[] {
    const texts = new Set<string>();
    JSON.stringify(value, (key, one) => {
      for (const text of [key, one]) if (typeof text === 'string' && this.text(text) !== text) texts.add(folded(text));
      return one;
    });
    const isIn = (form: string) => [...texts].some((text) => text.includes(folded(form)));
    return texts.size === 0 ? [] : this.secrets.filter((secret) => asInRules(secret.value).some(isIn));
  }

  #replaced(text: string, spellingsOf: (value: string) => string[], stand?: (found: string) => string): string {
    const replacer = this.#replacers.get(spellingsOf) ?? replacerOf(this.secrets, spellingsOf);
    this.#replacers.set(spellingsOf, replacer);
    return replacer(text, stand);
  }
}

const MOST_KNOWN = 10_000;

const MOST_WORDS = 8192;

/** `stand` returns the replacement for a match, instead of the placeholder. */
type Replacer = (text: string, stand?: (found: string) => string) => string;

function replacerOf(secrets: readonly Secret[], spellingsOf: (value: string) => string[]): Replacer {
  const spellings = secrets.flatMap(({ name, value, shown = `(secret ${name})` }) => {
    const texts = [...new Set(spellingsOf(value))].filter((text) => text !== '');
    return texts.map((text) => ({ text, folded: folded(text), name, shown }));
  });
  spellings.sort((a, b) => b.text.length - a.text.length || (a.name < b.name ? -1 : 1));
  return (text, stand) => {
    // Searching first is much faster than one pattern for all. No positions are taken from folded text, since its
    // length may differ.
    const whole = folded(text);
    const met = spellings.filter((one) => whole.includes(one.folded));
    if (met.length === 0) return text;
    // Placeholders stay, even if their names contain another secret: a text may be redacted twice.
    const stands = new Set(spellings.flatMap(({ shown }) => (text.includes(shown) ? [shown] : [])));
    const found = [...stands, ...met.map((one) => one.text)];
    const pattern = new RegExp(found.map((one) => escapeStringRegexp(one)).join('|'), 'giu');
    const shownFor = new Map(met.map((one) => [one.folded, one.shown] as const).reverse());
    const hidden = stand ?? ((one: string) => shownFor.get(folded(one)) ?? '…');
    return text.replace(pattern, (one) => (stands.has(one) ? one : hidden(one)));
  };
}

/** Returns the forms of a value in canonical rules: other line ends, trimmed addresses. */
function asInRules(value: string): string[] {
  const unix = value.replaceAll('\r\n', '\n');
  return [value, unix, unix.trim()];
}

/** Returns the forms of a value in quotes of either kind and in several lines. */
function asInLines(value: string): string[] {
  const quoted = [value, JSON.stringify(value).slice(1, -1), value.replaceAll("'", "''")];
  const parts = quoted.flatMap((text) => [text, ...text.split(/\r?\n/)]).flatMap(asInRules);
  return [...asInRules(value), ...parts.filter(isHideable)];
}

/** Includes the entries of a list, since a service may name only one of several senders (measured). */
function withParts({ name, value, shown = `(secret ${name})` }: Secret): Hidden[] {
  const parts = value.split(/[,;|\n]|\bor\b/i).map((part) => part.trim());
  return [...asInRules(value), ...parts].filter(isHideable).map((one) => ({ value: one, shown }));
}

/** Whether a text is long enough to hide wherever it occurs. */
export function isHideable(text: string): boolean {
  return text.trim().length >= LEAST_SECRET;
}
