/** The English of what there is to say about the way back to before a run. */

import { count } from './counts.ts';
import { escapeControl } from './escape-control.ts';
import type { Messages } from './message.ts';
import { listed } from './plans.ts';
import { cut } from './quoting.ts';
import { whichRollback } from './runs.ts';

type None = Record<never, never>;
type Op = 'create' | 'replace' | 'delete';

export interface RollbackNotices {
  /** Somebody changed the rule after the run, at these paths; that is taken back too. */
  'rollback-changed-since': { op: Exclude<Op, 'create'>; fields: string[] };
  /** Whether the run made this change cannot be told, so the rule is left alone. */
  'rollback-unclear': { op: Op };
  /** The rule that the run created is gone; one of its name was made since, and is left alone. */
  'rollback-made-anew': None;
  /** An earlier run put the rule aside and gave its name to another one: both come back with that run only. */
  'rollback-parked-by': { run: string };
  /** Rules that the run created are not deleted while others (`because`) cannot come back. */
  'rollback-deletes-held': { rules: string[]; because: string[] };

  /** Rules that are made again: another id, no history. `gone`: those that the run did not delete. */
  'rollback-new-ids': { rules: string[]; gone: string[] };
  /** Actions that no request can carry. */
  'rollback-actions-lost': { rules: string[]; types: string[] };
  /** What rules had under keys that inboxctl does not know. */
  'rollback-unknown-lost': { rules: string[]; keys: string[] };
  /** Rules that were switched on or off, and may not be so again. */
  'rollback-enabled': { rules: string[]; was: 'on' | 'off' };
  /** Variables that hold another value than then. */
  'rollback-other-value': { rules: string[]; variables: string[] };
  /** Texts with a secret in them: the live text shows alike, and is kept. */
  'rollback-alike': { rules: string[] };

  /** Why a change is refused: a text with a secret in it is not in the journal. */
  'rollback-text-lost': None;
  /** The service would not take the rule as it was: it has no condition, no action that can be sent, or lacks a field. */
  'rollback-incomplete': { lacks: 'condition' | 'actions' } | { lacks: 'field'; type: string; field: string };
  'rollback-ignored': { glob: string };

  /** Accounts of the run that are not in the project, or at another address now. */
  'rollback-account-gone': { name: string };
  'rollback-account-moved': { was: string; is: string };
  /** The run changed nothing, or nothing of the selected accounts. */
  'rollback-nothing': { run: string; accounts: string[] };
  /** The newest run is a rollback that did not get to its end: which of the two is meant? */
  'rollback-which': { run: string; rollbackOf: string };
  /** Said at the end: the files declare what was taken back. `of`: what the run was. */
  'rollback-files': { of: 'apply' | 'rollback' };
}

const NOT_SENT: Record<'condition' | 'actions', string> = {
  condition: 'it had no condition',
  actions: 'it had no action that a request can carry',
};

const WEB_PAGE = "in the service's web page";

