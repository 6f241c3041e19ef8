/** The report of an apply: how it ended, what went wrong and why, what was done, and which commands to run next. */
import { FOUND, refusalOf, shortRisk, whyHeld } from '../diagnostics/changes.ts';
import { count, grouped } from '../diagnostics/counts.ts';
import { rowOf } from '../diagnostics/describe.ts';
import { inRow, ours, theirs } from '../diagnostics/message.ts';
import type { Applied, Plan } from '../diagnostics/results.ts';
import type { Failure, Step } from '../model/applied.ts';
import { groupBy } from '../model/group-by.ts';
import type { Change } from '../model/plan.ts';
import { type AlikeChanges, alikeChanges } from './alike.ts';
import { MADE, NOT_MADE, tally } from './applied-view.ts';
import { type Block, callout, commandsBlock, headingOf, paragraph, type Report, reportTitle } from './document.ts';
import { samplesOf } from './impact-view.ts';
import { accountLead, accountName, type Inline, line, look, placeName, ruleName } from './inline.ts';
import { capital, isNamed } from './lines.ts';
import { changeSection } from './plan.ts';
import { byDanger } from './plan-view.ts';
import { standingsOfApplied } from './standings.ts';
import { convergedText, type NotCovered, OF_FILES, switchedText, type Wording } from './wording.ts';

export interface AppliedOptions {
  wording?: Wording | undefined;
  /** What the title says nothing about. */
  notCovered?: NotCovered | undefined;
  /** All notices of the run, if the report shows only some of them. */
  allNotices?: Applied['notices'];
  failFast?: boolean;
  /** The plan file as given on the command line. */
  planFile?: string | null;
  /** The number of accounts in the run. Defaults to 1. */
  accounts?: number;
  /** Options that select the same inboxes, to repeat in suggested commands. */
  sameInboxes?: readonly string[];
  /** The option that compares with the same base. */
  base?: readonly string[];
  /** The plan, for a page that shows every change. Omitted: changes are not shown. */
  plan?: Plan;
}

export function appliedReport(applied: Applied, how: AppliedOptions = {}): Report {
  const { steps, differences, notices } = applied;
  const { wording = OF_FILES, accounts = 1, plan } = how;
  const isWell = applied.outcome === 'converged';
  const state = stateBlocks(applied);
  const { skippedText } = tally(steps);
  return {
    top: [
      ...(isWell ? state : []),
      titleBlock(applied, how),
      ...failures(steps),
      ...refusals(steps),
      ...held(steps),
      ...notTried(steps, whyNotTried(applied, how)),
      ...unplanned(applied),
      ...unchecked(applied),
      ...byHand(applied),
    ],
    body: [
      { kind: 'differences', differences, wording },
      ...(steps.length === 0 || plan === undefined ? [] : [headingOf(line`Changes`)]),
      ...(plan === undefined ? [] : alikeSteps(steps).map((alike) => stepSection(alike, plan, wording))),
      { kind: 'problems', diagnostics: notices },
      ...(skippedText === null ? [] : [paragraph(ours(skippedText))]),
      ...(plan === undefined ? doneBlocks(steps) : []),
    ],
    next: [
      ...(isWell ? [] : [...state, ...nextCommands(applied, how, wording)]),
      ...(plan === undefined ? [] : [...traffic(applied), paragraph(line`Digest of the plan: ${theirs(plan.digest)}`)]),
      ...(accounts > 1 ? [{ kind: 'standings', standings: standingsOfApplied(applied, accounts) } as const] : []),
    ],
  };
}

function traffic({ accounts = [] }: Applied): Block[] {
  const head = [line`Account`, line`Start`, line`End`, line`Requests`, line`Retries`];
  const rows = accounts.map(({ name, startedAt, endedAt, requests, retries }) => {
    const times = [startedAt, endedAt].map((at) => [theirs(at ?? '')]);
    return [accountName(name), ...times, [grouped(requests)], [grouped(retries)]];
  });
  return rows.length === 0 ? [] : [{ kind: 'table', head, rows }];
}

