/** Runs about to begin, for tests of their journals. */

import { createHash } from 'node:crypto';
import { Redactor, type Secret } from '../../src/diagnostics/redactor.ts';
import { parseJournal } from '../../src/engine/journal/read.ts';
import { hashOf, lineKey, openedLine, parseLine } from '../../src/engine/journal/seal.ts';
import { sealOfId, sealsOf } from '../../src/engine/journal/trust.ts';
import { firstLines, type RunStart } from '../../src/engine/journal/write.ts';
import { outcomeLine, type PlanLine, planLine, sealedHead } from '../../src/model/journal.ts';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor, sealKeyOf } from '../../src/planning/account-redactor.ts';
import { accountOf, plannedFor } from './account.ts';
import { declaredOf, liveOf } from './arbitrary.ts';

/** The key that makes the tags. */
export const TAGS = 'key-of-the-tags';
/** It as a key of journals. */
export const SEALS = [sealKeyOf(TAGS)];

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
}

/** One rule to create, one to replace, one to delete. */
export const THREE = {
  declared: [ruleOf('New'), ruleOf('Kept', 'after')].map((rule, index) => declaredOf(rule, index)),
  live: [ruleOf('Kept', 'before'), ruleOf('Old')].map((rule, index) => liveOf(declaredOf(rule), index)),
};

/** A run about to begin; with all that its accounts differ in. */
export async function runStart(options: Options = {}): Promise<RunStart> {
  const { at = '2026-11-21T09:22:33.456Z', secrets = [], accounts = { default: THREE }, salt = '' } = options;
  const parts = await Promise.all(
    Object.entries(accounts).map(async ([name, { declared, live }]) => {
      const account = accountOf(declared, {
        name,
        baseUrl: 'https://mail.example.com/api/v1',
        flags: { allowEmpty: true, allowLoss: true, maxDeletes: 1000 },
        redactor: accountRedactor(TAGS, new Redactor(secrets)),
      });
      return { account, work: (await plannedFor(account, live)).work };
    }),
  );
  return {
    by: options.by ?? 'apply',
    rollbackOf: options.rollbackOf ?? null,
    version: '0.1.0',
    digest: `sha256:${createHash('sha256').update(salt).digest('hex')}`,
    keyId: null,
    at: new Date(at),
    pid: options.pid ?? 1,
    parts,
  };
}

/** The plan of the journal of a run, as it is read back. */
export function planLineOf(run: string, start: RunStart): PlanLine {
  const keys = start.parts.map(({ account }) => account.redactor);
  const read = parseJournal(firstLines(run, start).text, keys);
  if ('reason' in read) throw new Error(read.reason);
  return read.plan;
}

/** The lines of a journal, opened: the first is in the clear. Throws if one does not open. */
export function openedLines(text: string, keys = SEALS): Record<string, unknown>[] {
  const [first = '', ...rest] = text.split('\n').slice(0, -1);
  const head = sealedHead.parse(JSON.parse(first));
  const [seal] = keys;
  if (seal === undefined) throw new Error('There is a key');
  const numbers = new Map<number, number>();
  const opened = rest.map((text) => {
    const line = parseLine(text);
    const number = numbers.get(line?.account ?? 0) ?? 0;
    numbers.set(line?.account ?? 0, number + 1);
    const value = line && openedLine(hashOf(first), number, lineKey(head, line.account, seal), line);
    if (value == null) throw new Error(`A line does not open: ${text}`);
    return value as Record<string, unknown>;
  });
  return [head, ...opened];
}

/** The journal of a run in one account, as version 1 had it: in the clear, and signed. */
export function asVersion1(text: string, key: string): string {
  const [, plan, ...rest] = openedLines(text, [sealKeyOf(key)]);
  const of = planLine.parse(plan);
  const redactor = accountRedactor(key, new Redactor([]));
  const lines = rest.map((line) => {
    const made = outcomeLine.safeParse(line).data;
    const isMade = made !== undefined && of.changes[made.change]?.id === null && made.id !== null;
    return isMade ? { ...line, seal: sealOfId(of.run, made, redactor) } : line;
  });
  return firstLineOfVersion1(of, key) + lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The first line of a journal of version 1 with this plan, as it was signed. */
export function firstLineOfVersion1(plan: PlanLine, key = TAGS): string {
  const line = JSON.stringify(plan).slice(0, -'}'.length);
  const hash = createHash('sha256').update(line).digest('hex');
  return `${line},"seals":${JSON.stringify(sealsOf(hash, [accountRedactor(key, new Redactor([]))]))}}\n`;
}
