/**
 * Conditions that do not mean what they seem to. Always warnings: live rules have them, and a pull must not make a
 * project invalid.
 */
import type { PitfallFinding } from '../../diagnostics/pitfalls.ts';
import { type Path, STATIC_KEYS } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { type Pitfall, TEMPLATE } from './pitfall.ts';
import { senderPitfalls } from './senders.ts';
import { subjectPitfalls } from './subject.ts';

/** Does not check `aiInstructions`: they may describe mail that contains placeholders. */
const template: Pitfall = ({ condition }) =>
  STATIC_KEYS.flatMap((key) => {
    const written = TEMPLATE.exec(condition.static?.[key] ?? '')?.[0];
    return written === undefined ? [] : [{ key, code: 'template', args: { key, written } }];
  });

const PITFALLS: readonly Pitfall[] = [senderPitfalls, subjectPitfalls, template];

/** All pitfalls of a rule, each with the matcher it is about. */
export function pitfallsIn(rule: ResolvedRule): (PitfallFinding & { severity: 'warning'; path: Path; at: 'value' })[] {
  return PITFALLS.flatMap((pitfall) => pitfall(rule)).map(({ key, ...found }) => {
    return { ...found, severity: 'warning', path: ['condition', 'static', key], at: 'value' };
  });
}
