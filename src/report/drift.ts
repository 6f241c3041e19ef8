/** Describes how the inbox differs from its files: what the next apply would undo, and what to do about it. */
import { runByHand } from '../diagnostics/action.ts';
import { count, grouped } from '../diagnostics/counts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { inRow, ours, plain, theirs } from '../diagnostics/message.ts';
import type { Plan } from '../diagnostics/results.ts';
import { groupBy } from '../model/group-by.ts';
import type { Change, ShownRule } from '../model/plan.ts';
import { type Block, headingOf, inner, paragraph, type Report } from './document.ts';
import { accountName, type Inline, line, look, messageLine, quotedName, ruleName } from './inline.ts';
import { type MergedBy, planReport } from './plan.ts';
import { standingsOfPlan, worstFirst } from './standings.ts';
import { OF_DRIFT } from './wording.ts';

/** The fields of a change that are needed to describe it. */
export type Drifted = Pick<Change, 'account' | 'op' | 'name' | 'reason' | 'renamedFrom'>;

export interface IssueFacts {
  /** Differences reported earlier, for accounts that the plan does not know. */
  kept: readonly Drifted[];
  /** Since when accounts could not be read, by their names: ISO dates. */
  since: Readonly<Record<string, string>>;
  merged: MergedBy;
  /** The command that writes the inbox into the files of a clone. */
  pull: string;
}

/** Builds the issue. The plan has changes or does not know all accounts. */
export function issueReport(plan: Plan, { kept, since, merged, pull }: IssueFacts): Report {
  const isDrift = plan.changes.length + kept.length > 0;
  const head = isDrift ? line`The inbox is not as its files say.` : line`Not all accounts could be compared.`;
  const lead = line`Reported before, of accounts that are unknown now:`;
  return {
    top: [
      paragraph(look('strong', head)),
      ...driftBlocks(plan, merged, since),
      { kind: 'items', lead, items: differenceItems(kept) },
    ],
    body: [inner(planReport(plan, { wording: OF_DRIFT }))],
    next: [headingOf(line`What to do`), ...(plan.complete ? [] : [READ_ALL]), ...waysOf(plan, merged, pull)],
  };
}

/** What to do about the differences. What a pull writes would take back what was merged, so that is made first. */
function waysOf({ changes }: Plan, merged: MergedBy, pull: string): Block[] {
  const drift = changes.filter((change) => !merged.has(change));
  const make = line`The next merge makes what was merged, if the inbox is still as the pull request showed it. With \`review: approved\`, approve it first. If somebody edited the rule since, making it loses that edit. To make it now, ${runByHand([...merged.keys()])}`;
  const then = line`What somebody changed in the inbox can be adopted or reverted after that: the next report says how.`;
  if (merged.size > 0) return [way(line`Make it.`, make), ...(drift.length === 0 ? [] : [paragraph(then)])];
  if (drift.length === 0) return [];
  return [
    way(line`Adopt it.`, ADOPT),
    { kind: 'code', language: 'sh', lines: [pull] },
    ...IGNORE,
    way(line`Revert it.`, line`To bring the inbox back to what the files say, ${runByHand(drift)} ${LEFT_ALONE}`),
  ];
}

/** Returns the start of every drift message: the differences by kind, and those that a person must handle. */
export function driftBlocks(plan: Plan, merged: MergedBy = new Map(), since: IssueFacts['since'] = {}): Block[] {
  const drift = plan.changes.filter((change) => !merged.has(change));
  const items = [...mergedItems(merged), ...differenceItems(drift), ...secretItems(drift), ...refusalItems(plan)];
  return [...stateBlocks(plan, since), { kind: 'items', lead: [], items }];
}

