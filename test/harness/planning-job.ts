/** A pull request whose plan is made by the action: a fake GitHub, a sandbox, and the checkout of the merge. */

import { type ActionEnd, type ActionRun, pullRequestEvent, runActionHere } from './action.ts';
import { BOT, type FakeGitHub, type FakeGitHubOptions, fakeGitHub } from './github/fake-github.ts';
import type { PullState } from './github/repository.ts';
import { KEY, projectOf, type Service, serve, write } from './project.ts';
import type { TestSandboxOptions } from './sandbox/sandbox.ts';

export interface PlanningJob {
  github: FakeGitHub;
  service: Service;
  /** The checkout. */
  folder: string;
  pull: PullState;
  /** Puts files on the pull request and into the checkout. */
  push: (files: Record<string, string>) => void;
  /** Runs `mode: plan` for the pull request as it is; inputs and variables come on top. */
  plan: (more?: Partial<Omit<ActionRun, 'github'>>) => Promise<ActionEnd>;
  /** Bodies of the comments of the workflow's account. */
  comments: () => string[];
}

export interface PlanningJobOptions {
  /** At the base; the checkout has them too. */
  base?: Record<string, string>;
  /** What the pull request changes. */
  files?: Record<string, string>;
  /** owner/name of the fork that it comes from. */
  fork?: string;
  author?: string;
  github?: FakeGitHubOptions;
  sandbox?: TestSandboxOptions;
}

export const NEWS = `name: Newsletters
condition: { static: { from: "@example.com" } }
actions: [{ type: LABEL, fields: { label: News } }]
`;

export async function planningJob(options: PlanningJobOptions = {}): Promise<PlanningJob> {
  const { base = {}, files = { 'rules/news.yaml': NEWS }, fork, author } = options;
  const github = await fakeGitHub({ ...options.github, files: { 'README.md': 'An inbox.\n', ...base } });
  const service = await serve(options.sandbox);
  const folder = projectOf({ ...base, ...files });
  const pull = github.addPullRequest({
    files,
    ...(fork === undefined ? {} : { fork }),
    ...(author === undefined ? {} : { author }),
  });
  return {
    github,
    service,
    folder,
    pull,
    push: (more) => {
      github.push(pull.head.ref, more);
      for (const [name, text] of Object.entries(more)) write(folder, name, text);
    },
    plan: ({ inputs = {}, ...more } = {}) => {
      const sha = github.testMerge(pull);
      github.state.git.cloneInto(folder, sha);
      return runActionHere({
        event: 'pull_request',
        payload: pullRequestEvent(github, pull),
        cwd: folder,
        inputs: { mode: 'plan', 'base-url': service.baseUrl, 'api-key': KEY, ...inputs },
        github,
        sha,
        ...more,
      });
    },
    comments: () => github.comments(pull.number).flatMap(({ author: by, body }) => (by === BOT ? body : [])),
  };
}

/** The requests that change something on GitHub, as `METHOD /path`. */
export function writesIn(github: FakeGitHub): string[] {
  return github.requests.flatMap(({ method, path }) =>
    method === 'GET' || path === '/graphql' ? [] : `${method} ${path}`,
  );
}
