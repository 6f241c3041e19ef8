/** Runs about to begin, for tests of their snapshots. */

import { createHash } from 'node:crypto';
import { Redactor, type Secret } from '../../src/diagnostics/redactor.ts';
import type { Applied } from '../../src/diagnostics/results.ts';
import { parseSnapshot, type RunPart } from '../../src/engine/snapshot/read.ts';
import { type OpenSnapshot, openSnapshot, type RunStart, snapshotText } from '../../src/engine/snapshot/write.ts';
import type { Step } from '../../src/model/applied.ts';
import { inboxIdentityOf } from '../../src/model/inbox-identity.ts';
import type { Change } from '../../src/model/plan.ts';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { SnapshotEnd } from '../../src/model/snapshot.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor, type SealKey, sealKeyOf } from '../../src/planning/account-redactor.ts';
import { accountOf, plannedFor } from './account.ts';
import { declaredOf, liveOf } from './arbitrary.ts';
import { READ_AT } from './identity.ts';

/** The key that makes the tags. */
export const TAGS = 'signing-key-of-the-tags';
/** It as a key of snapshots. */
export const SEALS = [sealKeyOf(TAGS)];
/** The name of the runs that are written nowhere. */
export const RUN = '20261121T092233Z-0123456789ab';

export type Opened = NonNullable<RunPart['opened']>;
export type Status = Step['status'];

export function ruleOf(name: string, text = name): ResolvedRule {
  return { name, condition: { aiInstructions: text }, actions: [{ type: 'ARCHIVE' }] };
}

interface Options {
  at?: string;
  by?: RunStart['by'];
  rollbackOf?: string;
  secrets?: readonly Secret[];
  /** By account: what is declared and live. */
  accounts?: Record<string, { declared: readonly DeclaredRule[]; live: readonly LiveRule[] }>;
  pid?: number;
  /** Makes the digest of the plan another one. */
  salt?: string;
  /** What an account is sealed with, if not all with the same. */
  keyOf?: (account: string) => string;
  /** The API key of an account. */
  apiKeyOf?: (account: string) => string;
}

/** One rule to create, one to replace, one to delete. */
export const THREE = {
  declared: [ruleOf('New'), ruleOf('Kept', 'after')].map((rule, index) => declaredOf(rule, index)),
  live: [ruleOf('Kept', 'before'), ruleOf('Old')].map((rule, index) => liveOf(declaredOf(rule), index)),
};

/** A run about to begin, with all that its accounts differ in. */
export async function runStart(options: Options = {}): Promise<RunStart> {
  const { at = '2026-11-21T09:22:33.456Z', secrets = [], accounts = { default: THREE }, salt = '' } = options;
  const { keyOf = () => TAGS, apiKeyOf = (name) => `api-key-of-${name}` } = options;
  const parts = await Promise.all(
    Object.entries(accounts).map(async ([name, { declared, live }]) => {
      const account = accountOf(declared, {
        name,
        baseUrl: 'https://mail.example.com/api/v1',
        flags: { allowEmpty: true, allowLoss: true, maxDeletes: 1000 },
        redactor: accountRedactor(keyOf(name), new Redactor(secrets)),
      });
      const inbox = inboxIdentityOf(live, READ_AT);
      return { account, apiKey: apiKeyOf(name), live, inbox, work: (await plannedFor(account, live)).work };
    }),
  );
  return {
    by: options.by ?? 'apply',
    rollbackOf: options.rollbackOf ?? null,
    digest: `sha256:${createHash('sha256').update(salt).digest('hex')}`,
    at: new Date(at),
    pid: options.pid ?? 1,
    parts,
  };
}

/** The changes of a run, in order. */
export function changesOf({ parts }: Pick<RunStart, 'parts'>): Change[] {
  return parts.flatMap(({ work }) => work.map(({ change }) => change));
}

/** The whole snapshot of a run that ended. */
export function endedText(start: RunStart, run = RUN): string {
  const { parts, text } = snapshotText(run, start);
  const ends = parts.map(({ work, seal }) => {
    const made = work.map(({ change: { id } }): SnapshotEnd['ends'][number] => ({ status: 'done', id: id ?? 'made' }));
    return seal.seal('end', { outcome: 'converged', ends: made, differences: [] } satisfies SnapshotEnd);
  });
  return text + ends.map((line) => `${line}\n`).join('');
}

/** The part of each account of a run, as it is read back. */
export function openedParts(start: RunStart, keys?: readonly SealKey[]): Opened[] {
  const found = parseSnapshot(
    snapshotText(RUN, start).text,
    keys ?? start.parts.map(({ account }) => account.redactor),
  );
  if ('reason' in found) throw new Error(found.reason);
  return found.parts.map(({ opened }) => {
    if (opened === null) throw new Error('A part has no key');
    return opened;
  });
}

export function opened(home: string, start: RunStart): OpenSnapshot {
  const made = openSnapshot(home, start);
  if ('problem' in made) throw new Error(JSON.stringify(made.problem));
  return made;
}

/** How a run ended: what became of its changes, in order. The rest was not tried. */
export function appliedOf(
  start: RunStart,
  outcome: Applied['outcome'],
  statuses: readonly Status[],
  more: Partial<Step> = {},
): Applied {
  const changes = changesOf(start);
  const steps = statuses.flatMap((status, index): Step[] => {
    const change = changes[index];
    return change === undefined ? [] : [{ change, status, ...more }];
  });
  return { run: null, outcome, steps, differences: [], notices: [], unchecked: [], unplanned: [] };
}
