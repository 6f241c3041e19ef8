/** What is known while the rules of one document are edited, in the order that they will stand in. */
import type { AliasPlace, Anchor, Place } from './layout.ts';
import { type Manner, mannerOf } from './render.ts';
import type { Splice } from './splices.ts';
import type { Plain } from './values.ts';

/** Where a value stands: in flow style, or in block style behind a key, behind a dash or as the whole document. */
export type Position =
  | { in: 'flow'; json: boolean; colon: number | null; isEntry: boolean }
  | { in: 'entry'; column: number; key: string; colon: number | null }
  | { in: 'item'; column: number }
  | { in: 'document' };

/** An anchored value that will be there, with what it will be. */
interface Anchored {
  place: Place;
  value: Plain;
  /** How many aliases still lead to it. */
  users: number;
  /** An alias took its anchor over. */
  isTakenOver: boolean;
}

export interface Session {
  text: string;
  /** The line end of the file. */
  eol: string;
  manner: Manner;
  splices: Splice[];
  anchors: Map<string, Anchored>;
  /** The aliases still to come, by what they lead to. */
  pending: Map<Place, number>;
  /** Makes a value what it shall be; gives what it then is. */
  reconcile: (place: Place, wanted: Plain, position: Position, session: Session) => Plain;
}

/** A session on the text of a file whose document has this layout. */
export function sessionOf(text: string, root: Place, more: Pick<Session, 'pending' | 'reconcile'>): Session {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  return { text, eol, manner: mannerOf(root), splices: [], anchors: new Map(), ...more };
}

/** Notes a splice. */
export function splice(session: Session, start: number, end: number, text: Splice['text']): void {
  if (start !== end || text !== '') session.splices.push({ start, end, text });
}

/** Notes a splice that puts in whole lines. */
export function spliceLines(session: Session, start: number, end: number, text: Splice['text']): void {
  if (start !== end || text !== '') session.splices.push({ start, end, text, isLines: true });
}

/** Runs something and gives the splices that it noted, which are then not among those of the session. */
export function gathered(session: Session, run: () => void): Splice[] {
  const outer = session.splices;
  const own: Splice[] = [];
  session.splices = own;
  run();
  session.splices = outer;
  return own;
}

/** Notes that an anchored value is there and what it is; its anchor goes where an alias takes it over. */
export function define(session: Session, place: Place, value: Plain): void {
  if (!place.anchor) return;
  const anchored: Anchored = { place, value, users: 0, isTakenOver: false };
  session.anchors.set(place.anchor.name, anchored);
  if (!session.pending.has(place)) return;
  const { start, end } = withSpace(place.anchor, session.text);
  const written = session.text.slice(start, end);
  splice(session, start, end, () => (anchored.isTakenOver && anchored.users === 0 ? '' : written));
}

/** An anchor with a space: the one before it, but that of an item of a list is no part of the item. */
function withSpace({ start, end }: Anchor, text: string): { start: number; end: number } {
  if (text[end] === ' ' && /[-,[] ?$/.test(text.slice(Math.max(0, start - 2), start))) return { start, end: end + 1 };
  return text[start - 1] === ' ' ? { start: start - 1, end } : { start, end };
}

/** Takes an alias; gives what it will stand for, undefined where its anchor is gone. Each alias is asked about once. */
export function resolve(session: Session, alias: AliasPlace): Anchored | undefined {
  const { target } = alias;
  if (target) session.pending.set(target, (session.pending.get(target) ?? 0) - 1);
  return session.anchors.get(alias.name);
}

/** Takes an alias that is written out with the value it had; gives its anchor, if aliases after it need one. */
export function takeOver(session: Session, alias: AliasPlace, value: Plain): string | null {
  const { target } = alias;
  if (!target || (session.pending.get(target) ?? 0) === 0) return null;
  const old = session.anchors.get(alias.name);
  if (old?.place === target) old.isTakenOver = true;
  session.anchors.set(alias.name, { place: alias, value, users: 0, isTakenOver: false });
  return alias.name;
}
