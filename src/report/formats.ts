/** The renderers of each document, by the value of `--format`. */

import type * as z from 'zod';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Applied, MailExplanation, Plan, Probed, Pulled, Tested } from '../diagnostics/results.ts';
import type { AccountsDocument, ListedAccount } from '../model/accounts.ts';
import type { Difference } from '../model/applied.ts';
import type { DoctorDocument } from '../model/doctor.ts';
import type { FormattedDocument, FormattedFile } from '../model/formatted.ts';
import type { LeftToDo, StartingFile } from '../model/init.ts';
import type { ExplainDocument, ExplainedRule, ListDocument } from '../model/listing.ts';
import type { ExplainMailDocument } from '../model/mail.ts';
import type { ExplainMailsDocument, MailCountsDocument } from '../model/mail-counts.ts';
import type { MadeChange, RunDocument, RunSummary, RunsDocument } from '../model/snapshot.ts';
import type { ResponseTimeReport, responseTimeDocument, VolumeReport, volumeDocument } from '../model/stats.ts';
import { accountsReport } from './accounts.ts';
import { type AppliedOptions, appliedReport } from './applied.ts';
import { type Checked, formattedReport, validationReport } from './checked.ts';
import { doctorReport } from './doctor.ts';
import { type Report, terminalReport } from './document.ts';
import { explanationReport } from './explanation.ts';
import { nextStepsReport, startingFilesReport } from './init.ts';
import {
  differenceOf,
  inOneLine,
  json,
  jsonApplied,
  jsonNotices,
  jsonPlan,
  jsonPulled,
  jsonTested,
  probesOf,
} from './json.ts';
import { type Listed, listingReport } from './listing.ts';
import { type BaseSaid, planReport } from './plan.ts';
import type { NextApply } from './plan-next.ts';
import { printMarkdown } from './print/markdown.ts';
import type { Made } from './print/page.ts';
import { renderProblems } from './print/problems.ts';
import { printBelow, printEnd, printTerminal } from './print/terminal.ts';
import { pullableReport, pulledReport } from './pull.ts';
import { shownNotices } from './quiet.ts';
import { runReport, runsReport } from './runs.ts';
import { inWords } from './sentence/rule.ts';
import type { TextOptions } from './style.ts';
import type { Wording } from './wording.ts';

/** How the user wants to see a document. */
interface View {
  style: TextOptions;
  /** Whether to leave out warnings and notes. */
  quiet: boolean;
}

type Printed = string | Promise<string>;

/** The formats of a document. A renderer returns an empty text if there is nothing to print on stdout. */
export interface Formats<Document> {
  text(document: Document, view: View): Printed;
  json?(document: Document): Printed;
  markdown?(document: Document, view: View): Printed;
  html?(document: Document, view: View): Printed;
  yaml?(document: Document): Printed;
  junit?(document: Document): Printed;
}

export type Format = keyof Formats<unknown>;

export const TEXT: Formats<string> = { text: (text) => text };

export interface Validation {
  checked: Checked;
  notices: readonly Diagnostic[];
}

export const VALIDATION: Formats<Validation> = {
  text: ({ checked, notices }, { style, quiet }) => {
    const problems = renderProblems(shownNotices(notices, quiet), style);
    const isSaid = !quiet || hasErrors(notices);
    return together(problems, isSaid ? printTerminal(validationReport(checked, notices), style) : '');
  },
  json: ({ notices }) => jsonNotices(notices),
};

export interface Formatting {
  files: readonly FormattedFile[];
  notices: readonly Diagnostic[];
  /** Returns the diff for --diff, with or without color. Replaces all other text. */
  diffs?: (color: boolean) => string;
}

export const FORMATTING: Formats<Formatting> = {
  text: ({ files, notices, diffs }, { style, quiet }) => {
    if (diffs !== undefined) return diffs(style.color);
    const problems = renderProblems(shownNotices(notices, quiet), style);
    const isSaid = !quiet || hasErrors(notices) || files.some(({ status }) => status === 'differs');
    return together(problems, isSaid ? printTerminal(formattedReport(files), style) : '');
  },
  json: jsonFormatting,
};

function jsonFormatting({ files, notices }: Formatting): string {
  return json<FormattedDocument>(notices, { files: [...files] });
}

/** A rule file read from standard input. `printed` is the formatted text. */
export const TEXT_OF_STDIN: Formats<Formatting & { printed: string }> = {
  text: ({ printed }) => printed,
  json: jsonFormatting,
};

export interface Listing extends Listed {
  notices: readonly Diagnostic[];
}

export const LISTING: Formats<Listing> = {
  text: (listing, { style }) => printTerminal(listingReport(listing), style),
  json: (listing) => json<ListDocument>(listing.notices, listDocumentOf(listing)),
  yaml: async (listing) => {
    const { yamlOf } = await import('./yaml.ts');
    return yamlOf(json<ListDocument>(listing.notices, listDocumentOf(listing)));
  },
};

