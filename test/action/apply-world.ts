/** A repository whose pull requests are planned by the action, merged and applied by it, and the inbox that they are about. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Facts, type Review, readMarker, signedBody, textOf } from '../../src/action/comment/marker.ts';
import { type ActionEnd, type ActionRun, pullRequestEvent, pushEvent, runActionHere } from '../harness/action.ts';
import {
  BOT,
  type FakeGitHub,
  type FakeGitHubOptions,
  type Files,
  fakeGitHub,
  type NewPullRequest,
} from '../harness/github/fake-github.ts';
import type { CommentState, PullState } from '../harness/github/repository.ts';
import { KEY, projectOf, type Service, serve } from '../harness/project.ts';
import type { TestSandboxOptions } from '../harness/sandbox/sandbox.ts';

export const rule = (name: string, find = name) =>
  `name: ${name}\ncondition: { aiInstructions: find ${find} }\nactions: [{ type: ARCHIVE }]\n`;
export const live = (name: string, find = 'old') => ({
  name,
  condition: { conditionalOperator: null, aiInstructions: `find ${find}` },
  actions: [{ type: 'ARCHIVE' }],
});

type More = Partial<Pick<ActionRun, 'inputs' | 'event' | 'ref' | 'env' | 'sha' | 'started' | 'payload'>>;

export interface ApplyWorld {
  service: Service;
  github: FakeGitHub;
  cwd: string;
  /** A pull request with these files, and the plan of it as the action posted it. */
  reviewed: (
    files: Files,
    options?: Pick<More, 'inputs' | 'env' | 'started'> & { pull?: NewPullRequest },
  ) => Promise<PullState>;
  /** Pushes files to the branch of a pull request, and has the action plan it again. */
  replan: (pull: PullState, files: Files, options?: Pick<More, 'inputs' | 'env' | 'started'>) => Promise<ActionEnd>;
  /** The action applies the default branch, or the commit `sha` of it, as after a push of these commits. */
  apply: (commits: readonly string[], more?: More) => Promise<ActionEnd>;
  /** A run by hand that shows its plan, and then one that is given the digest. */
  byHand: (inputs?: ActionRun['inputs']) => Promise<ActionEnd>;
  /** The names of the live rules, sorted. */
  names: () => string[];
  /** Methods of the requests that changed something. */
  writes: () => string[];
  /** The one comment of the bot on a pull request. */
  comment: (pull: PullState) => CommentState;
}

interface Options {
  files?: Record<string, string>;
  rules?: unknown[];
  sandbox?: TestSandboxOptions;
  github?: FakeGitHubOptions;
  /** Where the service is reached; its own address unless given. */
  baseUrl?: (service: Service) => string;
}

export async function applying(options: Options = {}): Promise<ApplyWorld> {
  const service = await serve({ profile: 'newer', seed: { rules: options.rules ?? [] }, ...options.sandbox });
  const base = { 'rules/none.yaml': 'rules: []\n', ...options.files };
  const github = await fakeGitHub({ files: base, ...options.github });
  const cwd = projectOf({});
  const inputs = { 'base-url': options.baseUrl?.(service) ?? service.baseUrl, 'api-key': KEY };
  const plan = (pull: PullState, { inputs: given = {}, ...more }: Pick<More, 'inputs' | 'env' | 'started'> = {}) =>
    runActionHere({
      event: 'pull_request',
      cwd,
      github,
      sha: checkOut(cwd, github, github.testMerge(pull)),
      payload: pullRequestEvent(github, pull),
      ...more,
      inputs: { mode: 'plan', ...inputs, ...given },
    });
  const apply: ApplyWorld['apply'] = (commits, more = {}) => {
    checkOut(cwd, github, more.sha ?? github.head(github.defaultBranch) ?? '');
    const all = { mode: 'apply', ...inputs, ...more.inputs };
    return runActionHere({ event: 'push', cwd, github, payload: pushEvent(github, commits), ...more, inputs: all });
  };
  return {
    service,
    github,
    cwd,
    apply,
    async byHand(given = {}) {
      const run = { event: 'workflow_dispatch' };
      const { outputs } = await apply([], { ...run, inputs: given });
      return apply([], { ...run, inputs: { ...given, expect: outputs.digest ?? '' } });
    },
    async reviewed(files, { pull: how, ...more } = {}) {
      const pull = github.addPullRequest({ files, ...how });
      await plan(pull, more);
      return pull;
    },
    replan(pull, files, more = {}) {
      if (Object.keys(files).length > 0) github.push(pull.head.ref, files);
      return plan(pull, more);
    },
    names: () =>
      service
        .rules()
        .map(({ name }) => name)
        .sort(),
    writes: () => service.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method),
    comment(pull) {
      const [comment, ...others] = github.comments(pull.number).filter(({ author }) => author === BOT);
      if (comment === undefined || others.length > 0) throw new Error('There is not one comment');
      return comment;
    },
  };
}

/** The workspace is a clone at this commit, with its files and nothing else, but for what runs left there. Gives the commit. */
function checkOut(cwd: string, github: FakeGitHub, sha: string): string {
  const { git } = github.state;
  for (const name of readdirSync(cwd)) if (!name.startsWith('.')) rmSync(path.join(cwd, name), { recursive: true });
  for (const [name, text] of Object.entries(git.files(sha))) {
    mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    writeFileSync(path.join(cwd, name), text);
  }
  git.cloneInto(cwd, sha);
  return sha;
}

/**
 * Signs the comment of a plan as one that has too many changes for a list of them: such a plan need not be made to see what
 * becomes of it.
 */
export function withoutList({ github, comment }: ApplyWorld, pull: PullState, key = KEY): void {
  const there = comment(pull);
  const body = resigned(there.body, ({ shown: _, ...rest }) => ({ ...rest, changes: null }), key);
  github.state.editComment(there.id, body);
}

/** A comment of the action that says something else in its marker, signed. */
export function resigned(body: string, said: (review: Review) => Facts, key = KEY): string {
  const review = readMarker(body, [key])?.review;
  if (review === undefined) throw new Error('There is no review');
  const text = { maxBytes: Number.MAX_SAFE_INTEGER, within: () => textOf(body) };
  return signedBody(said(review), text, key);
}

/** A comment in whose marker somebody put other values. */
export function forged(body: string, change: object): string {
  const [, encoded = ''] = /^<!-- inboxctl:v1 ([\w-]+) -->/.exec(body) ?? [];
  const json = { ...JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')), ...change };
  return body.replace(encoded, Buffer.from(JSON.stringify(json)).toString('base64url'));
}

/** The result that apply wrote into a comment; null where there is none. */
export function resultIn(body: string): string | null {
  return (
    /^<!-- inboxctl:v1 [^\n]*\n<!-- inboxctl:result -->\n(.*?)\n\n<!-- inboxctl:result:end -->\n/s.exec(body)?.[1] ??
    null
  );
}

/** How a run ended, and what its last annotation says. */
export function endOf({ code, outputs, annotations }: ActionEnd) {
  return { code, reason: outputs['failure-reason'] ?? null, message: annotations.at(-1)?.message ?? '' };
}
