import { globMatcher } from './glob.ts';

/** The name of an account. It appears in plans, file names, and after `--account`, where `*` is a glob. */
export const ACCOUNT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u;

/** A name in the form that is compared, hashed and shown: in file names, macOS may write `é` as two characters (NFD). */
export function composedName(name: string): string {
  return name.normalize('NFC');
}

/** The name of the variable of an API key. A project file cannot send another variable to a service. */
export const KEY_VARIABLE = /^INBOXCTL_(?!(BASE_URL|ALLOWED_HOSTS|SIGNING_KEY)$)[A-Za-z0-9_]+$/;

/** Returns a test of whether a name matches one of these globs; by default every name does. */
export function accountMatcher(patterns: readonly string[] | undefined): (name: string) => boolean {
  const globs = patterns?.map((pattern) => globMatcher(composedName(pattern)));
  return (name) => globs === undefined || globs.some((matches) => matches(composedName(name)));
}