/** Names what was merged and not made, by pull request: nobody changed it in the inbox. */
function mergedItems(merged: MergedBy): Inline[] {
  const by = groupBy([...merged.keys()], (change) => merged.get(change) ?? 0);
  return [...by].map(([number, changes]) => {
    const head = look('strong', line`Merged in ${look('code', [theirs(`#${number}`)])}, and not made`);
    return line`${head}: ${inNames(changes.map((change) => ruleName(change)))}`;
  });
}

function way(name: Inline, how: Inline): Block {
  return paragraph(line`${look('strong', name)} ${how}`);
}

const READ_ALL = way(
  line`Read all accounts.`,
  line`The reason says why an account could not be read, such as a key that expired. Once that is fixed, the next run compares it again.`,
);

const ADOPT = line`In a clone of this repository, with the API key in the environment, this writes the inbox into the files; commit what it wrote. The workflow \`adopt.yml\`, an example of inboxctl, opens a pull request with that.`;

const IGNORE: readonly Block[] = [
  way(
    line`Ignore it.`,
    line`In \`inboxctl.yaml\`, \`ignore\` names rules that are never touched, and \`ignoreDifferences\` fields that do not count:`,
  ),
  {
    kind: 'code',
    language: 'yaml',
    lines: [
      'ignore: ["Cold Email*"]',
      'ignoreDifferences: [{ rule: "Archive *", fields: ["actions/*/fields/folderName"] }]',
    ],
  },
];

const LEFT_ALONE = line`What is merged next leaves all this alone, unless its jobs have \`review: none\`.`;

const inNames = (names: readonly Inline[]) => inRow(names, 10);

const PLURAL = { is: 'are', has: 'have' };

/** Completes sentences such as `2 rules are not as in the files; an apply would replace them`. */
const KINDS = {
  extra: { verb: 'is', what: 'in the inbox and in no file', undo: 'delete' },
  duplicate: { verb: 'has', what: 'the name of another one in the inbox', undo: 'delete' },
  changed: { verb: 'is', what: 'not as in the files', undo: 'replace' },
  renamed: { verb: 'has', what: 'an earlier name in the inbox', undo: 'rename' },
  missing: { verb: 'is', what: 'in the files and not in the inbox', undo: 'create' },
} as const;

function driftKind({ op, reason, renamedFrom }: Drifted): keyof typeof KINDS {
  if (op === 'create') return 'missing';
  if (op === 'delete') return reason === 'duplicate' ? 'duplicate' : 'extra';
  return renamedFrom === undefined ? 'changed' : 'renamed';
}

function differenceItems(changes: readonly Drifted[]): Inline[] {
  const groups = groupBy(changes, driftKind) as Map<keyof typeof KINDS, Drifted[]>;
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
    const group = groups.get(kind);
    if (group === undefined) return [];
    const { verb, what, undo } = KINDS[kind];
    const found = `${count(group.length, `rule ${verb}`, `rules ${PLURAL[verb]}`)} ${what}`;
    const them = group.length === 1 ? 'it' : 'them';
    const names = group.map(({ account, name, renamedFrom }) => ruleName({ account, name: renamedFrom ?? name }));
    return [line`${look('strong', ours(found))}; an apply would ${ours(`${undo} ${them}`)}: ${inNames(names)}`];
  });
}

const MOST_ROWS = 50;

/** The state of each account, worst first, but for those as declared. Empty if there is only one, and it was read. */
function stateBlocks(plan: Plan, since: IssueFacts['since']): Block[] {
  const { accounts, complete } = plan;
  if (accounts.length < 2 && complete) return [];
  const { shown, left } = worstFirst(standingsOfPlan(plan), MOST_ROWS);
  const rows = shown.map(({ name, state, words }) => {
    const when = since[name] === undefined ? '' : ` since ${since[name]}`;
    return [accountName(name), look('strong', ours(state === 'failed' ? `unknown${when}` : 'differs')), words];
  });
  const more = accounts.length - shown.length - left.nothing;
  const rest = more === 0 ? '' : ` ${grouped(more)} more are below these.`;
  return [
    paragraph(line`${grouped(left.nothing)} of ${count(accounts.length, 'account')} as declared.${ours(rest)}`),
    { kind: 'table', head: [line`account`, line`state`, []], rows, isText: true },
  ];
}

/** Lists what an apply would not undo. People need to know before they try. */
function refusalItems({ accounts, changes, notices }: Plan): Inline[] {
  const refused = changes.filter((change) => change.refused !== undefined).map(({ name }) => quotedName(name));
  const unread = new Set(accounts.flatMap(({ name, error }) => (error === undefined ? [] : name)));
  const isInTheWay = (one: Diagnostic) => one.severity === 'error' && !unread.has(one.account ?? '');
  const errors = notices.filter(isInTheWay).map(messageLine);
  const reasons = [...groupBy(errors, plain).values()];
  return [
    ...(refused.length === 0 ? [] : [line`An apply would refuse ${inNames(refused)}: see the plan.`]),
    ...reasons.map(([reason]) => line`In the way of an apply: ${reason}`),
  ];
}

function secretItems(changes: readonly Change[]): Inline[] {
  const about = changes.flatMap((change) => {
    const { before, after } = change;
    const fields = before === null || after === null ? [] : changedSecrets(before, after);
    const names = fields.map((field) => look('code', [theirs(field)]));
    return names.length === 0 ? [] : [line`${ruleName(change)} (${inRow(names)})`];
  });
  return about.length === 0 ? [] : [line`Values that are secret differ, and are not shown: ${inNames(about)}`];
}

/** Returns the fields whose secrets are only on one side. Compares values, since actions may have moved. */
function changedSecrets(before: ShownRule, after: ShownRule): string[] {
  const [live, declared] = [secretsIn(before), secretsIn(after)];
  const onlyIn = (one: Map<string, string>, other: Map<string, string>) =>
    [...one].flatMap(([tag, field]) => (other.has(tag) ? [] : field));
  return [...new Set([...onlyIn(declared, live), ...onlyIn(live, declared)])];
}

/** Returns the field names of secrets, by their tags. */
function secretsIn(value: unknown, field = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  if ('tag' in value && 'shown' in value) return new Map([[`${field} ${String(value.tag)}`, field]]);
  const inner = Object.entries(value).map(([key, one]) => secretsIn(one, Array.isArray(value) ? field : key));
  return new Map(inner.flatMap((found) => [...found]));
}
