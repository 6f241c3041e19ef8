/** The report of a plan: the result and what needs attention, then changes and notices, then commands to run next. */
import { RISKS, refusalOf, shortRisk } from '../diagnostics/changes.ts';
import {
  applyCommands,
  type CommandScope,
  commandLines,
  type SameInboxes,
  scopeOf,
  toKeep,
} from '../diagnostics/commands.ts';
import { count, grouped } from '../diagnostics/counts.ts';
import { codeOf } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { escapeLetters } from '../diagnostics/escape-control.ts';
import { isGuard } from '../diagnostics/guards.ts';
import { inRow, joinedLines, ours, type Parts, say, theirs } from '../diagnostics/message.ts';
import type { Plan } from '../diagnostics/results.ts';
import { groupBy } from '../model/group-by.ts';
import { type Change, deletesUndeclared, editsOf, type PlannedAccount } from '../model/plan.ts';
import { type AlikeChanges, alikeChanges, alikeLine, alikeName, alikeNames, alikeOf } from './alike.ts';
import { type Block, callout, headingOf, paragraph, type Report, reportTitle, type Section } from './document.ts';
import { gistOf } from './gist.ts';
import { affectedTexts, impactBlocks, impactHint, samplesOf, searchBlocks } from './impact-view.ts';
import {
  accountLead,
  accountName,
  type Inline,
  line,
  look,
  MOST_RISKY,
  placeName,
  quotedName,
  ruleName,
} from './inline.ts';
import { capital, isNamed } from './lines.ts';
import { type NextApply, nextCommands } from './plan-next.ts';
import { byDanger, notedOf, refusalsIn, risksIn, wholeRefusals } from './plan-view.ts';
import { ruleSentence } from './sentence/rule.ts';
import { standingsOfPlan } from './standings.ts';
import { nothingText, OF_DRIFT, OF_FILES, switchedText, type Wording } from './wording.ts';

export interface PlanOptions {
  wording?: Wording | undefined;
  /** Null: suggests no command. */
  next?: NextApply | null | undefined;
  /** What the base is called, such as `main`. Defaults to its commit. */
  base?: string | undefined;
  /** The options of a command on the same inboxes. */
  inboxes?: SameInboxes | undefined;
  /** How to undo what was changed in the inbox and is left alone, as a sentence. Defaults to a command. */
  toUndo?: ((changes: readonly Change[]) => Parts) | undefined;
  /** What was merged and not made. */
  merged?: MergedBy | undefined;
}

/** The numbers of the merged pull requests that showed changes which no apply made. */
export type MergedBy = ReadonlyMap<Change, number>;

const HERE: SameInboxes = { place: [], accounts: [] };

export function planReport(plan: Plan, options: PlanOptions = {}): Report {
  const twins = plan.notices.flatMap(({ code, args }) => {
    return code === 'likely-rename' && args.twin ? [args.twin.name, args.meant] : [];
  });
  return twins.length === 0 ? reportOf(plan, options) : withCodes(reportOf(plan, options), twins);
}

/** Shows names that look the same with their letters as codes, wherever they are. Messages do that themselves. */
function withCodes<Part>(part: Part, names: readonly string[]): Part {
  if (Array.isArray(part)) return part.map((one) => withCodes(one, names)) as Part;
  if (typeof part !== 'object' || part === null || 'severity' in part) return part;
  if ('theirs' in part) return names.includes(String(part.theirs)) ? { ...part, show: escapeLetters } : part;
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, withCodes(one, names)])) as Part;
}

