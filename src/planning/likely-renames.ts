/**
 * A rule whose `name` was changed in its file looks like a delete and a create. Carried out like that it loses its id, its
 * history and what the service learned, so rules that are created are compared with those that are deleted: what says
 * nearly the same is pointed out, with the line that makes it a rename. Nothing is decided by it.
 */
import type { Finding } from '../diagnostics/diagnostic.ts';
import { compareText } from '../model/compare-text.ts';
import { groupBy } from '../model/group-by.ts';
import { nearest } from '../model/nearest.ts';
import type { DeclaredRule, LiveRule, RuleBody } from '../model/rule.ts';
import type { AccountRedactor } from './account-redactor.ts';
import type { Work } from './changes.ts';
import type { Matching } from './matching.ts';

/** What there is to say about a rule that is renamed, or is to be. */
interface RenameFinding {
  rule: DeclaredRule;
  finding: Finding<'likely-rename' | 'rename-misspelled' | 'rename-spent'>;
}

/** Takes how rules are matched and what becomes of it; gives what to say about renames, written and not written. */
export function renameFindings(
  { matches, left, spent }: Matching,
  work: readonly Work[],
  redactor: AccountRedactor,
): RenameFinding[] {
  const whyOf = new Map(spent.map(({ rule, args }) => [rule, args]));
  const created = matches.filter(({ candidate }) => candidate === null).map(({ rule }) => rule);
  const unclaimed = created.filter((rule) => (whyOf.get(rule)?.why ?? 'nothing-live') === 'nothing-live');
  const deletes = new Set(work.flatMap(({ live, change }) => (change.reason === 'undeclared' && live ? [live] : [])));
  // A name that has to be hidden cannot be written down.
  const deleted = bodiesOf(left, deletes).filter(({ name }) => redactor.text(name) === name);
  const pairs = likelyRenames(
    unclaimed.map(({ body }) => body),
    deleted,
  );
  const meant = new Map(
    pairs.map((pair) => [unclaimed[pair.created] as DeclaredRule, deleted[pair.deleted]?.name ?? '']),
  );
  const free = new Set(deleted.map(({ name }) => name));
  for (const name of meant.values()) free.delete(name);
  const misspelled = unclaimed.filter((rule) => whyOf.has(rule) && !meant.has(rule));
  if (misspelled.length * free.size <= MOST_COMPARED) {
    for (const rule of misspelled) {
      const name = nearest(whyOf.get(rule)?.from ?? '', [...free]);
      if (name === null) continue;
      meant.set(rule, name);
      free.delete(name);
    }
  }
  const isCreated = new Set(created);
  return [
    ...[...meant].map(([rule, name]): RenameFinding => {
      const from = whyOf.get(rule)?.from;
      const code = from === undefined ? 'likely-rename' : 'rename-misspelled';
      return { rule, finding: { code, args: { from: from ?? '', meant: name } } };
    }),
    ...spent.flatMap(({ rule, args }): RenameFinding[] => {
      if (meant.has(rule)) return [];
      const why = args.why === 'nothing-live' && isCreated.has(rule) ? 'not-found' : args.why;
      return [{ rule, finding: { code: 'rename-spent', args: { ...args, why } } }];
    }),
  ];
}

/** Live rules in their canonical form, of those in a set. */
function bodiesOf(left: Matching['left'], among: ReadonlySet<LiveRule>): RuleBody[] {
  return left.flatMap(({ rest }) => rest.flatMap(({ live, body }) => (among.has(live) ? [body] : [])));
}

/** Indexes into the two lists that were compared. */
interface LikelyRename {
  created: number;
  deleted: number;
}

/** Pairs of rules that are compared. With more, only rules of the same condition are. */
const MOST_COMPARED = 10_000;
/** Of rules of one condition. */
const MOST_ALIKE = 10;

/** Which created rule is probably which deleted one: the nearest first, equally near ones by name, each at most once. */
export function likelyRenames(created: readonly RuleBody[], deleted: readonly RuleBody[]): LikelyRename[] {
  if (created.length === 0 || deleted.length === 0) return [];
  const pairsOf = wordPairs();
  const [news, olds] = [byName(created), byName(deleted)];
  const found = candidates(news, olds).flatMap(([fresh, old]) => {
    const nearness = nearnessOf(fresh.body, old.body, pairsOf);
    return nearness < LEAST_NEAR ? [] : [{ nearness, created: fresh.index, deleted: old.index }];
  });
  // Candidates come in the order of their names, which the sort keeps.
  found.sort((a, b) => b.nearness - a.nearness);
  const taken = { created: new Set<number>(), deleted: new Set<number>() };
  return found.filter((pair) => {
    if (taken.created.has(pair.created) || taken.deleted.has(pair.deleted)) return false;
    taken.created.add(pair.created);
    taken.deleted.add(pair.deleted);
    return true;
  });
}

