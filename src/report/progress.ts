/** Reports the progress of an apply: a line for each finished change, one for each wait, and one for how far it has come. */
import { grouped } from '../diagnostics/counts.ts';
import type { ProgressEvent, Step } from '../model/applied.ts';
import type { Change } from '../model/plan.ts';
import { MADE, NOT_MADE } from './applied-view.ts';
import { accountPrefix, quoteValue } from './lines.ts';
import { type Style, styleOf, type TextOptions } from './style.ts';
import { cutTo } from './width.ts';

/** Returns the line for a finished change. `number` counts from 1. `several`: whether there are several accounts. */
export function textStep(
  { change, status }: Step,
  { number, total, several }: { number: number; total: number; several: boolean },
  options: TextOptions,
): string {
  const { color, width, dots } = styleOf(options);
  const at = color.dim(`[${grouped(number)}/${grouped(total)}]`);
  const account = several ? accountPrefix(change.account) : '';
  return `${at} ${account}${ended(change, status, color)} ${cutTo(width, quoteValue(change.name), dots)}\n`;
}

function ended({ op }: Change, status: Step['status'], color: Style['color']): string {
  if (status === 'done') return color.green(MADE[op]);
  if (status === 'skipped') return color.dim(`${op} not needed`);
  const paint = status === 'failed' || status === 'refused' ? color.red : color.yellow;
  return paint(`${op} ${NOT_MADE[status]}`);
}

/** Returns the line for a write that is sent again. */
export function textAgain({ op, name, account }: Change, several: boolean, options: TextOptions): string {
  const { width, dots } = styleOf(options);
  return `${several ? accountPrefix(account) : ''}No answer to ${op} ${cutTo(width, quoteValue(name), dots)}: sending it again\n`;
}

type Told<Kind> = Omit<Extract<ProgressEvent, { kind: Kind }>, 'kind'>;

/** Says why the apply is waiting, and for how long: one line without a newline. `ms` is the remaining time. */
export function textWaiting({ why, status, account, ms }: Told<'waiting'>): string {
  const seconds = `${Math.max(1, Math.ceil(ms / 1000))} s`;
  const of = accountPrefix(account ?? undefined);
  switch (why) {
    case 'rate-limit':
      return `${of}The service limits requests: waiting ${seconds}`;
    case 'retry':
      return `${of}The service answers ${status ?? 'with errors'}: trying again in ${seconds}`;
    case 'unreachable':
      return `${of}The service does not answer as it should: trying again in ${seconds}`;
  }
}

/** Says for how many ms nothing useful came from the service. */
export function textStalled({ why, ms }: Told<'stalled'>): string {
  const seconds = `${Math.floor(ms / 1000)} s`;
  return why === 'too-many'
    ? `The service has answered nothing but "too many requests" for ${seconds}`
    : `Waiting for an answer of the service, for ${seconds} so far`;
}

/** No estimate before this, in ms: the first answers tell little. */
const ESTIMATED_FROM_MS = 1_000;

/** How far an apply has come after `ms`. `ended` counts all changes that were finished; `why`: why it waits, if it does. */
interface Standing extends Record<'ended' | 'total' | 'failed' | 'refused' | 'ms', number> {
  why: string | null;
}

/** Returns one line without a newline, such as `5/20, 1 failed, 15 s left`. */
export function textStanding({ ended, total, failed, refused, ms, why }: Standing): string {
  const left = ended > 0 && ms >= ESTIMATED_FROM_MS ? [`${duration((ms / ended) * (total - ended))} left`] : [];
  const next = why ?? (ended < total ? null : 'Reading the rules as they are now');
  const counts = [
    `${grouped(ended)}/${grouped(total)}`,
    ...(failed > 0 ? [`${grouped(failed)} failed`] : []),
    ...(refused > 0 ? [`${grouped(refused)} refused`] : []),
    ...(next === null ? left : []),
  ].join(', ');
  return next === null ? counts : `${counts}. ${next}`;
}

/** Formats a duration with the precision of an estimate. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds <= 10) return `${seconds} s`;
  if (seconds <= 90) return `${Math.ceil(seconds / 5) * 5} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${grouped(Math.floor(minutes / 60))} h${rest === 0 ? '' : ` ${rest} min`}`;
}
