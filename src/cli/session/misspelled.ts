/** Variables of the environment that nothing reads, and that are called nearly as one that is not set. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../model/nearest.ts';
import type { AccountSettings } from '../../model/project.ts';
import type { Io } from '../io.ts';
import { keyVariableOf } from './keys.ts';

/** Without it a key may go anywhere: that a slip leaves it out is not to be found out by a warning beside a plan. */
const LIMIT = 'INBOXCTL_ALLOWED_HOSTS';
const READ = ['INBOXCTL_BASE_URL', 'INBOXCTL_API_KEY', 'INBOXCTL_SIGNING_KEY', LIMIT];

export function misspelledVariables(env: Io['env'], accounts: readonly AccountSettings[]): Diagnostic[] {
  const known = new Set([...READ, ...accounts.map((account) => keyVariableOf(account, env))]);
  const unset = new Map([...known].filter((name) => !env[name]).map((name) => [withoutPrefix(name), name]));
  const set = Object.keys(env).filter((name) => /^INBOX/i.test(name) && env[name] && !known.has(name));
  return set.sort().flatMap((variable): Diagnostic[] => {
    const name = withoutPrefix(variable);
    const meant =
      unset.get(nearest(name, [...unset.keys()]) ?? '') ?? unset.get([...unset.keys()].find(endsIn(name)) ?? '');
    if (meant === undefined) return [];
    return [
      { code: 'variable-misspelled', args: { variable, meant }, severity: meant === LIMIT ? 'error' : 'warning' },
    ];
  });
}

/** A name that leaves words out: INBOXCTL_KEY for INBOXCTL_API_KEY. */
function endsIn(name: string) {
  return (known: string): boolean => known.endsWith(`_${name.toUpperCase()}`);
}

function withoutPrefix(variable: string): string {
  return variable.replace(/^INBOX[^_]*_/i, '');
}
