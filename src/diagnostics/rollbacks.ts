/** Messages of a rollback. */
import { count, type OwnText } from './counts.ts';
import { list, quoted, say, short, type Topic, theirs } from './message.ts';
import type { OfRules } from './plans.ts';
import { whichRollback } from './runs.ts';

type Op = 'create' | 'replace' | 'delete';
const NOT_SENT = {
  condition: 'it had no condition',
  actions: 'it had no action that a request can carry',
} as const;

const WEB_PAGE = "in the service's web page";

export const rollbackNotices = {
  /** The rule was changed at these paths after the run. That is undone too. */
  'rollback-changed-since': ({ op, fields }: { op: Exclude<Op, 'create'>; fields: readonly string[] }) => ({
    message:
      op === 'delete'
        ? say`was changed after that run created it (${list(fields)}); it is deleted as it is now.`
        : say`was changed after that run (${list(fields)}); this is taken back too.`,
    remedy: say`To keep that later change, undo the change of the run by hand instead.`,
  }),
  /** It is unclear whether the run made this change, so the rule is left alone. */
  'rollback-unclear': ({ op }: { op: Op }) => ({
    openEnd: true,
    message: say`left alone: whether that run made its ${op} is not in the journal, and the live rule is neither as before nor as the run wanted it.`,
    remedy: say`Look at it ${WEB_PAGE}.`,
  }),
  /** The rule that the run created is gone. One with its name was created since and is left alone. */
  'rollback-made-anew': () => ({
    message: say`skipped: the rule created by that run was deleted; this is a newer rule of the same name.`,
    remedy: say`If a later run made it, roll that one back: inboxctl runs`,
  }),
  /** Rules that the run created are not deleted as long as the rules `because` cannot come back. */
  'rollback-deletes-held': ({ rules, because }: OfRules & { because: readonly string[] }) => ({
    message: say`${countRules(rules, 'is', 'are')} not deleted as long as others cannot come back (${list(because, quoted)}), since it may be the same rule under another name: ${list(rules, quoted)}.`,
    remedy: say`If ${rules.length === 1 ? 'it' : 'they'} should go anyway, delete ${rules.length === 1 ? 'it' : 'them'} ${WEB_PAGE}.`,
  }),

  /** Rules that are created again, with another id and no history. `gone` are those that the run did not delete. */
  'rollback-new-ids': ({ rules, gone }: OfRules & { gone: readonly string[] }) => ({
    message: say`${countRules(rules, 'is', 'are')} created again, with another id: history and learned patterns do not come back: ${list(rules, quoted)}.${gone.length === 0 ? [] : say` Deleted by somebody after that run: ${list(gone, quoted)}.`}`,
  }),
  /** Actions that no request can carry. */
  'rollback-actions-lost': ({ rules, types }: OfRules & { types: readonly string[] }) => ({
    message: say`${countRules(rules, 'comes', 'come')} back without actions that no request can carry (${list(types)}): ${list(rules, quoted)}.`,
    remedy: say`They can be made again ${WEB_PAGE} only.`,
  }),
  /** Values under keys that inboxctl does not know. */
  'rollback-unknown-lost': ({ rules, keys }: OfRules & { keys: readonly string[] }) => ({
    message: say`${countRules(rules, 'comes', 'come')} back without fields that this version does not know (${list(keys)}): ${list(rules, quoted)}.`,
    remedy: say`They can be set again ${WEB_PAGE} only; the journal has their values.`,
  }),
  /** Rules that were switched on or off and may not come back that way. */
  'rollback-enabled': ({ rules, was }: OfRules & { was: 'on' | 'off' }) => ({
    message: say`${countRules(rules, 'was', 'were')} switched ${was}, and may be ${was === 'on' ? 'off' : 'on'} afterwards, since the API cannot switch rules: ${list(rules, quoted)}.`,
    remedy: say`Look at ${rules.length === 1 ? 'it' : 'them'} ${WEB_PAGE} when this is done.`,
  }),
  /** The values of these variables have changed since the run. */
  'rollback-other-value': ({ rules, variables }: OfRules & { variables: readonly string[] }) => {
    const isOne = variables.length === 1;
    const names = list(variables, short, variables.length);
    return {
      message: say`The earlier ${isOne ? 'value' : 'values'} of ${names} ${isOne ? 'does' : 'do'} not come back: the journal keeps no secrets, and another is set now, which is used. This is about ${list(rules, quoted)}.`,
      remedy: say`If the earlier ${isOne ? 'value is' : 'values are'} wanted, set ${isOne ? 'it' : 'them'} and run this again.`,
    };
  },
  /** Texts that contain a secret. The live text looks the same and is kept. */
  'rollback-alike': ({ rules }: OfRules) => ({
    message: say`${countRules(rules, 'has', 'have')} texts with a secret in them, which the journal does not keep. The live texts show alike, and stay: ${list(rules, quoted)}.`,
  }),

  /** The change is refused because the journal does not have a text that contains a secret. */
  'rollback-text-lost': () => ({
    message: say`cannot come back: a text of it had a secret in it, so the journal does not keep it.`,
    remedy: say`Take that rule back by hand, or from git: revert the commit and apply.`,
  }),
  /** The service would refuse the earlier rule: it has no condition, no action that can be sent, or lacks a field. */
  'rollback-incomplete': (args: { lacks: keyof typeof NOT_SENT } | { lacks: 'field'; type: string; field: string }) => {
    const why =
      args.lacks === 'field'
        ? say`the service did not tell ${theirs(args.field)} of its ${theirs(args.type)}`
        : NOT_SENT[args.lacks];
    return {
      message: say`cannot come back: ${why}, so the service would refuse it.`,
      remedy: say`Make it again ${WEB_PAGE}.`,
    };
  },
  'rollback-ignored': ({ glob }: { glob: string }) => ({
    message: say`is left alone: it matches \`${theirs(glob)}\` of ignore.`,
    remedy: say`To take it back, remove the glob from \`ignore\` in inboxctl.yaml.`,
  }),

  /** Accounts of the run that are no longer in the project, or have another address. */
  'rollback-account-gone': ({ name }: { name: string }) => ({
    message: say`The account ${theirs(name)} is not in this project any more; what the run did there is not taken back.`,
    remedy: say`Add it again to \`accounts\` in inboxctl.yaml.`,
  }),
  'rollback-account-moved': ({ was, is }: { was: string; is: string }) => ({
    message: say`This account was at ${theirs(was)} in that run, and is at ${theirs(is)} now; what the run did there is not taken back.`,
    remedy: say`Set the earlier address again, or pass it with --base-url.`,
  }),
  /** The run changed nothing, or nothing in the selected accounts. */
  'rollback-nothing': ({ run, accounts }: { run: string; accounts: readonly string[] }) => ({
    message: say`The run ${theirs(run)} has no change of ${list(accounts)}.`,
    remedy: say`Its accounts are listed by: inboxctl runs`,
  }),
  /** The newest run is an unfinished rollback, so either run may be meant. */
  'rollback-which': ({ run, rollbackOf }: { run: string; rollbackOf: string }) => ({
    message: say`The newest run is a rollback that did not finish. Name the run to roll back.`,
    remedy: whichRollback(run, rollbackOf),
  }),
  /** Shown at the end: the files still declare what was rolled back. `of` is the command of the run. */
  'rollback-files': ({ of }: { of: 'apply' | 'rollback' }) =>
    of === 'apply'
      ? {
          message: say`The files still declare what was taken back, and the next apply would make it again.`,
          remedy: say`Revert the commit too, then look at what is left:\ngit revert COMMIT\ninboxctl plan`,
        }
      : {
          message: say`If you reverted a commit along with that rollback, the files declare what was taken back now.`,
          remedy: say`Look at what the next apply would do: inboxctl plan`,
        },
} satisfies Topic;

/** Counts rules: `2 rules are`, `1 rule is`. */
function countRules(rules: readonly string[], single: string, several: string): OwnText {
  return count(rules.length, `rule ${single}`, `rules ${several}`);
}
