/** Writes to the runner: masks, annotations, the summary, and a log without commands. */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import path from 'node:path/posix';
import { type AnnotationProperties, error, notice, setSecret, warning } from '@actions/core';
import type { Io } from '../cli/io.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { escapeControl } from '../diagnostics/escape-control.ts';
import { alikeOf } from '../report/alike.ts';
import { inOneLine } from '../report/json.ts';
import { isNamed } from '../report/lines.ts';

export type Annotation = { severity: 'error' | 'warning' | 'info'; message: string; properties: AnnotationProperties };

/** Masks a value in the log, and each line of it if it has several. */
export function mask(value: string): void {
  for (const part of new Set([value, ...value.split(/\r?\n/)])) if (part.trim() !== '') setSecret(part.trim());
}

export function annotate({ severity, message, properties }: Annotation): void {
  const write = { error, warning, info: notice }[severity];
  write(message, properties);
}

/** In bytes. GitHub drops the whole summary of a step above 1 MiB, and other parts of the step may write to it too. */
export const SUMMARY_LIMIT = 1024 * 1024 - 8 * 1024;

/** Adds to the summary of the step; the caller keeps `markdown` within SUMMARY_LIMIT. Does nothing without a summary file. */
export function summarize(markdown: string, env: Io['env']): void {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === '' || markdown === '') return;
  appendFileSync(file, markdown.endsWith('\n') ? markdown : `${markdown}\n`);
}

/** Runs something whose output may contain anything. Until it ends, the runner treats no line as a workflow command. */
export async function withoutCommands<T>(io: Io, run: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  io.stdout.write(`::stop-commands::${token}\n`);
  try {
    return await run();
  } finally {
    // On a line of its own, whatever was written before.
    io.stdout.write(`\n::${token}::\n`);
  }
}

/** GitHub shows at most this many annotations of each severity for a step. */
const MOST = 10;

const OURS = { title: 'inboxctl' };

/** At most 10 of each severity. Why the job fails comes last, because the page of the run shows the last one first. */
export function annotationsOf(notices: readonly Diagnostic[], folder: string, failure?: string): Annotation[] {
  const last: Annotation[] = failure === undefined ? [] : [{ severity: 'error', message: failure, properties: OURS }];
  const others = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const alike = alikeOf(
      notices.filter((notice) => notice.severity === severity),
      false,
    );
    const all = alike.flatMap((one) => one.all.map((notice) => annotationOf(notice, one.accounts, folder)));
    const room = severity === 'error' ? MOST - last.length : MOST;
    const counted = alike.reduce((sum, one) => sum + one.left, 0);
    const shown = all.slice(0, counted > 0 || all.length > room ? room - 1 : room);
    const left = all.length - shown.length + counted;
    return left === 0
      ? shown
      : [
          ...shown,
          { severity, message: `${left} more${severity === 'info' ? '.' : ': see the log.'}`, properties: OURS },
        ];
  });
  return [...others, ...last];
}

function annotationOf(diagnostic: Diagnostic, accounts: readonly string[], folder: string): Annotation {
  const { severity, rule, place: source } = diagnostic;
  const whose = accounts.length > 1 ? `${accounts.length} accounts` : accounts.find(isNamed);
  const about = [whose ?? [], rule ?? []].flat().map(escapeControl);
  const properties =
    source === undefined
      ? {}
      : { file: path.join(folder, source.file), startLine: source.line, startColumn: source.column };
  return {
    severity,
    message: inOneLine(diagnostic).split('\n').map(escapeControl).join('\n'),
    properties: { title: ['inboxctl', ...about].join(': '), ...properties },
  };
}
