/** What stops a pull that would remove many rules: an answer of the service, or a key, may be another than was meant. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { deleteLimit } from '../../planning/guards.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import type { PullAccount } from './input.ts';

/**
 * Takes the accounts, and the declared rules that would be removed; gives a refusal for each account that would lose all of
 * its rules, or more than its `maxDeletes`, of which a share is one of its declared rules.
 */
export function pruneGuard(accounts: readonly PullAccount[], removed: ReadonlySet<LoadedRule>): Diagnostic[] {
  return accounts.flatMap(({ name, rules, settings }): Diagnostic[] => {
    const count = rules.filter((rule) => removed.has(rule)).length;
    const setting = settings.guard.maxDeletes;
    const limit = deleteLimit(setting, rules.length);
    const all = count === rules.length;
    if (count === 0 || (count <= limit && !all)) return [];
    const args = { removed: count, declared: rules.length, limit, setting, all };
    return [{ code: 'pull-guard', args, severity: 'error', account: name }];
  });
}
