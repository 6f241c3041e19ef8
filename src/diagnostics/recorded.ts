/** Notices that were put into words earlier, such as those of a plan file: their arguments are not known. */
import type { Notice } from '../model/plan.ts';
import type { Diagnostic } from './diagnostic.ts';

export function recorded({ code, message, severity, account, rule, source: place }: Notice): Diagnostic {
  return { code: 'recorded', args: { was: code, message }, severity, account, rule, place };
}

/** Returns the code of a diagnostic. That of a recorded notice is the code it had. */
export function codeOf({ code, args }: Diagnostic): string {
  return code === 'recorded' ? args.was : code;
}
