import { isDeepStrictEqual } from 'node:util';
import { isMap, isNode, isSeq } from 'yaml';
import type { Path } from '../../model/rule.ts';
import { readDocuments } from '../load/read-documents.ts';
import { yamlDocuments } from '../load/yaml-documents.ts';
import { oneLine } from './scalar.ts';
import { isPlainMap, type Plain } from './values.ts';

/** Adds globs to the `ignore` list at a path of a project file. Null if that is impossible, as for an alias. */
export function addToIgnore(text: string, at: Path, globs: readonly string[]): string | null {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const source = text.slice(mark.length);
  const wanted = withGlobs(projectIn(source), at, globs);
  const isAsWanted = (edited: string) => isDeepStrictEqual(projectIn(edited), wanted);
  const lines = ['ignore:', ...globs.map((glob) => `  - ${oneLine(glob, false)}`)];
  // Without the key, try to add it at the end of the file.
  const edited = wanted === null ? [] : [at.length === 1 ? appended(source, lines) : '', printed(source, at, globs)];
  const found = edited.find(isAsWanted);
  return found === undefined ? null : mark + found;
}

/** Adds lines to a text, with the line ends of the text. */
export function appended(text: string, lines: readonly string[]): string {
  const eol = eolOf(text);
  return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${lines.map((line) => line + eol).join('')}`;
}

/**
 * Prints the file with the library, which keeps comments, quotes and the order of keys, but not all spaces. It would not
 * escape invisible characters in globs, so marks replace them meanwhile.
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
