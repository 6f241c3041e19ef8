/**
 * Decides how files must change to match the live rules. Writes nothing. In order: compare each account with its files
 * (outcomes, pulled-rule, new-rule), settle what accounts share (agreement, placement), name new files and variables
 * (written-rules, registry), edit the texts of files (draft), and read them back (verify). If a rule would not match
 * its live rule, it is left out, and all files are drafted again.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Undeclarable } from '../diagnostics/pulls.ts';
import { Redactor, type Secret } from '../diagnostics/redactor.ts';
import type { FileEdit, NewVariable } from '../model/pull.ts';
import { deleteLimit } from '../planning/guards.ts';
import type { LoadedRule } from '../source/load/loader.ts';
import { FILE_LIMIT, isTooBig } from '../source/load/read-file.ts';
import { isInside } from '../source/paths.ts';
import { agree, type Edit } from './pull/agreement.ts';
import { type Draft, draftFiles } from './pull/draft.ts';
import { webhookUrls } from './pull/hidden.ts';
import { ignoring } from './pull/ignoring.ts';
import type { PullAccount, PullInput, PullTask } from './pull/input.ts';
import { noticesOf, type Objection } from './pull/notices.ts';
import { type AccountOutcomes, type Excluded, pullOutcomes } from './pull/outcomes.ts';
import { keptRoots, type Placement, placeRules } from './pull/placement.ts';
import type { Subject } from './pull/rule-file-drafts.ts';
import { type Expected, verify } from './pull/verify.ts';
import { isInPrompts } from './pull/written-rules.ts';

export interface PullPlan {
  /** In writing order: texts before the rules that refer to them, removals last. */
  files: FileEdit[];
  variables: (NewVariable & { value: string })[];
  notices: Diagnostic[];
  /** Reasons not to write, which `--force` overrides. */
  refusals: Diagnostic[];
  /** Reasons not to write that nothing overrides. */
  impossible: Diagnostic[];
}

/** A text that becomes a variable is a secret in all other texts too, so planning starts again with it. */
export function planPull(request: PullTask): PullPlan & { secrets: Secret[] } {
  let secrets = [...request.secrets, ...webhookUrls(request.accounts)];
  for (;;) {
    const redactor = new Redactor(secrets);
    const plan = decided({ ...request, redactor });
    const shown = plan.variables.filter(({ value }) => redactor.text(value) === value);
    const named = plan.variables.map(({ name, value }) => ({ name, value }));
    if (shown.length === 0) return { ...plan, secrets: [...named, ...secrets] };
    secrets = [...secrets, ...named];
  }
}

function decided(input: PullInput): PullPlan {
  const outcomes = new Map<PullAccount, AccountOutcomes>();
  for (const account of input.accounts) {
    if (typeof account.live !== 'string') outcomes.set(account, pullOutcomes(account, account.live, input));
  }
  const all = [...outcomes.values()];
  const agreed = agree(outcomes, input.accounts, input.options.prune);
  const fresh = all.flatMap((one) => one.fresh);
  const { placements, notPlaced, places, settings: listing } = placeRules(fresh, input);
  const { draft, objections } = checkedDraft(agreed.edits, placements, input);

  const excluded = [...all.flatMap((one) => one.excluded), ...objected(placements, objections)];
  const removed = agreed.edits.filter(({ source, pulled }) => pulled === null && !objections.has(source));
  const removedRules = new Set(removed.map(({ source }) => source));
  const { files: settings, notices } = ignoring(excluded, removedRules, listing, input);
  const files = inOrder(draft, settings);
  const { only, keepRoots } = input.options;
  const { textsLeft } = draft;
  if (textsLeft.length > 0) notices.push({ code: 'pull-texts-left', args: { files: textsLeft }, severity: 'info' });
  const partial: Diagnostic[] =
    only === null ? [] : [{ code: 'pull-partial', args: { only: only.patterns }, severity: 'info' }];
  return {
    files: keepRoots ? [...files, ...keptRoots(files, places, input)] : files,
    variables: draft.variables,
    notices: [...partial, ...noticesOf({ outcomes, agreed, notPlaced, objections, excluded }, input), ...notices],
    refusals: [...pruneGuard(input.accounts, removedRules), ...textsOutside(draft, input)],
    impossible: tooBig(draft),
  };
}

