/** The English of what a plan has to say besides its changes. */

import { FOUND } from './changes.ts';
import { count, grouped } from './counts.ts';
import { settling } from './differences.ts';
import { escapeControl } from './escape-control.ts';
import type { Messages } from './message.ts';
import type { PolicyProblems } from './policy.ts';
import { policyMessage } from './policy.ts';
import { saidWhole } from './quoting.ts';

export interface PlanNotices {
  /** The file expects the rule switched on or off, and the live rule is not. */
  'enabled-differs': { expected: boolean };
  /** Live rules hold keys that inboxctl does not know; they are left out of everything. */
  'unknown-live-keys': { keys: string[] };
  /** Rules that have actions which no request can carry; they are left out of the comparison. */
  /**
   * Replaces that are only about what the service may never keep: `order` of actions, or a `field` that it answers
   * empty. `path` leads from the rule to it.
   */
  'never-converges': { kind: 'order' | 'field'; at: { rule: string; path: string }[] };
  'unsendable-actions': { rules: string[]; types: string[] };
  'would-drop-integration': { types: string[] };
  /** Paths of what a live rule has under keys that inboxctl does not know. */
  'would-drop-unknown': { keys: string[] };
  /** A change that takes such actions, or such values, away for good. */
  'integration-lost': { types: string[]; op: 'replace' | 'delete' };
  'unknown-lost': { keys: string[]; op: 'replace' | 'delete' };
  /** More live rules of one name, and none of them may be deleted. */
  'duplicates-kept': { count: number; kept: number };
  /** Rules that an apply put aside for changes that were not made, and put back as they were. */
  'put-back': { rules: string[] };
  /**
   * Rules that an apply put aside and that still are: whether their changes were tried in vain, and why the rules could
   * not be put back, where they might have been.
   */
  'left-parked': { rules: string[]; isUnmade: boolean; notBack: 'name-taken' | { said: string } | null };
  /** Rules that a request is about which nobody answered: the service may carry it out yet. */
  'may-land': { rules: string[] };
  /** A live rule that an apply put aside and did not put back; `as`: the name that it has meanwhile, where it has another. */
  parked: { as: string | null; becomes: 'back' | 'gone' | 'refused' | 'kept' };
  'rename-spent': { from: string; why: 'applied' | 'old-name-in-use' | 'new-name-live' | 'nothing-live' };
  'renamed-from-ignored': { from: string; glob: string };
  'declared-but-ignored': { glob: string };
  /** A replace would send a live value that the policy forbids, since the field at `path` is ignored. */
  'policy-kept': {
    [C in keyof PolicyProblems]: { path: string; code: C; args: PolicyProblems[C] };
  }[keyof PolicyProblems];
  /** Rules that the service switched during an apply, or created switched off. */
  switched: { rules: string[]; how: 'created-off' | 'replaced-off' | 'off' | 'on' };
  /** A change of an apply that failed, and what the live rules showed of it at the end. */
  'change-failed': {
    message: string;
    remedy: string | null;
    found: 'made' | 'not-made' | 'not-yet' | 'otherwise' | null;
  };
  /** Old versions of rule files that cannot be read, so that rules may have been declared in them unseen. */
  'history-unreadable': { versions: number; files: string[] };
  /** The plan file was made for another address of this account, has nothing of it, or could not read it. */
  'review-other-address': { reviewed: string; now: string };
  'review-without-account': { known: string[] };
  'review-account-failed': Record<never, never>;
  /** An account that the run left out because of its files, which say nothing of accounts; `message` is the first problem. */
  'account-unplanned': { message: string };
  'guard-nothing-declared': { deletes: number; live: number };
  /** No declared rule is live: this may be another inbox, or its rules were never adopted. */
  'guard-nothing-in-common': { deletes: number; live: number };
  /** `ignored` live rules are not counted where `setting` is a share. */
  'guard-max-deletes': {
    deletes: number;
    limit: number;
    setting: number | string;
    from: 'flag' | 'setting';
    live: number;
    ignored: number;
    /** The run that the plan goes back to before; null where it is one of the files. */
    rollbackOf: string | null;
  };
}

/** Names in a list, at most ten of them. */
export function listed(names: readonly string[]): string {
  const some = names.slice(0, 10).map((name) => `"${escapeControl(name)}"`);
  const more = names.length - some.length;
  return some.join(', ') + (more > 0 ? ` and ${grouped(more)} more` : '');
}

const SPENT: Record<PlanNotices['rename-spent']['why'], string> = {
  applied: 'the rename was done before',
  'old-name-in-use': 'another file declares that rule, and it is live as declared',
  'new-name-live': 'a live rule has the new name already',
  'nothing-live': 'no live rule has that name',
};

