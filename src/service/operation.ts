/** The operations of the service (API spec 4). */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Scope = 'STATS_READ' | 'RULES_READ' | 'RULES_WRITE';

/** Method and the scope that the key needs for it (API spec 4, table). `onRule`: a 404 means that there is no such rule. */
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

/** One request to make: `path` below the base URL, ids percent-encoded, with the query. */
export interface Call {
  operation: Operation;
  path: string;
  body?: string;
  /** Whether the rule that it sends has a label, which the service looks for in the mailbox first. */
  hasLabel?: boolean;
}

/**
 * The path of one rule, or null for an id that cannot be put into one: `/rules/` is redirected to `/rules` for every
 * method (measured), `.` and `..` would be resolved away, and half a surrogate pair has no UTF-8.
 */
export function rulePath(id: string): string | null {
  if (id === '' || id === '.' || id === '..' || /\p{Cs}/u.test(id)) return null;
  return `/rules/${encodeURIComponent(id)}`;
}

/** A query string with its `?`; parameters without a value are left out, and without any it is empty. */
export function query(parameters: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  if (given.length === 0) return '';
  return `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}
