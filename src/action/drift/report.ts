/**
 * The title and body of the issue that reports drift. The same drift gives the same text. The next run reads one line
 * back: an account that cannot be read then keeps its part of the report.
 */
import * as z from 'zod';
import { sameInboxes } from '../../cli/session/arguments.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { jsonIn } from '../../model/json.ts';
import { shardIn } from '../../model/shard.ts';
import type { Report } from '../../report/document.ts';
import { type Drifted, issueReport } from '../../report/drift.ts';
import type { Inline } from '../../report/inline.ts';
import { inlineMarkdown } from '../../report/print/inline-markdown.ts';
import { printMarkdown } from '../../report/print/markdown.ts';
import type { Target } from '../comment/marker.ts';
import { partsOf } from '../comment/target.ts';

/** In bytes. GitHub accepts 65,536 characters. */
const LONGEST = 60_000;

export interface TitledText {
  title: string;
  body: string;
}

/** The first line of every issue of a target: the same every night. */
export function driftMarker({ workingDirectory, config, accounts, shard }: Target): string {
  const json = JSON.stringify({ workingDirectory, config, accounts, ...(shard === undefined ? {} : { shard }) });
  return `<!-- inboxctl:drift v1 ${Buffer.from(json).toString('base64url')} -->`;
}

/** Reports whether a body begins with the marker of this target. */
export function isAbout(body: string, target: Target): boolean {
  return body.split(/\r?\n/, 1)[0]?.trimEnd() === driftMarker(target);
}

/** `kept` is what was reported before about accounts that could not be read. */
export function issueText(target: Target, plan: Plan, kept: readonly Drifted[] = []): TitledText {
  const parts = partsOf(target);
  const marks = [driftMarker(target), ...reportedLine([...plan.changes, ...kept])];
  return {
    title: `inboxctl: the inbox is not as its files say${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
    body: below(marks, issueReport(plan, { kept, pull: pullCommand(target) })),
  };
}

/** The body of a closed issue. */
export function closedBody(target: Target, why: Inline): string {
  return `${driftMarker(target)}\n${inlineMarkdown(why)}`;
}

function below(marks: readonly string[], report: Report): string {
  const head = `${marks.join('\n')}\n`;
  const maxBytes = LONGEST - Buffer.byteLength(head);
  return `${head}${printMarkdown(report, { maxBytes, whole: 'the summary of the job' }).trimEnd()}`;
}

/** The command that writes the inbox into the files of a clone. */
export function pullCommand({ workingDirectory, config, accounts: account, shard = '' }: Target): string {
  const directory = workingDirectory === '.' ? undefined : workingDirectory;
  const same = { directory, config: config ?? undefined, account, shard: shardIn(shard) ?? undefined };
  return ['inboxctl pull --prune', ...sameInboxes(same)].join(' ');
}

const reported = z.object({
  account: z.string(),
  op: z.enum(['create', 'replace', 'delete']),
  name: z.string(),
  reason: z.enum(['undeclared', 'duplicate']).optional(),
  renamedFrom: z.string().optional(),
});

/** In bytes. A longer line is left out; the report then stays unchanged until all accounts can be read. */
const LONGEST_LINE = 12_000;

const LINE = /^<!-- inboxctl:drift:reported ([\w-]+) -->\r?$/m;

function reportedLine(changes: readonly Drifted[]): string[] {
  const json = JSON.stringify(changes.map((change) => reported.parse(change)));
  const line = `<!-- inboxctl:drift:reported ${Buffer.from(json).toString('base64url')} -->`;
  return Buffer.byteLength(line) > LONGEST_LINE ? [] : [line];
}

/** Reads back the changes of a report; null if it has no such line. It may have been edited, so names are untrusted. */
export function reportedIn(body: string): Drifted[] | null {
  const encoded = LINE.exec(body)?.[1];
  if (encoded === undefined) return null;
  const read = z.array(reported).safeParse(jsonIn(Buffer.from(encoded, 'base64url').toString('utf8')));
  return read.success ? (read.data as Drifted[]) : null;
}
