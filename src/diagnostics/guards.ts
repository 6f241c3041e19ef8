/** Messages of guards, and the flags that lift them. */
import { count, grouped } from './counts.ts';
import { type FindingOf, type Message, refusal, say, theirs } from './message.ts';

/** The flags that lift guards: `--allow-empty` and `--max-deletes N`. */
export interface GuardFlags {
  allowEmpty: boolean;
  maxDeletes: number | null;
}

interface DeleteLimit {
  deletes: number;
  limit: number;
  setting: number | string;
  from: 'flag' | 'setting';
  live: number;
  ignored: number;
}

/** `liftedBy` has the flags that lift this guard; null if none do. */
type Guarded = Message & { liftedBy: Partial<GuardFlags> | null };

/** What takes the place of a flag in a workflow. */
const BY_HAND = ', on GitHub with the digest of a run by hand';

export const guardNotices = {
  'guard-nothing-declared': ({ deletes, live }: { deletes: number; live: number }) => ({
    liftedBy: { allowEmpty: true },
    ...refusal`the files declare no rule at all, and ${grouped(deletes)} of ${count(live, 'live rule')} would be deleted.`,
    remedy: say`Is this the right folder? \`rules\` in inboxctl.yaml names the folders. To keep these rules, write them into the files with \`inboxctl pull\`, or set \`undeclared: keep\` in inboxctl.yaml. To delete them, say so with --allow-empty${BY_HAND}.`,
  }),
  /** No declared rule is live: this may be the wrong inbox, or its rules were never pulled. */
  'guard-nothing-in-common': ({ deletes, live }: { deletes: number; live: number }) => ({
    liftedBy: { maxDeletes: deletes },
    ...refusal`${grouped(deletes)} of ${count(live, 'live rule')} would be deleted, and no declared rule is live. Is this the key of another inbox?`,
    remedy: say`To keep these rules, write them into the files with \`inboxctl pull\` (in a new project: \`inboxctl init\`), or set \`undeclared: keep\` in inboxctl.yaml. To delete them, allow it once with --max-deletes ${deletes}${BY_HAND}.`,
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
      liftedBy: { maxDeletes: deletes },
      ...refusal`${grouped(deletes)} of ${count(live, 'live rule')} would be deleted; at most ${grouped(limit)} may be (${why}).`,
      remedy: say`To keep rules that no file declares, write them into the files with \`inboxctl pull\`. If this is meant, allow it once with --max-deletes ${deletes}${BY_HAND}. The lasting limit is \`guard.maxDeletes\` in inboxctl.yaml.`,
    };
  },
} satisfies Record<string, (args: never) => Guarded>;

export type GuardFinding = FindingOf<typeof guardNotices>;

export function isGuard<F extends { code: string }>(finding: F): finding is F & GuardFinding {
  return Object.hasOwn(guardNotices, finding.code);
}

export function flagsLifting({ code, args }: GuardFinding): Guarded['liftedBy'] {
  const row = guardNotices[code] as (from: typeof args) => Guarded;
  return row(args).liftedBy;
}
