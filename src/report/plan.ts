/**
 * What a plan says: what it comes to and what needs attention, then each change and what there is to know besides, then what
 * to type next.
 */
import { RISKS, refusalText, shortRisk } from '../diagnostics/changes.ts';
import { count, grouped } from '../diagnostics/counts.ts';
import { describe } from '../diagnostics/describe.ts';
import { ours, theirs } from '../diagnostics/message.ts';
import type { Plan } from '../diagnostics/results.ts';
import { groupBy } from '../model/group-by.ts';
import type { Change, PlannedAccount } from '../model/plan.ts';
import {
  type Block,
  type Callout,
  type Count,
  type Inline,
  inRow,
  line,
  look,
  type Report,
  ruleName,
  type Section,
} from './document.ts';
import { affectedText, effectsOf, effectText, impactText, samplesOf, wouldRun } from './impact-view.ts';
import { capital, isNamed } from './lines.ts';
import { type NextApply, nextCommands } from './plan-next.ts';
import {
  byDanger,
  deletesInWords,
  deletesOf,
  isRefusedWhole,
  refusalsIn,
  renamesIn,
  risksIn,
  titleOf,
  wholeRefusals,
} from './plan-view.ts';
import { sentence, sentenceOf } from './sentence/rule.ts';
import { standingsOfPlan } from './standings.ts';
import type { Wording } from './style.ts';
import { nothingText, OF_FILES, switchedText } from './wording.ts';

export interface PlanSaid {
  wording?: Wording | undefined;
  /** For the command that carries the plan out; null: none is named. */
  next?: NextApply | null | undefined;
}

export function planReport(plan: Plan, { wording = OF_FILES, next = null }: PlanSaid = {}): Report {
  const digest: Block = { kind: 'text', text: line`Digest: ${theirs(plan.digest)}`, tone: 'plain', detail: 'verbose' };
  const errors = plan.notices.flatMap((one) =>
    one.severity === 'error' ? [{ account: one.account, message: describe(one).message }] : [],
  );
  return {
    top: [titleBlock(plan, wording), ...verdicts(plan), ...attention(plan)],
    body: [
      ...changeBlocks(plan, wording),
      { kind: 'problems', diagnostics: plan.notices },
      { kind: 'standings', standings: standingsOfPlan(plan, errors) },
    ],
    next: [
      ...(plan.changes.length === 0 ? [] : [digest]),
      ...(next === null ? [] : nextCommands(plan, wording.command, next)),
    ],
  };
}

function titleBlock(plan: Plan, wording: Wording): Block {
  const { summary, changes, accounts } = plan;
  const [only] = accounts;
  const about = only === undefined || accounts.length > 1 || only.error !== undefined ? [] : headingOf(only, wording);
  const text = ours(titleOf(plan));
  if (changes.length === 0) {
    const isFailed = accounts.length > 0 && accounts.every(({ error }) => error !== undefined);
    const kept = summary.kept === 0 ? '' : `, ${grouped(summary.kept)} left alone`;
    const why = isFailed ? [] : [ours(`${nothingText(plan, wording)}${kept}.`)];
    return { kind: 'title', text, counts: [], beside: why, about };
  }
  const counts: Count[] = [
    { number: summary.create, label: 'to create', tone: 'create' },
    { number: summary.replace, label: 'to replace', tone: 'replace' },
    { number: summary.delete, label: 'to delete', tone: 'delete' },
    { number: summary.unchanged, label: 'unchanged', tone: 'plain' },
    ...(summary.kept === 0 ? [] : [{ number: summary.kept, label: 'left alone', tone: 'plain' } as const]),
  ];
  const switched = switchedText(plan);
  const refused = changes.filter((change) => change.refused !== undefined).length;
  const beside = [
    ...(switched === null ? [] : [look('warning', ours(`${switched}.`))]),
    ...(refused === 0 ? [] : [look('danger', line`${count(refused, 'change')} refused.`)]),
  ];
  return { kind: 'title', text, counts, beside, about };
}

function headingOf(account: PlannedAccount, wording: Wording): Inline {
  return line`${ours(wording.heading(account))} at ${look('code', [theirs(account.baseUrl)])}`;
}

/** What the title leaves open: which sample mails, whose changes, which accounts. */
function verdicts(plan: Plan): Block[] {
  const affected = affectedText(plan);
  const failed = plan.accounts.filter(({ error }) => error !== undefined);
  const stopped = [...new Set(wholeRefusals(plan).flatMap(({ account }) => (isNamed(account) ? [account] : [])))];
  const { errors, reasons, count: refused } = refusalsIn(plan, plan.changes);
  const isWhole = isRefusedWhole(plan);
  const numbers = numbersOf(plan.changes);
  const whose = stopped.map((account): Inline => [theirs(account)]);
  const what = whose.length === 0 || plan.accounts.length < 2 ? line`this` : inRow(whose, MOST_NAMED);
  return [
    ...(affected === null ? [] : [{ kind: 'text', text: ours(`${affected}.`), tone: 'plain' } as const]),
    ...callout(isWhole || refused > 0, {
      tone: 'danger',
      title: isWhole ? line`Apply refuses ${what}` : line`${count(refused, 'change')} refused`,
      problems: errors,
      lines: reasons.map(({ why, changes }) => line`${namesOf(changes, numbers)}: ${ours(why)}`),
      place: isWhole ? 'verdict' : 'page',
    }),
    ...callout(failed.length > 0, {
      tone: 'danger',
      title: line`${grouped(failed.length)} of ${count(plan.accounts.length, 'account')} could not be planned`,
      names: failed.map(({ name }) => [theirs(name)]),
      problems: plan.notices.filter(
        ({ severity, account }) => severity === 'error' && failed.some(({ name }) => name === account),
      ),
      place: 'verdict',
    }),
  ];
}

