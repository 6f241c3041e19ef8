/** What `doctor` looks at, and what it finds beyond the problems that other commands tell too. */

/** In the order in which they are looked at. */
export const PROBES = [
  'node',
  'project',
  'files',
  'variables',
  'history',
  'base-url',
  'api-key',
  'connection',
  'tls',
  'api',
  'key',
  'RULES_READ',
  'RULES_WRITE',
  'STATS_READ',
  'clock',
  'service',
  'live-rules',
] as const;
export type ProbeName = (typeof PROBES)[number];

type None = Record<never, never>;
type ScopeProbe = 'RULES_READ' | 'RULES_WRITE' | 'STATS_READ';
/** What the service, or the way to it, gave as the reason; and what to do. */
type Said = { message: string; remedy: string | null };

export interface DoctorFindings {
  /** Not looked at: it needs what failed in `because`. */
  'probe-skipped': { because: ProbeName };
  'node-version': { version: string; needed: string; isEnough: boolean };
  'project-found': { file: string; accounts: number };
  /** There is no project file, which is fine. */
  'project-without-file': None;
  'project-broken': { file: string; errors: number };
  'files-checked': { rules: number; files: number; errors: number; warnings: number };
  'variables-set': { count: number };
  'variables-unset': { names: readonly string[] };
  'history-whole': None;
  'base-url-set': { baseUrl: string; endsAsUsual: boolean };
  /** `from` is the variable or the file that it comes from. */
  'api-key-set': { from: string };
  connected: { host: string; through: string };
  'tls-trusted': { host: string };
  'tls-unused': { isLoopback: boolean };
  'api-answers': None;
  'key-accepted': None;
  'scope-granted': { scope: ScopeProbe };
  'scope-missing': { scope: ScopeProbe } & Said;
  'scope-not-told': { scope: ScopeProbe } & Said;
  /** The deployment answers no statistics. `status` is 404 or 405. */
  'statistics-missing': { status: number };
  'clock-right': { seconds: number };
  /** `seconds` is how much later it is here than there; below zero where it is earlier. */
  'clock-off': { seconds: number };
  'clock-not-told': None;
  'service-resembles': { profile: 'contract' | 'older' | 'newer' };
  'service-not-told': None;
  'live-rules': { count: number };
}
