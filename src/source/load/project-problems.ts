/** The problems of project files and account files, mostly those that the schema finds. */
import type * as z from 'zod';
import { drawnAlike } from '../../diagnostics/look-alike.ts';
import type { SettingsFile } from '../../diagnostics/project.ts';
import { kindOf } from './plain.ts';
import { schemaFindings } from './schema-findings.ts';
import { SCHEMAS, valueAt } from './schema-walk.ts';
import { globFindings } from './setting-globs.ts';
import type { SettingFinding } from './settings-text.ts';

/** All problems of the plain value of a project file. */
export function projectFindings(value: object): SettingFinding[] {
  const accounts: unknown = Reflect.get(value, 'accounts');
  const findings = settingsFindings('project', value);
  const names = kindOf(accounts) === 'mapping' ? Object.keys(Object(accounts)) : null;
  if (names?.length === 0) findings.push({ code: 'accounts-empty', args: {}, path: ['accounts'], at: 'key' });
  for (const args of drawnAlike(names ?? [])) {
    findings.push({ code: 'account-names-alike', args, path: ['accounts', args.name], at: 'key' });
  }
  const name = '__proto__';
  if (Object.hasOwn(Object(accounts), name)) {
    findings.push({ code: 'account-name', args: { name, meant: null }, path: ['accounts', name], at: 'key' });
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
    const whole = code === 'missing-key' ? path.slice(0, -1) : path;
    // A list without one of its items would say something else.
    const list = whole.findIndex((part) => typeof part === 'number');
    const at = list === -1 ? whole : whole.slice(0, list);
    const parent = valueAt(rest, at.slice(0, -1));
    Reflect.deleteProperty(Object(parent), at.at(-1) ?? '');
  }
  return (SCHEMAS[of].safeParse(rest).data ?? null) as z.infer<(typeof SCHEMAS)[Of]> | null;
}

/** All problems of the plain value of a settings file, but for those of accounts as a whole. */
export function settingsFindings(of: SettingsFile, value: unknown): SettingFinding[] {
  const found = schemaFindings({ of, root: value });
  const isWrong = ({ path }: SettingFinding) =>
    found.some((one) => one.path.every((part, index) => path[index] === part));
  return [...found, ...globFindings(value, []).filter((one) => isOfPolicy(one) && !isWrong(one))];
}

/** Warnings about globs of names: any text may be the name of a rule, so they are never certainly wrong. */
export function projectWarnings(value: object): SettingFinding[] {
  return globFindings(value, []).filter((found) => !isOfPolicy(found));
}

function isOfPolicy({ path }: SettingFinding): boolean {
  return path.includes('policy');
}