interface Indexed {
  body: RuleBody;
  index: number;
}

function byName(bodies: readonly RuleBody[]): Indexed[] {
  const indexed = bodies.map((body, index) => ({ body, index }));
  return indexed.sort((a, b) => compareText(a.body.name, b.body.name));
}

function candidates(news: readonly Indexed[], olds: readonly Indexed[]): [Indexed, Indexed][] {
  if (news.length * olds.length <= MOST_COMPARED)
    return news.flatMap((one) => olds.map((old) => [one, old] as [Indexed, Indexed]));
  const keyOf = ({ body }: Indexed) => JSON.stringify(conditionTexts(body));
  const alike = groupBy(olds, keyOf);
  return news.flatMap((one) =>
    (alike.get(keyOf(one)) ?? []).slice(0, MOST_ALIKE).map((old) => [one, old] as [Indexed, Indexed]),
  );
}

/**
 * What a rule is about counts most: equal conditions and actions of which half is equal are just near enough, as where a
 * label was changed with the name; equal actions alone never are.
 */
const LEAST_NEAR = 4.5;

/** From 0 to 5. */
function nearnessOf(a: RuleBody, b: RuleBody, pairsOf: PairsOf): number {
  const actions = actionsNear(a.actions, b.actions, pairsOf);
  // Equal conditions alone are not near enough, so there is no need to compare them.
  if (actions < LEAST_NEAR - 4) return actions;
  return 4 * (meanNear(conditionTexts(a), conditionTexts(b), pairsOf) ?? 0) + actions;
}

function conditionTexts({ condition }: RuleBody): (string | null)[] {
  return [condition.aiInstructions, ...Object.values(condition.static)];
}

/** Actions of one type are compared in their order. */
function actionsNear(a: RuleBody['actions'], b: RuleBody['actions'], pairsOf: PairsOf): number {
  const total = a.length + b.length;
  if (total === 0) return 0;
  const others = groupBy(b, ({ type }) => type);
  const near = a.reduce((sum, action) => {
    const other = others.get(action.type)?.shift();
    if (other === undefined) return sum;
    const fields = meanNear(actionTexts(action), actionTexts(other), pairsOf);
    return sum + (fields === null ? 1 : (1 + fields) / 2);
  }, 0);
  return (2 * near) / total;
}

function actionTexts({ messagingChannelId, delayInMinutes, fields }: RuleBody['actions'][number]): (string | null)[] {
  return [messagingChannelId, delayInMinutes === null ? null : String(delayInMinutes), ...Object.values(fields)];
}

/** The mean over the texts that either rule has; null where there is none. */
function meanNear(a: readonly (string | null)[], b: readonly (string | null)[], pairsOf: PairsOf): number | null {
  const either = [...a.keys()].filter((index) => (a[index] ?? b[index] ?? null) !== null);
  if (either.length === 0) return null;
  const sum = either.reduce((near, index) => near + textsNear(a[index] ?? null, b[index] ?? null, pairsOf), 0);
  return sum / either.length;
}

/** How many of their pairs of neighboring words two texts share (Dice): 1 if they are equal, 0 if one is missing. */
function textsNear(a: string | null, b: string | null, pairsOf: PairsOf): number {
  if (a === b) return 1;
  if (a === null || b === null) return 0;
  const [left, right] = [pairsOf(a), pairsOf(b)];
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared += 1;
  return left.size + right.size === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

type PairsOf = (text: string) => ReadonlySet<string>;

/** In characters: what comes after is not compared, unless the whole texts are equal. */
const LONGEST_COMPARED = 5_000;

/** Gives the pairs of neighboring words of a text, its ends included, as often as it is asked for. */
function wordPairs(): PairsOf {
  const known = new Map<string, ReadonlySet<string>>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const words =
      text
        .slice(0, LONGEST_COMPARED)
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}@._*-]+/gu) ?? [];
    const pairs = new Set(
      (words.length === 0 ? [] : ['', ...words]).map((word, index) => `${word} ${words[index] ?? ''}`),
    );
    known.set(text, pairs);
    return pairs;
  };
}
