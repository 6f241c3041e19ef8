/** The problems of project files and account files, mostly those that the schema finds. */
import type * as z from 'zod';
import { inCurlyQuotes } from '../../diagnostics/look-alike.ts';
import type { SettingsFile } from '../../diagnostics/project.ts';
import { ACTION_TYPES } from '../../model/action-types.ts';
import { nearest } from '../../model/nearest.ts';
import { PITFALL_CODES } from '../../model/pitfalls.ts';
import type { Path } from '../../model/rule.ts';
import { accountFile, projectFile } from '../../model/written-project.ts';
import { kindOf } from './plain.ts';
import { globFindings } from './setting-globs.ts';
import type { SettingFinding } from './settings-text.ts';

/** All problems of the plain value of a project file. */
export function projectFindings(value: object): SettingFinding[] {
  const accounts: unknown = Reflect.get(value, 'accounts');
  const findings = allFindings('project', value);
  const isEmpty = kindOf(accounts) === 'mapping' && Object.keys(Object(accounts)).length === 0;
  if (isEmpty) findings.push({ code: 'accounts-empty', args: {}, path: ['accounts'], at: 'key' });
  // The schema skips this key.
  if (Object.hasOwn(Object(accounts), '__proto__')) {
    findings.push({ code: 'account-name', args: { name: '__proto__' }, path: ['accounts', '__proto__'], at: 'key' });
  }
  return findings;
}

/** The settings without what is wrong, so that the rest can be checked; null if too little is left. */
export function readableSettings<Of extends SettingsFile>(
  of: Of,
  value: object,
  findings: readonly SettingFinding[],
): z.infer<(typeof SCHEMAS)[Of]> | null {
  const rest = structuredClone(value);
  for (const { path, code } of findings) {
    const whole = code === 'project-missing-key' ? path.slice(0, -1) : path;
    // A list without one of its items would say something else.
    const list = whole.findIndex((part) => typeof part === 'number');
    const at = list === -1 ? whole : whole.slice(0, list);
    const parent = at.slice(0, -1).reduce((inner: unknown, key) => Reflect.get(Object(inner), key), rest);
    Reflect.deleteProperty(Object(parent), at.at(-1) ?? '');
  }
  return (SCHEMAS[of].safeParse(rest).data ?? null) as z.infer<(typeof SCHEMAS)[Of]> | null;
}

const SCHEMAS = { project: projectFile, account: accountFile };

/** All problems of the plain value of an account file. */
export function accountFindings(value: unknown): SettingFinding[] {
  return allFindings('account', value);
}

function allFindings(of: SettingsFile, value: unknown): SettingFinding[] {
  const issues = (SCHEMAS[of].safeParse(value).error?.issues ?? []).flatMap((issue) => ofAccounts(issue, value));
  return [...issues.flatMap((issue) => findingsOf(of, issue, value)), ...mistakenGlobs(value).filter(isOfPolicy)];
}

/** Warnings about globs of names: any text may be the name of a rule, so they are never certainly wrong. */
export function projectWarnings(value: object): SettingFinding[] {
  return mistakenGlobs(value).filter((found) => !isOfPolicy(found));
}

function mistakenGlobs(value: unknown): SettingFinding[] {
  return globFindings(value, [], (at) => settingOf(at).join('.'));
}

function isOfPolicy({ path }: SettingFinding): boolean {
  return path.includes('policy');
}

/** `accounts` may be a mapping or a path. If it is a mapping, reports what is wrong with the mapping. */
function ofAccounts(issue: z.core.$ZodIssue, value: unknown): z.core.$ZodIssue[] {
  const isOfAccounts = issue.code === 'invalid_union' && issue.path.length === 1 && issue.path[0] === 'accounts';
  if (!isOfAccounts || kindOf(Reflect.get(Object(value), 'accounts')) !== 'mapping') return [issue];
  return (issue.errors[0] ?? []).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function findingsOf(of: SettingsFile, issue: z.core.$ZodIssue, value: unknown): SettingFinding[] {
  const at = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'project-unknown-key',
      args: { of, key: [...at, at.includes('apiKey') ? '…' : key].join('.'), proposal: proposedKey(of, key, at) },
      path: [...at, key],
      at: 'key',
    }));
  }
  if (issue.code === 'invalid_key') {
    return [{ code: 'account-name', args: { name: String(at.at(-1)) }, path: at, at: 'key' }];
  }
  const found = at.reduce((inner: unknown, key) => Reflect.get(Object(inner), key), value);
  const args = { key: at.join('.'), setting: settingOf(at).join('.') };
  if (found === undefined) return [{ code: 'project-missing-key', args, path: at, at: 'key' }];
  const where = { path: at, at: 'value' } as const;
  if (args.setting === 'version' && typeof found === 'number' && found > 1) {
    return [{ code: 'project-version', args: { version: found, knows: 1 }, ...where }];
  }
  // The value may be the key itself, or contain a password.
  const mayBeSecret = /^(apiKey|baseUrl)/.test(args.setting);
  const written = mayBeSecret || typeof found === 'object' ? null : String(found);
  const choices = CHOICES[args.setting] ?? [];
  const proposal = written === null ? null : nearest(inCurlyQuotes(written) ?? written, choices, 1);
  const kind = {
    found: found === '' ? 'nothing' : kindOf(found),
    written: written || null,
    choices,
    proposal,
  } as const;
  return [{ code: 'project-wrong-value', args: { ...args, ...kind }, ...where }];
}

/** The path of a setting, without its account and without indexes of lists. */
function settingOf(at: Path): string[] {
  const own = at[0] === 'accounts' && at.length > 2 ? at.slice(2) : at;
  return own.filter((part) => typeof part === 'string');
}

const { guard, policy, acceptPitfalls, ignoreDifferences, undeclared, actionOrder, aiSelection } = projectFile.shape;

/** Settings that take one of a few words. */
const CHOICES: Partial<Record<string, readonly string[]>> = {
  undeclared: undeclared.unwrap().unwrap().options,
  actionOrder: actionOrder.unwrap().unwrap().options,
  aiSelection: aiSelection.unwrap().unwrap().options,
  'acceptPitfalls.codes': PITFALL_CODES,
  'policy.forbidActions': ACTION_TYPES,
  'policy.confine.actions': ACTION_TYPES,
};

const KEYS: Record<string, readonly string[]> = {
  '': Object.keys(projectFile.shape),
  account: Object.keys(accountFile.shape),
  apiKey: ['env'],
  guard: Object.keys(guard.unwrap().unwrap().shape),
  policy: Object.keys(policy.unwrap().unwrap().shape),
  'policy.confine': Object.keys(policy.unwrap().unwrap().shape.confine.unwrap().unwrap().element.shape),
  acceptPitfalls: Object.keys(acceptPitfalls.unwrap().unwrap().element.shape),
  ignoreDifferences: Object.keys(ignoreDifferences.unwrap().unwrap().element.shape),
};

/** The key that was probably meant, such as `guard.maxDeletes` if it belongs to another group. */
function proposedKey(of: SettingsFile, key: string, at: Path): string | null {
  const isAccount = of === 'account' ? at.length === 0 : at[0] === 'accounts' && at.length === 2;
  const level = isAccount ? 'account' : settingOf(at).join('.');
  const near = nearest(key, KEYS[level] ?? [], 2);
  if (near !== null) return near;
  const group = Object.keys(KEYS).find((one) => one !== 'account' && KEYS[one]?.includes(key));
  return group === undefined ? null : [...(group === '' ? [] : [group]), key].join('.');
}
