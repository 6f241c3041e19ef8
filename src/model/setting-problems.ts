/** What can be wrong with flags, environment and project file: each code with its arguments. */

type None = Record<never, never>;

/** Where a setting was read from, as the user knows it: a flag, a variable. */
type From = { from: string };

export interface SettingProblems {
  'base-url-missing': None;
  'base-url-unusable': From & { problem: 'no-url' | 'scheme' | 'credentials' | 'query' | 'fragment' };
  /** Refused unless `--allow-http`. */
  'base-url-http': From & { host: string };
  'base-url-carries-key': From;
  'api-key-missing': None;
  'api-key-unusable': From & { problem: 'empty' | 'too-short' | 'unsendable' };
  /** `reason` is a code of the system, such as ENOENT. */
  'file-unreadable': { what: string; file: string; reason: string };
  'file-unwritable': { what: string; file: string; reason: string };
  'directory-missing': { directory: string };
  'project-file-linked': { file: string };
  'project-several-documents': None;
  'project-not-mapping': None;
  'project-unknown-key': { key: string; proposal: string | null };
  'project-missing-key': { key: string };
  'project-wrong-value': { key: string };
  'cannot-ask': None;
  /** The question was answered, and not with yes. */
  'answered-no': None;
  /** The service could not be read: its own words, and what to do. */
  'service-failed': { message: string; remedy: string | null };
  'changed-meanwhile': None;
  'sandbox-port-taken': { port: number };
  'sandbox-unusable': { detail: string };
  'schema-unknown': { name: string };
}
