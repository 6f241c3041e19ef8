/**
 * Fits pieces of text into a size. The least important ones are left out first, each as a whole. GitHub limits the size
 * of comments in bytes.
 */
import { grouped } from '../../diagnostics/counts.ts';

export interface Piece {
  /** 0 is the most important. If such a piece does not fit, the result is empty. */
  rank: number;
  /** The text before the inner pieces. May be empty. */
  text: string;
  /** Pieces that are left out with this one, or individually. */
  inside?: readonly Piece[];
  /** The text after the inner pieces. */
  end?: string;
  /** The separator between all of these. */
  glue?: '\n' | '\n\n';
  /** Whether the piece is only shown together with an inner piece. */
  isFrame?: boolean;
  /**
   * Describes the inner pieces that were left out. Shown after the others, or before them with `isMoreFirst`. May be
   * empty.
   */
  more?: (left: readonly Piece[]) => string;
  isMoreFirst?: boolean;
  /** What to count if the piece is left out. */
  counts?: { op: 'create' | 'replace' | 'delete'; number: number };
}

/** Returns what fits into `maxBytes` of UTF-8. Empty if a piece of rank 0 does not fit. */
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

/** Returns the largest possible size of a piece, with the separators around it. */
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

/** A list item that counts the items left out. */
export function moreItem(left: number, prefix = ''): string {
  return `${prefix}- and ${grouped(left)} more`;
}