function having(steps: readonly Step[], ...statuses: Step['status'][]): Step[] {
  return steps.filter(({ status }) => statuses.includes(status));
}

function titleBlock(applied: Applied, { allNotices, wording = OF_FILES, notCovered }: AppliedOptions): Block {
  const { outcome, steps, differences, unchecked, unplanned } = applied;
  const title = (tone: 'good' | 'danger', text: Inline) => reportTitle(look(tone, text));
  if (outcome === 'converged') {
    const said = { ...applied, notices: allNotices ?? applied.notices };
    const converged = switchedText(said) === null ? 'Converged:' : 'Converged, but';
    return title('good', line`${converged} ${ours(convergedText(said, wording, notCovered))}.`);
  }
  const { total, made, notMade } = tally(steps);
  const rest = [
    ...notMade,
    ...(unplanned.length === 0 ? [] : [`${count(unplanned.length, 'account')} without a plan`]),
    ...(differences.length === 0 ? [] : [`${count(differences.length, 'difference is', 'differences are')} left`]),
    ...(unchecked.length === 0 ? [] : ['what is live now is not known']),
  ];
  const all = total === 0 ? rest : [`${grouped(made)} of ${count(total, 'change')} made`, ...rest];
  const text = ours(all.join(', '));
  if (outcome === 'interrupted') return title('danger', line`Interrupted: ${text}.`);
  if (outcome === 'differs') return title('danger', line`Not converged: ${text}.`);
  if (made === 0 && !isUnclear(applied)) return title('danger', line`Nothing was applied: ${ours(rest.join(', '))}.`);
  return title('danger', line`${made > 0 && made < total ? 'Partly applied' : 'Not complete'}: ${text}.`);
}

/** Reports whether a change may have reached the inbox although it does not count as made. */
function isUnclear({ steps }: Applied): boolean {
  return notDone(steps).some(({ error, found }) =>
    found === undefined ? error?.outcomeUnknown === true : found !== 'not-made',
  );
}

function notDone(steps: readonly Step[]): Step[] {
  return steps.filter(({ status }) => status !== 'done' && status !== 'skipped');
}

function stateBlocks(applied: Applied): Block[] {
  const { steps } = applied;
  if (steps.length === 0) return [];
  const { madeText } = tally(steps);
  const made = madeText === '' ? [] : line`Done: ${ours(madeText)}.`;
  if (notDone(steps).length === 0) return made.length === 0 ? [] : [paragraph(made)];
  const wasDeleted = steps.some(({ status, change }) => status === 'done' && change.op === 'delete');
  const nothing = isUnclear(applied) ? line`Apart from what is said above, nothing` : line`Nothing`;
  const rest = line`${nothing}${madeText === '' ? '' : ' else'} was ${wasDeleted ? 'changed' : 'changed or deleted'}.`;
  return [paragraph(made.length === 0 ? rest : line`${made} ${rest}`)];
}

const MOST_NAMES = 10;
/** With more changes than this, names are shown without their places. */
const MOST_PLACES = 3;
/** With more causes than this, a terminal cuts each message of the service to one line. JSON has the full text. */
const MOST_WHOLE = 2;

function failures(steps: readonly Step[]): Block[] {
  const causes = [...groupBy(having(steps, 'failed'), causeOf).values()];
  return causes.map((group) => {
    const [{ change, error, found }] = group;
    const changes = group.map((step) => step.change);
    const isOneOp = changes.every(({ op }) => op === change.op);
    const what = isOneOp ? line`${change.op} ` : line`make ${count(changes.length, 'change')}: `;
    const cause = error === undefined || causeText(error) === '' ? [] : [[theirs(causeText(error))]];
    const shown = found === undefined ? [] : [line`${FOUND[found]}`];
    // A later read may have shown what became of the change.
    const remedy = found === undefined ? (error?.remedy ?? error?.hint ?? null) : null;
    return callout('danger', line`Could not ${what}${namesOf(changes, !isOneOp)}:`, [...cause, ...shown], {
      isBrief: causes.length > MOST_WHOLE,
      remedy: remedy === null ? [] : [theirs(remedy)],
    });
  });
}

