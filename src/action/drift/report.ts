/**
 * The title and body of the issue that reports drift. The same drift gives the same text. The next run reads one line
 * back: an account that cannot be read then keeps its part of the report.
 */
import * as z from 'zod';
import type { Plan } from '../../diagnostics/results.ts';
import { jsonIn } from '../../model/json.ts';
import { type Drifted, type IssueFacts, issueReport } from '../../report/drift.ts';
import type { Inline } from '../../report/inline.ts';
import { inlineMarkdown } from '../../report/print/inline-markdown.ts';
import { printMarkdown } from '../../report/print/markdown.ts';
import type { Target } from '../comment/marker.ts';
import { inboxesOf, partsOf } from '../comment/target.ts';

/** In bytes. GitHub accepts 65,536 characters. */
const LONGEST = 60_000;

export type TitledText = { title: string; body: string };

/** The first line of every issue of a target: the same every night. */
export function driftMarker({ workingDirectory, accounts, shard, baseUrl }: Target): string {
  const json = JSON.stringify({ workingDirectory, accounts, shard, baseUrl });
  return `<!-- inboxctl:drift v1 ${Buffer.from(json).toString('base64url')} -->`;
}

/** Reports whether a body begins with the marker of this target. */
export function isAbout(body: string, target: Target): boolean {
  return body.split(/\r?\n/, 1)[0]?.trimEnd() === driftMarker(target);
}

/** What an issue says: `kept` was reported before, of accounts that could not be read now; `since` then is also of these. */
export type ReportFacts = Omit<IssueFacts, 'pull'>;

export function issueText(target: Target, plan: Plan, { kept, since, merged }: ReportFacts): TitledText {
  const parts = partsOf(target);
  const isDrift = plan.changes.length + kept.length > 0;
  const what = isDrift ? 'the inbox is not as its files say' : 'not all accounts could be compared';
  const marks = [driftMarker(target), ...reportedLine({ changes: [...plan.changes, ...kept], since })];
  const head = `${marks.join('\n')}\n`;
  const report = issueReport(plan, { kept, since, merged, pull: pullCommand(target) });
  const maxBytes = LONGEST - Buffer.byteLength(head);
  return {
    title: `inboxctl: ${what}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
    body: `${head}${printMarkdown(report, { maxBytes, whole: 'the summary of the job' }).trimEnd()}`,
  };
}

/** The body of a closed issue. */
export function closedBody(target: Target, why: Inline): string {
  return `${driftMarker(target)}\n${inlineMarkdown(why)}`;
}

/** The command that writes the inbox into the files of a clone. */
export function pullCommand(target: Target): string {
  const { place, accounts } = inboxesOf(target);
  return ['inboxctl pull --prune', ...place, ...accounts].join(' ');
}

const reportedChange = z.object({
  account: z.string(),
  op: z.enum(['create', 'replace', 'delete']),
  name: z.string(),
  reason: z.enum(['undeclared', 'duplicate']).optional(),
  renamedFrom: z.string().optional(),
});

const reported = z.object({ changes: z.array(reportedChange), since: z.record(z.string(), z.iso.date()) });

/** What the next run reads back. */
export type Reported = { changes: Drifted[]; since: Record<string, string> };

/** In bytes. A longer line is left out; the report then stays unchanged until all accounts can be read. */
const LONGEST_LINE = 12_000;

const LINE = /^<!-- inboxctl:drift:reported ([\w-]+) -->\r?$/m;

function reportedLine(of: z.input<typeof reported>): string[] {
  const json = JSON.stringify(reported.parse(of));
  const line = `<!-- inboxctl:drift:reported ${Buffer.from(json).toString('base64url')} -->`;
  return Buffer.byteLength(line) > LONGEST_LINE ? [] : [line];
}

/** Reads back a report; null if it has no such line. It may have been edited, so names are untrusted. */
export function reportedIn(body: string): Reported | null {
  const encoded = LINE.exec(body)?.[1];
  if (encoded === undefined) return null;
  const read = reported.safeParse(jsonIn(Buffer.from(encoded, 'base64url').toString('utf8')));
  return read.success ? (read.data as Reported) : null;
}
