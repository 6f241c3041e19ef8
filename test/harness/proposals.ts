/** What an answer to a mistake says to write, and what a reader would write it over. */
import { wordsOf } from './transcript.ts';

/** From the verb to the full stop, in quotes or backticks, or as one word of YAML. `…` and a colon at its end stand for more. */
const PROPOSED =
  /(?:\bWrite|\bDid you mean) (?:`([^`…]*[^`…:\s])`|("(?:[^"…\\]|\\.)*")|(\{[^{}…]*\})|([A-Z_]+|\d+|true|false)(?=[.?,: ]))/g;
const REMOVED = /(?:^|\. )Remove it[.,]/;

/** The texts that a message says to write in the place of what it marks, each with its quotes or without; '' to remove it. */
export function proposalsIn(message: string): string[][] {
  const written = [...message.matchAll(PROPOSED)].map(([, ...found]) => found.find((one) => one !== undefined) ?? '');
  const spelled = written.map((one) => (one.startsWith('"') ? [one, one.slice(1, -1)] : [one]));
  return [...spelled, ...(REMOVED.test(message) ? [['']] : [])];
}

/** What stands for a value in a proposed command, and a value. */
const VALUES = new Map(Object.entries({ N: '1', 'I/N': '1/2', URL: 'https://mail.example.com/api/v1', REF: 'main' }));

/** The commands that an answer to these words proposes, as their words. */
export function commandsIn(printed: string, typed: readonly string[]): string[][] {
  const whole = printed.replace(/\s+/g, ' ');
  const commands = [
    ...whole.matchAll(/(?<!\bby )`inboxctl ([^`…]*)`(?! (?:does|has|takes|needs) )/g),
    ...printed.matchAll(/: inboxctl ([^\n`…,]*[^\n`…,.])\.?$/gm),
  ];
  const options = /has no option (\S+?)[. ]/.exec(whole);
  const instead = [...whole.matchAll(/(?:Write|Did you mean) (--[\w-]+)(?: ([\w/]+))?[.?, ]/g)];
  return [
    ...commands.map(([, words = '']) => wordsOf(words.replace(/ <.*/, ''))),
    ...(options === null ? [] : instead).map(([, option = '', value]) =>
      withOption(typed, options?.[1] ?? '', option, value),
    ),
  ].map((words) => words.map((word) => VALUES.get(word) ?? word));
}

/** The words with another option in the place of an unknown one. */
function withOption(typed: readonly string[], unknown: string, option: string, value?: string): string[] {
  const at = typed.findIndex((word) => word.startsWith(unknown));
  const joined = /=(.*)$/s.exec(typed[at] ?? '')?.[1];
  const [next, ...rest] = typed.slice(at + 1);
  const given = joined ?? (next?.startsWith('-') === false ? next : undefined);
  const after = joined === undefined && given !== undefined ? rest : typed.slice(at + 1);
  if (value === undefined && joined !== undefined) return [...typed.slice(0, at), `${option}=${joined}`, ...after];
  if (value === undefined) return [...typed.slice(0, at), option, ...typed.slice(at + 1)];
  return [...typed.slice(0, at), option, /[a-z]/.test(value) ? value : (given ?? value), ...after];
}

type Range = readonly [start: number, end: number];

/** What stands at a place, the smallest first: a word, a text, a value in brackets, a key with its value, a line. */
export function placesOf(text: string, { line, column }: { line: number; column: number }): Range[] {
  const lines = text.split('\n');
  const lineStart = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const whole = lines[line - 1] ?? '';
  const start = lineStart + [...whole].slice(0, column - 1).join('').length;
  const lineEnd = lineStart + whole.length;
  const to = (pattern: RegExp): Range[] => {
    const [found] = pattern.exec(text.slice(start)) ?? [];
    return found ? [[start, start + found.length]] : [];
  };
  const inside = /^\{ file: /.exec(text.slice(start))?.[0].length;
  const indent = /^(?: *- )* */.exec(whole)?.[0].length ?? 0;
  let end = lineEnd;
  for (let next = line; next < lines.length; next++) {
    const below = lines[next] ?? '';
    if (below.trim() !== '' && below.search(/\S/) <= (column === indent + 1 ? indent : 0)) break;
    end += below.length + 1;
  }
  return [
    ...(inside === undefined ? [] : [[start + inside, text.indexOf(' }', start)] as const]),
    ...to(/^(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*')/),
    ...to(/^\P{ASCII}/u),
    ...to(/^[^\s:,{}[\]]+(?=:)/),
    ...to(/^[^\n,{}[\]:]+(?<! )/),
    ...to(/^(?:\{\{[^{}]*\}\}|\$?\{[^{}]*\}|\[[^[\]]*\])/),
    ...to(/^[^\s:,{}[\]]+: *(?:"(?:[^"\\\n]|\\.)*"|\{[^{}]*\}|\[[^[\]]*\]|[^\n,{}[\]]+)/),
    ...to(/^[^\s:,{}[\]]+: *(?:"(?:[^"\\\n]|\\.)*"|\{[^{}]*\}|\[[^[\]]*\]|[^\n,{}[\]]+)(?:, *)?/),
    ...to(/^[^\n]*?(?= #| *$)/m),
    [text[start - 1] === '$' ? start - 1 : start, start + (/^\{[^{}]*\}/.exec(text.slice(start))?.[0].length ?? 0)],
    [start, lineEnd],
    [start, text[end - 1] === '\n' ? end - 1 : end],
    [lineStart, Math.min(lineEnd + 1, text.length)],
    [lineStart, Math.min(end + 1, text.length)],
  ];
}
