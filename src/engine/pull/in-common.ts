/** Files and an inbox without one rule in common: the key may be that of another inbox, whose rules do not belong there. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import { firstGlob } from '../../model/glob.ts';
import type { LiveRule } from '../../model/rule.ts';
import { canonicalName } from '../../planning/canonical.ts';
import { declaredAmong } from '../../planning/matching.ts';
import { declaredRule } from '../declare.ts';
import type { PullAccount } from './input.ts';

/** What the files of an account say of it. */
export type AccountFiles = Pick<PullAccount, 'name' | 'settings' | 'rules' | 'counted'>;

/**
 * Finds why the live rules of an account may not belong into its files; null if they may. An account that joins others has
 * no files but those that they share, and an inbox may have none of these rules yet: nothing of its own is written over.
 */
export function nothingInCommon(
  { name, settings, counted }: AccountFiles,
  { live, baseUrl }: { live: readonly LiveRule[]; baseUrl: string },
  all: readonly AccountFiles[],
): Extract<Finding, { code: 'pull-nothing-in-common' }> | null {
  const ignoredBy = firstGlob(settings.ignore);
  const isPulled = live.some((rule) => ignoredBy(canonicalName(rule.name)) === null);
  if (!isPulled || declaredAmong(live, counted.map(declaredRule)).length > 0) return null;
  const ofOthers = new Set(all.flatMap((other) => (other.name === name ? [] : other.rules)));
  if (counted.every((rule) => ofOthers.has(rule))) return null;
  return { code: 'pull-nothing-in-common', args: { declared: counted.length, live: live.length, baseUrl } };
}
