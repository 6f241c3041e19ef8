import type { RunSnapshot } from '../../engine/snapshot/read.ts';
import { isSecretText } from '../../model/snapshot.ts';
import { variablesIn } from '../../planning/kept-rule.ts';
import type { Session } from '../session/session.ts';

/** Adds the variables that the files and the snapshot name to the secrets of the session. */
export function learnSecrets(session: Session, { parts }: Pick<RunSnapshot, 'parts'>): void {
  session.loadAll();
  const known = new Set(session.secrets().map(({ name }) => name));
  const named = new Set(namesIn(parts.map(({ opened }) => opened?.changes)));
  const others = [...named].filter((name) => !known.has(name));
  session.learn(others.map((name) => ({ name, value: session.io.env[name] ?? '' })));
}

/** Of the secrets in a snapshot: a text that is one, and a text with some inside. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isSecretText(value))
    return 'env' in value ? [value.env] : variablesIn(value.hidden).flatMap((name) => name ?? []);
  return Object.values(value).flatMap(namesIn);
}
