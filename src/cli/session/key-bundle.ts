/** A bundle of keys: variables with the API keys of several accounts, as JSON or as lines of a .env file. */
import { parseEnv } from 'node:util';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isHideable } from '../../diagnostics/redactor.ts';
import { KEY_VARIABLE } from '../../model/account-name.ts';

interface Part {
  /** Empty if it cannot be read. */
  name: string;
  value: string;
  line: number;
  /** The text that may have more of a secret than the value. */
  rest: string;
}

export interface KeyBundle {
  /** Where it is, for messages: `the file keys.env`. */
  from: string;
  /** In order; a variable may be in it twice. */
  entries: readonly Pick<Part, 'name' | 'value'>[];
  /** The lines that cannot be read, in order; of JSON none behind the first mistake. */
  unread: readonly number[];
  /** Every value, and what may be one in lines that cannot be read. */
  secrets: readonly string[];
}

/** Reads the text of a bundle. `findingsOfBundle` says what is wrong with it. */
export function parseKeyBundle(written: string, from: string): KeyBundle {
  const text = written.replace(/^\uFEFF/, '');
  const parts = /^\s*\{/.test(text) ? partsOfJson(text) : partsOfLines(text);
  const isKey = ({ name }: Part) => KEY_VARIABLE.test(name);
  const unread = parts.flatMap((part) => (isKey(part) ? [] : part.line));
  // Between escapes and punctuation anything may be a value.
  const wordsIn = (rest: string) => rest.split(/(?:\\u[\da-f]{4}|\\.|[\s"'`=:,{}[\]])+/i);
  const secrets = parts.flatMap((part) => {
    return [part.value, ...(isKey(part) ? [part.rest] : wordsIn(part.rest)).filter(isHideable)];
  });
  return { from, entries: parts.filter(isKey), unread: parts.length === 0 ? [1] : unread, secrets };
}

function partsOfLines(text: string): Part[] {
  return linesIn(text).flatMap((whole, index) => {
    const written = whole.trim().replace(/^export\s+/, '');
    if (written === '' || written.startsWith('#')) return [];
    // One by one, so that an open quote does not take the next lines.
    const [[name, value = ''] = ['']] = Object.entries(parseEnv(written));
    if (!KEY_VARIABLE.test(name) || /^["'`]/.test(value)) return { name: '', value, line: index + 1, rest: written };
    // parseEnv drops what is behind a # or a quote.
    return { name, value, line: index + 1, rest: written.slice(written.indexOf('=') + 1).trim() };
  });
}

const SPACE = '[ \\t\\r\\n]*';
const STRING = String.raw`("[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\x00-\x1f]*)*")`;
/** A name and its value, with the comma if another name follows. */
const PAIR = new RegExp(`${STRING}${SPACE}:${SPACE}${STRING}${SPACE}(?:,${SPACE}(?=")|(?=\\}))`, 'gy');

/** JSON.parse would show a part of the text in its errors, and drop the first of two equal keys. */
function partsOfJson(text: string): Part[] {
  const parts: Part[] = [];
  const [start = ''] = new RegExp(`^\\s*\\{${SPACE}`).exec(text) ?? [];
  let [line, end] = [linesIn(start).length, start.length];
  for (const [pair, name = '', value = ''] of text.slice(end).matchAll(PAIR)) {
    parts.push({ name: JSON.parse(name), value: JSON.parse(value), line, rest: '' });
    line += linesIn(pair).length - 1;
    end += pair.length;
  }
  const rest = text.slice(end);
  const isWhole = parts.length > 0 && /^\}\s*$/.test(rest);
  return isWhole ? parts : [...parts, { name: '', value: '', line, rest }];
}

function linesIn(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** The errors of a bundle, and a warning for variables that are not `known`. `beside`: what else gives a key. */
export function findingsOfBundle(
  { from, entries, unread }: KeyBundle,
  known: ReadonlySet<string>,
  beside: readonly string[],
): Diagnostic<'key-bundle'>[] {
  const seen = new Set<string>();
  const ours = entries.filter(({ name }) => known.has(name));
  const twice = ours.flatMap(({ name }) => (seen.size === seen.add(name).size ? name : []));
  const spare = entries.flatMap(({ name, value }) => (!known.has(name) && isHideable(value) ? name : []));
  const found: Diagnostic<'key-bundle'>['args'][] = [
    { from, problem: 'unread', lines: unread, names: [] },
    { from, problem: 'twice', lines: [], names: twice },
    { from, problem: 'beside', lines: [], names: beside },
    { from, problem: 'spare', lines: [], names: spare },
  ];
  return found
    .filter(({ lines, names }) => lines.length + names.length > 0)
    .map((args) => ({ code: 'key-bundle', args, severity: args.problem === 'spare' ? 'warning' : 'error' }));
}
