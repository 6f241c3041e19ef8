/** What GitHub answers instead of doing it. */
export interface Problem {
  resource: string;
  code: string;
  field?: string;
  message?: string;
}

export class Refusal extends Error {
  readonly status: 401 | 403 | 404 | 422;
  readonly errors: readonly (Problem | string)[];
  readonly headers: Record<string, string>;

  constructor(
    status: Refusal['status'],
    message: string,
    { errors = [], headers = {} }: { errors?: readonly (Problem | string)[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

export function notFound(): Refusal {
  return new Refusal(404, 'Not Found');
}

export function invalid(...errors: (Problem | string)[]): Refusal {
  return new Refusal(422, 'Validation Failed', { errors });
}

/** What an app's token gets for what it was not permitted; `accepted` as the header has it: `issues=write; pull_requests=write`. */
export function forbidden(accepted: string | null): Refusal {
  const headers = accepted === null ? {} : { 'X-Accepted-GitHub-Permissions': accepted };
  return new Refusal(403, 'Resource not accessible by integration', { headers });
}