function listDocumentOf({ accounts, rules }: Listing): Omit<ListDocument, 'formatVersion' | 'notices'> {
  return { accounts, rules: rules.map(({ rule, ...one }) => ({ ...one, ...inWords(rule), rule })) };
}

export interface Explanation {
  rules: readonly ExplainedRule[];
  notices: readonly Diagnostic[];
}

export const EXPLANATION: Formats<Explanation> = {
  text: ({ rules }, { style }) => printTerminal(explanationReport(rules), style),
  json: ({ rules, notices }) =>
    json<ExplainDocument>(notices, {
      rules: rules.map(({ shown, risks, ...one }) => ({ ...one, ...inWords(shown), risks })),
    }),
};

export const MAIL_EXPLANATION: Formats<MailExplanation> = {
  text: async (explanation, { style }) => {
    const { mailReport } = await import('./mail-explanation.ts');
    return printTerminal(mailReport(explanation, style.verbose), style);
  },
  json: ({ mail, rules, notices }) =>
    json<ExplainMailDocument>(notices, {
      mail,
      rules: rules.map(({ reasons, ...one }) => ({ ...one, reasons: reasons.map(inOneLine) })),
    }),
};

export interface MailCountsReport {
  counts: MailCountsDocument;
  notices: readonly Diagnostic[];
}

export const MAIL_COUNTS: Formats<MailCountsReport> = {
  text: async ({ counts }, { style }) => {
    const { mailCountsBlocks } = await import('./mail-counts.ts');
    return printTerminal(terminalReport(mailCountsBlocks(counts)), style);
  },
  json: ({ counts, notices }) => json<ExplainMailsDocument>(notices, counts),
};

export const TESTED: Formats<Tested> = {
  text: async (tested, { style, quiet }) => {
    if (quiet && tested.tests.every(({ passed }) => passed)) return '';
    const { testedReport } = await import('./tested.ts');
    return printTerminal(testedReport(tested, style.verbose), style);
  },
  json: jsonTested,
  junit: async (tested) => (await import('./junit.ts')).junitTested(tested),
};

export interface PlanReport {
  /** The plan with all its notices. */
  plan: Plan;
  /** The notices to print. The others are on stderr. */
  notices: readonly Diagnostic[];
  /** Whether at least one account could be planned. */
  hasPlan: boolean;
  /** Options for the command that carries the plan out; null to suggest none. */
  next: NextApply | null;
  /** When and by what a page was made. */
  made: Made;
  /** The words for the plan. Defaults to those for a plan of the files. */
  wording?: Wording;
  /** Whether text has only one line for each change. */
  summary?: boolean;
  /** What it is compared with. */
  base?: BaseSaid | undefined;
}

export const PLAN: Formats<PlanReport> = {
  text: ({ plan, notices, hasPlan, next, wording, summary = false, base }, { style, quiet }) =>
    hasPlan
      ? printTerminal(planReport({ ...plan, notices: [...notices] }, { wording, next, base }), {
          ...style,
          quiet,
          summary,
        })
      : '',
  json: ({ plan }) => jsonPlan(plan),
  // Without a size limit: the caller that posts a comment cuts it.
  markdown: ({ plan, base }, view) => printMarkdown(planReport(quietPlan(plan, view), { base })),
  html: async ({ plan, made, base }, view) =>
    (await import('./print/page.ts')).printPage(planReport(quietPlan(plan, view), { base }), { ...plan, made }),
};

function quietPlan(plan: Plan, { quiet }: View): Plan {
  return { ...plan, notices: shownNotices(plan.notices, quiet) };
}

export interface ApplyReport {
  /** The result with all its notices. */
  applied: Applied;
  /** The notices to print. Null: stderr already has everything, so nothing is printed. */
  notices: readonly Diagnostic[] | null;
  about: AppliedOptions;
}

export const APPLIED: Formats<ApplyReport> = {
  text: ({ applied, notices, about }, { style, quiet }) => {
    // There was nothing to do, so there is nothing to print.
    if (notices === null || (applied.steps.length === 0 && applied.unplanned.length === 0)) return '';
    const shown = { ...applied, notices: shownNotices(notices, quiet) };
    return printEnd(appliedReport(shown, { ...about, allNotices: applied.notices }), style);
  },
  json: ({ applied }) => jsonApplied(applied),
};

export interface PullReport extends Pulled {
  /** Returns the diff of each file for a dry run, with or without color. */
  diffs: (color: boolean) => string[];
  /** Whether everything went well. */
  isDone: boolean;
}

export const PULLED: Formats<PullReport> = {
  text: (pulled, { style }) => {
    const { dryRun, files, diffs, isDone, notices } = pulled;
    if (dryRun && files.length > 0) {
      const errors = notices.filter(({ severity }) => severity === 'error');
      const end = printTerminal(pullableReport(pulled), style);
      return together(`${diffs(style.color).join('')}\n${end}`, renderProblems(errors, style));
    }
    return files.length > 0 || isDone ? printTerminal(pulledReport(pulled), style) : '';
  },
  json: jsonPulled,
};

