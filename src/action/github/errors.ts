/** Converts what octokit throws to a GitHubError: the request, the answer, and the permission that the token lacks. */
import * as z from 'zod';
import { type GitHubProblem, gitHubParts } from '../../diagnostics/action.ts';
import type { Parts } from '../../diagnostics/message.ts';

/** An error answer of GitHub, or a missing answer. */
export class GitHubError extends Error {
  /** null if there was no answer. */
  readonly status: number | null;
  /** The permission that the token lacks, such as `pull-requests: write`; null if that is not the problem. */
  readonly permission: string | null;

  constructor(message: string, facts: { status: number | null; permission: string | null }) {
    super(message);
    this.status = facts.status;
    this.permission = facts.permission;
  }

  get problem(): GitHubProblem {
    return { message: this.message, permission: this.permission };
  }

  get explanation(): Parts {
    return gitHubParts(this.problem);
  }

  get reason(): 'unauthorized' | 'unreachable' {
    return this.status === 401 || this.status === 403 ? 'unauthorized' : 'unreachable';
  }
}

/** For `catch`: handles an error of GitHub, with `statuses` only one of those, and throws any other. */
export function onGitHubError<Value>(handle: (error: GitHubError) => Value, ...statuses: readonly number[]) {
  return (error: unknown): Value => {
    if (!(error instanceof GitHubError)) throw error;
    if (statuses.length > 0 && !statuses.includes(error.status ?? 0)) throw error;
    return handle(error);
  };
}

const requestError = z.object({
  message: z.string(),
  request: z.object({ method: z.string(), url: z.string() }),
  response: z
    .object({
      status: z.int(),
      headers: z.record(z.string(), z.union([z.string(), z.number()]).optional()),
      data: z.unknown(),
    })
    .optional(),
});

const problem = z.object({
  message: z.string(),
  errors: z.array(z.union([z.string(), z.object({ message: z.string().optional() })])).optional(),
});

/** `needs`: the permission that the operation needs. An error that is not from octokit is returned unchanged. */
export function gitHubError(error: unknown, needs: string): unknown {
  const read = requestError.safeParse(error);
  if (!read.success) return fromGraphQl(error) ?? error;
  const { message, request, response } = read.data;
  const asked = `${request.method} ${new URL(request.url).pathname}`;
  if (response === undefined) {
    return new GitHubError(`GitHub did not answer ${asked}: ${message}`, { status: null, permission: null });
  }
  const { status, headers, data } = response;
  const said = saidIn(data);
  const isRight = status === 403 && said.startsWith('Resource not accessible');
  return new GitHubError(`GitHub answered ${status} to ${asked}${said === '' ? '' : `: ${said}`}`, {
    status,
    permission: isRight ? lacking(String(headers['x-accepted-github-permissions'] ?? ''), needs) : null,
  });
}

/** Whether the request may have been carried out anyway. */
export function isOpen(error: unknown): boolean {
  return error instanceof GitHubError && (error.status === null || error.status >= 500);
}

/** The message in an answer; empty for the HTML page of a gateway. */
function saidIn(data: unknown): string {
  const read = problem.safeParse(data);
  if (!read.success) return '';
  const { message, errors = [] } = read.data;
  const details = errors.flatMap((one) => (typeof one === 'string' ? one : (one.message ?? [])));
  return details.length === 0 ? message : `${message} (${details.join('; ')})`;
}

/** As a workflow writes it. The header lists alternatives, separated by semicolons (`issues=write; contents=read`). */
function lacking(header: string, needs: string): string {
  const enough = header
    .split(';')
    .map((one) => one.trim().replaceAll('_', '-').replaceAll('=', ': ').replaceAll(/,\s*/g, ', '))
    .filter((one) => one !== '');
  return enough.includes(needs) ? needs : (enough[0] ?? needs);
}

const graphQlError = z.object({
  name: z.literal('GraphqlResponseError'),
  errors: z.array(z.object({ type: z.string().optional(), message: z.string() })).min(1),
});

function fromGraphQl(error: unknown): GitHubError | null {
  const read = graphQlError.safeParse(error);
  if (!read.success) return null;
  const [first] = read.data.errors;
  const status = first?.type === 'FORBIDDEN' ? 403 : 200;
  return new GitHubError(`GitHub answered POST /graphql with an error: ${first?.message}`, {
    status,
    permission: null,
  });
}
