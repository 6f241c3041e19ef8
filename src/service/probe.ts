/**
 * Requests that find out about a deployment and change nothing: each is sent once, and what comes back is kept as it
 * came, the failure beside it. For looking at a service, not for working with it.
 */
import { randomBytes } from 'node:crypto';
import type { LiveRule } from '../model/rule.ts';
import { Caller } from './caller.ts';
import type { ClientOptions } from './client-options.ts';
import type { HttpAnswer } from './http.ts';
import { type Call, rulePath } from './operation.ts';
import { callsTo, settledService } from './options.ts';
import { ServiceError } from './service-error.ts';

/** What one request found. `status` is null where no answer came; `error` null for a success. */
export interface Look {
  status: number | null;
  error: ServiceError | null;
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
    return { status: answer.status, error: null };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { status: answer?.status ?? null, error };
  }
}