function checkedDraft(
  edits: readonly Edit[],
  placements: readonly Placement[],
  input: PullInput,
): { draft: Draft; objections: Map<Subject, Objection> } {
  const expected = new Map<Subject, Expected>();
  for (const { source, live, pulled, account } of edits) {
    if (live !== null && pulled !== null) expected.set(source, { live, kept: pulled.kept, settings: account.settings });
  }
  for (const { fresh } of placements) {
    const [{ live, account }] = fresh;
    expected.set(live, { live, kept: [], settings: account.settings });
  }
  const objections = new Map<Subject, Objection>();
  for (;;) {
    const draft = draftFiles(
      edits.filter(({ source }) => !objections.has(source)),
      placements.filter(({ fresh: [{ live }] }) => !objections.has(live)),
      input,
    );
    const found = draft.failed.size > 0 ? draft.failed : verify(draft, expected, input);
    if (found.size === 0) return { draft, objections };
    for (const [subject, objection] of found) objections.set(subject, objection);
  }
}

function objected(placements: readonly Placement[], objections: ReadonlyMap<Subject, Objection>): Excluded[] {
  return placements.flatMap(({ fresh }) => {
    const objection = objections.get(fresh[0].live);
    if (objection === undefined) return [];
    const unreadable = objection === 'holds-key' ? objection : 'unreadable';
    const reason: Undeclarable =
      typeof objection === 'string' ? { why: unreadable } : { why: 'refused', problem: objection };
    return fresh.map(({ account, name }) => ({ account, name, reason }));
  });
}

/** Ordered so that an interrupted pull leaves no reference to a missing file, and no rule in a folder that is not listed. */
function inOrder({ texts, ruleFiles }: Draft, settings: readonly FileEdit[]): FileEdit[] {
  const rules = ruleFiles.map(({ file }) => file);
  const isThere = ({ after }: FileEdit) => after !== null;
  const isGone = ({ after }: FileEdit) => after === null;
  const written = [...texts.filter(isThere), ...settings, ...rules.filter(isThere)];
  const all = [...written, ...rules.filter(isGone), ...texts.filter(isGone)];
  const byPath = new Map(all.map((file) => [file.path, file]));
  return [...byPath.values()].filter(({ before, after }) => before !== after);
}

/** Guards against a wrong answer or key: no account may lose all rules, or more than its share of declared ones. */
function pruneGuard(accounts: readonly PullAccount[], removed: ReadonlySet<LoadedRule>): Diagnostic[] {
  return accounts.flatMap(({ name, rules, settings }): Diagnostic[] => {
    const count = rules.filter((rule) => removed.has(rule)).length;
    const setting = settings.guard.maxDeletes;
    const limit = deleteLimit(setting, rules.length);
    const all = count === rules.length;
    if (count === 0 || (count <= limit && !all)) return [];
    const args = { removed: count, declared: rules.length, limit, setting, all };
    return [{ code: 'pull-guard', args, severity: 'error', account: name }];
  });
}

/** Files that would be too big for any command to read. */
function tooBig({ ruleFiles }: Draft): Diagnostic[] {
  return ruleFiles.flatMap(({ file: { shown: file, after } }): Diagnostic[] => {
    if (after === null || !isTooBig(after)) return [];
    return [{ code: 'pull-file-too-big', args: { file, limit: FILE_LIMIT }, severity: 'error' }];
  });
}

function textsOutside({ texts }: Draft, input: PullInput): Diagnostic[] {
  const roots = input.accounts.flatMap((account) => account.roots);
  const files = texts.filter(({ path, after }) => {
    return after !== null && !isInPrompts(path, input) && !roots.some((root) => isInside(path, root));
  });
  const args = { files: files.map(({ shown }) => shown) };
  return files.length === 0 ? [] : [{ code: 'pull-text-outside', args, severity: 'error' }];
}
