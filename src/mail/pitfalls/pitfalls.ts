/** Conditions that do not mean what they seem to: warnings, since live rules have them and pull writes them. */
import type { PitfallFinding } from '../../diagnostics/pitfalls.ts';
import { subjectAlternatives } from '../../model/patterns.ts';
import { type Path, STATIC_KEYS } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { meaningOf } from '../language/meaning.ts';
import { entriesOf } from '../language/pieces.ts';
import { harmOf, operatorPitfall, type Pitfall, TEMPLATE } from './operators.ts';
import { senderPitfalls } from './senders.ts';

/** Does not check `aiInstructions`: they may describe mail that contains placeholders. */
const template: Pitfall = ({ condition }) =>
  STATIC_KEYS.flatMap((key) => {
    const written = TEMPLATE.exec(condition.static?.[key] ?? '')?.[0];
    return written === undefined ? [] : [{ key, code: 'template', args: { key, written } }];
  });

/** Behavior of `subject` that a reader would not expect (measured). */
const subjectPitfalls: Pitfall = (rule) => {
  const subject = rule.condition.static?.subject;
  if (!subject?.trim()) return [];
  const found = [emptyAlternative(subject, rule), operator(subject, rule) ?? whiteSpace(subject)];
  return found.flatMap((one) => (one === null ? [] : [{ key: 'subject', ...one }]));
};

/** All pitfalls of a rule, each with the matcher it is about. */
export function pitfallsIn(rule: ResolvedRule): (PitfallFinding & { severity: 'warning'; path: Path; at: 'value' })[] {
  return [...senderPitfalls(rule), ...subjectPitfalls(rule), ...template(rule)].map(({ key, ...found }) => {
    return { ...found, severity: 'warning', path: ['condition', 'static', key], at: 'value' };
  });
}

/** The first operator: a regular expression may go on behind a `|`, so the whole text is read before its entries. */
function operator(subject: string, rule: ResolvedRule): PitfallFinding | null {
  const isRegex = meaningOf('subject', subject).is === 'regex';
  const entries = isRegex ? [subject.trim()] : entriesOf('subject', subject);
  const isOrdinary = (text: string) =>
    emptyAlternative(text, rule) === null && whiteSpace(text) === null && operator(text, rule) === null;
  for (const entry of entries) {
    const found = operatorPitfall('subject', entry, rule, isOrdinary);
    if (found !== null) return found;
  }
  return null;
}

function meant(subject: string): string {
  const alternatives = subject.split(/[|\r\n]/).flatMap((text) => text.trim() || []);
  return alternatives.join('|');
}

function emptyAlternative(written: string, rule: ResolvedRule): PitfallFinding | null {
  const blank = subjectAlternatives(written).filter((one) => one.trim() === '');
  if (blank.length === 0) return null;
  const isBlank = !blank.includes('');
  const instead = operator(meant(written), rule) === null ? meant(written) : '';
  return { code: 'empty-alternative', args: { written, isBlank, does: harmOf(rule), instead } };
}

/** White space around a `|` that looks like layout, and line breaks, which no subject contains. */
function whiteSpace(written: string): PitfallFinding | null {
  const alternatives = subjectAlternatives(written);
  const last = alternatives.length - 1;
  const parts = alternatives.filter((one, index) => {
    if (one.trim() === '') return false;
    return /[\r\n]/.test(one) || (index > 0 && one.trimStart() !== one) || (index < last && one.trimEnd() !== one);
  });
  return parts.length === 0 ? null : { code: 'white-space', args: { parts, instead: meant(written) } };
}