export interface RunList {
  runs: RunSummary[];
  /** Options that select the same project, to repeat in suggested commands. */
  sameProject: readonly string[];
  notices: readonly Diagnostic[];
}

export const RUNS: Formats<RunList> = {
  text: ({ runs, sameProject }, { style }) => printTerminal(runsReport(runs, sameProject), style),
  json: ({ runs, notices }) => json<RunsDocument>(notices, { runs }),
};

export interface ShownRun extends Pick<RunList, 'sameProject'> {
  run: RunSummary;
  changes: readonly MadeChange[];
  differences: readonly Difference[];
  notices: readonly Diagnostic[];
}

export const RUN: Formats<ShownRun> = {
  text: (shown, { style }) => printTerminal(runReport(shown), style),
  json: ({ run, changes, differences, notices }) =>
    json<RunDocument>(notices, {
      run,
      changes: changes.map(withoutSecretTags),
      differences: differences.map(differenceOf),
    }),
};

/** Drops the tags of a snapshot's texts: they tell whether two texts are the same, and nothing else. */
function withoutSecretTags(change: MadeChange): MadeChange {
  return JSON.parse(JSON.stringify(change), (_, value) => (value?.tag === undefined ? value : value.shown));
}

export interface AccountList {
  accounts: ListedAccount[];
  /** The project file as displayed; null if there is none. */
  file: string | null;
  notices: readonly Diagnostic[];
}

export const ACCOUNTS: Formats<AccountList> = {
  text: ({ accounts, file }, { style }) => printTerminal(accountsReport(accounts, file), style),
  json: ({ accounts, notices }) => json<AccountsDocument>(notices, { accounts }),
};

export interface Diagnosis {
  probed: readonly Probed[];
  notices: readonly Diagnostic[];
}

export const DIAGNOSIS: Formats<Diagnosis> = {
  text: ({ probed }, { style, quiet }) => {
    const shown = quiet ? probed.filter(({ result }) => result === 'failed') : probed;
    return shown.length === 0 ? '' : printTerminal(doctorReport(shown), style);
  },
  json: ({ probed, notices }) => json<DoctorDocument>(notices, { probes: probesOf(probed) }),
};

export interface StartReport {
  files: readonly StartingFile[];
  /** A plan of the pulled rules; null if there are none. */
  plan: PlanReport | null;
  /** The next steps; null if an error has to be fixed first. */
  left: LeftToDo | null;
  /** Where to take the steps; null for the working directory. */
  folder: string | null;
}

export const STARTED: Formats<StartReport> = {
  text: async ({ files, plan, left, folder }, view) => {
    if (view.quiet) return '';
    const planned = plan === null ? '' : `\n${await PLAN.text({ ...plan, next: null }, view)}`;
    const next = left === null ? '' : printBelow(nextStepsReport(files, left, folder), view.style);
    return printTerminal(startingFilesReport(files), view.style) + planned + next;
  },
};

export interface StatsReport<Report> {
  report: Report;
  /** All notices. `notes` are those to print beside the figures. */
  notices: readonly Diagnostic[];
  notes: readonly Diagnostic[];
  /** Whether at least one account could be read. */
  hasAny: boolean;
}

export const VOLUME: Formats<StatsReport<VolumeReport>> = {
  ...printedStats(async (report, notices) => (await import('./stats.ts')).volumeReport(report, notices)),
  json: ({ report, notices }) => json<z.infer<typeof volumeDocument>>(notices, report),
};

export const RESPONSE_TIME: Formats<StatsReport<ResponseTimeReport>> = {
  ...printedStats(async (report, notices) => (await import('./stats.ts')).responseTimeReport(report, notices)),
  json: ({ report, notices }) => json<z.infer<typeof responseTimeDocument>>(notices, report),
};

function printedStats<Stats>(
  reportOf: (report: Stats, notices: readonly Diagnostic[]) => Promise<Report>,
): Pick<Formats<StatsReport<Stats>>, 'text' | 'markdown'> {
  return {
    text: async ({ report, notes, hasAny }, { style, quiet }) =>
      hasAny ? printTerminal(await reportOf(report, notes), { ...style, quiet }) : '',
    markdown: async ({ report, notices }, { quiet }) =>
      printMarkdown(await reportOf(report, shownNotices(notices, quiet))),
  };
}

function hasErrors(notices: readonly Diagnostic[]): boolean {
  return notices.some(({ severity }) => severity === 'error');
}

/** Joins two texts with an empty line. An empty text is left out. */
function together(one: string, other: string): string {
  return one === '' || other === '' ? one + other : `${one}\n${other}`;
}
