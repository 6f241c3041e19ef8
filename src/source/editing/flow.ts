/** Parts put into, taken out of and moved in a collection in brackets. */
import type { Collection } from './layout.ts';
import { commentEnd } from './lines.ts';
import { type Session, splice } from './session.ts';

/** A part that stays, by its index, with its text; or a new one. */
export interface Piece {
  old: number | null;
  text: () => string;
}

/** A part with all up to the next one: what stands before it, between it and its comma, and the comment on its line. */
interface Chunk {
  lead: string;
  post: string;
  tail: string;
}

/** Notes what leaves a collection in brackets with these parts, each with the comments that belong to it. */
export function rebuild(place: Collection, pieces: readonly Piece[], session: Session): void {
  const { text, eol } = session;
  const inside = { start: place.start + 1, end: place.end - 1 };
  const { chunks, end } = chunksOf(place, text);
  const closing = text.slice(end, inside.end);
  const leads = leadsOf(chunks, closing, place.kind === 'map');
  const isTrailing = place.parts.at(-1)?.comma != null;
  splice(session, inside.start, inside.end, () => {
    let result = '';
    let endsInComment = false;
    const add = (part: string): void => {
      result += endsInComment && !/^\s*\n/.test(part) ? eol + part : part;
      endsInComment = false;
    };
    for (const [index, piece] of pieces.entries()) {
      const chunk = piece.old === null ? undefined : chunks[piece.old];
      const usual = index === 0 ? leads.first : leads.next;
      const keepsLead = chunk && (chunk.lead.trim() !== '' || (piece.old === 0) === (index === 0));
      add((keepsLead ? chunk.lead : usual) + piece.text() + (chunk?.post ?? ''));
      if (index < pieces.length - 1 || isTrailing) result += ',';
      result += chunk?.tail ?? '';
      endsInComment = chunk !== undefined && chunk.tail !== '';
    }
    add(pieces.length === 0 ? '' : leads.closing);
    return result;
  });
}

function chunksOf(place: Collection, text: string): { chunks: Chunk[]; end: number } {
  let at = place.start + 1;
  const chunks = place.parts.map(({ start, end, comma }): Chunk => {
    const lead = text.slice(at, start);
    const post = comma === null ? '' : text.slice(end, comma);
    const after = comma === null ? end : comma + 1;
    at = commentEnd(text, after);
    return { lead, post, tail: text.slice(after, at) };
  });
  return { chunks, end: at };
}

/** What stands before a part that is put in: as before the others, without their comments. */
function leadsOf(chunks: readonly Chunk[], closing: string, isMap: boolean) {
  const [head, second] = chunks;
  if (!head) return { first: isMap ? ' ' : '', next: ' ', closing: closing.trim() === '' && isMap ? ' ' : closing };
  const first = blankPart(head.lead);
  const next = second ? blankPart(second.lead) : first.includes('\n') ? first : ' ';
  return { first, next, closing };
}

function blankPart(lead: string): string {
  return /(\r?\n)?[ \t]*$/.exec(lead)?.[0] ?? '';
}
