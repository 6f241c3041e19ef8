/** What octokit throws, as a GitHubError: what was asked, what came back, and which permission the token lacks. */
import * as z from 'zod';
import { GitHubError } from './port.ts';

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

/** `needs`: the permission of the operation. Anything that octokit did not throw is given back as it is. */
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
  return new GitHubError(`GitHub answered ${status} to ${asked}${said === '' ? '' : `: ${said}`}${wayOn(said)}`, {
    status,
    permission: isRight ? lacking(String(headers['x-accepted-github-permissions'] ?? ''), needs) : null,
  });
}

/** Whether the request may have been carried out anyway. */
export function isOpen(error: unknown): boolean {
  return error instanceof GitHubError && (error.status === null || error.status >= 500);
}

/** A page of HTML, as a gateway answers, says nothing. */
function saidIn(data: unknown): string {
  const read = problem.safeParse(data);
  if (!read.success) return '';
  const { message, errors = [] } = read.data;
  const details = errors.flatMap((one) => (typeof one === 'string' ? one : (one.message ?? [])));
  return details.length === 0 ? message : `${message} (${details.join('; ')})`;
}

function wayOn(said: string): string {
  if (!/not permitted to create or approve pull requests/.test(said)) return '';
  return ' Allow it in the settings of the repository, under Actions, General, Workflow permissions.';
}

/**
 * The missing permission as a workflow writes it. The header lists sets that are each enough, separated by semicolons
 * (`issues=write; contents=read`); `needs` is what we know of the operation.
 */
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
