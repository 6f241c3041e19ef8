/** The event of a run, as far as it is used. Read from the environment and from the event's file. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';

export type Context = ReturnType<typeof contextOf>;

const payload = z.object({
  repository: z.object({ default_branch: z.string().optional() }).optional(),
  pull_request: z
    .object({
      number: z.int(),
      user: z.object({ login: z.string() }).nullish(),
      head: z.object({ sha: z.string(), repo: z.object({ full_name: z.string() }).nullish() }),
      base: z.object({ sha: z.string(), ref: z.string(), repo: z.object({ full_name: z.string() }).nullish() }),
    })
    .optional(),
  commits: z.array(z.object({ id: z.string() })).nullish(),
  before: z.string().nullish(),
  merge_group: z.object({ base_sha: z.string(), head_ref: z.string().optional() }).nullish(),
});

const DEPENDABOT = 'dependabot[bot]';

/** Throws an Error outside of a runner. */
export function contextOf(env: Record<string, string | undefined>) {
  const [owner, repo] = (env.GITHUB_REPOSITORY ?? '').split('/');
  if (!owner || !repo) throw new Error('GITHUB_REPOSITORY is not set: this runs in GitHub Actions only.');
  const sha = env.GITHUB_SHA ?? '';
  const {
    repository,
    pull_request: pr,
    commits,
    before,
    merge_group: group,
  } = payload.parse(env.GITHUB_EVENT_PATH ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')) : {});
  const server = env.GITHUB_SERVER_URL ?? 'https://github.com';
  const isFork = pr?.head.repo?.full_name !== (pr?.base.repo?.full_name ?? `${owner}/${repo}`);
  const isDependabot = env.GITHUB_ACTOR === DEPENDABOT || pr?.user?.login === DEPENDABOT;
  const attempt = Number(env.GITHUB_RUN_ATTEMPT || 1);
  return {
    event: env.GITHUB_EVENT_NAME ?? '',
    /** Such as refs/heads/main. */
    ref: env.GITHUB_REF ?? '',
    sha,
    owner,
    repo,
    /** null if the event does not say. */
    defaultBranch: repository?.default_branch ?? null,
    pullRequest:
      pr === undefined
        ? null
        : {
            number: pr.number,
            headSha: pr.head.sha,
            baseSha: pr.base.sha,
            baseRef: pr.base.ref,
            /** Who it is from if GitHub gives its runs no secrets, and a token that can only read; else null. */
            stranger: isFork ? ('a fork' as const) : isDependabot ? ('Dependabot' as const) : null,
          },
    /** The pull request that a merge queue tries; null if this is not a merge queue. */
    queued: Number(/\/pr-(\d+)-[^/]*$/.exec(group?.head_ref ?? '')?.[1] ?? 0) || null,
    /** The commits of a push, the newest first; the checked-out one for other events. */
    commits: [...new Set([sha, ...(commits ?? []).map(({ id }) => id).reverse()])].filter((id) => id !== ''),
    /** The commit that the branch was at before a push, or that a merge queue builds on; null if the event does not say. */
    before: [group?.base_sha, before].find((one) => one && !/^0+$/.test(one)) ?? null,
    /** From 1; more if somebody started the run again. */
    attempt,
    runUrl: `${server}/${owner}/${repo}/actions/runs/${env.GITHUB_RUN_ID ?? ''}${env.GITHUB_RUN_ATTEMPT ? `/attempts/${attempt}` : ''}`,
  };
}

/** Reports whether the checked-out files may be unmerged. Those of the default branch, where schedules run, are not. */
export function isProposal({ event, ref, defaultBranch, pullRequest }: Context): boolean {
  return pullRequest !== null || (event !== 'schedule' && ref !== `refs/heads/${defaultBranch}`);
}

/** Reports whether somebody started the run, who may look at a plan before it is carried out. */
export function isByHand({ event }: Pick<Context, 'event'>): boolean {
  return event === 'workflow_dispatch';
}
