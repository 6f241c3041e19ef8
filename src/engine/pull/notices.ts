/** What a pull reports besides the files that it writes. */
import type { Diagnostic, Finding, Place } from '../../diagnostics/diagnostic.ts';
import type { FileFinding } from '../../diagnostics/files.ts';
import { isSendable } from '../../model/action-types.ts';
import type { LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import type { Agreed } from './agreement.ts';
import type { PullAccount, PullInput } from './input.ts';
import type { AccountOutcomes, Excluded, Fresh, RuleOutcome } from './outcomes.ts';
import type { NotPlaced } from './placement.ts';
import type { Subject } from './rule-file-drafts.ts';

/** Why a rule cannot be written: the loader refuses it, it would not match the live rule, or it cannot be edited. */
export type Objection = FileFinding | 'check' | 'edit';

interface PullDecisions {
  outcomes: ReadonlyMap<PullAccount, AccountOutcomes>;
  agreed: Agreed;
  notPlaced: readonly NotPlaced[];
  objections: ReadonlyMap<Subject, Objection>;
  excluded: readonly Excluded[];
}

/** What the service has but the files lack, and why. */
export function noticesOf(decided: PullDecisions, input: PullInput): Diagnostic[] {
  const { outcomes, agreed, notPlaced, objections, excluded } = decided;
  const inNoFile = [...excluded, ...notPlaced.map(({ fresh }) => fresh)];
  const left = new Set(inNoFile.map(({ account, name }) => JSON.stringify([account.name, name])));
  const isLeft = (account: string, name: string) => left.has(JSON.stringify([account, name]));
  const { notices, ofRule, ofLive } = noticeKeeper(input);
  const isPartial = input.options.only !== null;
  for (const [{ name: account, settings }, { outcomes: own, duplicates, fresh }] of outcomes) {
    notices.push(...onlyLive(account, own, fresh));
    for (const { source, live, pulled } of own) {
      const from = live === null ? source.resolved.name : canonicalName(live.name);
      if (from !== canonicalName(source.resolved.name)) {
        ofRule(source, account, (name) => ({ code: 'pull-rename-left', args: { name, from } }));
      }
      for (const secret of pulled?.secrets ?? []) {
        ofRule(source, account, (name) => ({ code: 'pull-secret-changed', args: { name, ...secret } }));
      }
    }
    for (const duplicate of duplicates) {
      if (isLeft(account, duplicate.name)) continue;
      const args = { ...duplicate, undeclared: settings.undeclared };
      ofLive(duplicate.name, account, { code: 'pull-duplicates', args });
    }
  }
  for (const { source, account } of agreed.gone) {
    ofRule(source, account.name, (name) => ({ code: 'pull-gone', args: { name, isPartial } }));
  }
  for (const { source, ...blocked } of agreed.blocked) {
    ofRule(source, null, (name) => ({ code: 'pull-shared', args: { name, ...blocked } }));
  }
  for (const { fresh, why, accounts } of notPlaced) {
    const { name, account } = fresh;
    ofLive(name, account.name, { code: 'pull-shared', args: { name, why, accounts, by: [], what: 'new' } });
  }
  for (const { source } of agreed.edits) {
    const objection = objections.get(source);
    if (objection !== undefined) ofRule(source, null, (name) => leftBecause(objection, name));
  }
  return [...notices, ...unsetVariables(outcomes)];
}

/** Live properties of an account's rules that no file can express. */
function onlyLive(account: string, outcomes: readonly RuleOutcome[], fresh: readonly Fresh[]): Diagnostic[] {
  const isExpected = ({ source, live }: RuleOutcome) => source.written.enabled != null || live?.enabled !== false;
  const off = [
    ...outcomes.flatMap((one) => (isExpected(one) ? [] : [one.source.written.name])),
    ...fresh.flatMap(({ live, name }) => (live.enabled ? [] : [name])),
  ];
  const isPartial = (live: LiveRule | null) => live?.actions.some(({ type }) => !isSendable(type)) ?? false;
  const partial = [
    ...outcomes.flatMap(({ source, live }) => (isPartial(live) ? [source.written.name] : [])),
    ...fresh.flatMap(({ live, name }) => (isPartial(live) ? [name] : [])),
  ];
  if (off.length === 0 && partial.length === 0) return [];
  return [{ code: 'pull-only-live', args: { off, partial }, severity: 'info', account }];
}

function leftBecause(objection: Objection, name: string): Finding {
  if (typeof objection === 'string') return { code: 'pull-left', args: { name, why: objection } };
  if (objection.code === 'reference-holds-key') return { code: 'pull-left', args: { name, why: 'holds-key' } };
  return { code: 'pull-invalid', args: { name, problem: objection } };
}

function unsetVariables(outcomes: PullDecisions['outcomes']): Diagnostic[] {
  const all = [...outcomes.values()].flatMap((one) => one.outcomes.flatMap(({ pulled }) => pulled?.unset ?? []));
  if (all.length === 0) return [];
  return [{ code: 'pull-variables-unset', args: { names: [...new Set(all)].sort() }, severity: 'info' }];
}

/** Keeps notices: about a rule of the files, with its place, and about a live one. */
function noticeKeeper({ locate }: PullInput) {
  const notices: Diagnostic[] = [];
  const note = (finding: Finding, account: string | undefined, rule: string, place?: Place) => {
    notices.push({ ...finding, severity: 'warning', account, rule, place });
  };
  return {
    notices,
    ofRule: ({ written: { name }, spot }: LoadedRule, account: string | null, finding: (name: string) => Finding) =>
      note(finding(name), account ?? undefined, name, locate(spot).place),
    ofLive: (rule: string, account: string, finding: Finding) => note(finding, account, rule),
  };
}
