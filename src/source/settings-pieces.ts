/**
 * A long file of settings, read in pieces: the nodes of a thousand accounts at once are several megabytes, and what lives
 * that long makes V8 take far more. A text is cut only before the key of an account, and before and after all of them.
 * What goes on over a line, a quoted text or a flow list, leaves a piece that is no YAML by itself if it is cut; then, as
 * after anything else that is to be said, there is no result, and the text is to be read as a whole.
 */
import { kindOf, toPlain } from './plain.ts';
import { syntaxProblem } from './syntax-problems.ts';
import { yamlDocuments } from './yaml-documents.ts';

/** In UTF-16 units: what is no longer is read at once. */
const PIECE = 4_096;

/** Takes the text of a project file; gives the mapping that it is, or null where it is to be read as a whole. */
export function settingsInPieces(text: string): object | null {
  const cut = text.length > 2 * PIECE ? piecesOf(text) : null;
  if (cut === null) return null;
  const budget = { nodes: 0, characters: 0 };
  const settings = {};
  const accounts = {};
  for (const piece of cut.around) {
    if (!taken(plainMapping(piece, budget), settings)) return null;
  }
  for (const piece of cut.accounts) {
    const value = plainMapping(`accounts:\n${piece}`, budget);
    if (!taken(Reflect.get(value ?? {}, 'accounts') as unknown, accounts)) return null;
  }
  return taken({ accounts }, settings) ? settings : null;
}

/** What stands before and after the accounts, and the accounts. */
function piecesOf(text: string): { around: string[]; accounts: string[] } | null {
  // What ends a line in YAML is not what ends one in a regular expression.
  if (/[\r\u2028\u2029]/.test(text)) return null;
  // Documents, directives and merge keys reach over pieces, and so does a mapping whose keys are not at the margin.
  if (/^(?:---|\.\.\.|%)|<</m.test(text) || /^(?![\w-]+:(?:\s|$))[^\s#]/m.test(text)) return null;
  const head = /^accounts: *(?:#.*)?\n/m.exec(text);
  if (head === null) return null;
  const start = head.index + head[0].length;
  const rest = text.slice(start);
  const length = rest.search(/^[^\s#]/m);
  const block = length === -1 ? rest : rest.slice(0, length);
  // The first line tells how far in the keys of accounts stand.
  const indent = /^(?: *(?:#.*)?\n)*( +)[\w.-]+:/.exec(block)?.[1];
  if (indent === undefined) return null;
  const accounts: string[] = [];
  let from = 0;
  for (const { index } of block.matchAll(new RegExp(`^${indent}[\\w.-]+:(?=\\s)`, 'gm'))) {
    if (index - from < PIECE) continue;
    accounts.push(block.slice(from, index));
    from = index;
  }
  accounts.push(block.slice(from));
  return { around: [text.slice(0, head.index), rest.slice(block.length)], accounts };
}

/** A piece as a mapping; null where it is something else, or there is something to be said of it. */
function plainMapping(piece: string, budget: { nodes: number; characters: number }): object | null {
  let isRefused = false;
  const [document, second] = [...yamlDocuments(piece, () => (isRefused = true))];
  if (isRefused || document === undefined || second !== undefined) return null;
  if (syntaxProblem(document, piece) !== undefined) return null;
  const { value, findings } = toPlain(document, piece, budget);
  if (findings.length > 0) return null;
  if (value === null) return {};
  return kindOf(value) === 'mapping' ? (value as object) : null;
}

/** Adds what a piece has; false where it has nothing to add to, or a key comes twice. */
function taken(value: unknown, all: object): boolean {
  if (kindOf(value) !== 'mapping') return false;
  for (const [key, member] of Object.entries(value as object)) {
    if (key === '__proto__' || Object.hasOwn(all, key)) return false;
    Reflect.set(all, key, member);
  }
  return true;
}
