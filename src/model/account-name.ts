import { globMatcher } from './glob.ts';

/** What an account may be called: it stands in plans, in the names of files and behind `--account`, where `*` is a glob. */
export const ACCOUNT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u;

/**
 * The form of a name that is compared, hashed and shown: macOS may give the same file name with accents as signs of their own
 * (Unicode NFD), and an account is the same on every machine.
 */
export function composedName(name: string): string {
  return name.normalize('NFC');
}

/** What the variable of an API key may be called: a project file can have no other variable sent to a service. */
export const KEY_VARIABLE = /^INBOXCTL_(?!(BASE_URL|ALLOWED_HOSTS|SIGNING_KEY)$)[A-Za-z0-9_]+$/;

/** Whether one of these globs (by default, any) is of an account's name. */
export function accountMatcher(patterns: readonly string[] | undefined): (name: string) => boolean {
  const globs = patterns?.map((pattern) => globMatcher(composedName(pattern)));
  return (name) => globs === undefined || globs.some((matches) => matches(composedName(name)));
}
