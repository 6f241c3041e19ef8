import type { Finding } from '../diagnostics/diagnostic.ts';
import { firstGlob } from '../model/glob.ts';
import type { DeclaredRule, Spot } from '../model/rule.ts';
import { canonicalName } from './canonical.ts';

interface Contradiction {
  finding: Finding<'declared-but-ignored' | 'renamed-from-ignored'>;
  rule: string;
  spot: Spot;
  /** The key of the rule that the finding is about. */
  key: 'name' | 'renamedFrom';
}

/**
 * A rule cannot be both declared and left alone. Takes the declared rules and the globs of `ignore`; gives an error
 * for each rule whose name, or whose `renamedFrom`, is ignored.
 */
export function declaredButIgnored(declared: readonly DeclaredRule[], ignore: readonly string[]): Contradiction[] {
  const ignoredBy = firstGlob(ignore);
  const found: Contradiction[] = [];
  for (const { body, renamedFrom, spot } of declared) {
    const glob = ignoredBy(body.name);
    if (glob !== null) {
      const finding = { code: 'declared-but-ignored', args: { glob } } as const;
      found.push({ finding, rule: body.name, spot, key: 'name' });
    }
    if (renamedFrom === null) continue;
    const from = canonicalName(renamedFrom);
    const fromGlob = ignoredBy(from);
    if (fromGlob === null) continue;
    const finding = { code: 'renamed-from-ignored', args: { from, glob: fromGlob } } as const;
    found.push({ finding, rule: body.name, spot, key: 'renamedFrom' });
  }
  return found;
}
