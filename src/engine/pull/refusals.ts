/** What stops a pull. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { deleteLimit } from '../../planning/guards.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import { FILE_LIMIT, isTooBig } from '../../source/load/read-file.ts';
import { isInside } from '../../source/paths.ts';
import type { Draft } from './draft.ts';
import type { PullAccount, PullInput } from './input.ts';
import { isInPrompts } from './written-rules.ts';

/**
 * An answer of the service, or a key, may be another than was meant: an account must not lose all of its rules, or more than
 * its `maxDeletes`, of which a share is one of its declared rules.
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

/** Files that no command would read. */
export function tooBig({ ruleFiles }: Draft): Diagnostic[] {
  return ruleFiles.flatMap(({ file: { shown: file, after } }): Diagnostic[] => {
    if (after === null || !isTooBig(after)) return [];
    return [{ code: 'pull-file-too-big', args: { file, limit: FILE_LIMIT }, severity: 'error' }];
  });
}

/** Texts that a pull may write are in a rules folder or in one for them. */
export function textsOutside({ texts }: Draft, input: PullInput): Diagnostic[] {
  const roots = input.accounts.flatMap((account) => account.roots);
  const files = texts.filter(({ path, after }) => {
    return after !== null && !isInPrompts(path, input) && !roots.some((root) => isInside(path, root));
  });
  const args = { files: files.map(({ shown }) => shown) };
  return files.length === 0 ? [] : [{ code: 'pull-text-outside', args, severity: 'error' }];
}
