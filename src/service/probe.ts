/** Requests of `inboxctl doctor`. They change nothing, are sent once, and return failures instead of throwing them. */
import { randomBytes } from 'node:crypto';
import type { LiveRule } from '../model/rule.ts';
import { type Caller, createCaller } from './caller.ts';
import type { ClientOptions } from './client-options.ts';
import type { HttpAnswer } from './http.ts';
import { type Call, rulePath } from './operation.ts';
import { settledService } from './options.ts';
import { ServiceError } from './service-error.ts';

/** What a request found. `status` is null if no answer came; `error` is null for a success. */
export type Look = { status: number | null; error: ServiceError | null };

export type Probe = ReturnType<typeof createProbe>;

/** Takes the options of createClient, and throws the same errors. */
export function createProbe({ apiKey, ...options }: ClientOptions) {
  const caller = createCaller(settledService(options).service, apiKey);
  return {
    async listRules(): Promise<Look & { rules: LiveRule[] | null }> {
      const call: Call = { operation: 'listRules', path: '/rules' };
      let rules: LiveRule[] | null = null;
      const look = await lookAt(caller, call, (answer) => {
        rules = caller.value(call, answer, 'rulesAnswer').rules;
      });
      return { ...look, rules };
    },
    /** A PUT that cannot succeed: to a random id, with an empty body (API spec 4.4). Without the scope it gets a 403. */
    replaceNothing() {
      const id = `inboxctl-doctor-${randomBytes(16).toString('hex')}`;
      return lookAt(caller, { operation: 'replaceRule', path: rulePath(id) ?? '', body: '{}' });
    },
    /** GET /stats/by-period, of one millisecond. */
    readStatistics() {
      const path = '/stats/by-period?period=year&fromDate=1&toDate=1';
      return lookAt(caller, { operation: 'getStatsByPeriod', path });
    },
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
