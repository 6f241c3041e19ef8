/** Messages of a rollback. */
import { list, quoted, say, type Topic, theirs } from './message.ts';

type Op = 'create' | 'replace' | 'delete';
const NOT_SENT = { condition: 'it had no condition', actions: 'it had no action that a request can carry' } as const;

const WEB_PAGE = "in the service's web page";
const AT_THE_COMMIT = say`If the account has another name or address now, check out the commit of that run, and roll it back there.`;

export const rollbackNotices = {
  /** `op`: what the run did. `paths`: where the rule differs from what the run made. `isGone`: it was deleted since. */
  'edited-since': ({ op, paths, isGone }: { op: Op; paths: readonly string[]; isGone: boolean }) => ({
    message: isGone
      ? say`was deleted after that run replaced it, so it is not made again.`
      : op === 'delete'
        ? say`was to be deleted by that run; the rule of this name that is live now differs from it (${list(paths)}), and is left as it is.`
        : say`was changed after that run ${op === 'create' ? 'created' : 'replaced'} it (${list(paths)}), so it is left as it is.`,
    remedy: say`If a later run did that, roll that one back first; \`inboxctl runs\` lists them. Else take it back by hand ${WEB_PAGE}.`,
  }),
  /** `several-live`: rules of its name were made since; `several-before`: others of the run had it before. */
  'name-not-unique': ({ several }: { several: 'several-live' | 'several-before' }) => ({
    message:
      several === 'several-live'
        ? say`shares its name with another rule that was made since: which of them is of that run would be a guess.`
        : say`shared its name with another rule before that run: which of them comes back would be a guess.`,
    remedy: say`Take it back by hand ${WEB_PAGE}: \`inboxctl runs show RUN --verbose\` prints the rules as they were.`,
  }),
  'rollback-create-missing': () => ({
    message: say`is not there under the name that the run gave it. If somebody renamed and edited it since, it stays.`,
    remedy: say`Look for it among the rules that were made since: inboxctl list`,
  }),
  'rollback-deletes-held': ({ because }: { because: readonly string[] }) => ({
    message: say`is not deleted as long as others cannot come back (${list(because, quoted)}), since it may be one of them under another name.`,
    remedy: say`If it should go anyway, delete it ${WEB_PAGE}.`,
  }),

  'rollback-new-ids': () => ({
    message: say`is created again, with another id: history and learned patterns do not come back.`,
  }),
  'rollback-look-alike': () => ({
    message: say`has the name of one of the service's own rules: what is created again only looks like it, since the API cannot set its hidden type.`,
    remedy: say`What depends on it, such as follow-ups or cold mail, may not work until it is set up again ${WEB_PAGE}.`,
  }),
  'rollback-actions-lost': ({ types }: { types: readonly string[] }) => ({
    message: say`comes back without actions that no request can carry (${list(types)}).`,
    remedy: say`They can be made again ${WEB_PAGE} only.`,
  }),
  'rollback-unknown-lost': ({ keys }: { keys: readonly string[] }) => ({
    message: say`comes back without fields that this version does not know (${list(keys)}).`,
    remedy: say`They can be set again ${WEB_PAGE} only; \`inboxctl runs show RUN --verbose\` prints them.`,
  }),
  'rollback-enabled': ({ was }: { was: 'on' | 'off' }) => ({
    message: say`was switched ${was}, and may be ${was === 'on' ? 'off' : 'on'} afterwards, since the API cannot switch rules.`,
    remedy: say`Look at it ${WEB_PAGE} when this is done.`,
  }),
  'rollback-switched': ({ was }: { was: 'on' | 'off' }) => ({
    fixedByHand: true,
    message: say`was ${was} before that run, and is ${was === 'on' ? 'off' : 'on'} now.`,
    remedy: say`Switch it ${was} ${WEB_PAGE}: the API cannot.`,
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

  'rollback-left-out': ({ accounts }: { accounts: readonly string[] }) => ({
    message: say`Not selected, so what that run did there is not taken back: ${list(accounts)}.`,
  }),
  'rollback-account-gone': ({ name }: { name: string }) => ({
    exit: 'failed',
    message: say`The account ${theirs(name)} is not in this project, so what that run did there is not taken back.`,
    remedy: AT_THE_COMMIT,
  }),
  'rollback-account-moved': ({ was, is }: { was: string; is: string }) => ({
    exit: 'failed',
    message: say`This account was at ${theirs(was)} in that run, and is at ${theirs(is)} now, so what the run did there is not taken back.`,
    remedy: AT_THE_COMMIT,
  }),
  'rollback-other-inbox': () => ({
    exit: 'failed',
    message: say`Another API key than in that run, and no live rule was there then: this may be another inbox, so what the run did is not taken back.`,
    remedy: say`Set the key of that inbox, or if it was renewed after all rules of then went, take back what the run did by hand. ${AT_THE_COMMIT}`,
  }),
  'rollback-nothing': ({ run, accounts }: { run: string; accounts: readonly string[] }) => ({
    message: say`The run ${theirs(run)} has no change of ${list(accounts)}.`,
    remedy: say`Its accounts are listed by: inboxctl runs`,
  }),
  /** The newest run is an unfinished rollback, so either run may be meant. `more`: options to type again. */
  'rollback-which': ({ run, rollbackOf, more }: { run: string; rollbackOf: string; more: readonly string[] }) => {
    const command = (of: string) => theirs(['inboxctl rollback', of, ...more].join(' '));
    return {
      message: say`The newest run is a rollback that did not finish. Name the run to roll back.`,
      remedy: say`To finish it: ${command(rollbackOf)}\nTo take back what it did: ${command(run)}`,
    };
  },
  /** Shown at the end: the files still declare what was rolled back. `of` is the command of the run. */
  'rollback-files': ({ of }: { of: 'apply' | 'rollback' }) =>
    of === 'apply'
      ? {
          message: say`The files still declare what was taken back, and the next apply would make it again.`,
          remedy: say`Revert the commit too, or restore the files if it is not committed, then look at what is left:\ngit revert COMMIT\ninboxctl plan`,
        }
      : {
          message: say`This made again what that rollback took back. If you reverted a commit along with it, the next apply would undo it.`,
          remedy: say`Look at what the next apply would do: inboxctl plan`,
        },
} satisfies Topic;
