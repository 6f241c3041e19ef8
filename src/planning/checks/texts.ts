/** Checks that apply to every text of a rule. */
import type { FileFinding } from '../../diagnostics/files.ts';
import { inCurlyQuotes, mixedScripts } from '../../diagnostics/look-alike.ts';
import type { FieldKey } from '../../model/action-types.ts';
import { foreignReference, foreignVariable } from '../../model/foreign-variable.ts';
import { ADDRESS_KEYS, type PeopleKey } from '../../model/rule.ts';
import { textsOf } from '../../model/texts.ts';
import { canonicalName } from '../canonical.ts';
import { isBlank, type RuleCheck, type RuleFinding } from './finding.ts';

/** In UTF-8 bytes. The service answers 500 to longer names, unless its database can compress them (measured). */
const NAME_LIMIT = 2_600;

export const longName: RuleCheck = (rule) => {
  const args = { bytes: new TextEncoder().encode(canonicalName(rule.name)).length, limit: NAME_LIMIT };
  if (args.bytes <= NAME_LIMIT) return [];
  return [{ code: 'name-too-long', args, severity: 'warning', path: ['name'], at: 'value' }];
};

export const wrongText: RuleCheck = (rule) => {
  const names = (['name', 'renamedFrom'] as const).map((key) => ({ text: rule[key] ?? '', path: [key] }));
  return [...names, ...textsOf(rule)].flatMap(({ text, path }) =>
    wrongIn(text, String(path.at(-1))).map((found): RuleFinding => {
      return { severity: 'warning', ...found, path, at: 'value' };
    }),
  );
};

function wrongIn(text: string, key: string): (FileFinding & { severity?: 'error' })[] {
  const found: ReturnType<typeof wrongIn> = [];
  // The service refuses blank names (API spec 4.4; blank: measured), and answers 500 to a NUL anywhere (measured).
  if (key === 'name' && isBlank(text)) found.push({ code: 'name-blank', args: {}, severity: 'error' });
  if (text.includes('\0')) found.push({ code: 'text-nul', args: { key }, severity: 'error' });
  // An unpaired surrogate has no UTF-8 form and would be sent as another character.
  if (/\p{Cs}/u.test(text)) found.push({ code: 'text-lone-surrogate', args: { key }, severity: 'error' });
  // What is not a URL is an error of its own.
  if (key === 'renamedFrom' || (key === 'webhookUrl' && !text.includes('{{') && !URL.canParse(text))) return found;
  // Only a whole text can be a reference. The service only fills in its own `{{…}}`.
  const variable = key === 'name' ? null : foreignVariable(text);
  if (variable !== null) found.push({ code: 'variable-unfilled', args: variable });
  const file = key === 'name' || variable ? null : foreignReference(text);
  if (file !== null) found.push({ code: 'file-unread', args: { file: file.to } });
  const isFilled = FILLED.test(text) || (key === 'aiInstructions' && WORD.test(text));
  if (isFilled && variable === null && file === null)
    found.push({ code: 'variable-unfilled', args: { written: text.trim(), name: '', isWhole: true } });
  // Prose may contain markup of other programs on purpose, and white space around it does not matter.
  if (key === 'aiInstructions' || key === 'content') return found;
  const [inner, html] = [inCurlyQuotes(text), /&(?:#\d+|#x[\da-f]+|[a-z]{2,8}\d{0,2});/i.exec(text)];
  if (inner !== null) found.push({ code: 'text-curly-quotes', args: { inner } });
  else if (html !== null) found.push({ code: 'text-as-is', args: { sign: html[0], inner: null } });
  else if (/[ \t]\/\/([ \t]|$)/.test(text)) found.push({ code: 'text-as-is', args: { sign: '//', inner: null } });
  else if (/[\p{L}\p{N}][,;]$/u.test(text) && !ADDRESS_KEYS.some((one) => one === key))
    found.push({ code: 'text-as-is', args: { sign: text.slice(-1), inner: text.slice(0, -1) } });
  else if (ESCAPED.test(text.trim())) found.push({ code: 'text-escaped', args: {} });
  // In a subject, white space can tell words apart.
  const trimmed = text.trim();
  if (key === 'subject' || trimmed === text || /^$|\n/.test(trimmed)) return found;
  // As the service does with names and `to`, and in the parts of `from` (measured).
  found.push({ code: 'text-untrimmed', args: { key, isTrimmed: ['name', 'from', 'to'].includes(key) } });
  return found;
}

/** What templates and shells fill in; in a prompt also braces, and a word with signs in it, which is not a sentence. */
const FILLED = /^\s*(?:\$[{(].*[)}]|<%.*%>)\s*$/s;
const WORD = /^\s*(?:[\w-]+(?:[.:$#@\\]+\w+)+|\{\{.*\}\})\s*$/s;

/** What an escape such as `\P` in "Work\Projects" stands for. */
const ESCAPED = /[^\n\0\P{Cc}]|[\u2028\u2029]/u;

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
