// The package is CommonJS without named exports that Node can see: only the default import works everywhere.
import jsonPatch from 'fast-json-patch';
import type { Change, ShownRule } from '../model/plan.ts';

/** The RFC 6902 operations that turn `before` into `after`; null stands for no rule. */
export function patchBetween(before: ShownRule | null, after: ShownRule | null): Change['patch'] {
  if (before === null || after === null) return [{ op: 'replace', path: '', value: after }];
  return jsonPatch.compare(before, after).map((operation) => ({ ...operation }));
}
