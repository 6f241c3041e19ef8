/**
 * Live rules into the files: what is decided here is a value, the changes of files, and nothing is written. Each file is
 * read back as it would be before it is in the plan; a rule that would not be as it is live is left out of it.
 */
import type { Diagnostic, Finding } from '../model/diagnostic.ts';
import type { FileProblems } from '../model/file-problems.ts';
import type { FileEdit, NewVariable } from '../model/pull.ts';
import type { Undeclarable } from '../model/pull-notices.ts';
import type { LoadedRule } from '../source/load.ts';
import { agree, type Edit } from './pull/agreement.ts';
import { type Draft, draftFiles, type Subject } from './pull/draft.ts';
import { ignoring } from './pull/ignoring.ts';
import type { PullAccount, PullInput } from './pull/input.ts';
import { type Excluded, type Outcomes, outcomesOf } from './pull/outcomes.ts';
import { type Placement, placeRules } from './pull/placement.ts';
import { type Expected, objectionsTo } from './pull/verify.ts';

export interface PullPlan {
  /** In the order in which they are to be written: a text before the rule that refers to it, removals last. */
  files: FileEdit[];
  /** Variables that new references name, with their values. */
  variables: (NewVariable & { value: string })[];
  notices: Diagnostic[];
  /** Rules of the service that were looked at, and those of them that are ignored. */
  live: number;
  ignored: number;
}

/** What stands against a rule: what the loader would say, or that it would not be as it is live, or cannot be edited. */
type Objection = Finding<keyof FileProblems> | 'check' | 'edit';

/** Takes accounts with their declared and live rules; gives the changes of files. */
export function planPull(input: PullInput): PullPlan {
  const outcomes = new Map<PullAccount, Outcomes>();
  for (const account of input.accounts) {
    if (typeof account.live !== 'string') outcomes.set(account, outcomesOf(account, account.live, input));
  }
  const all = [...outcomes.values()];
  const agreed = agree(
    new Map([...outcomes].map(([account, found]) => [account, found.outcomes])),
    input.accounts,
    input.options.prune,
  );
  const { placements, notPlaced } = placeRules(
    all.flatMap(({ fresh }) => fresh),
    input,
  );
  const { draft, objections } = checkedDraft(
    agreed.edits,
    placements,
    expectations(agreed.edits, placements, outcomes),
    input,
  );

  const say = speaker(input);
  for (const [account, { outcomes: own, duplicates }] of outcomes) {
    for (const { source, pulled } of own) {
      for (const secret of pulled?.secrets ?? []) {
        say({ code: 'pull-secret-changed', args: { name: source.written.name, ...secret } }, account.name, source);
      }
    }
    for (const args of duplicates) say({ code: 'pull-duplicates', args }, account.name, args.name);
  }
  const unset = new Set(all.flatMap(({ outcomes: own }) => own.flatMap(({ pulled }) => pulled?.unset ?? [])));
  if (unset.size > 0) say({ code: 'pull-variables-unset', args: { names: [...unset].sort() } }, null, null);
  for (const { source, account } of agreed.gone) {
    say({ code: 'pull-gone', args: { name: source.written.name } }, account.name, source);
  }
  for (const { source, ...blocked } of agreed.blocked) {
    say({ code: 'pull-shared', args: { name: source.written.name, ...blocked } }, null, source);
  }
  for (const { fresh, why, accounts } of notPlaced) {
    const { name, account } = fresh;
    say({ code: 'pull-shared', args: { name, why, accounts, what: 'new' } }, account.name, name);
  }
  for (const { source } of agreed.edits) {
    const objection = objections.get(source);
    if (objection !== undefined) say(leftBecause(objection, source.written.name), null, source);
  }
  const excluded = [...all.flatMap((one) => one.excluded), ...objected(placements, objections)];
  const removed = agreed.edits.flatMap(({ source, pulled }) => (pulled === null ? [source] : []));
  const { file: project, notices } = ignoring(excluded, new Set(removed), input);
  return {
    files: inOrder(draft, project),
    variables: draft.variables,
    notices: [...say.notices, ...notices],
    live: [...outcomes.keys()].reduce((sum, { live }) => sum + live.length, 0),
    ignored: all.reduce((sum, { ignored }) => sum + ignored, 0),
  };
}

