/** Notices as annotations of a workflow run: the worst first, and no more of a severity than GitHub shows. */
import path from 'node:path/posix';
import { harmless } from '../report/harmless.ts';
import type { Notice } from './mode.ts';
import type { Annotation } from './runner.ts';

/** How many of a severity GitHub shows for a step. */
const MOST = 10;

/** Takes notices, and the folder that their places are relative to; gives at most 10 of each severity. */
export function annotationsOf(notices: readonly Notice[], folder: string): Annotation[] {
  return (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const all = notices.filter((notice) => notice.severity === severity);
    const shown = all.slice(0, all.length > MOST ? MOST - 1 : MOST).map((notice) => annotationOf(notice, folder));
    const left = all.length - shown.length;
    if (left === 0) return shown;
    return [...shown, { severity, message: `${left} more: see the log.`, properties: { title: 'inboxctl' } }];
  });
}

function annotationOf({ severity, message, rule, account, source }: Notice, folder: string): Annotation {
  const about = [account === undefined || account === 'default' ? [] : account, rule ?? []].flat().map(harmless);
  const properties =
    source === undefined
      ? {}
      : { file: path.join(folder, source.file), startLine: source.line, startColumn: source.column };
  return {
    severity,
    message: message.split('\n').map(harmless).join('\n'),
    properties: { title: ['inboxctl', ...about].join(': '), ...properties },
  };
}
