/** A bundle of keys: variables with the API keys of several accounts, as JSON or as lines of a .env file. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import type { BundleProblem } from '../../diagnostics/key-bundles.ts';
import { isHideable } from '../../diagnostics/redactor.ts';
import { type BundleContent, type BundleEntry, readJsonBundle } from './key-bundle-json.ts';

export interface KeyBundle extends BundleContent {
  /** Where it is, for messages: `the file keys.env`. */
  from: string;
  /** It is too long to be read. */
  isTooLong: boolean;
  /** Every value, and what may be one in the parts that cannot be read. */
  secrets: readonly string[];
}

/** In characters: the keys of ten thousand accounts. A longer text would exhaust the stack of regular expressions. */
const LONGEST = 1_000_000;

/** Reads the text of a bundle. `problemsOfBundle` says what is wrong with it. */
export function parseKeyBundle(written: string, from: string): KeyBundle {
  if (written.length > LONGEST) return { entries: [], unread: [], isTooLong: true, from, secrets: [] };
  const text = written.replace(/^\uFEFF/, '');
  const isJson = /^\s*\{/.test(text);
  const lines = text.split(/\r\n|\n|\r/);
  const { entries, unread } = isJson ? readJsonBundle(text) : readLines(lines);
  const rest = isJson && unread.length > 0 ? [text] : unread.map((line) => lines[line - 1] ?? '');
  // Around escapes and punctuation, since it cannot tell what is a value.
  const words = rest.flatMap((part) => part.split(/(?:\\u[\da-f]{4}|\\.|[\s"'`=:,{}[\]])+/i)).filter(isHideable);
  const values = entries.map(({ value }) => value);
  return { entries, unread, isTooLong: false, from, secrets: [...values, ...words] };
}

/** Quotes as in shells, but no variables are filled in. A value that begins with `=` is likely the end of a key. */
const LINE =
  /^(?:export\s+)?([A-Za-z_]\w*)\s*=(?!\s*=)\s*(?:'([^']*)'\s*|"((?:[^"\\]|\\.)*)"\s*|([^\s'"#].*?))?(?:\s#.*)?$/s;

function readLines(lines: readonly string[]): BundleContent {
  const entries: BundleEntry[] = [];
  const unread: number[] = [];
  for (const [index, whole] of lines.entries()) {
    const text = whole.trim();
    if (text === '' || text.startsWith('#')) continue;
    const line = index + 1;
    const [, variable, single, double, bare = ''] = LINE.exec(text) ?? [];
    // In double quotes, a backslash is before what would end them or begin a variable.
    const inside = double?.replace(/\\([n"\\$`])/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
    if (variable === undefined) unread.push(line);
    else entries.push({ variable, value: single ?? inside ?? bare.trim(), line });
  }
  return { entries, unread: entries.length === 0 && unread.length === 0 ? [1] : unread };
}

/**
 * What is wrong with a bundle. Only `known` variables may be in it. `beside`: what else gives a key. The name of another
 * variable may be a key itself: its line is told, and the name only if it begins as variables of inboxctl do.
 */
export function problemsOfBundle(
  { entries, unread, isTooLong, from }: KeyBundle,
  known: ReadonlySet<string>,
  beside: readonly string[],
): Finding<'key-bundle'>[] {
  const problem = (is: BundleProblem, lines: readonly number[], names: readonly string[]): Finding<'key-bundle'> => {
    return { code: 'key-bundle', args: { from, problem: is, lines, names: [...new Set(names)] } };
  };
  if (isTooLong) return [problem('too-long', [], [])];
  const ours = entries.filter(({ variable }) => known.has(variable));
  const unknown = entries.filter(({ variable }) => !known.has(variable));
  const [nameable, unnameable] = [unknown.filter(isNameable), unknown.filter((entry) => !isNameable(entry))];
  const seen = new Set<string>();
  const twice = ours.filter(({ variable }) => seen.size === seen.add(variable).size);
  const empty = ours.filter(({ value }) => value.trim() === '');
  return [
    problem('unread', unread, []),
    problem('unknown', linesOf(unnameable), namesOf(nameable)),
    problem('twice', [], namesOf(twice)),
    problem('empty', [], namesOf(empty)),
    problem('beside', [], beside),
  ].filter(({ args }) => args.lines.length + args.names.length > 0);
}

/** A variable without a value may be a name and a key with no sign between them. */
function isNameable({ variable, value }: BundleEntry): boolean {
  return variable.startsWith('INBOXCTL_') && value.trim() !== '';
}

function namesOf(entries: readonly BundleEntry[]): string[] {
  return entries.map(({ variable }) => variable);
}

function linesOf(entries: readonly BundleEntry[]): number[] {
  return [...new Set(entries.map(({ line }) => line))];
}