export const rollbackNotices: Messages<RollbackNotices> = {
  'rollback-changed-since': ({ op, fields }) => ({
    message:
      op === 'delete'
        ? `was changed after that run created it (${paths(fields)}); it is deleted as it is now.`
        : `was changed after that run (${paths(fields)}); this is taken back too.`,
    remedy: 'If that change is to stay, make this one by hand.',
  }),
  'rollback-unclear': ({ op }) => ({
    message: `left alone: whether that run made its ${op} is not in the journal, and the live rule is neither as before nor as the run wanted it.`,
    remedy: `Look at it ${WEB_PAGE}.`,
  }),
  'rollback-made-anew': () => ({
    message: 'left alone: the rule that that run created is gone, and this one was made since.',
    remedy: 'If a later run made it, roll that one back: inboxctl runs',
  }),
  'rollback-parked-by': ({ run }) => ({
    message: 'cannot come back by itself: an earlier run put it aside, and gave its name to another rule.',
    remedy: `Go back to before that run first, which takes back both: inboxctl rollback ${escapeControl(run)}`,
  }),
  'rollback-deletes-held': ({ rules, because }) => ({
    message: `${one(rules, 'is', 'are')} not deleted as long as others cannot come back (${listed(because)}), since it may be the same rule under another name: ${listed(rules)}.`,
    remedy: `If ${rules.length === 1 ? 'it is' : 'they are'} to go all the same, delete ${rules.length === 1 ? 'it' : 'them'} ${WEB_PAGE}.`,
  }),

  'rollback-new-ids': ({ rules, gone }) => ({
    message:
      `${one(rules, 'is', 'are')} made anew, with another id: history and learned patterns do not come back: ${listed(rules)}.` +
      (gone.length === 0 ? '' : ` Deleted by somebody after that run: ${listed(gone)}.`),
  }),
  'rollback-actions-lost': ({ rules, types }) => ({
    message: `${one(rules, 'comes', 'come')} back without actions that no request can carry (${types.map(escapeControl).join(', ')}): ${listed(rules)}.`,
    remedy: `They can be made again ${WEB_PAGE} only.`,
  }),
  'rollback-unknown-lost': ({ rules, keys }) => ({
    message: `${one(rules, 'comes', 'come')} back without fields that this version does not know (${keys.map(escapeControl).join(', ')}): ${listed(rules)}.`,
    remedy: `They can be set again ${WEB_PAGE} only; the journal has their values.`,
  }),
  'rollback-enabled': ({ rules, was }) => ({
    message: `${one(rules, 'was', 'were')} switched ${was}, and may be ${was === 'on' ? 'off' : 'on'} afterwards, since the API cannot switch rules: ${listed(rules)}.`,
    remedy: `Look at ${rules.length === 1 ? 'it' : 'them'} ${WEB_PAGE} when this is done.`,
  }),
  'rollback-other-value': ({ rules, variables }) => ({
    message: `The earlier ${variables.length === 1 ? 'value' : 'values'} of ${named(variables)} ${variables.length === 1 ? 'does' : 'do'} not come back: the journal keeps no secrets, and another is set now, which is used. This is about ${listed(rules)}.`,
    remedy: `If the earlier ${variables.length === 1 ? 'value is' : 'values are'} wanted, set ${variables.length === 1 ? 'it' : 'them'} and run this again.`,
  }),
  'rollback-alike': ({ rules }) => ({
    message: `${one(rules, 'has', 'have')} texts with a secret in them, which the journal does not keep. The live texts show alike, and stay: ${listed(rules)}.`,
  }),

  'rollback-text-lost': () => ({
    message: 'cannot come back: a text of it had a secret in it, so the journal does not keep it.',
    remedy: 'Take that rule back by hand, or from git: revert the commit and apply.',
  }),
  'rollback-incomplete': (args) => ({
    message: `cannot come back: ${args.lacks === 'field' ? `the service did not tell ${escapeControl(args.field)} of its ${escapeControl(args.type)}` : NOT_SENT[args.lacks]}, so the service would refuse it.`,
    remedy: `Make it again ${WEB_PAGE}.`,
  }),
  'rollback-ignored': ({ glob }) => ({
    message: `is left alone: it matches \`${escapeControl(glob)}\` of ignore.`,
    remedy: 'To take it back, remove the glob from `ignore` in inboxctl.yaml.',
  }),

  'rollback-account-gone': ({ name }) => ({
    message: `The account ${escapeControl(name)} is not in this project any more; what the run did there is not taken back.`,
    remedy: 'Add it again to `accounts` in inboxctl.yaml.',
  }),
  'rollback-account-moved': ({ was, is }) => ({
    message: `This account was at ${escapeControl(was)} in that run, and is at ${escapeControl(is)} now; what the run did there is not taken back.`,
    remedy: 'Set the address of then, or name it with --base-url.',
  }),
  'rollback-nothing': ({ run, accounts }) => ({
    message: `The run ${escapeControl(run)} has no change of ${accounts.map(escapeControl).join(', ')}.`,
    remedy: 'Its accounts are listed by: inboxctl runs',
  }),
  'rollback-which': ({ run, rollbackOf }) => ({
    message: 'The newest run is a rollback that did not do all it was to do. Say which run to go back to before.',
    remedy: whichRollback(run, rollbackOf),
  }),
  'rollback-files': ({ of }) =>
    of === 'apply'
      ? {
          message: 'The files still declare what was taken back, and the next apply would make it again.',
          remedy: 'Revert the commit too, then look at what is left:\ngit revert COMMIT\ninboxctl plan',
        }
      : {
          message: 'If you reverted a commit along with that rollback, the files declare what was taken back now.',
          remedy: 'Look at what the next apply would do: inboxctl plan',
        },
};

/** `2 rules are`, `1 rule is`. */
function one(rules: readonly string[], single: string, several: string): string {
  return count(rules.length, `rule ${single}`, `rules ${several}`);
}

function named(variables: readonly string[]): string {
  return variables.map(cut).join(', ');
}

function paths(fields: readonly string[]): string {
  const some = fields.slice(0, 10).map(escapeControl);
  return some.join(', ') + (fields.length > some.length ? `, ${fields.length - some.length} more` : '');
}
