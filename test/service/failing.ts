import { ServiceError } from '../../src/index.ts';

/** The ServiceError that an operation ends in; anything else fails the test. */
export async function failing(operation: Promise<unknown>): Promise<ServiceError> {
  const outcome = await operation.then(
    (value) => new Error(`succeeded with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof ServiceError) return outcome;
  throw outcome;
}