function callout(is: boolean, one: Partial<Callout> & Pick<Callout, 'tone' | 'title' | 'place'>): Callout[] {
  return is ? [{ kind: 'callout', names: [], most: MOST_NAMED, problems: [], lines: [], ...one }] : [];
}

const MOST_NAMED = 10;
const MOST_RISKY = 5;
/** With more changes than this, the end of a text repeats the risks, where a tired reader sees them. */
const GLANCE = 3;

/** What to see before anything else, however short the time: what is deleted, and what is risky. */
function attention(plan: Plan): Callout[] {
  const { changes } = plan;
  const deletes = deletesOf(changes);
  const numbers = numbersOf(changes);
  return [
    ...callout(deletes.length > 0, {
      tone: 'danger',
      title: line`deletes ${ours(deletesInWords(deletes.length))}`,
      names: deletes.map((change) => ruleName(change, numbers.get(change))),
      problems: renamesIn(plan),
      place: 'attention',
    }),
    ...risksIn(changes).flatMap(({ risk, changes: risky }) =>
      callout(true, {
        tone: 'warning',
        title: ours(risk),
        names: risky.map((change) => ruleName(change, numbers.get(change))),
        most: MOST_RISKY,
        place: changes.length > GLANCE ? 'attention' : 'page',
      }),
    ),
  ];
}

function namesOf(changes: readonly Change[], numbers: ReadonlyMap<Change, string>): Inline {
  return inRow(
    changes.map((change) => ruleName(change, numbers.get(change))),
    MOST_RISKY,
  );
}

/** Each change as other parts of the report lead to it. */
function numbersOf(changes: readonly Change[]): Map<Change, string> {
  return new Map(byDanger(changes).map((change, index) => [change, `change-${index + 1}`]));
}

function changeBlocks(plan: Plan, wording: Wording): Block[] {
  const isOne = plan.accounts.length < 2;
  const numbers = numbersOf(plan.changes);
  const failed = plan.accounts.filter(({ error }) => isOne && error !== undefined);
  const accounts = new Map(plan.accounts.map((account) => [account.name, account]));
  const heading = (account: PlannedAccount): Block => {
    const whose = isNamed(account.name) ? line`${theirs(account.name)}: ` : [];
    if (account.error !== undefined) {
      return { kind: 'heading', text: look('danger', line`${whose}no plan, because of an error`), aside: [] };
    }
    const text = line`${whose}${ours(wording.heading(account))}`;
    return { kind: 'heading', text, aside: line`at ${look('code', [theirs(account.baseUrl)])}` };
  };
  return [
    ...failed.map(heading),
    ...[...groupBy(byDanger(plan.changes), ({ account }) => account)].flatMap(([name, changes]): Block[] => {
      const account = accounts.get(name);
      const samples = samplesOf(plan, name);
      return [
        ...(account === undefined ? [] : [heading(account)]),
        ...changes.map((change) => changeSection(change, numbers.get(change) ?? '', samples, wording)),
      ];
    }),
  ];
}

export function changeSection(change: Change, id: string, samples: number | undefined, wording: Wording): Section {
  const { op, before, after, source, risks, refused } = change;
  const origin =
    source === null ? line`(${ours(wording.origin(change))})` : line`${theirs(source.file)}:${source.line}`;
  const marks = [...(refused === undefined ? [] : [line`refused`]), ...risks.map((risk) => ours(shortRisk(risk)))];
  return {
    kind: 'section',
    id,
    op,
    summary: look('rule', [theirs(change.name)]),
    aside: origin,
    marks,
    hint: impactHint(change),
    body: [
      { kind: 'text', text: sentence(sentenceOf(change)), tone: 'plain', detail: 'verbose' },
      { kind: 'rule', before, after, alike: line`${ours(wording.wanted)}, but parked by an apply that did not finish` },
      ...impactBlocks(change, samples),
      ...risks.map((risk) => ({ kind: 'text', text: ours(RISKS[risk]), tone: 'warning', sign: '!' }) as const),
      ...(refused === undefined
        ? []
        : [{ kind: 'text', text: line`refused: ${ours(refusalText(refused))}`, tone: 'danger', sign: 'x' } as const]),
      ...identity(change),
    ],
  };
}

/** For the line that a change begins with; nothing where no sample mail is affected. */
function impactHint({ impact = [], refused }: Change): Inline {
  return impact.length === 0 || refused !== undefined ? [] : line`${count(impact.length, 'sample mail')} affected`;
}

/** How many sample mails, what would run for those that newly match, and which they are. */
function impactBlocks(change: Change, samples: number | undefined): Block[] {
  const counts = impactText(change, samples);
  if (counts === null) return [];
  const run = sentence(wouldRun(change));
  return [
    { kind: 'text', text: ours(capital(counts)), tone: 'note' },
    ...(run.length === 0 ? [] : [{ kind: 'text', text: run, tone: 'plain', isBelow: true } as const]),
    ...effectsOf(change).map(
      (effect): Block => ({
        kind: 'list',
        title: ours(`${capital(effectText(effect))}:`),
        items: effect.mails.map((mail) => look('rule', [theirs(mail)])),
        detail: 'verbose',
      }),
    ),
  ];
}

function identity({ id, digest }: Change): Block[] {
  const text = (inside: Inline): Block => ({
    kind: 'text',
    text: look('quiet', inside),
    tone: 'plain',
    detail: 'page',
  });
  return [...(id === null ? [] : [text(line`id ${theirs(id)}`)]), text(line`${theirs(digest)}`)];
}
