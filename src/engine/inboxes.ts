/**
 * Whether the inboxes that were read are those that were meant. Everything that carries out what was decided earlier asks
 * `otherInboxes` before its first write; everything that works on several accounts asks `inboxesInCommon`.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { birthOf, type InboxIdentity, isSameInbox } from '../model/inbox-identity.ts';
import type { LiveRule } from '../model/rule.ts';

/** The inboxes that something was decided for, by the name of their account. */
export type DecidedInboxes = ReadonlyMap<string, readonly InboxIdentity[]>;

type ReadInbox = { name: string; baseUrl: string; live: readonly LiveRule[] };

/** Why accounts may not be changed: their key opens another inbox than the one that something was decided for. */
export function otherInboxes(read: readonly ReadInbox[], decided: DecidedInboxes): Diagnostic<'another-inbox'>[] {
  return read.flatMap(({ name, baseUrl, live }) => {
    const other = decided.get(name)?.find((inbox) => !isSameInbox(inbox, live));
    if (other === undefined) return [];
    const args = { baseUrl, hadRules: other.oldestAt !== null };
    return [{ code: 'another-inbox', args, severity: 'error', account: name }];
  });
}

/** Why accounts may not be changed: two of them have a live rule in common, so they are one inbox. */
export function inboxesInCommon(read: readonly Pick<ReadInbox, 'name' | 'live'>[]): Diagnostic<'account-same-inbox'>[] {
  if (read.length < 2) return [];
  const first = new Map<string, string>();
  const groups = new Map(read.map(({ name }) => [name, new Set([name])]));
  for (const { name, live } of read) {
    for (const rule of live) {
      const other = first.get(birthOf(rule)) ?? name;
      first.set(birthOf(rule), other);
      if (other !== name) join(groups, other, name);
    }
  }
  return read.flatMap(({ name }) => {
    const accounts = [...(groups.get(name) ?? [])].sort();
    if (accounts.length < 2) return [];
    return [{ code: 'account-same-inbox', args: { accounts, by: 'rules' }, severity: 'error', account: name }];
  });
}

/** Makes the groups of two accounts one, for all of its members. */
function join(groups: Map<string, Set<string>>, one: string, other: string): void {
  const all = new Set([...(groups.get(one) ?? []), ...(groups.get(other) ?? [])]);
  for (const name of all) groups.set(name, all);
}
