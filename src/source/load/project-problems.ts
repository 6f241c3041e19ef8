/** The problems of project files and account files, mostly those that the schema finds. */
import type * as z from 'zod';
import type { SettingsFile } from '../../diagnostics/project.ts';
import type { Path } from '../../model/rule.ts';
import { choicesOf, keysOf, schemaAt } from './meant-value.ts';
import { kindOf } from './plain.ts';
import { globFindings } from './setting-globs.ts';
import { keyProposal, meantSetting, SCHEMAS, settingOf, shownSetting } from './setting-keys.ts';
import type { SettingFinding } from './settings-text.ts';

/** All problems of the plain value of a project file. */
export function projectFindings(value: object): SettingFinding[] {
  const accounts: unknown = Reflect.get(value, 'accounts');
  const findings = allFindings('project', value);
  const isEmpty = kindOf(accounts) === 'mapping' && Object.keys(Object(accounts)).length === 0;
  if (isEmpty) findings.push({ code: 'accounts-empty', args: {}, path: ['accounts'], at: 'key' });
  // The schema skips this key.
  if (Object.hasOwn(Object(accounts), '__proto__')) {
    findings.push({
      code: 'account-name',
      args: { name: '__proto__', meant: null },
      path: ['accounts', '__proto__'],
      at: 'key',
    });
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

/** All problems of the plain value of an account file. */
export function accountFindings(value: unknown): SettingFinding[] {
  return allFindings('account', value);
}

function allFindings(of: SettingsFile, value: unknown): SettingFinding[] {
  const issues = (SCHEMAS[of].safeParse(value).error?.issues ?? []).flatMap((issue) => ofAccounts(issue, value));
  const found = issues.flatMap((issue) => findingsOf(of, issue, value));
  // A missing key was probably written as the unknown one beside it.
  const unknown = new Set(found.map(({ code, path }) => `${code} ${path.slice(0, -1).join('/')}`));
  const isOwn = ({ code, path }: SettingFinding) =>
    code !== 'project-missing-key' || !unknown.has(`project-unknown-key ${path.slice(0, -1).join('/')}`);
  const wrong = new Set(found.map(({ path }) => path.join('/')));
  const globs = mistakenGlobs(value).filter((one) => isOfPolicy(one) && !wrong.has(one.path.join('/')));
  return [...found.filter(isOwn), ...globs];
}

/** Warnings about globs of names: any text may be the name of a rule, so they are never certainly wrong. */
export function projectWarnings(value: object): SettingFinding[] {
  return mistakenGlobs(value).filter((found) => !isOfPolicy(found));
}

function mistakenGlobs(value: unknown): SettingFinding[] {
  return globFindings(value, [], settingOf);
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
      args: {
        of,
        key: [...at, at.includes('apiKey') ? '…' : key].join('.'),
        level: settingOf(at),
        keys: keysOf(schemaAt(SCHEMAS[of], at)),
        proposal: keyProposal(of, key, at, Object(valueAt(value, at))),
      },
      path: [...at, key],
      at: 'key',
    }));
  }
  if (issue.code === 'invalid_key') {
    const name = String(at.at(-1));
    const valid = name.replace(/[^\p{L}\p{N}._@+-]+/gu, '-').replace(/^[^\p{L}\p{N}]+|-+$/gu, '');
    const meant = valid === '' || Object.hasOwn(Object(valueAt(value, at.slice(0, -1))), valid) ? null : valid;
    return [{ code: 'account-name', args: { name, meant }, path: at, at: 'key' }];
  }
  const found = valueAt(value, at);
  const args = { key: at.join('.'), setting: settingOf(at) };
  if (found === undefined) return [{ code: 'project-missing-key', args, path: at, at: 'key' }];
  if (args.setting === 'version' && typeof found === 'number' && found > 1) {
    return [{ code: 'project-version', args: { version: found, knows: 1 }, path: at, at: 'value' }];
  }
  // The value may be the key itself, or contain a password.
  const mayBeSecret = /^(apiKey|baseUrl)/.test(args.setting);
  const written = mayBeSecret || typeof found === 'object' ? null : String(found);
  const meant = meantSetting(of, found, at);
  const text = meant === undefined ? null : shownSetting(meant, at);
  const isWhole = text !== null && typeof found === 'object' && typeof at.at(-1) === 'string';
  const kind = {
    found: found === '' ? 'nothing' : kindOf(found),
    written: written || null,
    choices: choicesOf(schemaAt(SCHEMAS[of], at)),
    // A value of several lines is underlined in part.
    meant: isWhole ? `${String(at.at(-1))}: ${text}` : text,
  } as const;
  return [{ code: 'project-wrong-value', args: { ...args, ...kind }, path: at, at: isWhole ? 'key' : 'value' }];
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce((inner: unknown, key) => Reflect.get(Object(inner), key), root);
}