const SWITCHED: Record<PlanNotices['switched']['how'], string> = {
  'created-off': 'created switched off by the service',
  'replaced-off': 'switched off by the service when replaced',
  off: 'switched off meanwhile',
  on: 'switched on meanwhile',
};

const NEVER_KEPT: Record<PlanNotices['never-converges']['kind'], string> = {
  order: 'Some services keep an order of their own.',
  field: 'Some mailbox providers never keep it.',
};

const BECOMES: Record<PlanNotices['parked']['becomes'], string> = {
  back: 'The replace puts it to work again',
  gone: 'The delete takes it away',
  refused: 'It stays so while its change is refused',
  kept: 'It is left alone',
};

export const planNotices: Messages<PlanNotices> = {
  'enabled-differs': ({ expected }) => ({
    message: expected ? 'should be switched on and is switched off.' : 'should be switched off and is switched on.',
    remedy: "The API cannot change that: switch the rule in the service's web page, or edit `enabled` in the file.",
  }),
  'unknown-live-keys': ({ keys }) => ({
    message: `The service answers fields that this version does not know: ${keys.map(escapeControl).join(', ')}.`,
    remedy: 'They are left out of the plan. A newer inboxctl may know them.',
  }),
  'never-converges': ({ kind, at }) => {
    const rules = [...new Set(at.map(({ rule }) => rule))];
    const what = kind === 'order' ? 'the order of its actions' : 'folderName, which is empty in the inbox';
    return {
      message: `${count(rules.length, 'rule differs', 'rules differ')} in nothing but ${kind === 'order' && rules.length > 1 ? 'the order of their actions' : what}: ${listed(rules)}.`,
      remedy: `${NEVER_KEPT[kind]} If this comes back after an apply, settle it in inboxctl.yaml:\n${settling({ kind, at }).join('\n')}`,
    };
  },
  'unsendable-actions': ({ rules, types }) => ({
    message: `${count(rules.length, 'rule has', 'rules have')} actions that only the service's web page can make (${types.map(escapeControl).join(', ')}): ${listed(rules)}.`,
    remedy: 'They stay as they are while nothing else in these rules changes.',
  }),
  'would-drop-integration': ({ types }) => ({
    message: `not replaced: the live rule has actions that no request can carry (${types.map(escapeControl).join(', ')}), and a replace would lose them.`,
    remedy: "Make this change in the service's web page, or accept the loss with --allow-loss.",
  }),
  'integration-lost': ({ types, op }) => ({
    message: `the ${op} loses actions that no request can carry (${types.map(escapeControl).join(', ')}).`,
    remedy: "They can be made again in the service's web page only.",
  }),
  'would-drop-unknown': ({ keys }) => ({
    message: `not replaced: the live rule has fields that this version does not know (${keys.map(escapeControl).join(', ')}), and a replace would lose them.`,
    remedy:
      "Make this change in the service's web page or with an inboxctl that knows them, or accept the loss with --allow-loss.",
  }),
  'unknown-lost': ({ keys, op }) => ({
    message: `the ${op} loses fields that this version does not know (${keys.map(escapeControl).join(', ')}).`,
    remedy: "They can be set again in the service's web page only.",
  }),
  'change-failed': ({ message, remedy, found }) => ({
    message: `${saidWhole(message)}${found === null ? '' : ` ${FOUND[found]}`}`,
    ...(remedy === null ? {} : { remedy: escapeControl(remedy) }),
  }),
  'duplicates-kept': ({ count: number, kept }) => ({
    message: `${grouped(number)} live rules have this name; ${kept === number ? 'they are' : `${grouped(kept)} of them ${kept === 1 ? 'is' : 'are'}`} left alone.`,
    remedy: "Rename or delete what is too many in the service's web page.",
  }),
  'put-back': ({ rules }) => ({
    message: `${count(rules.length, 'rule')} stepped aside in vain, and ${rules.length === 1 ? 'was' : 'were'} put back as before: ${listed(rules)}.`,
  }),
  'left-parked': ({ rules, isUnmade, notBack }) => ({
    message: `${count(rules.length, 'rule is', 'rules are')} put aside, and ${rules.length === 1 ? 'matches' : 'match'} no mail until ${rules.length === 1 ? 'its' : 'their'} replace is made: ${listed(rules)}.${notBack === null ? '' : ` Putting back failed: ${notBack === 'name-taken' ? 'another rule has the name now' : escapeControl(notBack.said)}.`}`,
    remedy: isUnmade ? 'Settle what is said of that replace, and try again.' : 'The same command again finishes it.',
  }),
  'may-land': ({ rules }) => ({
    message: `A request got no answer, and the service may still carry it out, so what becomes of ${rules.length === 1 ? 'this rule' : 'these rules'} is not known: ${listed(rules)}.`,
    remedy: 'Give it some minutes, and run the same command again.',
  }),
  parked: ({ as, becomes }) => ({
    message: `was put aside by an apply that did not finish${as === null ? '' : `, as "${escapeControl(as)}"`}, and has matched no mail since. ${BECOMES[becomes]}.`,
    ...(becomes === 'kept'
      ? {
          remedy: "Declare it and apply (`inboxctl pull` writes it as it was), or delete it in the service's web page.",
        }
      : {}),
  }),
  'rename-spent': ({ from, why }) => ({
    message: `renamedFrom "${escapeControl(from)}" has no effect: ${SPENT[why]}.`,
    remedy: 'Remove the line `renamedFrom` from the file.',
  }),
  'renamed-from-ignored': ({ from, glob }) => ({
    message: `renamedFrom "${escapeControl(from)}" names a rule that is never touched: it matches \`${escapeControl(glob)}\` of ignore.`,
    remedy: 'Remove `renamedFrom`, or the glob from `ignore` in inboxctl.yaml.',
  }),
  'declared-but-ignored': ({ glob }) => ({
    message: `A rule is declared that is never touched: its name matches \`${escapeControl(glob)}\` of ignore.`,
    remedy: 'Remove the rule from the file, or the glob from `ignore` in inboxctl.yaml.',
  }),
  'policy-kept': ({ path, ...broken }) => ({
    message: `The replace would send the live value of ${path}, because \`ignoreDifferences\` names that field. ${policyMessage(broken)}`,
    remedy:
      "Change the value in the service's web page, or remove the field from `ignoreDifferences`: then the declared value is sent.",
  }),
  'history-unreadable': ({ versions, files }) => ({
    message: `${count(versions, 'old version')} of rule files cannot be read, so what ${versions === 1 ? 'it' : 'they'} alone declared is not known: ${listed(files)}.`,
    remedy: "Live rules that only they declared are kept. Delete those in the service's web page.",
  }),
  switched: ({ rules, how }) => ({
    message: `${count(rules.length, 'rule')} ${SWITCHED[how]}: ${listed(rules)}.`,
    remedy: `The API cannot change that: switch ${rules.length === 1 ? 'it' : 'them'} ${how === 'on' ? 'off' : 'on'} in the service's web page.`,
  }),
  'review-other-address': ({ reviewed, now }) => ({
    message: `The plan file was made at ${escapeControl(reviewed)}; now this account is at ${escapeControl(now)}.`,
  }),
  'review-without-account': ({ known }) => ({
    message: 'The plan file has no account of this name, so nothing here was reviewed.',
    remedy: `Its accounts are: ${known.length === 0 ? '(none)' : listed(known)}.`,
  }),
  'review-account-failed': () => ({
    message: 'When the plan file was made this account could not be read, so nothing here was reviewed.',
  }),
  'account-unplanned': ({ message }) => ({ message: `Left out: no plan could be made. ${message}` }),
  'guard-nothing-declared': ({ deletes, live }) => ({
    message: `Refused: the files declare no rule at all, and ${grouped(deletes)} of ${count(live, 'live rule')} would be deleted.`,
    remedy:
      'Is this the right folder? `rules` in inboxctl.yaml names the folders. If these rules are to go, say so with --allow-empty; if they are to stay, set `undeclared: keep` in inboxctl.yaml.',
  }),
  'guard-nothing-in-common': ({ deletes, live }) => ({
    message: `Refused: ${grouped(deletes)} of ${count(live, 'live rule')} would be deleted, and no declared rule is live. Is this the key of another inbox?`,
    remedy: `To keep these rules, write them into the files with \`inboxctl pull\` (in a new project: \`inboxctl init\`), or set \`undeclared: keep\` in inboxctl.yaml. To delete them, allow it once with --max-deletes ${deletes}.`,
  }),
  'guard-max-deletes': ({ deletes, limit, setting, from, live, ignored, rollbackOf }) => {
    const share = typeof setting === 'string' && ignored > 0 ? ` of the ${grouped(live - ignored)} not ignored` : '';
    const why = from === 'flag' ? `--max-deletes ${setting}` : `\`guard.maxDeletes\` is ${setting}${share}`;
    return {
      message: `Refused: ${grouped(deletes)} of ${count(live, 'live rule')} would be deleted; at most ${grouped(limit)} may be (${why}).`,
      remedy:
        rollbackOf === null
          ? `If this is meant, allow it once with --max-deletes ${deletes}. The lasting limit is \`guard.maxDeletes\` in inboxctl.yaml.`
          : `If this is meant, allow it once:\ninboxctl rollback ${escapeControl(rollbackOf)} --max-deletes ${deletes}`,
    };
  },
};
