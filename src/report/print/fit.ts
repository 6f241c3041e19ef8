/**
 * A text in pieces that has to fit a size: what matters least is left out first, each piece as a whole. GitHub takes no comment
 * above a size, which counts in bytes.
 */
import { grouped } from '../../diagnostics/counts.ts';

export interface Piece {
  /** 0 matters most: where it does not fit, nothing does. */
  rank: number;
  /** What comes before the pieces inside; empty for nothing. */
  text: string;
  /** Each is left out with this one, or alone. */
  inside?: readonly Piece[];
  /** What comes after them. */
  end?: string;
  /** Between all of these. */
  glue?: '\n' | '\n\n';
  /** It is shown with a piece inside only. */
  isFrame?: boolean;
  /** Says how many were left out of all that is inside, before the rest or after it; empty for nothing. */
  more?: (left: readonly Piece[]) => string;
  isMoreFirst?: boolean;
  /** What it is counted as where it is left out. */
  counts?: { op: 'create' | 'replace' | 'delete'; number: number };
}

/** What fits into `maxBytes` of UTF-8; an empty text where not even the pieces of rank 0 do. */
export function fitted(root: Piece, maxBytes: number): string {
  const all = printed(root, () => true);
  if (Buffer.byteLength(all) <= maxBytes) return all;
  const chosen = new Set<Piece>();
  let left = maxBytes;
  for (const { piece, parent } of byRank(root)) {
    if (parent !== null && !chosen.has(parent)) continue;
    const bytes = costOf(piece);
    if (bytes <= left) {
      chosen.add(piece);
      left -= bytes;
    } else if (piece.rank === 0) return '';
  }
  return printed(root, (piece) => chosen.has(piece));
}

interface Placed {
  piece: Piece;
  parent: Piece | null;
}

function byRank(root: Piece): Placed[] {
  const placed: Placed[] = [];
  const walk = (piece: Piece, parent: Piece | null) => {
    placed.push({ piece, parent });
    for (const one of piece.inside ?? []) walk(one, piece);
  };
  walk(root, null);
  return placed.sort((a, b) => a.piece.rank - b.piece.rank);
}

/** At most, with what is between it and others. */
function costOf(piece: Piece): number {
  const { text, end = '', more } = piece;
  const least = more === undefined ? '' : more(insideOf(piece));
  return [text, end, least].reduce((sum, one) => sum + (one === '' ? 0 : Buffer.byteLength(one) + GLUE), 0);
}

const GLUE = '\n\n'.length;

function insideOf({ inside = [] }: Piece): Piece[] {
  return inside.flatMap((one) => [one, ...insideOf(one)]);
}

function printed(piece: Piece, isChosen: (piece: Piece) => boolean): string {
  const { text, inside = [], end = '', glue = '\n', isFrame = false, isMoreFirst = false, more } = piece;
  const shown = inside.filter(isChosen).map((one) => printed(one, isChosen));
  if (isFrame && shown.every((one) => one === '')) return '';
  const left = more === undefined ? [] : insideOf(piece).filter((one) => !isChosen(one));
  const said = more === undefined || left.length === 0 ? '' : more(left);
  return [text, ...(isMoreFirst ? [said, ...shown] : [...shown, said]), end].filter((one) => one !== '').join(glue);
}

/** An item for those of a list that were left out. */
export function moreItem(left: number, prefix = ''): string {
  return `${prefix}- and ${grouped(left)} more`;
}
