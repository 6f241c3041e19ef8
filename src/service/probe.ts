/**
 * Requests that find out about a deployment and change nothing: each is sent once, and what comes back is kept as it
 * came, the failure beside it. For looking at a service, not for working with it.
 */
import { randomBytes } from 'node:crypto';
import { jsonIn } from '../model/json.ts';
import type { LiveRule } from '../model/rule.ts';
import { isPage } from './answer-body.ts';
import { Caller } from './caller.ts';
import type { ClientOptions } from './client-options.ts';
import type { HttpAnswer } from './http.ts';
import { type Call, rulePath } from './operation.ts';
import { callsTo, settledService } from './options.ts';
import { ServiceError } from './service-error.ts';

/**
 * How the body of an error is built: the envelope of API spec 7, the same with the place of the mistake in brackets at
 * the end of its message (measured on newer deployments), the `isKnownError` of older ones, an HTML page, or another way.
 */
type ErrorShape = 'envelope' | 'envelope-with-path' | 'known-error' | 'page' | 'other';

/** What one request found. `status` is null where no answer came; `error` null for a success. */
export interface Look {
  status: number | null;
  error: ServiceError | null;
  /** The service's clock, from the header Date: milliseconds since the epoch. */
  serverTime: number | null;
  /** Null for a success, and for an error without a body. */
  errorShape: ErrorShape | null;
}

/** None of its requests rejects, but for mistakes of ours. */
export type Probe = ReturnType<typeof createProbe>;

/** Takes what a client takes, and throws what createClient throws. */
export function createProbe({ apiKey, ...options }: ClientOptions) {
  const caller = new Caller(callsTo(settledService(options).service, apiKey));
  return {
    /** GET /rules. */
    async listRules(): Promise<Look & { rules: LiveRule[] | null }> {
      const call: Call = { operation: 'listRules', path: '/rules' };
      let rules: LiveRule[] | null = null;
      const look = await lookAt(caller, call, (answer) => {
        rules = caller.value(call, answer, 'rulesAnswer').rules;
      });
      return { ...look, rules };
    },
    /**
     * A PUT that no deployment can carry out: to an id that is made up anew each time, with a body that lacks everything
     * that a rule must have (API spec 4.4). Without the scope it is refused with 403 (API spec 7).
     */
    replaceNothing() {
      const id = `inboxctl-doctor-${randomBytes(16).toString('hex')}`;
      return lookAt(caller, { operation: 'replaceRule', path: rulePath(id) ?? '', body: '{}' });
    },
    /** GET /stats/by-period, of the first millisecond only. */
    readStatistics() {
      return lookAt(caller, {
        operation: 'getStatsByPeriod',
        path: '/stats/by-period?period=year&fromDate=1&toDate=1',
      });
    },
    /** Ends every connection. */
    close: () => caller.close(),
  };
}

async function lookAt(caller: Caller, call: Call, read: (answer: HttpAnswer) => void = () => {}): Promise<Look> {
  let answer: HttpAnswer | null = null;
  try {
    answer = await caller.send(call, null);
    if (answer.status >= 300) throw caller.refusal(call, answer);
    read(answer);
    return lookOf(answer, null);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return lookOf(answer, error);
  }
}

function lookOf(answer: HttpAnswer | null, error: ServiceError | null): Look {
  if (answer === null) return { status: null, error, serverTime: null, errorShape: null };
  const time = Date.parse(answer.date ?? '');
  return {
    status: answer.status,
    error,
    serverTime: Number.isNaN(time) ? null : time,
    errorShape: answer.status < 400 ? null : errorShapeOf(answer),
  };
}

function errorShapeOf({ body, contentType }: HttpAnswer): ErrorShape | null {
  const text = new TextDecoder().decode(body).trim();
  if (text === '') return null;
  if (isPage(text, contentType)) return 'page';
  const { error, isKnownError } = (jsonIn(text) ?? {}) as { error?: unknown; isKnownError?: unknown };
  if (isKnownError !== undefined) return 'known-error';
  const { code, message, hint } = (error ?? {}) as Record<string, unknown>;
  if (typeof code !== 'string' || typeof message !== 'string' || typeof hint !== 'string') return 'other';
  return / \([\w.]+\)$/.test(message) ? 'envelope-with-path' : 'envelope';
}
