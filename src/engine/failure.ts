import { escapeQuotes } from '../diagnostics/escape-control.ts';
import type { Failure } from '../model/applied.ts';
import { ServiceError } from '../service/service-error.ts';

/** An error of the client as a value. Rethrows what did not come from the service or the network: a bug. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ServiceError)) throw error;
  const { status, code, message, hint, remedy, outcomeUnknown } = error;
  return { status, code, message, brief: briefOf(error), hint, remedy, outcomeUnknown };
}

/** Shortens `POST /rules failed with 400 BAD_REQUEST: Name is missing` to `400: Name is missing`. */
function briefOf({ kind, status, reason, conflictsWith, detail, message, request }: ServiceError): string {
  const sender = reason === 'overlap' ? / on sender scope (.+?)\.(?:\s|$)/s.exec(detail ?? '')?.[1] : undefined;
  if (sender !== undefined)
    return `${status}: it overlaps the rule "${escapeQuotes(conflictsWith ?? '')}" on the sender ${sender}`;
  if (kind === 'http' && detail !== null) return `${status}: ${detail}`;
  const asked = `${request.method} ${request.path} `;
  return message.startsWith(asked) ? message.slice(asked.length).replace(/^failed(?: with|:) /, '') : message;
}
