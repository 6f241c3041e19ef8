/** Addresses and hosts with letters of several scripts: one of them may only look like the letter that is meant. */
import { mixedScripts } from '../../diagnostics/look-alike.ts';
import { FIELD_KEYS, FIELDS, type FieldKey } from '../../model/action-types.ts';
import type { RuleCheck, RuleFinding } from './finding.ts';

const ADDRESSES = ['from', 'to', ...FIELD_KEYS.filter((key) => FIELDS[key].addresses)] as const;

/** Matchers or fields of an action; gives the keys that have such an address, with it. */
export function mixedAddresses(
  texts: { readonly [Key in FieldKey | 'from']?: string | null | undefined } | null | undefined,
): { key: FieldKey | 'from'; written: string }[] {
  // Of the URL of a webhook the host counts, and nothing else may be shown.
  const host = /^\s*[a-z][a-z\d+.-]*:\/\/([^/?#\s]*@)?([^/?#\s]+)/i.exec(texts?.webhookUrl ?? '')?.[2] ?? '';
  const all = [...new Set(ADDRESSES)].map((key) => ({ key, text: texts?.[key] ?? '' }));
  return [...all, { key: 'webhookUrl' as const, text: host }].flatMap(({ key, text }) => {
    const written = mixedScripts(text);
    return written === null ? [] : [{ key, written }];
  });
}

/** A pitfall tells of those in the condition: no mail has such an address. */
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
