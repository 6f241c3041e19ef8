/** Notices as Markdown, where there is no plan to show them in. */
import { count } from '../diagnostics/counts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { noticeItem } from '../report/print/markdown.ts';

/** The log has them all. */
const MOST = 100;

/** How many errors and warnings there are, and a list with the worst first. */
export function noticeList(notices: readonly Diagnostic[]): string {
  const of = (severity: Diagnostic['severity']) => notices.filter((notice) => notice.severity === severity);
  const [errors, warnings, others] = [of('error'), of('warning'), of('info')];
  const counted = [
    ...(errors.length > 0 ? [count(errors.length, 'error')] : []),
    ...(warnings.length > 0 ? [count(warnings.length, 'warning')] : []),
  ];
  const sorted = [...errors, ...warnings, ...others];
  const items = sorted.slice(0, MOST).map((notice) => noticeItem(notice));
  if (sorted.length > MOST) items.push(`- ${count(sorted.length - MOST, 'more notice')}: see the log.`);
  const first = counted.length === 0 ? 'No problem was found.' : `${counted.join(', ')}.`;
  return items.length === 0 ? first : `${first}\n\n${items.join('\n')}`;
}
