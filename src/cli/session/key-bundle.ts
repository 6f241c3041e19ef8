/** A bundle of keys: variables with the API keys of several accounts, as JSON or as lines of a .env file. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import type { BundleProblem } from '../../diagnostics/key-bundles.ts';
import { isHideable } from '../../diagnostics/redactor.ts';

interface Entry {
  variable: string;
  value: string;
}

export interface KeyBundle {
  /** Where it is, for messages: `the file keys.env`. */
  from: string;
  /** In order; a variable may be in it twice. */
  entries: readonly Entry[];
  /** What of it cannot be read: `line 3`. */
  unread: readonly string[];
  /** Every value, and what may be one in the parts that cannot be read. */
  secrets: readonly string[];
}

/** In characters: the keys of ten thousand accounts. A longer text would exhaust the stack of regular expressions. */
const LONGEST = 1_000_000;

/** Reads the text of a bundle. `problemsOfBundle` says what is wrong with it. */
export function parseKeyBundle(written: string, from: string): KeyBundle {
  if (written.length > LONGEST) return { entries: [], unread: ['longer than 1 MB'], from, secrets: [] };
  const text = written.replace(/^\uFEFF/, '');
  const read = /^\s*\{/.test(text) ? readJson(text) : readLines(text);
  const values = read.entries.map(({ value }) => value);
  // Around escapes and punctuation, since it cannot tell what is a value.
  const words = read.rest.split(/(?:\\u[\da-f]{4}|\\.|[\s"'`=:,{}[\]])+/i).filter(isHideable);
  return { ...read, from, secrets: [...values, ...words] };
}

/** `rest` is the text that cannot be read. */
type Content = Pick<KeyBundle, 'entries' | 'unread'> & { rest: string };

function readJson(text: string): Content {
  try {
    const values = Object.values(JSON.parse(text));
    if (values.length > 0 && values.every((value) => typeof value === 'string')) {
      // JSON.parse drops the first of two values with the same key. Here all strings are keys and values in turn.
      const strings: string[] = (text.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((one) => JSON.parse(one));
      const entries = strings.map((variable, index) => ({ variable, value: strings[index + 1] ?? '' }));
      return { entries: entries.filter((_, index) => index % 2 === 0), unread: [], rest: '' };
    }
  } catch {
    // The error has a part of the text in it, so it is not shown.
  }
  return { entries: [], unread: ['not a JSON object of strings'], rest: text };
}

/** Quotes as in shells, but no variables are filled in. A value that begins with `=` is likely the end of a key. */
const LINE =
  /^(?:export\s+)?([A-Za-z_]\w*)\s*=(?!\s*=)\s*(?:'([^']*)'\s*|"((?:[^"\\]|\\.)*)"\s*|([^\s'"#].*?))?(?:\s#.*)?$/s;

function readLines(text: string): Content {
  const entries: Entry[] = [];
  const unread: string[] = [];
  let rest = '';
  for (const [index, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const line = whole.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, variable, single, double, bare = ''] = LINE.exec(line) ?? [];
    // In double quotes, a backslash is before what would end them or begin a variable.
    const inside = double?.replace(/\\([n"\\$`])/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
    if (variable !== undefined) entries.push({ variable, value: single ?? inside ?? bare.trim() });
    else {
      unread.push(`line ${index + 1}`);
      rest += `${line}\n`;
    }
  }
  return { entries, unread: entries.length === 0 && rest === '' ? ['line 1'] : unread, rest };
}

/** What is wrong with a bundle. Only `known` variables may be in it. `beside`: what else gives a key. */
export function problemsOfBundle(
  { entries, unread, from }: KeyBundle,
  known: ReadonlySet<string>,
  beside: readonly string[],
): Finding[] {
  const seen = new Set<string>();
  const namesOf = (isWrong: (entry: Entry) => boolean) => {
    return entries.filter(isWrong).map((entry) => (known.has(entry.variable) ? entry.variable : shownName(entry)));
  };
  const found: Record<BundleProblem, readonly string[]> = {
    unread,
    unknown: namesOf(({ variable }) => !known.has(variable)),
    twice: namesOf(({ variable }) => seen.size === seen.add(variable).size),
    empty: namesOf(({ value }) => value.trim() === ''),
    beside,
  };
  return (Object.keys(found) as BundleProblem[]).flatMap((problem) => {
    const which = [...new Set(found[problem])];
    return which.length === 0 ? [] : { code: 'key-bundle', args: { from, problem, which } };
  });
}

/** A name that the project does not have may be a key: only one in the case of variables is shown. */
function shownName({ variable, value }: Entry): string {
  return value.trim() !== '' && /^(?:[A-Z][A-Z\d_]*|[a-z_]+)$/.test(variable) ? variable : '…';
}
