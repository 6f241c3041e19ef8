/** Names added to an `ignore` of a project file; all else stays as it is written. */
import { isDeepStrictEqual } from 'node:util';
import { oneLine } from '../formatting/scalar.ts';
import { toPlain } from '../plain.ts';
import { yamlDocuments } from '../yaml-documents.ts';
import { layoutOf } from './layout.ts';
import { sessionOf } from './session.ts';
import { Overlap, spliced } from './splices.ts';
import { reconcile } from './value.ts';
import { isPlainMap, normal, type Plain, type PlainMap } from './values.ts';

type Path = readonly (string | number)[];

/**
 * Takes the text of a project file, where its `ignore` stands, and globs; gives the text with these at the end of that
 * list. null where it cannot be changed so, as where the list is an alias of one elsewhere.
 */
export function addToIgnore(text: string, at: Path, globs: readonly string[]): string | null {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const source = text.slice(mark.length);
  const wanted = withGlobs(projectIn(source), at, globs);
  if (wanted === null) return null;
  const isAsWanted = (edited: string | null) => edited !== null && isDeepStrictEqual(projectIn(edited), wanted);
  // A project file without the key gets it at its end, if it can be there.
  const longer = at.length === 1 ? appended(source, globs) : null;
  if (isAsWanted(longer)) return mark + longer;
  const edited = editedText(source, wanted);
  return isAsWanted(edited) ? mark + edited : null;
}

function editedText(text: string, wanted: PlainMap): string | null {
  const [document] = [...yamlDocuments(text, () => {}, { keepSourceTokens: true })];
  const root = document === undefined ? null : layoutOf(document);
  if (root === null) return null;
  const session = sessionOf(text, root, { pending: new Map(), reconcile });
  reconcile(root, normal(wanted), { in: 'document' }, session);
  try {
    return spliced(text, session.splices);
  } catch (error) {
    if (error instanceof Overlap) return null;
    throw error;
  }
}

function appended(text: string, globs: readonly string[]): string {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const lines = ['ignore:', ...globs.map((glob) => `  - ${oneLine(glob, false)}`)];
  return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${lines.map((line) => line + eol).join('')}`;
}

/** What a project file says. */
function projectIn(text: string): Plain {
  const [document] = [...yamlDocuments(text, () => {})];
  if (document === undefined) return null;
  return toPlain(document, text, { nodes: 0, characters: 0 }).value as Plain;
}

function withGlobs(value: Plain, at: Path, globs: readonly string[]): PlainMap | null {
  const copy = (value === null ? {} : structuredClone(value)) as Plain;
  const [last = '', ...above] = [...at].reverse();
  let inner: Plain | undefined = copy;
  for (const key of above.reverse()) inner = isPlainMap(inner) ? inner[String(key)] : undefined;
  if (!isPlainMap(inner) || !isPlainMap(copy)) return null;
  const list = inner[String(last)] ?? [];
  if (!Array.isArray(list)) return null;
  inner[String(last)] = [...list, ...globs];
  return copy;
}
