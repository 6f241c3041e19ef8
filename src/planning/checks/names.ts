/** Names must distinguish rules, for people and for the service, which trims and compares them exactly (measured). */
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import { looksAlike, mixesScripts } from '../../diagnostics/look-alike.ts';
import { withoutHidden } from '../../diagnostics/unseen.ts';
import { TEMPLATE } from '../../mail/pitfalls/operators.ts';
import { groupBy } from '../../model/group-by.ts';
import { stepsBetween } from '../../model/nearest.ts';
import { canonicalName } from '../canonical.ts';
import {
  isBlank,
  type RuleCheck,
  type RuleInSet,
  type RuleSetCheck,
  type RuleSetFinding,
  type Spotted,
} from './finding.ts';

export const renamedFromItself: RuleCheck = ({ name, renamedFrom }) => {
  if (isBlank(renamedFrom) || canonicalName(renamedFrom ?? '') !== canonicalName(name)) return [];
  return [{ code: 'renamed-from-itself', args: {}, severity: 'warning', path: ['renamedFrom'], at: 'value' }];
};

/** A second rule with the same name cannot be created: the service answers 500 (measured). */
export const sameName = twice('name-twice', 'name', ({ body }) => body.name);

/** Only one rule can take over a live rule. */
export const sameRenamedFrom = twice('renamed-from-twice', 'renamedFrom', (rule) => rule.renamedFrom ?? '');

function twice(
  code: 'name-twice' | 'renamed-from-twice',
  key: string,
  nameOf: (rule: RuleInSet) => string,
): RuleSetCheck {
  return (rules) => {
    const indexOf = new Map<string, number>();
    return rules.flatMap((one, rule): RuleSetFinding[] => {
      const name = canonicalName(nameOf(one));
      const first = indexOf.get(name) ?? rule;
      indexOf.set(name, first);
      if (first === rule || name === '') return [];
      const spot = { path: [key], at: 'value' } as const;
      return [{ code, args: { name }, severity: 'error', rule, ...spot, related: { rule: first, ...spot } }];
    });
  };
}

interface Named extends Spotted {
  name: string;
  rule: number;
}

/** Limits the names with mixed scripts to check, because each one is compared with all rules. */
const MOST_MIXED = 100;

/** The service accepts names that differ only slightly, but people confuse them. Each name is reported once. */
export const similarName: RuleSetCheck = (rules) => {
  const all = rules.map(({ body: { name } }, rule): Named => ({ name, rule, path: ['name'], at: 'value' }));
  const names = [...groupBy(all, ({ name }) => name).values()].flatMap(([one]) => (one.name === '' ? [] : one));
  const mixed = names.filter(({ name }) => mixesScripts(name)).slice(0, MOST_MIXED);
  const first = new Map<string, Named>();
  return names.flatMap((one): RuleSetFinding[] => {
    const alike = withoutSpace(oneForm(one.name).toLowerCase());
    const others = mixed.includes(one) ? names : mixed;
    const like = first.get(alike) ?? others.find(({ name, rule }) => rule < one.rule && looksAlike(name, one.name));
    if (like === undefined) first.set(alike, one);
    return like === undefined ? [] : [{ code: 'name-similar', ...pairOf(one, like) }];
  });
};

const MOST_LABELS = 200;

/** Labels and folders that differ only slightly from one that more actions have. */
export const similarLabel: RuleSetCheck = (rules) =>
  (['label', 'folderName'] as const).flatMap((field) => {
    const all = rules.flatMap(({ body }, rule) =>
      body.actions.map(({ fields }, index): Named => {
        return { name: fields[field] ?? '', rule, path: ['actions', index, 'fields', field], at: 'value' };
      }),
    );
    const named = all.filter(({ name }) => name !== '' && !TEMPLATE.test(name));
    const groups = [...groupBy(named, ({ name }) => name).values()].sort((a, b) => b.length - a.length);
    const commonest = groups.slice(0, MOST_LABELS).map(([first]) => ({ ...first, words: wordsOf(first.name) }));
    return commonest.flatMap((one, index): RuleSetFinding[] => {
      const like = commonest.slice(0, index).find(({ words }) => isSlip(words, one.words));
      if (like === undefined) return [];
      const { args, ...pair } = pairOf(one, like);
      return [{ code: 'label-similar', args: { field, ...args }, ...pair }];
    });
  });

function pairOf({ name, rule, path, at }: Named, other: Named) {
  const args = { name, other: other.name, differs: difference(name, other.name) };
  const related = { rule: other.rule, path: other.path, at: other.at };
  return { args, severity: 'warning' as const, rule, path, at, related };
}

function wordsOf(name: string): string[] {
  return oneForm(name)
    .toLowerCase()
    .split(/(\p{L}+)/u);
}

/** Whether only case or form differs, or a letter of one word that is not short. Another number is not a slip. */
function isSlip(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return false;
  const first = words.findIndex((word, at) => word !== others[at]);
  const last = words.findLastIndex((word, at) => word !== others[at]);
  if (first !== last) return false;
  const [word = '', meant = ''] = [words[first], others[first]];
  // Two shorter words are often two words: News and Newt.
  const areLong = [word, meant].every((one) => /^\p{L}{5,}$/u.test(one));
  return first === -1 || (areLong && stepsBetween(word, meant) === 1);
}

/** How two names differ that people confuse. */
export function difference(a: string, b: string): ArgsOf<'name-similar'>['differs'] {
  if (a.toLowerCase() === b.toLowerCase()) return 'case';
  if (withoutSpace(a) === withoutSpace(b)) return 'white space';
  if (withoutHidden(a) === withoutHidden(b)) return 'hidden characters';
  if (oneForm(a) === oneForm(b)) return 'Unicode form';
  if (looksAlike(a, b)) return 'letters that look alike';
  return isSlip(wordsOf(a), wordsOf(b)) ? 'a letter' : 'case, white space or Unicode form';
}

function withoutSpace(name: string): string {
  return name.replace(/\s+/g, '');
}

/** NFKC also turns full-width letters, ligatures and no-break spaces into the plain characters they resemble. */
function oneForm(name: string): string {
  return withoutHidden(name.normalize('NFKC'));
}
