/** Notices as annotations of a workflow run: the worst first, and no more of a severity than GitHub shows for a step. */
import path from 'node:path/posix';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { escapeControl } from '../diagnostics/escape-control.ts';
import { inOneLine } from '../report/json.ts';
import type { Annotation } from './runner.ts';

const MOST = 10;

const OURS = { title: 'inboxctl' };

/**
 * At most 10 of each severity. The places of notices are relative to `folder`. Why the job fails comes last, because the
 * page of the run shows the last one first.
 */
export function annotationsOf(notices: readonly Diagnostic[], folder: string, failure?: string): Annotation[] {
  const last: Annotation[] = failure === undefined ? [] : [{ severity: 'error', message: failure, properties: OURS }];
  const others = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const all = notices.filter((notice) => notice.severity === severity);
    const room = severity === 'error' ? MOST - last.length : MOST;
    const shown = all.slice(0, all.length > room ? room - 1 : room).map((notice) => annotationOf(notice, folder));
    const left = all.length - shown.length;
    return left === 0 ? shown : [...shown, { severity, message: `${left} more: see the log.`, properties: OURS }];
  });
  return [...others, ...last];
}

function annotationOf(diagnostic: Diagnostic, folder: string): Annotation {
  const { severity, rule, account, place: source } = diagnostic;
  const about = [account === undefined || account === 'default' ? [] : account, rule ?? []].flat().map(escapeControl);
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
