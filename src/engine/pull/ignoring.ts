/** Live rules that no file can declare. Their names are added to `ignore`, or the next apply would delete them. */
import type { ArgsOf, Diagnostic } from '../../diagnostics/diagnostic.ts';
import { firstGlob, globMatcher } from '../../model/glob.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FileEdit } from '../../model/pull.ts';
import { canonicalName } from '../../planning/canonical.ts';
import { addToLists } from '../../source/layout/add-to-lists.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import { declaredRule } from '../declare.ts';
import { fileEdit, type PullAccount, type PullInput } from './input.ts';
import type { Excluded } from './outcomes.ts';

/** Adds these names to the settings files, which other edits may have changed. `removed`: what this pull removes. */
export function ignoring(
  excluded: readonly Excluded[],
  removed: ReadonlySet<LoadedRule>,
  settings: readonly FileEdit[],
  input: PullInput,
): { files: FileEdit[]; notices: Diagnostic[] } {
  const notices: Diagnostic[] = [];
  const edits = new Map(settings.map((edit) => [edit.path, edit]));
  for (const own of groupBy(excluded, ({ account }) => JSON.stringify(account.ignore)).values()) {
    const { file, path } = own[0].account.ignore;
    const edit = edits.get(file) ?? fileEdit(file, 'project', input.disk.read(file), [], input);
    edits.set(file, edit);
    const checked = own.map((one) => ({ one, ...howIgnored(one, own, removed, input) }));
    const names = [...new Set(checked.flatMap(({ one, ignored }) => (ignored === 'added' ? [one.name] : [])))];
    const edited = names.length === 0 ? null : addToLists(edit.after ?? 'version: 1\n', [{ path, items: names }]);
    if (edited !== null) {
      edit.after = edited;
      for (const name of names) edit.rules.push(name);
    }
    for (const { one, ignored, others } of checked) {
      const isAdded = ignored === 'added' && edited !== null;
      const how = ignored !== 'added' || isAdded ? ignored : 'not-editable';
      const { undeclared } = one.account.settings;
      const args = { name: one.name, reason: one.reason, ignored: how, others, file: edit.shown, undeclared };
      const severity = isAdded || undeclared === 'keep' ? 'info' : 'warning';
      notices.push({ code: 'pull-undeclarable', args, severity, account: one.account.name, rule: one.name });
    }
  }
  return { files: [...edits.values()].filter(({ before, after }) => before !== after), notices };
}

/** Whether a name can be added to `ignore`: it must not match anything that is or could be declared. */
function howIgnored(
  { name, reason }: Excluded,
  excluded: readonly Excluded[],
  removed: ReadonlySet<LoadedRule>,
  { accounts, referenceContext }: PullInput,
): Pick<ArgsOf<'pull-undeclarable'>, 'ignored' | 'others'> {
  const holdsKey = referenceContext.keys.some(({ value }) => name.includes(value));
  if (reason.why === 'secret-name' || holdsKey) return { ignored: 'secret', others: [] };
  const list = JSON.stringify(excluded[0]?.account.ignore);
  const matches = globMatcher(name);
  const others = accounts
    .filter(({ ignore }) => JSON.stringify(ignore) === list)
    .flatMap((account) => {
      const isExcluded = (other: string) => excluded.some((one) => one.account === account && one.name === other);
      return namesIn(account, removed).filter((other) => matches(other) && !isExcluded(other));
    });
  return others.length === 0
    ? { ignored: 'added', others }
    : { ignored: 'matches-others', others: [...new Set(others)] };
}

/** The names of an account's live and declared rules that are not yet ignored. */
function namesIn({ live, rules, settings }: PullAccount, removed: ReadonlySet<LoadedRule>): string[] {
  const ignoredBy = firstGlob(settings.ignore);
  const kept = rules.filter((rule) => !removed.has(rule));
  const declared = kept.map(declaredRule).flatMap(({ body, renamedFrom }) => {
    return renamedFrom === null ? [body.name] : [body.name, canonicalName(renamedFrom)];
  });
  const names = typeof live === 'string' ? [] : live.map((rule) => canonicalName(rule.name));
  return [...declared, ...names.filter((name) => ignoredBy(name) === null)];
}
