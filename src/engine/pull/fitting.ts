/** Which file each new rule goes into: one that is too large is read by nobody. */
import path from 'node:path';
import { type RuleWithNotes, renderRules } from '../../source/formatting/render-rule.ts';
import { FILE_LIMIT } from '../../source/read-file.ts';

/** In bytes: what divides two documents, with a line end before it. */
const DIVIDER = '\r\n---\r\n'.length;

/** Whether a file with this content would be refused for its size. */
export function isTooBig(content: string): boolean {
  return Buffer.byteLength(content) > FILE_LIMIT;
}

/** Takes the first of many files; gives its name, then `NAME-2`, `NAME-3` and so on. */
export function* series(first: string): Generator<string> {
  const { dir, name, ext } = path.parse(first);
  yield first;
  for (let number = 2; ; number += 1) yield path.join(dir, `${name}-${number}${ext}`);
}

/**
 * Takes new rules in order, the files that they may go into, one after the other, and the bytes that are in a file so far;
 * gives the rules of each file, and those that fit into none.
 */
export function fitted<Rule extends RuleWithNotes>(
  rules: readonly Rule[],
  files: Iterable<string>,
  bytesIn: (file: string) => number,
): { into: Map<string, Rule[]>; left: Rule[] } {
  const into = new Map<string, Rule[]>();
  const left: Rule[] = [];
  const names = files[Symbol.iterator]();
  let file = '';
  let room = 0;
  const hasRoom = (bytes: number): boolean => {
    while (bytes > room) {
      const next = bytes > FILE_LIMIT ? null : names.next();
      if (next === null || next.done) return false;
      file = next.value;
      room = FILE_LIMIT - bytesIn(file);
    }
    return true;
  };
  for (const rule of rules) {
    const bytes = bytesOf(rule);
    if (!hasRoom(bytes)) {
      left.push(rule);
      continue;
    }
    room -= bytes;
    const own = into.get(file) ?? [];
    into.set(file, own);
    own.push(rule);
  }
  return { into, left };
}

/** In a file with Windows line ends. */
function bytesOf(rule: RuleWithNotes): number {
  const text = renderRules([rule]);
  return Buffer.byteLength(text) + text.split('\n').length + DIVIDER;
}
