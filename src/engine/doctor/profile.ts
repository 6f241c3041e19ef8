/** Which deployment a service resembles, as far as its answers show it. */
import type { LiveRule } from '../../model/rule.ts';
import type { Look } from '../../service/probe.ts';

/** Ids that the deployments measured make; the contract allows any text (API spec 2.3). */
const CUID = /^c[a-z0-9]{24}$/;

/**
 * Takes all answers and the live rules; gives what the service resembles, or null where nothing shows it. Older
 * deployments have an error body of their own. Newer ones have that of API spec 7, but name the place of a mistake and
 * make ids of their own kind.
 */
export function profileOf(
  looks: readonly Pick<Look, 'errorShape'>[],
  rules: readonly Pick<LiveRule, 'id'>[],
): 'contract' | 'older' | 'newer' | null {
  const shapes = looks.map(({ errorShape }) => errorShape);
  if (shapes.includes('known-error')) return 'older';
  const hasEnvelope = shapes.includes('envelope') || shapes.includes('envelope-with-path');
  if (!hasEnvelope) return null;
  if (rules.length > 0) return rules.every(({ id }) => CUID.test(id)) ? 'newer' : 'contract';
  return shapes.includes('envelope-with-path') ? 'newer' : 'contract';
}