function reportOf(
  whole: Plan,
  { wording = OF_FILES, next = null, base, inboxes = HERE, toUndo, merged = new Map() }: PlanOptions,
): Report {
  const plan = { ...whole, changes: editsOf(whole.changes) };
  const left = whole.changes.filter(({ origin }) => origin === 'base');
  const [before, drift] = [left.filter((change) => merged.has(change)), left.filter((change) => !merged.has(change))];
  const kept = whole.notices.filter((notice) => codeOf(notice) === 'rule-kept');
  const digest = paragraph(line`Digest: ${theirs(plan.digest)}`, { detail: 'verbose' });
  const together = (changes: readonly Change[]) =>
    alikeChanges(byDanger(changes), ({ account }) => samplesOf(plan, account));
  const name = base ?? plan.base?.commit.slice(0, 12) ?? 'the base';
  const scope: ScopeOf = (changes) => scopeOf(whole, changes, inboxes);
  const undo = toUndo ?? ((changes) => undoing(changes, scope(changes)));
  return {
    top: [titleBlock(plan, left.length, wording), ...otherInboxes(plan, name), ...verdicts(plan, wording, scope)],
    body: [
      ...changeBlocks(plan, together(plan.changes), wording),
      { kind: 'problems', diagnostics: notedOf(whole) },
      ...alikeOf(kept, true).map((one) => paragraph(alikeLine(one), { detail: 'identity' })),
      // A report of drift has a table of them.
      { kind: 'standings', standings: wording === OF_DRIFT ? [] : standingsOfPlan(plan) },
      ...(before.length === 0 ? [] : [...mergedHead(merged, before), ...changeBlocks(plan, together(before), wording)]),
      ...(drift.length === 0
        ? []
        : [
            ...driftHead(name, toKeep(say`what is in the inbox`, drift, scope(drift)), undo(drift)),
            ...changeBlocks(plan, together(drift), wording),
          ]),
    ],
    next: [
      ...(plan.changes.length === 0 ? [] : [digest]),
      ...(next === null ? [] : nextCommands(plan, wording.command, next)),
    ],
  };
}

function mergedHead(merged: MergedBy, changes: readonly Change[]): Block[] {
  const numbers = [...new Set(changes.flatMap((change) => merged.get(change) ?? []))];
  const names = inRow(numbers.map((number) => look('code', [theirs(`#${number}`)])));
  return [
    headingOf(line`Merged before, and not made yet`),
    paragraph(line`Merged in ${names}: the next apply makes these too. With \`review: approved\`, approve them first.`),
  ];
}

/** The notices may be left out (--quiet) or be below many changes. */
function otherInboxes({ notices }: Plan, base: string): Block[] {
  const accounts = notices.flatMap((notice) =>
    codeOf(notice) === 'base-other-inbox' && notice.account !== undefined ? [accountName(notice.account)] : [],
  );
  if (accounts.length === 0) return [];
  const text = line`May be another inbox than at ${look('code', [theirs(base)])}: ${inRow(accounts, MOST_NAMED)}`;
  return [paragraph(text, { tone: 'warning', sign: '!' })];
}

/** Above the changes that are left alone: why they are there, and how to keep or to undo what is in the inbox. */
function driftHead(base: string, keep: Parts, undo: Parts): Block[] {
  const why = say`These were changed in the inbox, or merged before and not made. They are left alone.`;
  return [
    headingOf(line`Not from this change: the inbox differs from ${look('code', [theirs(base)])} already`),
    paragraph(joinedLines([why, keep, say`To undo what was changed in the inbox, ${undo}`])),
  ];
}

type ScopeOf = (changes: readonly Change[]) => CommandScope;

function undoing(changes: readonly Change[], scope: CommandScope): Parts {
  const commands = applyCommands(changes, scope);
  if (commands === null) return say`run \`inboxctl apply --only NAME\` for each, without \`--base\`.`;
  return say`run:${commandLines(commands)}`;
}

