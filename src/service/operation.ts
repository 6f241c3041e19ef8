/** The operations of the service (API spec 4). */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Scope = 'STATS_READ' | 'RULES_READ' | 'RULES_WRITE';

/** Each with the scope that the key needs (API spec 4, table). `onRule`: 404 means that there is no such rule. */
export const OPERATIONS = {
  getStatsByPeriod: { method: 'GET', scope: 'STATS_READ' },
  getStatsResponseTime: { method: 'GET', scope: 'STATS_READ' },
  listRules: { method: 'GET', scope: 'RULES_READ' },
  createRule: { method: 'POST', scope: 'RULES_WRITE' },
  getRule: { method: 'GET', scope: 'RULES_READ', onRule: true },
  replaceRule: { method: 'PUT', scope: 'RULES_WRITE', onRule: true },
  deleteRule: { method: 'DELETE', scope: 'RULES_WRITE', onRule: true },
} as const satisfies Record<string, { method: Method; scope: Scope; onRule?: true }>;

export type Operation = keyof typeof OPERATIONS;

/** A request. `path` is below the base URL, with the query, and ids percent-encoded. */
export interface Call {
  operation: Operation;
  path: string;
  body?: string;
  /** Whether it sends a rule with a label, which the service first looks up in the mailbox. */
  hasLabel?: boolean;
}

/** The path of a rule; null if its id cannot be in one (measured: `/rules/` redirects), such as `.` and `..`. */
export function rulePath(id: string): string | null {
  if (id === '' || id === '.' || id === '..' || /\p{Cs}/u.test(id)) return null;
  return `/rules/${encodeURIComponent(id)}`;
}

/** A query string with `?`, without parameters that have no value. Empty if there are none. */
export function query(parameters: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  if (given.length === 0) return '';
  return `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}