/** Drafts the files, leaving out what there are objections to, until there are none. */
function checkedDraft(
  edits: readonly Edit[],
  placements: readonly Placement[],
  expected: ReadonlyMap<Subject, Expected>,
  input: PullInput,
): { draft: Draft; objections: Map<Subject, Objection> } {
  const objections = new Map<Subject, Objection>();
  for (;;) {
    const draft = draftFiles(
      edits.filter(({ source }) => !objections.has(source)),
      placements.filter(({ fresh: [{ live }] }) => !objections.has(live)),
      input,
    );
    const found: [Subject, Objection][] =
      draft.failed.size > 0
        ? Array.from(draft.failed, (subject) => [subject, 'edit'])
        : Array.from(objectionsTo(draft, expected, input), ([subject, problem]) => [subject, problem ?? 'check']);
    if (found.length === 0) return { draft, objections };
    for (const [subject, objection] of found) objections.set(subject, objection);
  }
}

function expectations(
  edits: readonly Edit[],
  placements: readonly Placement[],
  outcomes: ReadonlyMap<PullAccount, Outcomes>,
): Map<Subject, Expected> {
  const expected = new Map<Subject, Expected>();
  const edited = new Set(edits.map(({ source }) => source));
  for (const [{ settings }, { outcomes: own }] of outcomes) {
    for (const { source, live, pulled } of own) {
      if (live === null || pulled === null || !edited.has(source)) continue;
      expected.set(source, { live, kept: pulled.kept, settings });
    }
  }
  for (const { fresh } of placements) {
    const [{ live, account }] = fresh;
    expected.set(live, { live, kept: [], settings: account.settings });
  }
  return expected;
}

/** New rules that cannot be written after all. */
function objected(placements: readonly Placement[], objections: ReadonlyMap<Subject, Objection>): Excluded[] {
  return placements.flatMap(({ fresh }) => {
    const objection = objections.get(fresh[0].live);
    if (objection === undefined) return [];
    return fresh.map(({ account, name }) => ({ account, name, reason: reasonOf(objection) }));
  });
}

function reasonOf(objection: Objection): Undeclarable {
  if (typeof objection === 'string') return { why: 'unreadable' };
  return objection.code === 'reference-holds-key' ? { why: 'holds-key' } : { why: 'refused', problem: objection };
}

function leftBecause(objection: Objection, name: string): Finding {
  if (typeof objection === 'string') return { code: 'pull-left', args: { name, why: objection } };
  if (objection.code === 'reference-holds-key') return { code: 'pull-left', args: { name, why: 'holds-key' } };
  return { code: 'pull-invalid', args: { name, problem: objection } };
}

interface Say {
  (finding: Finding, account: string | null, about: LoadedRule | string | null): void;
  notices: Diagnostic[];
}

/** Keeps notices about a rule of the files, with its place, or about a live one. */
function speaker({ locate }: PullInput): Say {
  const notices: Diagnostic[] = [];
  const say = (finding: Finding, account: string | null, about: LoadedRule | string | null): void => {
    const rule = typeof about === 'string' ? { rule: about } : about === null ? {} : { rule: about.written.name };
    const place = about === null || typeof about === 'string' ? {} : { place: locate(about.spot).place };
    notices.push({
      ...finding,
      severity: 'warning',
      ...(account === null ? {} : { account }),
      ...rule,
      ...place,
    } as Diagnostic);
  };
  return Object.assign(say, { notices });
}

/** So that a pull that is cut off leaves nothing that refers to what is not there. */
function inOrder({ texts, ruleFiles }: Draft, project: FileEdit | null): FileEdit[] {
  const rules = ruleFiles.map(({ file }) => file);
  const isThere = ({ after }: FileEdit) => after !== null;
  const isGone = ({ after }: FileEdit) => after === null;
  const written = [...texts.filter(isThere), ...rules.filter(isThere), ...(project === null ? [] : [project])];
  const all = [...written, ...rules.filter(isGone), ...texts.filter(isGone)];
  const byPath = new Map(all.map((file) => [file.path, file]));
  return [...byPath.values()].filter(({ before, after }) => before !== after);
}
