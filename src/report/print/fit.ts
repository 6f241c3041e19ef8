/** Fits text into a size, since GitHub limits that of comments. The least important pieces are left out first, whole. */
import { grouped } from '../../diagnostics/counts.ts';

export interface Piece {
  /** 0 is the most important. If such a piece does not fit, the result is empty. */
  rank: number;
  text: string;
  /** Pieces that are left out with this one, or individually. */
  inside?: readonly Piece[];
  end?: string;
  glue?: '\n' | '\n\n';
  /** A line that is shown in place of this piece. If that does not fit, neither is shown. */
  short?: Piece;
  /** Whether the piece is left out as soon as any other is. */
  isLast?: boolean;
  /** Whether the piece is only shown together with an inner piece. */
  isFrame?: boolean;
  /** Describes the inner pieces that were left out; may be empty. Shown after the others, or with `isMoreFirst` before. */
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
  let isAll = true;
  for (const { piece, parent, rank } of byRank(root)) {
    const { short, isLast = false } = piece;
    if ([parent, short].some((one) => one != null && !chosen.has(one))) continue;
    const bytes = costOf(piece) - (short === undefined ? 0 : costOf(short));
    if (bytes <= left && (isAll || !isLast)) {
      chosen.add(piece);
      left -= bytes;
    } else if (rank === 0) return '';
    else isAll = false;
  }
  return printed(root, (piece) => chosen.has(piece));
}

/** The pieces, most important first. The rank is at least that of the parent. */
function byRank(root: Piece): { piece: Piece; parent: Piece | null; rank: number }[] {
  const placed: ReturnType<typeof byRank> = [];
  const walk = (piece: Piece, parent: Piece | null, least: number) => {
    if (piece.short !== undefined) walk(piece.short, parent, least);
    const rank = Math.max(piece.rank, least);
    placed.push({ piece, parent, rank });
    for (const one of piece.inside ?? []) walk(one, piece, rank);
  };
  walk(root, null, 0);
  return placed.sort((a, b) => a.rank - b.rank);
}

/** Returns the largest possible size of a piece, with the separators around it. */
function costOf(piece: Piece): number {
  const { text, end = '', more } = piece;
  const least = more === undefined ? '' : more(insideOf(piece));
  return [text, end, least].reduce((sum, one) => sum + (one === '' ? 0 : Buffer.byteLength(one) + GLUE), 0);
}

const GLUE = '\n\n'.length;

function insideOf({ inside = [] }: Piece): Piece[] {
  return inside.flatMap((one) => [one, ...(one.short === undefined ? [] : [one.short]), ...insideOf(one)]);
}

function printed(piece: Piece, isChosen: (piece: Piece) => boolean): string {
  const { text, inside = [], end = '', glue = '\n', isFrame = false, isMoreFirst = false, more } = piece;
  const shown = inside.flatMap((one) => {
    if (isChosen(one)) return [printed(one, isChosen)];
    return one.short !== undefined && isChosen(one.short) ? [one.short.text] : [];
  });
  if (isFrame && shown.every((one) => one === '')) return '';
  const left = more === undefined ? [] : insideOf(piece).filter((one) => !isChosen(one));
  const said = more === undefined || left.length === 0 ? '' : more(left);
  return [text, ...(isMoreFirst ? [said, ...shown] : [...shown, said]), end].filter((one) => one !== '').join(glue);
}

/** A list item that counts the items left out. */
export function moreItem(left: number, prefix = ''): string {
  return `${prefix}- and ${grouped(left)} more`;
}
