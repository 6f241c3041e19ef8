/** The lines of a journal, as values: what is to be carried out with every rule as it was, and what became of it. */
import { createHash } from 'node:crypto';
import type { JournalChange, PlanLine } from '../../model/journal.ts';
import type { DeclaredRule } from '../../model/rule.ts';
import type { Work } from '../../planning/changes.ts';
import type { Account } from '../plan.ts';
import { journalTexts } from './texts.ts';
import { sealsOf } from './trust.ts';

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
  /** Whether the values of variables are kept. */
  withSecrets: boolean;
}

/** The name of a run: `20261121T092233Z-0123456789ab`. */
export function runName({ at, digest }: Pick<RunStart, 'at' | 'digest'>): string {
  const time = `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  return `${time}-${digest.replace('sha256:', '').slice(0, 12)}`;
}

/** The first line of the journal, with its end: the plan, sealed with the key of each account that it changes. */
export function firstLine(run: string, start: RunStart): string {
  const line = JSON.stringify(unsealedPlan(run, start)).slice(0, -'}'.length);
  const hash = createHash('sha256').update(line).digest('hex');
  const keys = start.parts.flatMap(({ account, work }) => (work.length > 0 ? [account.redactor] : []));
  return `${line},"seals":${JSON.stringify(sealsOf(hash, keys))}}\n`;
}

function unsealedPlan(run: string, start: RunStart): PlanLine {
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
    accounts: parts.map(({ account: { name, baseUrl, redactor } }) => ({ name, baseUrl, keyId: redactor.keyId })),
    changes: parts.flatMap((part) => changesOf(part, start)),
  };
}

/** The changes of an account, in the order of the work. */
function changesOf({ account, work }: RunStart['parts'][number], { withSecrets }: RunStart): JournalChange[] {
  const texts = journalTexts(account.redactor, withSecrets);
  const declared = new Map<string, DeclaredRule>();
  for (const rule of account.declared) declared.set(account.redactor.text(rule.body.name), rule);
  return work.map(({ change, wanted, live, secrets: own }) => {
    const { op, name, id, digest, renamedFrom } = change;
    const rule = declared.get(name) ?? null;
    return {
      account: account.name,
      op,
      name,
      id,
      digest,
      ...(renamedFrom === undefined ? {} : { renamedFrom }),
      live: live === null ? null : texts.rule(live, own?.live ?? rule),
      wanted: wanted === null ? null : texts.body(wanted, own?.wanted ?? rule),
    };
  });
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
