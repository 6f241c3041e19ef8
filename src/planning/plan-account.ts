/**
 * The plan of one account: declared rules against live rules, matched by name. Pure: equal input gives an equal plan,
 * whatever the order of files or live rules.
 */
import type { Diagnostic, Finding, Place, Severity } from '../model/diagnostic.ts';
import type { Change, Counts } from '../model/plan.ts';
import type { PlanSettings } from '../model/project.ts';
import type { DeclaredRule, LiveRule, RuleBody, Spot } from '../model/rule.ts';
import { canonicalLive, canonicalName, isSendable } from './canonical.ts';
import { comparison } from './compared.ts';
import { refuseDependents } from './dependents.ts';
import { changeDigest } from './digest.ts';
import { firstGlob } from './glob.ts';
import { type GuardFlags, guard } from './guards.ts';
import { patchBetween } from './patch.ts';
import { resolveRenames } from './renames.ts';
import { risksOf } from './risks.ts';
import type { Veil } from './secrets.ts';
import { unknownKeys } from './unknown-keys.ts';
import type { Work } from './work.ts';

export interface PlanFlags extends GuardFlags {
  allowIntegrationLoss: boolean;
}

export interface AccountInput {
  account: string;
  declared: readonly DeclaredRule[];
  live: readonly LiveRule[];
  settings: PlanSettings;
  flags: PlanFlags;
  veil: Veil;
  /** Gives the line of a rule; called for what is reported only. */
  placeOf: (spot: Spot) => Place;
}

export interface AccountPlan {
  work: Work[];
  counts: Counts;
  notices: Diagnostic[];
  /** Whether a guard stops this account: nothing of it may be carried out. */
  guarded: boolean;
}

/** A live rule with its canonical form, which is compared more than once. */
interface Candidate {
  live: LiveRule;
  body: RuleBody;
}

