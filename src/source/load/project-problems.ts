/** The problems of project files and account files, mostly those that the schema finds. */
import type * as z from 'zod';
import type { SchemaName, SettingsFile } from '../../diagnostics/project.ts';
import { flowText } from '../../diagnostics/yaml-text.ts';
import type { Path } from '../../model/rule.ts';
import { choicesOf, keysOf, schemaAt } from './meant-value.ts';
import { kindOf } from './plain.ts';
import { globFindings } from './setting-globs.ts';
import { isRecord, keyProposal, meantSetting, SCHEMAS, settingOf, shownSetting } from './setting-keys.ts';
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
    const whole = code === 'schema-missing-key' ? path.slice(0, -1) : path;
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
  const found = schemaFindings(of, value);
  const isWrong = ({ path }: SettingFinding) =>
    found.some((one) => one.path.every((part, index) => path[index] === part));
  return [...found, ...mistakenGlobs(value).filter((one) => isOfPolicy(one) && !isWrong(one))];
}

/** What a schema finds wrong. */
export function schemaFindings(of: SchemaName, value: unknown): SettingFinding[] {
  const issues = (SCHEMAS[of].safeParse(value).error?.issues ?? []).flatMap((issue) => ofAccounts(issue, value));
  const found = issues.flatMap((issue) => findingsOf(of, issue, value));
  // A missing key was probably written as the unknown one beside it.
  const unknown = new Set(found.map(({ code, path }) => `${code} ${path.slice(0, -1).join('/')}`));
  const isOwn = ({ code, path }: SettingFinding) =>
    code !== 'schema-missing-key' || !unknown.has(`schema-unknown-key ${path.slice(0, -1).join('/')}`);
  return found.filter(isOwn);
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

function findingsOf(of: SchemaName, issue: z.core.$ZodIssue, value: unknown): SettingFinding[] {
  const at = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'schema-unknown-key',
      args: {
        of,
        key: [...at, at.includes('apiKey') ? '…' : key].join('.'),
        level: settingOf(at) || (of === 'test' ? of : ''),
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
  if (found === undefined) return [{ code: 'schema-missing-key', args, path: at, at: 'key' }];
  if (args.setting === 'version' && typeof found === 'number' && found > 1) {
    return [{ code: 'project-version', args: { version: found, knows: 1 }, path: at, at: 'value' }];
  }
  const around = at.slice(0, -1);
  // A name and its value may be in the wrong order.
  const isEntry = isRecord(of, around) && meantSetting(of, found, at) === undefined;
  const isReversed = isEntry && meantSetting(of, valueAt(value, around), around) !== undefined;
  return [wrongValue(of, isReversed ? around : at, value)];
}

function wrongValue(of: SchemaName, at: Path, value: unknown): SettingFinding {
  const found = valueAt(value, at);
  const setting = settingOf(at);
  // The value may be the key itself, or contain a password.
  const mayBeSecret = /^(apiKey|baseUrl)/.test(setting);
  const written = mayBeSecret || typeof found === 'object' ? null : String(found);
  const meant = meantSetting(of, found, at);
  const text = meant === undefined ? null : shownSetting(meant, at);
  // A value of several lines is underlined in part.
  const isLong = typeof found === 'object' || String(found).includes('\n');
  const isWhole = text !== null && isLong && typeof at.at(-1) === 'string';
  const args = {
    key: at.join('.'),
    setting,
    found: typeof found === 'string' && found.trim() === '' ? 'nothing' : kindOf(found),
    written: written?.trim() || null,
    choices: choicesOf(schemaAt(SCHEMAS[of], at)),
    meant: isWhole ? `${flowText(String(at.at(-1)))}: ${text}` : text,
  } as const;
  return { code: 'schema-wrong-value', args, path: at, at: isWhole ? 'key' : 'value' };
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce((inner: unknown, key) => Reflect.get(Object(inner), key), root);
}
