/** Names added to an `ignore` of a project file; its comments and all other settings are kept. */
import { isDeepStrictEqual } from 'node:util';
import { isMap, isNode, isSeq } from 'yaml';
import type { Path } from '../../model/rule.ts';
import { readDocuments } from '../load/read-documents.ts';
import { yamlDocuments } from '../load/yaml-documents.ts';
import { oneLine } from './scalar.ts';
import { isPlainMap, type Plain } from './values.ts';

/**
 * A project file with globs at the end of the `ignore` list that is `at` a path. null where it cannot be changed so, as
 * where the list is an alias of one elsewhere.
 */
export function addToIgnore(text: string, at: Path, globs: readonly string[]): string | null {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const source = text.slice(mark.length);
  const wanted = withGlobs(projectIn(source), at, globs);
  const isAsWanted = (edited: string) => isDeepStrictEqual(projectIn(edited), wanted);
  const lines = ['ignore:', ...globs.map((glob) => `  - ${oneLine(glob, false)}`)];
  // A project file without the key gets it at its end, if it can be there.
  const edited = wanted === null ? [] : [at.length === 1 ? appended(source, lines) : '', printed(source, at, globs)];
  const found = edited.find(isAsWanted);
  return found === undefined ? null : mark + found;
}

/** Adds lines to a text, with its line ends. */
export function appended(text: string, lines: readonly string[]): string {
  const eol = eolOf(text);
  return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${lines.map((line) => line + eol).join('')}`;
}

/**
 * Printed by the library, which keeps comments, quotes and the order of keys, if not each space between them. It would
 * write invisible characters as they are, so marks stand for the globs until it is done.
 */
function printed(text: string, at: Path, globs: readonly string[]): string {
  const document = documentIn(text);
  const list = document?.getIn(at, true);
  const isAddable = document?.contents == null || isMap(document.contents);
  if (document === undefined || !isAddable || (isNode(list) && !isSeq(list))) return '';
  const marks = new Map(globs.map((glob, index) => [`inboxctl_glob_${index}_`, oneLine(glob, true)]));
  if (list === undefined) document.setIn(at, [...marks.keys()]);
  else for (const mark of marks.keys()) document.addIn(at, mark);
  const edited = document.toString({ lineWidth: 0, flowCollectionPadding: false }).replaceAll('\n', eolOf(text));
  return edited.replace(/inboxctl_glob_\d+_/g, (mark) => marks.get(mark) ?? mark);
}

function eolOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** What a project file says. */
function projectIn(text: string): Plain {
  const [document] = readDocuments(text, () => {});
  return (document?.value ?? null) as Plain;
}

function documentIn(text: string) {
  const [document] = yamlDocuments(text, () => {});
  return document;
}

function withGlobs(value: Plain, at: Path, globs: readonly string[]): Plain {
  const copy: Plain = structuredClone(value) ?? {};
  const last = String(at.at(-1));
  const inner = at.slice(0, -1).reduce((map: Plain | undefined, key) => (isPlainMap(map) ? map[key] : undefined), copy);
  if (!isPlainMap(inner)) return null;
  const list = inner[last] ?? [];
  if (!Array.isArray(list)) return null;
  inner[last] = [...list, ...globs];
  return copy;
}
