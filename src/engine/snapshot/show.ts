/** Shows a run from its snapshot in the form of a plan: each change with the rule before and after, and how it ended. */
import type { Redactor, Secret } from '../../diagnostics/redactor.ts';
import type { MadeChange } from '../../model/snapshot.ts';
import { textAt } from '../../model/texts.ts';
import { ruleRedactor } from '../../planning/account-redactor.ts';
import { canonicalLive } from '../../planning/canonical.ts';
import type { RunPart } from './read.ts';

/** The changes of an account, in the plan's order, without secrets. `isWhole`: with the rules as received, secrets too. */
export function madeChanges({ name: account, opened }: RunPart, redactor: Redactor, isWhole: boolean): MadeChange[] {
  if (opened === null) return [];
  const { changes, end, seal } = opened;
  const shown = ruleRedactor(redactor, seal.tagOfText);
  return changes.map(({ op, name, id, digest, renamedFrom, before, after, variables }, index) => {
    const ended = end?.ends[index];
    const was = before && canonicalLive(before);
    return {
      account,
      op,
      name: redactor.text(name),
      id: id ?? ended?.id ?? null,
      digest,
      renamedFrom: renamedFrom && redactor.text(renamedFrom),
      status: ended?.status ?? 'unknown',
      error: ended?.error && redactor.everywhere(ended.error),
      before: was && shown(was, { body: was, references: variables.before }),
      after: after && shown(after, { body: after, references: variables.after }),
      ...(isWhole && before !== null && { received: before }),
    };
  });
}

/**
 * What the snapshot of a run knows of secrets. `values`: those that the run hid; by now variables may have others. `texts`:
 * those that stood where a file named a variable; from the web page, or an earlier value. In rules their place hides them.
 */
export function secretsOf(parts: readonly RunPart[]): { values: Secret[]; texts: Secret[] } {
  const opened = parts.flatMap((part) => part.opened ?? []);
  const texts = opened.flatMap(({ changes }) => {
    return changes.flatMap(({ before, variables }) => {
      const was = before && canonicalLive(before);
      return variables.before.flatMap(({ path, name }): Secret[] => {
        const value = was && textAt(was, path);
        return value == null ? [] : [{ name, value }];
      });
    });
  });
  return { values: opened.flatMap(({ secrets }) => secrets), texts };
}
