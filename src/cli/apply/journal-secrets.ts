/** Secrets that a journal names or holds. */
import type { Secret } from '../../diagnostics/redactor.ts';
import type { JournalText, PlanLine } from '../../model/journal.ts';
import type { Session } from '../session/session.ts';

/** Adds the variables that the files and the journal name to the secrets of the session. */
export function learnSecrets(session: Session, plan: PlanLine): void {
  session.loadAll();
  const known = new Set(session.secrets().map(({ name }) => name));
  const kept = secretsIn(plan.changes);
  const names = new Set(kept.flatMap((text) => ('env' in text && !known.has(text.env) ? [text.env] : [])));
  session.learn([
    ...[...names].map((name) => ({ name, value: session.io.env[name] ?? '' })),
    // A journal of version 1 may hold earlier values that are no longer in any variable.
    ...kept.map((text): Secret => {
      const { value = '' } = text;
      return 'env' in text ? { name: text.env, value } : { name: 'of the journal', value, shown: text.hidden };
    }),
  ]);
}

type KeptSecret = Extract<JournalText, object>;

function secretsIn(value: unknown): KeptSecret[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('env' in value || 'hidden' in value) return [value as KeptSecret];
  return Object.values(value).flatMap(secretsIn);
}
