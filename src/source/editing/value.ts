/** A value of a rule made what it shall be, with as little change of its text as that takes. */
import { align } from './align.ts';
import type { ListPlace, Place } from './layout.ts';
import { editList, type Slot } from './list.ts';
import { editMap } from './map.ts';
import { plainOf } from './merges.ts';
import { replaceValue } from './replace.ts';
import { define, type Position, resolve, type Session, takeOver } from './session.ts';
import { isPlainMap, normal, type Plain, same } from './values.ts';

/**
 * Takes a value and what it shall be, in normal form; notes what makes it so and gives what it then is. Values are
 * gone through in the order that they will stand in, so that an alias finds the anchor that it will have.
 */
export function reconcile(place: Place, wanted: Plain, position: Position, session: Session): Plain {
  if (place.kind === 'alias') return reconcileAlias(place, wanted, position, session);
  const value = reconcileOwn(place, wanted, position, session);
  define(session, place, value);
  return value;
}

function reconcileOwn(
  place: Exclude<Place, { kind: 'alias' }>,
  wanted: Plain,
  position: Position,
  session: Session,
): Plain {
  if (place.kind === 'map' && isPlainMap(wanted)) return editMap(place, wanted, position, session);
  if (place.kind === 'list' && Array.isArray(wanted) && wanted.length > 0 && place.parts.length > 0) {
    return editList(place, aligned(place, wanted, session), session);
  }
  if (place.kind === 'scalar' && same(normal(place.value), wanted)) return place.value;
  if (place.kind !== 'scalar' && wanted === null && normal(plainOf(place)) === null) return plainOf(place);
  replaceValue(place, wanted, position, session);
  return wanted;
}

function aligned(list: ListPlace, wanted: Plain[], session: Session): Slot[] {
  const olds = align(
    list.parts.map(({ value }) => normal(plainOf(value))),
    wanted,
  );
  return wanted.map((item, index): Slot => {
    const old = olds[index] ?? null;
    if (old === null) return { old, wanted: item };
    return { old, write: (place, position) => reconcile(place, item, position, session) };
  });
}

function reconcileAlias(
  alias: Extract<Place, { kind: 'alias' }>,
  wanted: Plain,
  position: Position,
  session: Session,
): Plain {
  const anchored = resolve(session, alias);
  if (anchored && same(normal(anchored.value), wanted)) {
    anchored.users++;
    return anchored.value;
  }
  const isOld = same(normal(plainOf(alias)), wanted);
  replaceValue(alias, wanted, position, session, isOld ? takeOver(session, alias, wanted) : null);
  return wanted;
}