function titleBlock(plan: Plan, left: number, wording: Wording): Block {
  const { changes, accounts, only, summary } = plan;
  const [first] = accounts;
  const about =
    first === undefined || accounts.length > 1 || first.error !== undefined
      ? []
      : line`${accountLead(first.name)}${aboutOf(first, wording)}`;
  const title = (text: Inline, beside: Inline[]) => reportTitle(text, { beside, about });
  const failed = accounts.filter(({ error }) => error !== undefined).length;
  if (accounts.length > 0 && failed === accounts.length) return title(line`No plan, because of an error`, []);
  const notFromHere = left === 0 ? [] : [look('warning', line`${count(left, 'difference')} not from this change.`)];
  if (changes.length === 0 && left > 0) return title(line`No changes from here`, notFromHere);
  if (changes.length === 0) {
    const kept = summary.kept === 0 ? [] : line`, ${grouped(summary.kept)} ${ours(wording.kept)}`;
    const where = failed === 0 ? '' : ' where a plan could be made';
    return title(line`No changes${where}`, [line`${ours(nothingText(plan, wording))}${kept}.`]);
  }
  const ops = ['create', 'replace', 'delete'] as const;
  const counts = [
    ...ops.map((op) => ({ number: summary[op], label: `to ${op}`, tone: op })),
    { number: summary.unchanged, label: wording.unchanged, tone: 'plain' } as const,
    ...(summary.kept === 0 ? [] : [{ number: summary.kept, label: wording.kept, tone: 'plain' } as const]),
  ];
  const switched = switchedText(plan);
  const refused = changes.filter((change) => change.refused !== undefined).length;
  const beside = [
    ...(switched === null ? [] : [look('warning', line`${ours(switched)}.`)]),
    ...(refused === 0 ? [] : [look('danger', line`${count(refused, 'change')} refused${ours(wording.says)}.`)]),
    ...notFromHere,
  ];
  const what = only === undefined ? 'plan' : 'partial plan';
  const text = ours(capital(wholeRefusals(plan).length > 0 ? `refused ${what}${wording.says}` : what));
  return reportTitle(text, { counts, beside, about });
}

function aboutOf(account: PlannedAccount, wording: Wording): Inline {
  return line`${ours(wording.heading(account))} at ${look('code', [theirs(account.baseUrl)])}`;
}

/** What the title leaves out: affected sample mails, deletes and risks, refusals, and accounts without a plan. */
function verdicts(plan: Plan, wording: Wording, scope: ScopeOf): Block[] {
  const { says } = wording;
  const failed = plan.accounts.filter(({ error }) => error !== undefined);
  const stops = wholeRefusals(plan);
  const stopped = [...new Set(stops.flatMap(({ account }) => (isNamed(account) ? [account] : [])))];
  const { errors, reasons, count: refused } = refusalsIn(plan, plan.changes);
  const isWhole = stops.length > 0;
  const why = plan.notices.filter(
    ({ severity, account }) => severity === 'error' && failed.some(({ name }) => name === account),
  );
  const whose = stopped.map((account): Inline => [theirs(account)]);
  const what = whose.length === 0 || plan.accounts.length < 2 ? line`this` : inRow(whose, MOST_NAMED);
  const refusal = callout(
    'danger',
    isWhole ? line`Apply refuses ${what}${ours(says)}` : line`${count(refused, 'change')} refused${ours(says)}`,
    reasons.map(({ why, changes }) => line`${inRow(rulesOf(changes), MOST_RISKY)}: ${why}`),
    { problems: errors, place: isWhole ? 'verdict' : 'page' },
  );
  return [
    ...affectedTexts(plan).map((affected) => paragraph(look('strong', line`${ours(affected)}.`))),
    ...attention(plan, wording, scope),
    ...(isWhole || refused > 0 ? [refusal] : []),
    ...(failed.length === 0 ? [] : [notPlanned(failed, plan.accounts.length, why)]),
  ];
}

function notPlanned(failed: readonly PlannedAccount[], all: number, problems: readonly Diagnostic[]): Block {
  const title = line`${grouped(failed.length)} of ${count(all, 'account')} could not be planned`;
  const lines = failed.flatMap(({ name, error }) =>
    error === undefined || problems.some(({ account }) => account === name)
      ? []
      : [line`${accountLead(name)}${theirs(error.message)}`],
  );
  const names = failed.map(({ name }) => accountName(name));
  return callout('danger', title, lines, { names, problems, place: 'verdict' });
}

const MOST_NAMED = 10;
/** With more changes than this, a terminal repeats the risks at its end, where they are easy to notice. */
const GLANCE = 3;

