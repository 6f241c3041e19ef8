/** What a pull reports besides the files that it writes. */
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import type { FileFinding } from '../../diagnostics/files.ts';
import type { LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import { unsendableTypes } from '../../planning/losses.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import type { Agreed } from './agreement.ts';
import type { PullAccount, PullInput } from './input.ts';
import type { AccountOutcomes, Excluded, Fresh, RuleOutcome } from './outcomes.ts';
import type { NotPlaced } from './placement.ts';
import type { Subject } from './rule-file-drafts.ts';

/** Why a rule cannot be written: the loader refuses it, it would not match the live rule, has a key, or cannot be edited. */
export type Objection = FileFinding | 'check' | 'holds-key' | 'edit';

/** One that names its rule. */
type RuleFinding = Extract<Finding, { args: { name: string } }>;

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
  const notices: Diagnostic[] = [];
  /** `source`: the rule of the files that it is about; left out for one that is only live. */
  const note = (finding: RuleFinding, account?: string, source?: LoadedRule): void => {
    const place = source && input.locate(source.spot).place;
    notices.push({ ...finding, severity: 'warning', account, rule: finding.args.name, place });
  };
  const isPartial = input.options.only !== null;
  for (const [{ name: account, settings }, { outcomes: own, duplicates, fresh }] of outcomes) {
    notices.push(...onlyLive(account, own, fresh));
    for (const { source, live, pulled } of own) {
      const { name } = source.written;
      const from = live === null ? source.resolved.name : canonicalName(live.name);
      const isRenamed = from !== canonicalName(source.resolved.name);
      if (isRenamed) note({ code: 'pull-rename-left', args: { name, from } }, account, source);
      for (const secret of pulled?.secrets ?? []) {
        note({ code: 'pull-secret-changed', args: { name, ...secret } }, account, source);
      }
    }
    for (const duplicate of duplicates) {
      const args = { ...duplicate, undeclared: settings.undeclared };
      if (!isLeft(account, duplicate.name)) note({ code: 'pull-duplicates', args }, account);
    }
  }
  for (const { source, account, held } of agreed.gone) {
    note({ code: 'pull-gone', args: { name: source.written.name, isPartial, held } }, account.name, source);
  }
  for (const { source, ...blocked } of agreed.blocked) {
    note({ code: 'pull-shared', args: { name: source.written.name, ...blocked } }, undefined, source);
  }
  for (const { fresh, why, accounts } of notPlaced) {
    const args = { name: fresh.name, why, accounts, by: [], what: 'new' } as const;
    note({ code: 'pull-shared', args }, fresh.account.name);
  }
  for (const { source } of agreed.edits) {
    const objection = objections.get(source);
    if (objection !== undefined) note(leftBecause(objection, source.written.name), undefined, source);
  }
  const all = [...outcomes.values()].flatMap((one) => one.outcomes.flatMap(({ pulled }) => pulled?.unset ?? []));
  const names = [...new Set(all)].sort();
  if (names.length > 0) notices.push({ code: 'pull-variables-unset', args: { names }, severity: 'info' });
  return notices;
}

/** Live properties of an account's rules that no file can express. */
function onlyLive(account: string, outcomes: readonly RuleOutcome[], fresh: readonly Fresh[]): Diagnostic[] {
  const declared = outcomes.map(({ source: { written }, live }) => ({ live, ...written }));
  const all: { name: string; live: LiveRule | null; enabled?: boolean | null | undefined }[] = [...declared, ...fresh];
  return all.flatMap(({ name: rule, live, enabled }): Diagnostic[] => {
    const types = live === null ? [] : unsendableTypes(live);
    const about = { severity: 'info', account, rule } as const;
    return [
      ...(enabled == null && live?.enabled === false ? [{ code: 'pull-off', args: {}, ...about } as const] : []),
      ...(types.length === 0 ? [] : [{ code: 'unsendable-actions', args: { types }, ...about } as const]),
    ];
  });
}

function leftBecause(objection: Objection, name: string): RuleFinding {
  if (typeof objection === 'string') return { code: 'pull-left', args: { name, why: objection } };
  return { code: 'pull-invalid', args: { name, problem: objection } };
}
