/** Which scopes a key has, told from the answers to requests that need them (API spec 5, 7). */

import type { ProbeResult } from '../../model/doctor.ts';
import type { Scope } from '../../service/operation.ts';
import type { Look } from '../../service/probe.ts';
import type { ServiceError } from '../../service/service-error.ts';
import { failure, type ProbeFinding, told } from './probing.ts';

/** Whether the key has a scope, from a GET that needs the scope. `missing` is how bad it is not to have it. */
export function readScope(scope: Scope, { status, error }: Look, missing: ProbeResult): ProbeFinding[] {
  // A 400 comes only after the scope was looked at.
  if (error === null || status === 400) return told({ code: 'scope-granted', args: {} });
  return withoutScope(scope, status, error, missing);
}

/** Whether it has RULES_WRITE, from a PUT that cannot be carried out: a success is not an answer of the API. */
export function writeScope({ status, error }: Look): ProbeFinding[] {
  if (error === null) return notTold(`a PUT that cannot be carried out returned ${status}`, null);
  const isPastScope = (status === 400 || status === 404) && error.reason !== 'base-url';
  if (isPastScope) return told({ code: 'scope-granted', args: {} });
  return withoutScope('RULES_WRITE', status, error, 'warning');
}

/** Whether it has STATS_READ, from a GET of statistics; they need the mailbox itself too. */
export function statisticsScope(look: Look): ProbeFinding[] {
  const { status } = look;
  if (status === 404 || status === 405) return told({ code: 'statistics-missing', args: { status } }, 'skipped');
  if (look.error?.reason === 'mailbox') return failure(look.error);
  return readScope('STATS_READ', look, 'warning');
}

function withoutScope(scope: Scope, status: number | null, error: ServiceError, missing: ProbeResult): ProbeFinding[] {
  const { message, remedy, reason } = error;
  if (status !== 403 || reason === 'base-url') return notTold(message, remedy);
  return told({ code: 'scope-missing', args: { scope, remedy } }, missing);
}

function notTold(message: string, remedy: string | null): ProbeFinding[] {
  return told({ code: 'scope-not-told', args: { message, remedy } }, 'warning');
}
