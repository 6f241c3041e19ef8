/** The environment of the judge: it needs its own key, PATH and HOME, but nothing that inboxctl itself works with. */
import type { Secret } from '../../diagnostics/redactor.ts';
import { reservedPrefix } from '../../source/load/references.ts';
import type { Surroundings } from './run.ts';

/**
 * The environment without the variables of inboxctl and of the runner, without those that hold a secret, whatever their name
 * is, and without those in `mentioned`.
 */
export function judgeEnvironment(
  env: Surroundings['env'],
  secrets: readonly Pick<Secret, 'name' | 'value'>[],
  mentioned: readonly string[] = [],
): Surroundings['env'] {
  const names = new Set([...secrets.map(({ name }) => name), ...mentioned]);
  const values = new Set(secrets.map(({ value }) => value.trim()));
  const isKept = ([name, value]: [string, string | undefined]) =>
    reservedPrefix(name) === undefined && !names.has(name) && !values.has((value ?? '').trim());
  return Object.fromEntries(Object.entries(env).filter(isKept));
}
