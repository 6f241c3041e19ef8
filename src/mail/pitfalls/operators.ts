/** Matchers in the language of mail programs: the service reads their operators as text. */
import type { PitfallFinding } from '../../diagnostics/pitfalls.ts';
import { ACTIONS, type ActionType } from '../../model/action-types.ts';
import { fitsNobody, senderParts, subjectAlternatives } from '../../model/patterns.ts';
import type { StaticKey } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { meaningOf } from '../language/meaning.ts';
import { operatorOf, partsMeaning } from '../language/proposal.ts';

/** Checks the matchers of a condition. Each finding is about one of them. */
export type Pitfall = (rule: ResolvedRule) => (PitfallFinding & { key: StaticKey })[];

/** The types of actions that cannot be undone. */
export function harmOf({ actions }: ResolvedRule): ActionType[] {
  return [...new Set(actions.map(({ type }) => type).filter((type) => ACTIONS[type].final))];
}

/** A template. The service only fills it in for actions. */
export const TEMPLATE = /\{\{[^{}]*\}\}/;

const CODES = {
  not: 'excludes-nothing',
  all: 'all-of',
  any: 'any-of',
  field: 'search-field',
  regex: 'regular-expression',
  phrase: 'quotes',
  encoded: 'encoded-word',
} as const;

/** The pitfall of an entry in the language of mail programs, or null. Only what `isOrdinary` is proposed. */
export function operatorPitfall(
  key: StaticKey,
  written: string,
  rule: ResolvedRule,
  isOrdinary: (text: string) => boolean,
): PitfallFinding | null {
  const meaning = meaningOf(key, written);
  const operator = operatorOf(meaning);
  if (operator === null) return null;
  const text = partsMeaning(key, meaning)?.join(key === 'subject' ? '|' : ', ');
  const parts = key === 'subject' ? subjectAlternatives(written) : senderParts(written);
  const never = key === 'subject' ? [] : parts.filter(fitsNobody);
  const looks = parts.filter((part) => !never.includes(part));
  const args = {
    ...{ key, sign: operator.sign, written, looks, never, does: harmIn(key, rule) },
    instead: text !== undefined && isOrdinary(text) ? text : null,
  };
  return { code: CODES[operator.is], args };
}

function harmIn(key: StaticKey, rule: ResolvedRule): ActionType[] {
  const isIdle = key !== 'subject' && senderParts(rule.condition.static?.[key] ?? '').every(fitsNobody);
  return isIdle ? [] : harmOf(rule);
}
