/** The formats of documents, and those of plans, which several commands share. The others are with their commands. */
import type { SameInboxes } from '../diagnostics/commands.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Plan } from '../diagnostics/results.ts';
import type { InboxIdentity } from '../model/inbox-identity.ts';
import { jsonPlan } from './json.ts';
import { planReport } from './plan.ts';
import type { NextApply } from './plan-next.ts';
import { printMarkdown } from './print/markdown.ts';
import type { Made } from './print/page.ts';
import { shownNotices } from './print/problems.ts';
import { printTerminal } from './print/terminal.ts';
import type { TextOptions } from './style.ts';
import type { Wording } from './wording.ts';

/** How the user wants to see a document. */
export interface View {
  style: TextOptions;
  /** Whether to leave out warnings and notes. */
  quiet: boolean;
  /** All that the run has to say. Some of it may be on stderr already. */
  notices: readonly Diagnostic[];
}

type Printed = string | Promise<string>;

/** The formats of a document. A renderer returns an empty text if there is nothing to print on stdout. */
export interface Formats<Document> {
  text(document: Document, view: View): Printed;
  json?(document: Document, view: View): Printed;
  markdown?(document: Document, view: View): Printed;
  html?(document: Document, view: View): Printed;
  csv?(document: Document): Printed;
  yaml?(document: Document, view: View): Printed;
  junit?(document: Document): Printed;
}

export type Format = keyof Formats<unknown>;

export const TEXT: Formats<string> = { text: (text) => text };

export interface PlanReport {
  /** Its notices are those to print as text. The others are on stderr. */
  plan: Plan;
  hasPlan: boolean;
  /** Null: suggests no command. */
  next: NextApply | null;
  /** The options of a command on the same inboxes. Omitted: none is needed. */
  inboxes?: SameInboxes | undefined;
  made: Made;
  wording?: Wording;
  /** Whether text has only one line for each change. */
  summary?: boolean;
  /** What it is compared with, such as `main`. Defaults to the commit. */
  base?: string | undefined;
  /** Whether the inbox that was read for an account is one that was seen before; true if none was read. */
  isInbox?: ((account: string, seen: InboxIdentity) => boolean) | undefined;
}

export const PLAN: Formats<PlanReport> = {
  text: ({ plan, hasPlan, next, summary, wording, base, inboxes }, { style, quiet }) =>
    hasPlan ? printTerminal(planReport(plan, { next, wording, base, inboxes }), { ...style, quiet, summary }) : '',
  json: ({ plan }, { notices }) => jsonPlan({ ...plan, notices: [...notices] }),
  // Without a size limit: the caller that posts a comment cuts it.
  markdown: ({ plan, wording, base, inboxes }, view) =>
    printMarkdown(planReport(wholePlan(plan, view), { wording, base, inboxes })),
  html: async ({ plan, made, wording, base, inboxes }, view) =>
    (await import('./print/page.ts')).printPage(planReport(wholePlan(plan, view), { wording, base, inboxes }), {
      ...plan,
      made,
    }),
};

function wholePlan(plan: Plan, { notices, quiet }: View): Plan {
  return { ...plan, notices: shownNotices(notices, quiet) };
}

/** Joins two texts with an empty line. An empty text is left out. */
export function together(one: string, other: string): string {
  return one === '' || other === '' ? one + other : `${one}\n${other}`;
}
