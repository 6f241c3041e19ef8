/** What the schema of a file finds wrong, in our own terms. */
import type * as z from 'zod';
import type { Finding } from '../../diagnostics/diagnostic.ts';
import { flowText } from '../../diagnostics/yaml-text.ts';
import type { Path } from '../../model/rule.ts';
import { MOST_PROBLEMS } from './file-problems.ts';
import { type Checked, keyMeant, keysAt, meantAt, shownValue } from './meant-key.ts';
import { kindOf } from './plain.ts';
import { choicesOf, isRecord, SCHEMAS, schemaAt, settingOf, valueAt } from './schema-walk.ts';
import type { SettingFinding } from './settings-text.ts';

/** Returns the text of the file at a path. */
export type Written = (path: Path) => string;

/** All problems of a value. `own`: says otherwise what is wrong at a path. */
export function schemaFindings(
  checked: Checked,
  written: Written = (path) => String(valueAt(checked.root, path)),
  own: (path: Path) => SettingFinding[] | null = () => null,
): SettingFinding[] {
  const { of, root } = checked;
  const issues = (SCHEMAS[of].safeParse(root).error?.issues ?? []).flatMap((issue) => ofAccounts(issue, root));
  const findings = issues.flatMap((issue) => {
    const at = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
    return own(at) ?? findingsOf(checked, issue, at, written);
  });
  const misspelt = new Set(findings.map(misspeltPath));
  // The schema may refuse a value twice: a delay that is too large and not whole.
  const places = new Set<string>();
  return findings.filter(({ code, path }) => {
    const place = `${path.join('/')} ${code === 'unknown-key'}`;
    const isRepeated = places.has(place) || (code === 'missing-key' && misspelt.has(path.join('/')));
    places.add(place);
    return !isRepeated;
  });
}

/** The path of the key that an unknown one means, which is then not missing. */
function misspeltPath({ code, args, path }: SettingFinding): string | undefined {
  if (code !== 'unknown-key') return undefined;
  // `// "name"`, and another reference than a variable.
  const [, last = args.level === 'apiKey' ? 'env' : null] = /^\W.*?(\w+)"?$/.exec(args.key) ?? [];
  if (last !== null) return [...path.slice(0, -1), last].join('/');
  if (!args.proposal || !/rename|write|use/.test(args.proposal.how)) return undefined;
  const parts = args.proposal.to.replace(/:.*/s, '').split('.');
  return [...path.slice(0, -1), parts.at(path.length === 1 ? 0 : -1)].join('/');
}

/** `accounts` may be a mapping or a path. If it is a mapping, reports what is wrong with the mapping. */
function ofAccounts(issue: z.core.$ZodIssue, value: unknown): z.core.$ZodIssue[] {
  const isOfAccounts = issue.code === 'invalid_union' && issue.path.length === 1 && issue.path[0] === 'accounts';
  if (!isOfAccounts || kindOf(valueAt(value, ['accounts'])) !== 'mapping') return [issue];
  return (issue.errors[0] ?? []).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function findingsOf(checked: Checked, issue: z.core.$ZodIssue, at: Path, written: Written): SettingFinding[] {
  const { of, root } = checked;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MOST_PROBLEMS + 1).map((key) => unknownKey(checked, key, at));
  }
  if (issue.code === 'invalid_key') {
    const name = String(at.at(-1));
    const valid = name.replace(/[^\p{L}\p{N}._@+-]+/gu, '-').replace(/^[^\p{L}\p{N}]+|-+$/gu, '');
    const meant = valid === '' || Object.hasOwn(Object(valueAt(root, at.slice(0, -1))), valid) ? null : valid;
    return [{ code: 'account-name', args: { name, meant }, path: at, at: 'key' }];
  }
  const found = valueAt(root, at);
  const setting = settingOf(at);
  const isItem = typeof at.at(-1) === 'number';
  if (!isItem && [found ?? []].flat().length === 0) {
    const args = { key: at.join('.'), setting, empty: found !== undefined };
    return [{ code: 'missing-key', args, path: at, at: 'key' }];
  }
  if (setting === 'version' && typeof found === 'number' && found > 1) {
    return [{ code: 'project-version', args: { version: found, knows: 1 }, path: at, at: 'value' }];
  }
  const around = at.slice(0, -1);
  // A name and its value may be in the wrong order.
  const isEntry = isRecord(schemaAt(SCHEMAS[of], around)) && meantAt(checked, found, at) === undefined;
  const isReversed = isEntry && meantAt(checked, valueAt(root, around), around) !== undefined;
  return [wrongValue(checked, isReversed ? around : at, written)];
}

function unknownKey(checked: Checked, key: string, at: Path): SettingFinding & Finding<'unknown-key'> {
  const args = {
    of: checked.of,
    // It may be the key itself.
    key: at.includes('apiKey') ? '…' : key,
    level: settingOf(at),
    keys: keysAt(checked, at),
    proposal: keyMeant(checked, key, at),
    type: String(valueAt(checked.root, [...at, 'type'])),
  };
  return { code: 'unknown-key', args, path: [...at, key], at: 'key' };
}

/** The entries of a document with a list of them. Calls `report` with what is wrong around them. */
export function entriesIn(of: 'rules' | 'tests', root: unknown, report: (finding: SettingFinding) => void) {
  for (const key of Object.keys(Object(root))) if (key !== of) report(unknownKey({ of, root }, key, []));
  const refuse = (path: Path, setting: string) => {
    const args = { key: path.join('.'), setting, found: kindOf(valueAt(root, path)), written: null, choices: [] };
    report({ code: 'wrong-value', args: { ...args, meant: null }, path, at: 'value' });
    return [];
  };
  const list = valueAt(root, [of]) ?? [];
  if (!Array.isArray(list)) return refuse([of], 'document.list');
  return list.flatMap((entry: unknown, index): { path: Path; entry: object }[] => {
    const path = [of, index];
    return kindOf(entry) === 'mapping' ? [{ path, entry: entry as object }] : refuse(path, 'document.entry');
  });
}

function wrongValue(checked: Checked, at: Path, written: Written): SettingFinding {
  const found = valueAt(checked.root, at);
  const setting = settingOf(at);
  const source = typeof found === 'number' ? written(at) : found;
  // The value may be the key itself, or contain a password.
  const mayBeSecret = /^(apiKey|baseUrl)/.test(setting);
  const meant = meantAt(checked, source, at);
  const text = meant === undefined ? null : shownValue(meant, at);
  // A value of several lines is underlined in part.
  const isLong = typeof found === 'object' || String(found).includes('\n');
  const isWhole = text !== null && isLong && typeof at.at(-1) === 'string';
  const args = {
    key: at.join('.'),
    setting,
    found: typeof found === 'string' && found.trim() === '' ? 'nothing' : kindOf(found),
    written: mayBeSecret || typeof found === 'object' ? null : String(source).trim() || null,
    choices: choicesOf(schemaAt(SCHEMAS[checked.of], at)),
    meant: isWhole ? `${flowText(String(at.at(-1)))}: ${text}` : text,
  } as const;
  return { code: 'wrong-value', args, path: at, at: isWhole ? 'key' : 'value' };
}