function causeOf({ error, found }: Step): string {
  return JSON.stringify([error === undefined ? null : causeText(error), error?.remedy, found]);
}

function causeText({ brief, message }: Failure): string {
  return brief ?? message;
}

function namesOf(changes: readonly Change[], withOp: boolean): Inline {
  const isFew = changes.length <= MOST_PLACES;
  const names = changes.map((change, index) => {
    const { account, op, name, source } = change;
    const place = isFew && source !== null ? line` (${placeName(source)})` : [];
    const of = account === changes[index - 1]?.account ? [] : accountLead(account);
    return line`${of}${withOp ? line`${op} ` : []}${ruleName({ name })}${place}`;
  });
  return inRow(names, MOST_NAMES);
}

function refusals(steps: readonly Step[]): Block[] {
  const refused = having(steps, 'refused').map(({ change }) => change);
  return [...groupBy(refused, ({ refused: code }) => code).values()].map((changes) =>
    callout('danger', line`Refused: ${namesOf(changes, true)}`, [whyRefused(changes[0])]),
  );
}

function whyRefused({ refused: code }: Change): Inline {
  // The plan was refused as a whole.
  if (code === undefined) return line`The plan says why nothing of it may be carried out.`;
  const { why, remedy } = refusalOf(code);
  return line`${capitalized(why)}.${remedy === undefined ? [] : ours(` ${remedy}`)}`;
}

function capitalized([first = '', ...rest]: Inline): Inline {
  if (typeof first === 'string') return [capital(first), ...rest];
  return 'theirs' in first ? [{ ...first, show: (text) => capital(first.show(text)) }, ...rest] : [first, ...rest];
}

function held(steps: readonly Step[]): Block[] {
  const changes = having(steps, 'held').map(({ change }) => change);
  const title = line`Not deleted, since ${ours(whyHeld(steps))}, so that nothing is lost: ${namesOf(changes, false)}`;
  return changes.length === 0 ? [] : [callout('warning', title, [])];
}

function whyNotTried({ outcome, steps }: Applied, { failFast }: AppliedOptions): Inline {
  if (outcome === 'interrupted') return line`, because of the interruption`;
  if (having(steps, 'failed').length === 0) return [];
  return failFast === true
    ? line`, since the first failure stops all (--fail-fast)`
    : line`, since they would fail the same way`;
}

function notTried(steps: readonly Step[], why: Inline): Block[] {
  const changes = having(steps, 'not-tried').map(({ change }) => change);
  return changes.length === 0 ? [] : [callout('warning', line`Not tried${why}: ${namesOf(changes, true)}`, [])];
}

function unplanned(applied: Applied): Block[] {
  return [...groupBy(applied.unplanned, ({ message }) => message)].map(([message, alike]) => {
    const names = alike.flatMap(({ account }) => (isNamed(account) ? [accountName(account)] : []));
    const whose = names.length === 0 ? [] : line`${inRow(names, MOST_NAMES)}: `;
    return callout('danger', line`${whose}nothing was tried. ${theirs(message)}`, []);
  });
}

function unchecked(applied: Applied): Block[] {
  return [...groupBy(applied.unchecked, ({ failure }) => failure.message).values()].map((alike) => {
    const [{ failure }] = alike;
    const names = alike.flatMap(({ account }) => (isNamed(account) ? [accountName(account)] : []));
    const whose = names.length === 0 ? [] : line` of ${inRow(names, MOST_NAMES)}`;
    return callout('danger', line`The live rules${whose} could not be read at the end:`, [[theirs(failure.message)]], {
      remedy: failure.remedy === null ? [] : [theirs(failure.remedy)],
    });
  });
}

