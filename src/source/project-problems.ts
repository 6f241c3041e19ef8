/** What the schema has to say about a project file, in our own terms. */
import { distance } from 'fastest-levenshtein';
import type * as z from 'zod';
import type { Finding } from '../model/diagnostic.ts';
import { projectFile } from '../model/written-project.ts';
import type { At, Path } from './node-places.ts';

/** A finding about a project file, and the path to what it is about. */
type ProjectFinding = Finding & { path: Path; at: At };

/** Takes the plain value of a project file; gives everything that the schema says against it. */
export function projectFindings(value: unknown): ProjectFinding[] {
  const { error } = projectFile.safeParse(value);
  return (error?.issues ?? []).flatMap((issue) => findingsOf(issue, value));
}

function findingsOf(issue: z.core.$ZodIssue, value: unknown): ProjectFinding[] {
  const at = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'project-unknown-key',
      args: { key: [...at, at.includes('apiKey') ? '…' : key].join('.'), proposal: nearest(key, at) },
      path: [...at, key],
      at: 'key',
    }));
  }
  if (issue.code === 'invalid_key') {
    return [{ code: 'account-name', args: { name: String(at.at(-1)) }, path: at, at: 'key' }];
  }
  const missing = at.reduce((inner: unknown, key) => Reflect.get(Object(inner), key), value) === undefined;
  const code = missing ? 'project-missing-key' : 'project-wrong-value';
  const args = { key: at.join('.'), setting: settingOf(at).join('.') };
  return [{ code, args, path: at, at: missing ? 'key' : 'value' }];
}

/** The path of a setting without the account that it is set for, and without places in lists. */
function settingOf(at: Path): string[] {
  const own = at[0] === 'accounts' && at.length > 2 ? at.slice(2) : at;
  return own.filter((part) => typeof part === 'string');
}

const { guard, policy, ignoreDifferences, accounts } = projectFile.shape;
const account = accounts.unwrap().unwrap().valueType.unwrap();

const KEYS: Record<string, readonly string[]> = {
  '': Object.keys(projectFile.shape),
  account: Object.keys(account.shape),
  apiKey: ['env'],
  guard: Object.keys(guard.unwrap().unwrap().shape),
  policy: Object.keys(policy.unwrap().unwrap().shape),
  ignoreDifferences: Object.keys(ignoreDifferences.unwrap().unwrap().element.shape),
};

function nearest(key: string, at: Path): string | null {
  const isAccount = at[0] === 'accounts' && at.length === 2;
  const known = KEYS[isAccount ? 'account' : (settingOf(at)[0] ?? '')] ?? [];
  const wanted = key.toLowerCase();
  const close = known.filter(
    (name) => distance(name.toLowerCase(), wanted) <= Math.max(2, Math.floor(name.length / 3)),
  );
  return close.sort((a, b) => distance(a.toLowerCase(), wanted) - distance(b.toLowerCase(), wanted))[0] ?? null;
}
