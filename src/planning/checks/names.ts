/** Names must distinguish rules, for people and for the service, which trims and compares them exactly (measured). */

import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import { looksAlike, mixesScripts } from '../../diagnostics/look-alike.ts';
import { withoutHidden } from '../../diagnostics/unseen.ts';
import { TEMPLATE } from '../../mail/pitfalls/pitfall.ts';
import { groupBy } from '../../model/group-by.ts';
import { stepsBetween } from '../../model/nearest.ts';
import { canonicalName } from '../canonical.ts';
import { isBlank, type RuleCheck, type RuleSetCheck, type RuleSetFinding } from './finding.ts';

const NAME = { path: ['name'], at: 'value' } as const;
const RENAMED_FROM = { path: ['renamedFrom'], at: 'value' } as const;

export const renamedFromItself: RuleCheck = ({ name, renamedFrom }) => {
  if (isBlank(renamedFrom) || canonicalName(renamedFrom ?? '') !== canonicalName(name)) return [];
  return [{ code: 'renamed-from-itself', args: {}, severity: 'warning', ...RENAMED_FROM }];
};

/** A second rule with the same name cannot be created: the service answers 500 (measured). */
export const sameName: RuleSetCheck = (rules) =>
  repeated(rules.map(({ body }) => body.name)).map(({ text: name, rule, first }) => {
    const related = { rule: first, ...NAME };
    return { code: 'name-twice', args: { name }, severity: 'error', rule, ...NAME, related };
  });

/** The service accepts names that differ only slightly, but people confuse them. Each name is reported once. */
export const similarName: RuleSetCheck = (rules) => {
  const first = new Map<string, { name: string; rule: number }>();
  const seen = new Set<string>();
  const found: RuleSetFinding[] = [];
  const all = rules.map(({ body: { name } }, rule) => ({ name, rule }));
  const mixed = all.filter(({ name }) => mixesScripts(name)).slice(0, MOST_MIXED);
  rules.forEach(({ body: { name } }, rule) => {
    if (name === '' || seen.has(name)) return;
    seen.add(name);
    const alike = withoutSpace(sameCase(oneForm(name)));
    const other = first.get(alike) ?? twinOf(name, rule, mixed.some((one) => one.rule === rule) ? all : mixed);
    if (!other) {
      first.set(alike, { name, rule });
      return;
    }
    const args = { name, other: other.name, differs: difference(name, other.name) };
    const related = { rule: other.rule, ...NAME };
    found.push({ code: 'name-similar', args, severity: 'warning', rule, ...NAME, related });
  });
  return found;
};

/** The most labels, or folders, that are compared with each other. */
const MOST_LABELS = 200;

/** Labels and folders that differ only slightly from one that more actions have. */
export const similarLabel: RuleSetCheck = (rules) =>
  (['label', 'folderName'] as const).flatMap((field) => {
    const all = rules.flatMap(({ body }, rule) =>
      body.actions.map(({ fields }, index) => ({
        name: fields[field] ?? '',
        rule,
        path: ['actions', index, 'fields', field],
      })),
    );
    const named = all.filter(({ name }) => name !== '' && !TEMPLATE.test(name));
    const groups = [...groupBy(named, ({ name }) => name).values()].sort((a, b) => b.length - a.length);
    const commonest = groups.slice(0, MOST_LABELS).map(([first]) => first);
    return commonest.flatMap(({ name, ...place }, index): RuleSetFinding[] => {
      const near = commonest.slice(0, index).find((one) => isSlip(one.name, name));
      if (near === undefined) return [];
      const args = { field, name, other: near.name, differs: difference(name, near.name) };
      const related = { rule: near.rule, path: near.path, at: 'value' } as const;
      return [{ code: 'label-similar', args, severity: 'warning', ...place, at: 'value', related }];
    });
  });

/** Whether only case or form differs, or a letter of one word that is not short. Another number is not a slip. */
function isSlip(one: string, other: string): boolean {
  const wordsOf = (text: string) => sameCase(oneForm(text)).split(/(\p{L}+)/u);
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const apart = [...words.keys()].filter((at) => words[at] !== others[at]);
  if (words.length !== others.length || apart.length > 1) return false;
  const pair = apart.flatMap((at) => [words[at] ?? '', others[at] ?? '']);
  // Two shorter words are often two words: News and Newt.
  return (
    pair.every((word) => /^\p{L}{5,}$/u.test(word)) &&
    (apart.length === 0 || stepsBetween(pair[0] ?? '', pair[1] ?? '') === 1)
  );
}

/** Only one rule can take over a live rule. */
export const sameRenamedFrom: RuleSetCheck = (rules) =>
  repeated(rules.map((rule) => canonicalName(rule.renamedFrom ?? ''))).map(({ text: renamedFrom, rule, first }) => {
    const related = { rule: first, ...RENAMED_FROM };
    return { code: 'renamed-from-twice', args: { renamedFrom }, severity: 'error', rule, ...RENAMED_FROM, related };
  });

/** Each text that stands earlier in the list too, with its index and the first one. Empty texts do not count. */
function repeated(texts: readonly string[]): { text: string; rule: number; first: number }[] {
  const indexOf = new Map<string, number>();
  return texts.flatMap((text, rule) => {
    const first = indexOf.get(text);
    if (first === undefined) indexOf.set(text, rule);
    return first === undefined || text === '' ? [] : [{ text, rule, first }];
  });
}

/** How two names differ that people confuse. */
export function difference(a: string, b: string): ArgsOf<'name-similar'>['differs'] {
  if (sameCase(a) === sameCase(b)) return 'case';
  if (withoutSpace(a) === withoutSpace(b)) return 'white space';
  if (withoutHidden(a) === withoutHidden(b)) return 'hidden characters';
  if (oneForm(a) === oneForm(b)) return 'Unicode form';
  if (looksAlike(a, b)) return 'letters that look alike';
  return isSlip(a, b) ? 'a letter' : 'case, white space or Unicode form';
}

/** Limits the names with mixed scripts to check, because each one is compared with all rules. */
const MOST_MIXED = 100;

interface Named {
  name: string;
  rule: number;
}

/** The first earlier rule whose name differs only by look-alike letters. */
function twinOf(name: string, rule: number, others: readonly Named[]): Named | undefined {
  return others.find((one) => one.rule < rule && one.name !== name && looksAlike(one.name, name));
}

function sameCase(name: string): string {
  return name.toLowerCase();
}

function withoutSpace(name: string): string {
  return name.replace(/\s+/g, '');
}

/** NFKC also turns full-width letters, ligatures and no-break spaces into the plain characters they resemble. */
function oneForm(name: string): string {
  return withoutHidden(name.normalize('NFKC'));
}
