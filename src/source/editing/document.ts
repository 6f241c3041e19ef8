/** The rules of one document made what they shall be. */
import type { Document } from 'yaml';
import { layoutOf, type Place } from './layout.ts';
import { editList, type Slot } from './list.ts';
import { plainOf } from './merges.ts';
import { rewriteRule } from './rewrite.ts';
import { type Position, type Session, sessionOf, splice } from './session.ts';
import type { Splice } from './splices.ts';
import { reconcile } from './value.ts';
import { normal, type Plain } from './values.ts';

/** What shall become of the rules of a document, by their index; a rule that is the document has 0. */
export interface DocumentEdits {
  /** In normal form; null removes one. */
  wanted: ReadonlyMap<number, Plain>;
  /** Those that are written anew as a whole. */
  rewritten: ReadonlySet<number>;
}

/** Takes a document of a text that keeps its source tokens; gives the splices that make its rules as wanted. */
export function editDocument(document: Document.Parsed, text: string, edits: DocumentEdits): Splice[] {
  const root = layoutOf(document);
  if (!root) return [];
  const session = sessionOf(text, root, { pending: aliasCounts(root), reconcile });
  const rules = root.kind === 'map' ? root.parts.find(({ key }) => key === 'rules') : undefined;
  if (rules) editRuleList(rules.value, rules.colon, edits, session);
  else writeRule(root, 0, { in: 'document' }, edits, session);
  return session.splices;
}

function writeRule(place: Place, index: number, position: Position, edits: DocumentEdits, session: Session): Plain {
  const wanted = edits.wanted.get(index);
  // Without aliases nothing that happens to other rules can touch this one.
  if (wanted === undefined && session.pending.size === 0) return null;
  const value = wanted ?? normal(plainOf(place));
  if (edits.rewritten.has(index)) return rewriteRule(place, value, position, session);
  return reconcile(place, value, position, session);
}

function editRuleList(list: Place, colon: number | null, edits: DocumentEdits, session: Session): void {
  if (list.kind !== 'list') return;
  const slots = list.parts.flatMap((_, index): Slot[] => {
    if (edits.wanted.get(index) === null) return [];
    return [{ old: index, write: (place, position) => writeRule(place, index, position, edits, session) }];
  });
  editList(list, slots, session);
  if (slots.length > 0 || list.flow) return;
  const after = list.anchor?.end ?? colon ?? list.start;
  splice(session, after, after, ' []');
}

/** How many aliases lead to each anchored value. */
function aliasCounts(root: Place): Map<Place, number> {
  const counts = new Map<Place, number>();
  const count = (place: Place): void => {
    if (place.kind === 'alias' && place.target) counts.set(place.target, (counts.get(place.target) ?? 0) + 1);
    else if (place.kind === 'map' || place.kind === 'list') for (const { value } of place.parts) count(value);
  };
  count(root);
  return counts;
}
