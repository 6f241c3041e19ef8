/** Behavior of `subject` that a reader would not expect (measured). */
import type { PitfallFinding } from '../../diagnostics/pitfalls.ts';
import { subjectAlternatives } from '../../model/patterns.ts';
import { harmOf, type Pitfall } from './finding.ts';

export const subjectPitfalls: Pitfall = (rule) => {
  const subject = rule.condition.static?.subject;
  if (!subject?.trim()) return [];
  const found = [
    emptyAlternative(subject, harmOf(rule)),
    whiteSpace(subject),
    regex(subject) ?? exclusion(subject) ?? listIn(subject),
  ];
  return found.flatMap((one) => (one === null ? [] : [{ key: 'subject', ...one }]));
};

/** The alternatives that the author probably meant. */
function meant(subject: string): string {
  return trimmed(subject.split(/[|\r\n]/)).join('|');
}

function emptyAlternative(written: string, does: ReturnType<typeof harmOf>): PitfallFinding | null {
  const blank = subjectAlternatives(written).filter((one) => one.trim() === '');
  if (blank.length === 0) return null;
  const isBlank = !blank.includes('');
  return { code: 'subject-empty-alternative', args: { written, isBlank, does, instead: meant(written) } };
}

/** White space around a `|` that looks like layout, and line breaks, which no subject contains. */
function whiteSpace(written: string): PitfallFinding | null {
  const alternatives = subjectAlternatives(written);
  const last = alternatives.length - 1;
  const parts = alternatives.filter((one, index) => {
    if (one.trim() === '') return false;
    return /[\r\n]/.test(one) || (index > 0 && one.trimStart() !== one) || (index < last && one.trimEnd() !== one);
  });
  return parts.length === 0 ? null : { code: 'subject-white-space', args: { parts, instead: meant(written) } };
}

/** Regular expression syntax that hardly ever occurs in a subject. */
const REGEX: readonly RegExp[] = [
  /(?<=^|\|)\^(?=[\p{L}\p{N}[(\\.*])/u,
  /(?<=[\p{Ll})\]*+.])\$(?=\||$)/u,
  // Not `v1.*`.
  /(?<!\d)\.[*+]/,
  // Not `C:\data`.
  /\\[dwsb](?![a-z])/i,
  /\\[.()[\]|$*+?^{}/]/,
  /\[\^?(?:a-z|A-Z|0-9|1-9)+\]/,
  /\(\?[:i=!<]/,
];
const GROUP = /\([^()|]*\|[^()]*\)/;
const BOTH_CASES = /\[(\p{L})(\p{L})\]/gu;

function regex(subject: string): PitfallFinding | null {
  const group = GROUP.exec(subject)?.[0];
  const bothCases = [...subject.matchAll(BOTH_CASES)].find(
    ([, one, other]) => one !== other && one?.toLowerCase() === other?.toLowerCase(),
  )?.[0];
  const found = [...REGEX.map((pattern) => pattern.exec(subject)?.[0]), bothCases, group].filter(
    (one) => one !== undefined,
  );
  if (found.length === 0) return null;
  return { code: 'subject-regex', args: { found, grouped: group !== undefined } };
}

/** Exclusions as in mail searches: `invoice -draft`. */
function exclusion(subject: string): PitfallFinding | null {
  const written = subjectAlternatives(subject).find((one) => /(?<!\S)-[\p{L}"(]/u.test(one));
  return written === undefined ? null : { code: 'subject-exclusion', args: { written } };
}

/** In words. Longer pieces are more likely parts of a sentence. */
const LONGEST_ITEM = 2;

function listIn(subject: string): PitfallFinding | null {
  for (const written of subjectAlternatives(subject)) {
    // A comma before a number belongs to a date or to another number.
    const byComma = items(written, /,(?!\s*\d)/, /,[^\s\d]/.test(written));
    if (byComma !== null) return { code: 'subject-list', args: { written, by: ',', instead: byComma.join('|') } };
    const isLoud = /(?<!\S)OR(?!\S)/.test(written) && written !== written.toUpperCase();
    const byOr = items(written, /(?<!\S)or(?!\S)/i, isLoud);
    if (byOr !== null) return { code: 'subject-list', args: { written, by: 'or', instead: byOr.join('|') } };
  }
  return null;
}

/** The items of a text that reads like a list; null if it does not. */
function items(text: string, separator: RegExp, isSure: boolean): string[] | null {
  const pieces = text.split(separator);
  const found = trimmed(pieces);
  if (pieces.length < 2 || found.length < pieces.length) return null;
  return isSure || found.every((item) => item.split(/\s+/).length <= LONGEST_ITEM) ? found : null;
}

function trimmed(texts: readonly string[]): string[] {
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
