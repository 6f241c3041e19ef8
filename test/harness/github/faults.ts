/** Requests to spoil, as GitHub or the network does it now and then. */

/** `-after`, and `cut-short`, of which half an answer comes: it is carried out, and the client does not get to know. */
export type FaultKind =
  | 'forbidden'
  | 'unprocessable'
  | 'server-error'
  | 'bad-gateway'
  | 'bad-gateway-after'
  | 'secondary-limit'
  | 'secondary-limit-429'
  | 'primary-limit'
  | 'reset'
  | 'reset-after'
  | 'cut-short';

export interface FaultOptions {
  /** Any method, unless given. */
  method?: string;
  /** Any path, unless given; without the query. */
  path?: RegExp;
  /** How many requests; 1 unless given. */
  times?: number;
  /** Of a limit: the seconds to wait; 1 unless given. */
  retryAfter?: number;
  /** Of `forbidden`: as the header has it. */
  accepted?: string;
}

export interface Fault extends FaultOptions {
  kind: FaultKind;
  left: number;
}

export class Faults {
  readonly #faults: Fault[] = [];

  add(kind: FaultKind, options: FaultOptions): void {
    this.#faults.push({ ...options, kind, left: options.times ?? 1 });
  }

  /** The first one that fits and is not used up; it counts as used. */
  next(method: string, path: string): Fault | null {
    const due = this.#faults.find((fault) => {
      const isMethod = fault.method === undefined || fault.method === method;
      return fault.left > 0 && isMethod && (fault.path?.test(path) ?? true);
    });
    if (due === undefined) return null;
    due.left -= 1;
    return due;
  }
}

/** The status, body and headers of the faults that are answers. */
export function answerOf({
  kind,
  retryAfter = 1,
  accepted = 'issues=write; pull_requests=write',
}: Fault): Response | null {
  switch (kind) {
    case 'forbidden':
      return problem(403, 'Resource not accessible by integration', { 'X-Accepted-GitHub-Permissions': accepted });
    case 'unprocessable':
      return problem(422, 'Validation Failed');
    case 'server-error':
      return problem(500, 'Server Error');
    case 'bad-gateway':
    case 'bad-gateway-after':
      return new Response('<!DOCTYPE html><html><body><h1>Unicorn!</h1></body></html>', {
        status: 502,
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
    case 'secondary-limit':
    case 'secondary-limit-429': {
      const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
      return problem(kind === 'secondary-limit' ? 403 : 429, message, { 'Retry-After': String(retryAfter) });
    }
    case 'primary-limit':
      return problem(403, 'API rate limit exceeded for installation ID 1.', {
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': String(Math.floor(Date.now() / 1000) + retryAfter),
      });
    default:
      return null;
  }
}

/** An error as the API writes one. */
export function problem(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  errors: readonly unknown[] = [],
): Response {
  const body = {
    message,
    ...(errors.length === 0 ? {} : { errors }),
    documentation_url: 'https://docs.github.com/rest',
    status: String(status),
  };
  return Response.json(body, { status, headers });
}
