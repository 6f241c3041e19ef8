/**
 * The first line of a journal as text. Every rule of it at once, as a value, as a text and as bytes, would take three
 * times the room of the plan: it is made and written in pieces.
 */
import { createHash } from 'node:crypto';
import { changesOf, headOf, type RunStart } from './entry.ts';

import { sealsOf } from './trust.ts';

/** In characters: so many are made before they are given on. */
const PIECE = 64 * 1024;

/** Takes the name of a run about to begin; gives the line, with its end, piece by piece. */
export function* firstLine(run: string, start: RunStart): Generator<string> {
  const hash = createHash('sha256');
  let piece = `${JSON.stringify(headOf(run, start)).slice(0, -'}'.length)},"changes":[`;
  let between = '';
  for (const change of changesOf(start)) {
    piece += between + JSON.stringify(change);
    between = ',';
    if (piece.length < PIECE) continue;
    hash.update(piece);
    yield piece;
    piece = '';
  }
  const whole = hash.update(`${piece}]`).digest('hex');
  const keys = start.parts.flatMap(({ account, work }) => (work.length > 0 ? [account.veil] : []));
  yield `${piece}],"seals":${JSON.stringify(sealsOf(whole, keys))}}\n`;
}