export function planAccount(input: AccountInput): AccountPlan {
  const { account, declared, settings, flags, veil, placeOf } = input;
  const { alone, against } = comparison(settings);
  const ignoredBy = firstGlob(settings.ignore);
  const notices: Diagnostic[] = [];
  const work: Work[] = [];
  const counts: Counts = { create: 0, replace: 0, delete: 0, unchanged: 0, kept: 0 };

  const say = (severity: Severity, finding: Finding, rule?: string, spot?: Spot) => {
    const name = rule === undefined ? {} : { rule: veil.text(rule) };
    notices.push({ ...finding, severity, account, ...name, ...(spot === undefined ? {} : { place: placeOf(spot) }) });
  };

  const liveByName = groupByName(input.live);
  const declaredByName = new Map(declared.map((rule) => [rule.body.name, rule]));
  const equal = (rule: DeclaredRule, { body }: Candidate) => {
    const form = against(rule.body.name);
    return sameJson(form(wantedBody(rule, body)), form(body));
  };
  const isAsDeclared = (name: string) => {
    const rule = declaredByName.get(name);
    return rule !== undefined && (liveByName.get(name) ?? []).some((candidate) => equal(rule, candidate));
  };
  const { taken, spent } = resolveRenames(declared, (name) => liveByName.has(name), isAsDeclared);
  for (const { rule, args } of spent) say('warning', { code: 'rename-spent', args }, rule.body.name, rule.spot);

  // Renames choose first: what they leave of a name's live rules is for the rule declared under that name.
  const matched = new Set<LiveRule>();
  const pick = (rule: DeclaredRule, name: string) => {
    const free = (liveByName.get(name) ?? []).filter(({ live }) => !matched.has(live));
    const candidate = free.find((one) => equal(rule, one)) ?? free[0];
    if (candidate !== undefined) matched.add(candidate.live);
    return candidate;
  };
  const renamed = new Map([...taken].map(([index, from]) => [index, pick(declared[index] as DeclaredRule, from)]));

  const unsendable: { name: string; types: string[] }[] = [];
  for (const [index, rule] of declared.entries()) {
    const { name } = rule.body;
    const from = taken.get(index);
    const candidate = from === undefined ? pick(rule, name) : renamed.get(index);
    if (candidate === undefined) {
      work.push(create(rule));
      continue;
    }
    const { live, body } = candidate;
    if (rule.enabled !== null && rule.enabled !== live.enabled) {
      say('warning', { code: 'enabled-differs', args: { expected: rule.enabled } }, name, rule.spot);
    }
    const types = unsendableTypes(live);
    if (equal(rule, candidate)) {
      counts.unchanged += 1;
      if (types.length > 0) unsendable.push({ name: veil.text(name), types });
      continue;
    }
    const item = replace(rule, live, body, from);
    work.push(item);
    if (types.length === 0) continue;
    if (flags.allowIntegrationLoss) {
      say('warning', { code: 'integration-lost', args: { types, op: 'replace' } }, name, rule.spot);
      continue;
    }
    item.change.refused = 'would-drop-integration';
    say('error', { code: 'would-drop-integration', args: { types } }, name, rule.spot);
  }
  refuseDependents(work);

  let ignored = 0;
  for (const [name, candidates] of liveByName) {
    const rest = candidates.filter(({ live }) => !matched.has(live));
    if (ignoredBy(name) !== null) {
      ignored += candidates.length;
      counts.kept += rest.length;
      if (rest.length > 1) say('warning', { code: 'duplicates-kept', args: { count: rest.length } }, name);
      continue;
    }
    const reason = declaredByName.has(name) ? 'duplicate' : 'undeclared';
    if (settings.undeclared === 'delete') {
      for (const { live, body } of rest) {
        work.push(remove(live, body, reason));
        const types = unsendableTypes(live);
        if (types.length > 0) say('warning', { code: 'integration-lost', args: { types, op: 'delete' } }, name);
      }
      continue;
    }
    counts.kept += rest.length;
    if (rest.length > 0 && candidates.length > 1) {
      say('warning', { code: 'duplicates-kept', args: { count: candidates.length } }, name);
    }
  }

  for (const { change } of work) counts[change.op] += 1;
  if (unsendable.length > 0) {
    const rules = unsendable.map(({ name }) => name).sort();
    const types = [...new Set(unsendable.flatMap((one) => one.types))].sort();
    say('info', { code: 'unsendable-actions', args: { rules, types } });
  }
  const keys = unknownKeys(input.live);
  if (keys.length > 0) say('info', { code: 'unknown-live-keys', args: { keys: keys.map(veil.text) } });

  const stop = guard(
    {
      deletes: counts.delete,
      declared: declared.length,
      live: input.live.length,
      ignored,
      matched: declared.filter(({ body }) => liveByName.has(body.name)).length + taken.size,
    },
    settings,
    flags,
  );
  if (stop !== null) say('error', stop);
  work.sort((a, b) => order(a.change.name, b.change.name) || order(a.change.id ?? '', b.change.id ?? ''));
  notices.sort((a, b) => order(a.rule ?? '', b.rule ?? '') || order(a.code, b.code));
  return { work, counts, notices, guarded: stop !== null };

  function create(rule: DeclaredRule): Work {
    const after = alone(veil.rule(rule.body));
    const change = changeOf('create', null, null, after, rule);
    return { change: { ...change, risks: risksOf({ before: null, after: rule.body }) }, wanted: rule.body, live: null };
  }

  function replace(rule: DeclaredRule, live: LiveRule, body: RuleBody, from: string | undefined): Work {
    const wanted = wantedBody(rule, body);
    const form = against(rule.body.name);
    const change = changeOf('replace', live, form(veil.rule(body)), form(veil.rule(wanted)), rule);
    const risks = risksOf({ before: { body, enabled: live.enabled }, after: wanted });
    const renamed = from === undefined ? {} : { renamedFrom: veil.text(from) };
    return { change: { ...change, risks, ...renamed }, wanted, live };
  }

  function remove(live: LiveRule, body: RuleBody, reason: 'undeclared' | 'duplicate'): Work {
    return { change: { ...changeOf('delete', live, alone(veil.rule(body)), null, null), reason }, wanted: null, live };
  }

  function changeOf(
    op: Change['op'],
    live: LiveRule | null,
    before: Change['before'],
    after: Change['after'],
    rule: DeclaredRule | null,
  ): Change {
    return {
      account,
      op,
      name: (after ?? before)?.name ?? '',
      id: live?.id ?? null,
      digest: changeDigest({ account, op, before, after }),
      source: rule === null ? null : placeOf(rule.spot),
      before,
      after,
      patch: patchBetween(before, after),
      risks: [],
    };
  }
}

/** The declared rule as it is sent over a live one: an operator that is not managed keeps the live value. */
function wantedBody({ body }: DeclaredRule, live: RuleBody): RuleBody {
  if (body.condition.conditionalOperator !== null || live.condition.conditionalOperator === null) return body;
  const { conditionalOperator } = live.condition;
  return { ...body, condition: { ...body.condition, conditionalOperator } };
}

/** Live rules by name, those of one name from the oldest to the youngest. */
function groupByName(live: readonly LiveRule[]): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const rule of live) {
    const candidate = { live: rule, body: canonicalLive(rule) };
    const name = canonicalName(rule.name);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [candidate]);
    else group.push(candidate);
  }
  for (const group of groups.values()) {
    group.sort((a, b) => byAge(a.live, b.live));
  }
  return groups;
}

/** The oldest first. Times are date-times of any offset and precision, so their texts do not tell. */
function byAge(a: LiveRule, b: LiveRule): number {
  // biome-ignore lint/style/noRestrictedGlobals: reads a given time, not the clock
  const [left, right] = [Date.parse(a.createdAt), Date.parse(b.createdAt)];
  return left - right || order(a.createdAt, b.createdAt) || order(a.id, b.id);
}

/** The types of a live rule's actions that no request can carry, each once. */
function unsendableTypes({ actions }: LiveRule): string[] {
  return [...new Set(actions.map(({ type }) => type).filter((type) => !isSendable(type)))].sort();
}

/** Canonical forms have their keys in one order, so their JSON is equal exactly when they are. */
function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
