/**
 * Whether a rollback may go by a journal. It says what to write, and a repository may bring one along: the first line is
 * sealed with the keys of its accounts, and so is the id of each rule that was made, which alone decides what is deleted.
 * What else is told of outcomes only chooses among the changes of the first line.
 */
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import type { OutcomeLine, PlanLine } from '../../model/journal.ts';
import type { AccountRedactor } from '../../planning/account-redactor.ts';
import { askGit, type Environment } from '../../source/git/run.ts';

type DistrustReason = ArgsOf<'journal-untrusted'>['reason'];
/** A journal with the name of its file. */
interface Sealed {
  run: string;
  plan: PlanLine;
  hash: string | null;
}
type SealKey = Pick<AccountRedactor, 'keyId' | 'tag'>;
interface Sealer {
  name: string;
  redactor: SealKey;
}

/** The seal of each key on the hash of a first line so far. No rule can hold a NUL, so no tag is a seal. */
export function sealsOf(hash: string, keys: readonly SealKey[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key.keyId, key.tag(`\0journal ${hash}`)]));
}

/** What stands for the id of a rule that a run made. */
export function sealOfId(
  run: string,
  { change, id }: Pick<OutcomeLine, 'change' | 'id'>,
  key: Pick<AccountRedactor, 'tag'>,
): string {
  return key.tag(`\0made ${run} ${change} ${id}`);
}

const SEALS = ',"seals":{';

/** The hash that the seals of a first line are about, or null where it ends otherwise: a later key would overrule. */
export function sealedHash(line: string): string | null {
  const at = line.lastIndexOf(SEALS);
  const isEnd = /^("[0-9a-f]{8}":"[0-9a-f]{32}",?)+\}\}$/.test(line.slice(at + SEALS.length));
  return at < 0 || !isEnd ? null : createHash('sha256').update(line.slice(0, at)).digest('hex');
}

/** Why the part of an account is not to be trusted; null where it is: that account's key then made its seal and its tags. */
export function distrustOf({ run, plan, hash }: Sealed, { name, redactor }: Sealer): DistrustReason | null {
  const { accounts, seals = {} } = plan;
  if (hash === null) return 'unsealed';
  const isOwnKey = accounts.some((one) => one.name === name && one.keyId === redactor.keyId);
  if (!isOwnKey || seals[redactor.keyId] === undefined) return 'other-key';
  return plan.run === run && sealsOf(hash, [redactor])[redactor.keyId] === seals[redactor.keyId] ? null : 'forged';
}

/** Why a file is not to be taken for a journal of this user; null where it is. */
export async function distrustOfFile(file: string, env: Environment): Promise<DistrustReason | null> {
  const folder = path.dirname(file);
  const { uid } = userInfo();
  for (const one of [file, folder, path.dirname(folder)]) {
    const found = lstatSync(one);
    if (uid >= 0 && found.uid !== uid) return 'owner';
    if (uid >= 0 && (found.mode & 0o022) !== 0) return 'writable';
  }
  const tracked = await askGit(env, folder, ['ls-files', '-z', '--', path.basename(file)]);
  return typeof tracked === 'string' && tracked !== '' ? 'tracked' : null;
}
