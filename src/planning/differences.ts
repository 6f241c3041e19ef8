/** The differences, field by field, that a second plan still finds after an apply. */
import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { Difference } from '../model/applied.ts';
import { pairActions } from '../model/pair-actions.ts';
import type { Change, ShownRule } from '../model/plan.ts';
import type { Comparison } from './compared.ts';

type Leaf = Difference['declared'];
type ActionOrNone = NonNullable<ShownRule['actions']>[number];
type FoundDifference = Pick<Difference, 'path' | 'declared' | 'live' | 'kind'>;

type How = Pick<Comparison, 'isIgnored' | 'isAnyOrder'>;

/** Lists each field that the service stored differently. `changes`: those that are still needed after the apply. */
export function remainingDifferences(changes: readonly Change[], { isIgnored, isAnyOrder }: How): Difference[] {
  return changes.flatMap(({ account, name: rule, before, after }) => {
    const found = foundIn(rule, before, after).filter(({ kind, path }) => kind !== 'field' || !isIgnored(rule, path));
    // If the order is ignored, the position in the plan is not that in the file.
    const pathOf = (path: string) => (isAnyOrder ? path.replace(/^actions\/\d+/, 'actions/*') : path);
    return found.map((one) => ({ account, rule, ...one, path: pathOf(one.path) }));
  });
}

function foundIn(rule: string, live: ShownRule | null, declared: ShownRule | null): FoundDifference[] {
  if (live === null) return [{ path: '', declared: rule, live: null, kind: 'missing' }];
  if (declared === null) return [{ path: '', declared: null, live: rule, kind: 'left-over' }];
  return [
    ...fields('', { ...declared, actions: null }, { ...live, actions: null }),
    ...actions(declared.actions ?? [], live.actions ?? []),
  ];
}

function actions(declared: readonly ActionOrNone[], live: readonly ActionOrNone[]): FoundDifference[] {
  const partners = partnersOf(declared, live);
  const placeOf = (from: number) => partners.indexOf(from);
  const places = [...declared.keys()].map(placeOf).filter((place) => place !== -1);
  const isMoved = places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0));
  const order: FoundDifference = { path: 'actions', ...orders(declared, live, places), kind: 'order' };
  const ofDeclared = declared.flatMap((wanted, from): FoundDifference[] => {
    const found = live[placeOf(from)] ?? null;
    const path = `actions/${from}`;
    if (wanted !== null && found !== null) return fields(path, wanted, found);
    return [{ path, declared: wanted?.type ?? null, live: found?.type ?? null, kind: 'field' }];
  });
  const extra = live.flatMap((found, at): FoundDifference[] => {
    if (partners[at] !== null) return [];
    return [{ path: `actions/${at}`, declared: null, live: found?.type ?? null, kind: 'field' }];
  });
  return [...(isMoved ? [order] : []), ...ofDeclared, ...extra];
}

/** The declared action of each live one, by index: by position where only types repeat, and the order is the same. */
function partnersOf(declared: readonly ActionOrNone[], live: readonly ActionOrNone[]): (number | null)[] {
  const textsOf = (all: readonly ActionOrNone[]) => all.map((one) => JSON.stringify(one));
  const typesOf = (all: readonly ActionOrNone[]) => all.map((one) => String(one?.type));
  const [wanted, found] = [textsOf(declared), textsOf(live)];
  const types = { declared: typesOf(declared), live: typesOf(live) };
  const isReordered = isDeepStrictEqual([...wanted].sort(), [...found].sort());
  if (isDeepStrictEqual(types.declared, types.live) && !isReordered) return [...live.keys()];
  return pairActions({ ...types, isEqual: (from, at) => wanted[from] === found[at], canTurn: () => true });
}

/** Describes both orders by types. If these are equal, live actions are numbered by their declared positions. */
function orders(declared: readonly ActionOrNone[], live: readonly ActionOrNone[], places: readonly number[]) {
  const [wanted = '', found = ''] = [declared, live].map((all) => all.map((action) => action?.type ?? '').join(', '));
  if (wanted !== found) return { declared: wanted, live: found };
  const numbers = [...places.keys()];
  const numbered = (all: readonly number[]) =>
    all.map((index) => `${index + 1}. ${declared[index]?.type ?? ''}`).join(', ');
  return {
    declared: numbered(numbers),
    live: numbered([...numbers].sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))),
  };
}

function fields(path: string, declared: object, live: object): FoundDifference[] {
  const [wanted, found] = [leavesOf(path, declared), leavesOf(path, live)];
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((at): FoundDifference[] => {
    const sides = { declared: wanted.get(at) ?? null, live: found.get(at) ?? null };
    return JSON.stringify(sides.declared) === JSON.stringify(sides.live) ? [] : [{ path: at, ...sides, kind: 'field' }];
  });
}

function leavesOf(path: string, value: object): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const walk = (inner: unknown, at: string) => {
    const isNode = inner !== null && typeof inner === 'object' && !('tag' in inner);
    if (!isNode) leaves.set(at, inner as Leaf);
    else for (const [key, item] of Object.entries(inner)) walk(item, at === '' ? key : `${at}/${key}`);
  };
  walk(value, path);
  return leaves;
}

/** Replaces that only change what services never store (measured): folders on some mailboxes, orders of actions. */
export function neverConverging(changes: readonly Change[], how: How): Finding<'never-converges'>[] {
  const replaces = changes.filter(({ op, renamedFrom }) => op === 'replace' && renamedFrom === undefined);
  const found = replaces.flatMap((change) => {
    const all = remainingDifferences([change], how);
    const isFolder = (path: string) => /^actions\/[\d*]+\/fields\/folderName$/.test(path);
    return all.every(({ kind, live, path }) => kind === 'order' || (live === null && isFolder(path))) ? all : [];
  });
  return (['order', 'field'] as const).flatMap((kind) => {
    const at = found.filter((difference) => difference.kind === kind).map(({ rule, path }) => ({ rule, path }));
    return at.length === 0 ? [] : [{ code: 'never-converges', args: { kind, at } }];
  });
}
