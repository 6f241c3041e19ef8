/** The environment of the judge. It needs PATH, HOME and a key of its own, but none of the secrets of inboxctl. */
import type { Secret } from '../../diagnostics/redactor.ts';
import { reservedPrefix } from '../../source/load/references.ts';
import type { JudgeContext } from './run.ts';

/**
 * The environment without the variables of inboxctl and of the GitHub runner, without those whose value is one of `secrets`,
 * and without those that a rule file names (`mentioned`).
 */
export function judgeEnvironment(
  env: JudgeContext['env'],
  secrets: readonly Pick<Secret, 'name' | 'value'>[],
  mentioned: readonly string[] = [],
): JudgeContext['env'] {
  const names = new Set([...secrets.map(({ name }) => name), ...mentioned]);
  const values = new Set(secrets.map(({ value }) => value.trim()));
  const isKept = ([name, value]: [string, string | undefined]) =>
    reservedPrefix(name) === undefined && !names.has(name) && !values.has((value ?? '').trim());
  return Object.fromEntries(Object.entries(env).filter(isKept));
}
