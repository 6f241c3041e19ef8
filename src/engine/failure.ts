import type { Failure } from '../model/applied.ts';
import { ServiceError } from '../service/service-error.ts';

/**
 * Takes what an operation of the client threw, gives it as a value. Throws it again if it is none of the service's or
 * the network's: then it is a bug of ours.
 */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ServiceError)) throw error;
  const { status, code, message, hint, remedy, outcomeUnknown } = error;
  return { status, code, message, hint, remedy, outcomeUnknown };
}
