/** Checks that apply to every text of a rule. */
import { inCurlyQuotes, mixedScripts } from '../../diagnostics/look-alike.ts';
import type { FieldKey } from '../../model/action-types.ts';
import { foreignVariable } from '../../model/foreign-variable.ts';
import { ADDRESS_KEYS, type PeopleKey } from '../../model/rule.ts';
import { textsOf } from '../../model/texts.ts';
import { canonicalName } from '../canonical.ts';
import { isBlank, type RuleCheck, type RuleFinding } from './finding.ts';

/** In UTF-8 bytes. The service answers 500 to longer names, unless its database can compress them (measured). */
const NAME_LIMIT = 2_600;

const LONE_SURROGATE = /\p{Cs}/u;

/**
 * The service answers 500 to a NUL anywhere (measured). An unpaired surrogate has no UTF-8 form and would be sent as
 * another character.
 */
export const unsendableText: RuleCheck = (rule) => {
  const names = [
    { text: rule.name, path: ['name'] },
    { text: rule.renamedFrom ?? '', path: ['renamedFrom'] },
  ];
  const texts = [...names, ...textsOf(rule)];
  const found = (code: 'text-nul' | 'text-lone-surrogate', isIn: (text: string) => boolean) =>
    texts
      .filter(({ text }) => isIn(text))
      .map(({ path }): RuleFinding => {
        return { code, args: { key: String(path.at(-1)) }, severity: 'error', path, at: 'value' };
      });
  return [
    ...found('text-nul', (text) => text.includes('\0')),
    ...found('text-lone-surrogate', (text) => LONE_SURROGATE.test(text)),
  ];
};

/** Only a whole text can be a reference. The service only fills in its own `{{…}}`. */
export const unfilledVariable: RuleCheck = (rule) =>
  textsOf(rule).flatMap(({ text, path }): RuleFinding[] => {
    const found = foreignVariable(text);
    return found === null ? [] : [{ code: 'variable-unfilled', args: found, severity: 'warning', path, at: 'value' }];
  });

/** Finds markup of other programs around or after a short text. Longer prose may contain it on purpose. */
export const strayMarks: RuleCheck = (rule) =>
  [{ text: rule.name, path: ['name'] }, ...textsOf(rule)].flatMap(({ text, path }): RuleFinding[] => {
    if (['aiInstructions', 'content'].includes(String(path.at(-1)))) return [];
    const spotted = { severity: 'warning', path, at: 'value' } as const;
    const inner = inCurlyQuotes(text);
    if (inner !== null) return [{ code: 'text-curly-quotes', args: { inner }, ...spotted }];
    const html = /&(?:#\d+|#x[\da-f]+|[a-z]{2,8}\d{0,2});/i.exec(text)?.[0];
    if (html !== undefined) return [{ code: 'text-html', args: { found: html }, ...spotted }];
    return /[ \t]\/\/([ \t]|$)/.test(text) ? [{ code: 'text-slash-comment', args: {}, ...spotted }] : [];
  });

/** The service refuses blank names (API spec 4.4; blank: measured). */
export const blankName: RuleCheck = ({ name }) =>
  isBlank(name) ? [{ code: 'name-blank', args: {}, severity: 'error', path: ['name'], at: 'value' }] : [];

export const longName: RuleCheck = (rule) => {
  const name = canonicalName(rule.name);
  if (name.length * 3 <= NAME_LIMIT) return [];
  const bytes = new TextEncoder().encode(name).length;
  if (bytes <= NAME_LIMIT) return [];
  return [
    { code: 'name-too-long', args: { bytes, limit: NAME_LIMIT }, severity: 'warning', path: ['name'], at: 'value' },
  ];
};

/** A text of one line. In a subject, white space can tell words apart; around prose, it does not matter. */
export const untrimmedText: RuleCheck = (rule) =>
  [{ text: rule.name, path: ['name'] }, ...textsOf(rule)].flatMap(({ text, path }): RuleFinding[] => {
    const key = String(path.at(-1));
    const inner = text.trim();
    if (['aiInstructions', 'content', 'subject'].includes(key) || inner === text || /^$|\n/.test(inner)) return [];
    // As the service does with names and `to`, and in the parts of `from` (measured).
    const isTrimmed = ['name', 'from', 'to'].includes(key);
    return [{ code: 'text-untrimmed', args: { key, isTrimmed }, severity: 'warning', path, at: 'value' }];
  });

/** The keys of matchers or fields whose addresses mix scripts, each with the address. */
export function mixedAddresses(
  texts: { readonly [Key in FieldKey | PeopleKey]?: string | null | undefined } | null | undefined,
): { key: FieldKey | PeopleKey; written: string }[] {
  // Only the host of a webhook URL matters here, and only that may be shown.
  const host = /^\s*[a-z][a-z\d+.-]*:\/\/([^/?#\s]*@)?([^/?#\s]+)/i.exec(texts?.webhookUrl ?? '')?.[2] ?? '';
  const all = ADDRESS_KEYS.map((key) => ({ key, text: texts?.[key] ?? '' }));
  return [...all, { key: 'webhookUrl' as const, text: host }].flatMap(({ key, text }) => {
    const written = mixedScripts(text);
    return written === null ? [] : [{ key, written }];
  });
}

/** Checks actions only. In conditions such an address is a pitfall, because no mail has one. */
export const mixedScript: RuleCheck = ({ actions }) =>
  actions.flatMap(({ fields }, index): RuleFinding[] =>
    mixedAddresses(fields).map(({ key, written }) => ({
      code: 'mixed-scripts',
      args: { key, written },
      severity: 'warning',
      path: ['actions', index, 'fields', key],
      at: 'value',
    })),
  );
