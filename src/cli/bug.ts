/** Shows a bug of ours. No input may cause one. */
import { escapedLines } from '../diagnostics/escape-control.ts';
import { Redactor } from '../diagnostics/redactor.ts';
import type { Io } from './io.ts';
import { keysIn } from './session/keys.ts';

/** The stack, and what to do. */
export function bugLines(bug: unknown, env: Io['env'] = {}): string[] {
  const stack = bug instanceof Error ? (bug.stack ?? bug.message) : String(bug);
  const advice = 'This is a bug of inboxctl. Report it with the lines above, and with what you ran.';
  return escapedLines(`${new Redactor(keysIn(env)).text(stack)}\nerror: ${advice}`);
}
