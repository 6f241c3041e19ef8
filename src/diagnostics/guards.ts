/** Messages of guards, and the flags that lift them. */
import { count, grouped } from './counts.ts';
import { type FindingOf, type Parts, refusal, say, type Topic, theirs } from './message.ts';

/** The flags that lift guards: `--allow-empty` and `--max-deletes N`. */
export type GuardFlags = { allowEmpty: boolean; maxDeletes: number | null };

/** `otherInbox`: this may be another inbox than at the base. */
interface Deletes {
  deletes: number;
  live: number;
  otherInbox?: boolean | undefined;
}

interface DeleteLimit extends Deletes {
  limit: number;
  setting: number | string;
  from: 'flag' | 'setting';
  ignored: number;
  isRollback: boolean;
}

const SETTING = say`a higher \`guard.maxDeletes\` in the pull request or `;

interface Ways {
  pull?: string;
  flag?: Parts;
  onGitHub?: Parts;
}

function ways(
  { deletes, otherInbox = false }: Deletes,
  { pull = 'inboxctl pull', flag, onGitHub = [] }: Ways = {},
): Parts {
  const them = deletes === 1 ? 'it' : 'them';
  const keep = otherInbox
    ? say`If this is another inbox, correct the key or the address of the account in inboxctl.yaml.`
    : say`Keep ${them} with \`${theirs(pull)}\`, or with \`undeclared: keep\` in inboxctl.yaml.`;
  return say`${keep}\nDelete ${them} with ${flag ?? say`--max-deletes ${deletes}`}, on GitHub with ${onGitHub}the digest of a run by hand.`;
}

export const guardNotices = {
  'guard-nothing-declared': (args: Deletes) => ({
    ...refusal`the files declare no rule at all, and ${grouped(args.deletes)} of ${count(args.live, 'live rule')} would be deleted. Is \`rules\` in inboxctl.yaml the right folder?`,
    remedy: ways(args, { flag: say`--allow-empty` }),
  }),
  /** No declared rule is live: this may be the wrong inbox, or its rules were never pulled. `isOnly`: it has no name. */
  'guard-nothing-in-common': (args: Deletes & { isOnly: boolean }) => ({
    ...refusal`${grouped(args.deletes)} of ${count(args.live, 'live rule')} would be deleted, and no declared rule is live. Is this the key of another inbox, or a project without \`inboxctl init\`?`,
    // A pull asks the same. Of all accounts, the flag would write over what is not committed.
    remedy: ways(args, { pull: `inboxctl pull${args.isOnly ? '' : ' --account NAME'} --force` }),
  }),
  /** `ignored` live rules do not count if `setting` is a percentage. */
  'guard-max-deletes': (args: DeleteLimit) => {
    const { deletes, limit, setting, from, live, ignored } = args;
    const written = theirs(String(setting));
    const share = typeof setting === 'string' && ignored > 0 ? say` of the ${grouped(live - ignored)} not ignored` : [];
    const isLifted = typeof setting === 'string' && ((live - ignored) * Number.parseInt(setting, 10)) / 100 < limit;
    const why =
      from === 'flag'
        ? say`--max-deletes ${written}`
        : say`\`guard.maxDeletes\` is ${written}${share}${isLifted ? say`, but at least 2` : []}`;
    return {
      ...refusal`${grouped(deletes)} of ${count(live, 'live rule')} would be deleted; at most ${grouped(limit)} may be (${why}).`,
      remedy: args.isRollback
        ? say`If that is what you want, add --max-deletes ${deletes}.`
        : ways(args, { onGitHub: SETTING }),
    };
  },
} satisfies Topic;

export type GuardFinding = FindingOf<typeof guardNotices>;

export function isGuard<F extends { code: string }>(finding: F): finding is F & GuardFinding {
  return Object.hasOwn(guardNotices, finding.code);
}