/** Returns a callout for problems that only a person can fix, such as rules that the service switched off. */
function byHand({ notices }: Applied): Block[] {
  const problems = notices.filter((notice) => rowOf(notice).fixedByHand);
  return problems.length === 0 ? [] : [callout('warning', line`To be done by hand`, [], { problems, place: 'page' })];
}

function doneBlocks(steps: readonly Step[]): Block[] {
  const done = having(steps, 'done');
  const items = done.map(({ change }) => line`${ours(MADE[change.op])} ${ruleName(change)}`);
  const title = line`${count(done.length, 'change')} made`;
  return items.length === 0 ? [] : [{ kind: 'list', title, items, detail: 'folded' }];
}

type Stepped = Change & { status: Step['status']; why: string | null };

function alikeSteps(steps: readonly Step[]): AlikeChanges<Stepped>[] {
  const changes = steps.map(({ change, status, error, found }): Stepped => {
    const then = found === undefined ? (error?.remedy ?? '') : FOUND[found];
    const told = [error?.message, then].filter((text) => text !== '').join('. ');
    const why = status !== 'failed' || error === undefined ? null : told.replace(/(?<=[.!?…])\. /g, ' ');
    return { ...change, status, why };
  });
  return alikeChanges(byDanger(changes), ({ status, why }) => [status, why]);
}

function stepSection(alike: AlikeChanges<Stepped>, plan: Plan, wording: Wording): Block {
  const [{ account, op, status, why, risks }] = alike;
  const { hint, body, ...section } = changeSection(alike, samplesOf(plan, account), wording);
  const label = ours({ ...NOT_MADE, done: MADE[op], skipped: 'made before' }[status]);
  const isMade = status === 'done' || status === 'skipped';
  const reason = why === null ? [] : [paragraph([theirs(why)], { tone: 'danger', sign: 'x' })];
  return {
    ...section,
    marks: [...(isMade ? [] : [label]), ...risks.map((risk) => ours(shortRisk(risk)))],
    hint: inRow([...(isMade ? [label] : []), ...(hint.length === 0 ? [] : [hint])]),
    body: [...reason, ...body],
  };
}

function nextCommands(applied: Applied, how: AppliedOptions, { command }: Wording): Block[] {
  const { run, outcome, steps, differences, unchecked, unplanned } = applied;
  // Nothing was made, and the reason is shown above.
  if (outcome === 'refused') return [];
  const hasFailed = having(steps, 'failed').length > 0;
  const left =
    having(steps, 'failed', 'held', 'not-tried').length > 0 ||
    (outcome === 'partial' && unchecked.length + unplanned.length > 0 && having(steps, 'refused').length === 0);
  const hasMade = steps.some(({ status }) => status === 'done');
  const { planFile = null, sameInboxes = [], base = [] } = how;
  const again = planFile === null ? [command, ...base] : [command, planFile];
  // Only a plan of the files has a command of its own.
  const isOfFiles = command === OF_FILES.command;
  const see = isOfFiles ? ['inboxctl plan', ...base] : [command];
  const what = left
    ? line`${hasFailed ? 'fix that, then ' : ''}apply what is left`
    : line`${differences.length > 0 ? 'settle that, then ' : ''}see what is left`;
  // What a rollback refuses it would refuse again.
  const isOver = !isOfFiles && !left && differences.length === 0;
  const next = isOver ? [] : [commandsBlock(line`Next: ${what}:`, [...(left ? again : see), ...sameInboxes])];
  if (run === null || !hasMade) return next;
  // A separate lead, because this is an alternative to the command above.
  const back = line`${isOver ? 'To go' : 'Or go'} back to before this run:`;
  return [...next, commandsBlock(back, ['inboxctl rollback', run, ...sameInboxes])];
}
