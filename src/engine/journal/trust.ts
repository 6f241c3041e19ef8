/**
 * Decides whether a rollback may trust a journal. A journal says what to write, and a repository may bring a forged
 * one. A sealed journal opens with the account's key alone. Of version 1, the first line is signed with the keys of its
 * accounts, and so is the id of each rule that the run created, which is all that decides what is deleted.
 */
import { lstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import type { OutcomeLine, PlanLine } from '../../model/journal.ts';
import type { AccountRedactor } from '../../planning/account-redactor.ts';
import type { Environment } from '../../source/git/run.ts';
import { isTracked } from '../../source/git/status.ts';
import { hashOf, type SealedPart } from './seal.ts';

type DistrustReason = ArgsOf<'journal-untrusted'>['reason'];
/** A journal with the name of its file. */
interface Sealed {
  run: string;
  plan: PlanLine;
  hash: string | null;
  parts: readonly SealedPart[] | null;
}
type SealKey = Pick<AccountRedactor, 'keyId' | 'tag'>;
interface Sealer {
  name: string;
  redactor: SealKey;
  /** Other keys of the account. */
  keys?: readonly Pick<SealKey, 'keyId'>[];
}

/**
 * The seals of a first line, one for each key. `hash` is of the line without its seals. No rule can contain a NUL, so
 * no tag is a seal.
 */
export function sealsOf(hash: string, keys: readonly SealKey[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key.keyId, key.tag(`\0journal ${hash}`)]));
}

/** The seal of the id of a rule that a run created. */
export function sealOfId(
  run: string,
  { change, id }: Pick<OutcomeLine, 'change' | 'id'>,
  key: Pick<AccountRedactor, 'tag'>,
): string {
  return key.tag(`\0made ${run} ${change} ${id}`);
}

const SEALS = ',"seals":{';

/**
 * The hash that the seals of a first line cover; null if the line does not end with its seals: a JSON key after them
 * would not be covered.
 */
export function sealedHash(line: string): string | null {
  const at = line.lastIndexOf(SEALS);
  const isEnd = /^("[0-9a-f]{8}":"[0-9a-f]{32}",?)+\}\}$/.test(line.slice(at + SEALS.length));
  return at < 0 || !isEnd ? null : hashOf(line.slice(0, at));
}

/**
 * Why the part of an account in a journal cannot be trusted; null if that account's key made its seal, and so its tags.
 */
export function distrustOf(
  { run, plan, hash, parts }: Sealed,
  { name, redactor, keys = [] }: Sealer,
): DistrustReason | null {
  if (parts !== null) {
    const part = parts.find(({ account }) => account === name);
    const isOwn = [redactor, ...keys].some(({ keyId }) => keyId === part?.keyId);
    if (part === undefined || !isOwn || part.state === 'locked') return 'other-key';
    return part.state === 'forged' || plan.run !== run ? 'forged' : null;
  }
  const { accounts, seals = {} } = plan;
  if (hash === null) return 'unsealed';
  const isOwnKey = accounts.some((one) => one.name === name && one.keyId === redactor.keyId);
  if (!isOwnKey || seals[redactor.keyId] === undefined) return 'other-key';
  return plan.run === run && sealsOf(hash, [redactor])[redactor.keyId] === seals[redactor.keyId] ? null : 'forged';
}

/**
 * Why a file is not accepted as this user's journal; null if it is. `isInProject`: checks the journal folders too. A file that
 * was brought from elsewhere has none.
 */
export async function distrustOfFile(
  file: string,
  env: Environment,
  isInProject = true,
): Promise<DistrustReason | null> {
  const folder = path.dirname(file);
  const { uid } = userInfo();
  for (const one of isInProject ? [file, folder, path.dirname(folder)] : [file]) {
    const found = lstatSync(one);
    if (uid >= 0 && found.uid !== uid) return 'owner';
    if (uid >= 0 && (found.mode & 0o022) !== 0) return 'writable';
  }
  return (await isTracked(file, env)) ? 'tracked' : null;
}