/** Returns what a reader must see first: deletes and risks of the changes that are not refused. */
function attention({ changes: all, notices }: Plan, { keeps }: Wording, scope: ScopeOf): Block[] {
  const changes = all.filter(({ refused }) => refused === undefined);
  const overwriting = notices.filter((notice) => codeOf(notice) === 'overwrites-drift');
  const overwrites = changes.filter(({ account, name }) =>
    overwriting.some((one) => one.account === account && one.rule === name),
  );
  const deletes = changes.filter(({ op }) => op === 'delete');
  // A rule that is created again is a new one.
  const lost = deletes.length === 1 ? 'with its id, history' : 'with their ids, history';
  const title = line`deletes ${count(deletes.length, 'live rule')}, ${lost} and learned patterns`;
  // They say how to keep the rule.
  const problems = notices.filter((notice) => ['likely-rename', 'rename-misspelled'].includes(codeOf(notice)));
  // A guard says how to keep rules too, and those of another inbox do not belong into these files.
  const isSaid = (one: Diagnostic) => isGuard(one) || codeOf(one) === 'base-other-inbox';
  const said = new Set(notices.flatMap((one) => (isSaid(one) ? (one.account ?? '') : [])));
  const kept = keeps ? deletes.filter((one) => deletesUndeclared(one) && !said.has(one.account)) : [];
  const them = kept.length < deletes.length ? 'what no file declared' : kept.length === 1 ? 'it' : 'them';
  const remedy = toKeep([them], kept, scope(kept));
  const risks = [
    ...(overwrites.length === 0 ? [] : [{ risk: 'overwrites what was changed in the inbox', changes: overwrites }]),
    ...risksIn(changes),
  ];
  return [
    ...(deletes.length === 0 ? [] : [callout('danger', title, [], { problems, remedy, place: 'attention' })]),
    {
      kind: 'risks',
      risks: risks.map(({ risk, changes: risky }, index) => {
        const isSaidAbove =
          risky.length > MOST_RISKY && risks.slice(0, index).some((one) => isSame(one.changes, risky));
        return {
          risk: ours(risk),
          names: isSaidAbove ? [line`the same ${count(risky.length, 'rule')}`] : rulesOf(risky),
        };
      }),
      place: changes.length > GLANCE ? 'attention' : 'page',
    },
  ];
}

const isSame = (changes: readonly Change[], others: readonly Change[]) =>
  changes.length === others.length && changes.every((change, index) => change === others[index]);

/** Names the rules of changes, a rule of several accounts once. */
function rulesOf(changes: readonly Change[]): Inline[] {
  const byRule = groupBy(changes, ({ name }) => name);
  return [...byRule.values()].map((alike) => (alike.length === 1 ? ruleName(alike[0]) : alikeName(alike)));
}

/** The key of changes that several accounts share. */
const SEVERAL = Symbol('several accounts');

function changeBlocks(plan: Plan, groups: readonly AlikeChanges[], wording: Wording): Block[] {
  const accounts = new Map(plan.accounts.map((account) => [account.name, account]));
  const heading = (account: PlannedAccount): Block => {
    const { name, error } = account;
    const about = error === undefined ? aboutOf(account, wording) : look('danger', line`no plan, because of an error`);
    return { kind: 'heading', text: isNamed(name) ? accountName(name) : [], about };
  };
  const byAccount = groupBy(groups, (alike) => {
    return alike.every(({ account }) => account === alike[0].account) ? alike[0].account : SEVERAL;
  });
  const headOf = (key: string | typeof SEVERAL): Block[] => {
    if (key !== SEVERAL) return [accounts.get(key) ?? []].flat().map(heading);
    const shared = new Set((byAccount.get(SEVERAL) ?? []).flatMap((alike) => alike.map(({ account }) => account)));
    // The other accounts have a heading with their address.
    const unheaded = plan.accounts.filter(({ name }) => shared.has(name) && !byAccount.has(name));
    const items = unheaded.map((account) => line`${accountName(account.name)}: ${aboutOf(account, wording)}`);
    const live: Block[] =
      items.length === 0 ? [] : [{ kind: 'list', title: line`Live rules`, items, detail: 'verbose' }];
    return [{ kind: 'heading', text: line`Several accounts`, about: [] }, ...live];
  };
  return [
    ...(plan.accounts.length < 2 ? plan.accounts.filter(({ error }) => error !== undefined).map(heading) : []),
    ...[...byAccount].flatMap(([key, own]): Block[] => [
      ...headOf(key),
      ...own.map((alike) => changeSection(alike, samplesOf(plan, alike[0].account), wording)),
    ]),
  ];
}

