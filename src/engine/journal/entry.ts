/** The lines of a journal, as values: what is to be carried out with every rule as it was, and what became of it. */
import type { JournalChange, PlanLine } from '../../model/journal.ts';
import type { DeclaredRule } from '../../model/rule.ts';
import type { Work } from '../../planning/changes.ts';
import type { Secret } from '../../planning/secrets.ts';
import type { Account } from '../plan.ts';
import { journalTexts } from './texts.ts';

/** A run about to begin. */
export interface RunStart {
  by: PlanLine['by'];
  /** The run that a rollback goes back to before. */
  rollbackOf: string | null;
  /** Of inboxctl. */
  version: string;
  /** Of the plan: `sha256:…`. */
  digest: string;
  keyId: string | null;
  /** When it begins; not before its locks were taken. */
  at: Date;
  pid: number;
  /** What is to be carried out, by account. */
  parts: readonly { account: Account; work: readonly Work[] }[];
  /** All that must be shown nowhere. */
  secrets: readonly Secret[];
  /** Whether the values of variables are kept. */
  withSecrets: boolean;
}

/** The name of a run: `20261121T092233Z-0123456789ab`. */
export function runName({ at, digest }: Pick<RunStart, 'at' | 'digest'>): string {
  const time = `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  return `${time}-${digest.replace('sha256:', '').slice(0, 12)}`;
}

/** What the first line of a journal tells of the run as a whole: it stands before the rules, which may be many. */
export function headOf(run: string, start: RunStart): Omit<PlanLine, 'changes'> {
  const { by, rollbackOf, version, digest, keyId, at, pid } = start;
  const parts = start.parts.filter(({ work }) => work.length > 0);
  return {
    formatVersion: 1,
    kind: 'plan',
    run,
    startedAt: at.toISOString(),
    by,
    rollbackOf,
    version,
    digest,
    keyId,
    pid,
    accounts: parts.map(({ account: { name, baseUrl, veil } }) => ({ name, baseUrl, keyId: veil.keyId })),
  };
}

/** The changes of the first line, in the order of the work; each is made when it is asked for. */
export function* changesOf({ parts, secrets, withSecrets }: RunStart): Generator<JournalChange> {
  for (const { account, work } of parts) {
    const texts = journalTexts(account.veil, secrets, withSecrets);
    const declared = new Map<string, DeclaredRule>();
    for (const rule of account.declared) declared.set(account.veil.text(rule.body.name), rule);
    for (const { change, wanted, live, secrets: own } of work) {
      const { op, name, id, digest, renamedFrom } = change;
      const rule = declared.get(name) ?? null;
      yield {
        account: account.name,
        op,
        name,
        id,
        digest,
        ...(renamedFrom === undefined ? {} : { renamedFrom }),
        live: live === null ? null : texts.rule(live, own?.live ?? rule),
        wanted: wanted === null ? null : texts.body(wanted, own?.wanted ?? rule),
      };
    }
  }
}

/** The index of each change in the first line, by its key. */
export function placesOf({ parts }: RunStart): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let index = 0;
  for (const { work } of parts) for (const { change } of work) places.set(changeKey(change), index++);
  return places;
}

/** What a change is found by among those of the journal: two deletes of one name differ in their ids only. */
export function changeKey({ digest, id }: Pick<JournalChange, 'digest' | 'id'>): string {
  return `${digest} ${id ?? ''}`;
}
