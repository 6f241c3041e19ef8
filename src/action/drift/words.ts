/** What the inbox has otherwise than its files, said by what the next apply would undo. */

import { count, grouped, listed } from '../../diagnostics/counts.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Change, ShownRule } from '../../model/plan.ts';
import { isNamed } from '../../report/lines.ts';
import { inCode, nameInCode } from '../../report/markdown/escape.ts';
import type { Reported } from './reported.ts';

/** Names in one sentence. */
export const MOST_NAMES = 10;

interface Kind {
  what: (number: number) => string;
  undone: (number: number) => string;
}

const them = (number: number) => (number === 1 ? 'it' : 'them');

const KINDS: Record<'extra' | 'duplicate' | 'changed' | 'renamed' | 'missing', Kind> = {
  extra: {
    what: (number) => `${count(number, 'rule is', 'rules are')} in the inbox and in no file`,
    undone: (number) => `would delete ${them(number)}`,
  },
  duplicate: {
    what: (number) => `${count(number, 'rule has', 'rules have')} the name of another one in the inbox`,
    undone: (number) => `would delete ${them(number)}`,
  },
  changed: {
    what: (number) => `${count(number, 'rule is', 'rules are')} not as in the files`,
    undone: (number) => `would change ${them(number)} back`,
  },
  renamed: {
    what: (number) => `${count(number, 'rule has', 'rules have')} an earlier name in the inbox`,
    undone: (number) => `would rename ${them(number)}`,
  },
  missing: {
    what: (number) => `${count(number, 'rule is', 'rules are')} in the files and not in the inbox`,
    undone: (number) => `would create ${them(number)}`,
  },
};

function kindOf({ op, reason, renamedFrom }: Reported): keyof typeof KINDS {
  if (op === 'create') return 'missing';
  if (op === 'delete') return reason === 'duplicate' ? 'duplicate' : 'extra';
  return renamedFrom === undefined ? 'changed' : 'renamed';
}

/** A Markdown list of what a plan would change, by kind. */
export function differenceWords(changes: readonly Reported[]): string[] {
  const groups = groupBy(changes, kindOf) as Map<keyof typeof KINDS, Reported[]>;
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
    const group = groups.get(kind);
    if (group === undefined) return [];
    const { what, undone } = KINDS[kind];
    const names = group.map(({ account, name, renamedFrom }) => nameOf(account, renamedFrom ?? name));
    return `- **${what(group.length)}**; an apply ${undone(group.length)}: ${listed(names, MOST_NAMES)}`;
  });
}

/** How many accounts were compared, and which were not; empty where all were. Markdown. */
export function comparedWords({ accounts }: Pick<Plan, 'accounts'>): string[] {
  const unknown = accounts.flatMap(({ name, error }) => (error === undefined ? [] : nameInCode(name)));
  if (unknown.length === 0) return [];
  const compared = count(accounts.length - unknown.length, 'account');
  return [`${compared} compared, ${grouped(unknown.length)} unknown: ${listed(unknown, MOST_NAMES)}.`, ''];
}

/** A Markdown list of the rules whose secret values differ, with the names of the fields. */
export function secretWords(changes: readonly Change[]): string[] {
  const about = changes.flatMap(({ account, name, before, after }) => {
    const fields = before === null || after === null ? [] : changedSecrets(before, after);
    return fields.length === 0 ? [] : `${nameOf(account, name)} (${fields.map(inCode).join(', ')})`;
  });
  if (about.length === 0) return [];
  return [`- Values that are secret differ, and are not shown: ${listed(about, MOST_NAMES)}`];
}

function nameOf(account: string, name: string): string {
  return isNamed(account) ? `${nameInCode(account)}: ${nameInCode(name)}` : nameInCode(name);
}

/** The fields with secrets that only one side has; by their values, since actions may have moved. */
function changedSecrets(before: ShownRule, after: ShownRule): string[] {
  const [live, declared] = [secretsIn(before), secretsIn(after)];
  const onlyIn = (one: Map<string, string>, other: Map<string, string>) =>
    [...one].flatMap(([tag, field]) => (other.has(tag) ? [] : field));
  return [...new Set([...onlyIn(declared, live), ...onlyIn(live, declared)])];
}

/** The names of fields by the tags of their secrets. */
function secretsIn(value: unknown, field = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  if ('tag' in value && 'shown' in value) return new Map([[`${field} ${String(value.tag)}`, field]]);
  const inner = Object.entries(value).map(([key, one]) => secretsIn(one, Array.isArray(value) ? field : key));
  return new Map(inner.flatMap((found) => [...found]));
}