/** Returns the section of changes with the same difference. `samples` is the number of mails they were tried on. */
export function changeSection(alike: AlikeChanges, samples: number | undefined, wording: Wording): Section {
  const [change] = alike;
  const { op, before, after, risks, refused, renamedFrom } = change;
  const marks = [...(refused === undefined ? [] : [line`refused`]), ...risks.map((risk) => ours(shortRisk(risk)))];
  const said = new Set(alike.map((one) => JSON.stringify(sentenceOf(one))));
  const actions = new Set(alike.map((one) => JSON.stringify([one.before?.actions, one.after?.actions])));
  const places = placesOf(alike);
  return {
    kind: 'section',
    op,
    number: alike.length,
    isDangerous: op === 'delete' || risks.length > 0 || refused !== undefined,
    isHeld: change.origin === 'base',
    summary: alikeName(alike),
    gist: gistOf(change),
    aside: places.length === 0 ? line`(${ours(wording.origin(change))})` : inRow(places, 2),
    marks,
    hint: impactHint(change),
    body: [
      ...alikeNames(alike).map((names): Block => ({ kind: 'names', names })),
      ...(said.size === 1 ? [paragraph(sentenceOf(change), { detail: 'verbose' })] : []),
      ...(refused === undefined
        ? []
        : [paragraph(line`refused${ours(wording.says)}: ${refusalOf(refused).why}`, { tone: 'danger', sign: 'x' })]),
      places.length === 0
        ? paragraph(line`${ours(capital(wording.origin(change)))}.`, FOLDED)
        : { kind: 'names', lead: line`Declared at `, names: places, detail: 'folded' },
      ...(renamedFrom === undefined ? [] : [paragraph(line`Renamed from ${quotedName(renamedFrom)}.`, FOLDED)]),
      ...impactBlocks(change, samples),
      ...(actions.size === 1 ? [] : [paragraph(line`As in ${ruleName(change)}. The actions that stay differ.`)]),
      { kind: 'rule', before, after },
      ...(new Set(alike.map((one) => JSON.stringify(one.search))).size === 1 ? searchBlocks(change.search) : []),
      ...risks.map((risk) => paragraph(ours(RISKS[risk]), { tone: 'warning', sign: '!' })),
      ...alike.flatMap((one) => identity(one, alike.length > 1)),
    ],
  };
}

function sentenceOf({ before, after }: Change): Inline {
  const rule = after ?? before;
  return rule === null ? [] : ruleSentence(rule);
}

/** Of texts that only formats with folded sections have room for. */
const FOLDED = { tone: 'quiet', detail: 'folded' } as const;

/** Returns the places where alike changes are declared, without duplicates: accounts may share files. */
function placesOf(alike: AlikeChanges): Inline[] {
  const places = alike.flatMap(({ source }) => (source === null ? [] : [source]));
  return [...new Map(places.map((place) => [JSON.stringify({ ...place, column: 0 }), placeName(place)])).values()];
}

function identity(change: Change, isOfSeveral: boolean): Block[] {
  const place = change.source === null ? [] : line`${placeName(change.source)} · `;
  const whose = isOfSeveral ? line`${ruleName(change)} · ${place}` : [];
  const live = change.id === null ? [] : line`id ${look('code', [theirs(change.id)])} · `;
  const digest = line`digest ${look('code', [theirs(change.digest)])}`;
  return [paragraph(line`${whose}${live}${digest}`, { tone: 'quiet', detail: 'identity' })];
}
