/** The code of a system error, such as EACCES; what else was thrown is given in its own words. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : String(error);
}
