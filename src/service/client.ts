/** The typed client of the service. Each operation is one request; reads are repeated if that may help. */
import type { Period } from '../model/periods.ts';
import type { Condition, LiveRule, RuleBody } from '../model/rule.ts';
import { type Caller, createCaller } from './caller.ts';
import type { ClientOptions, SharedOptions } from './client-options.ts';
import type { Connections } from './connections.ts';
import { type Call, type Operation, query, rulePath } from './operation.ts';
import { settledService } from './options.ts';
import { type ReadRetries, withRetries } from './retry.ts';
import type { PeriodStatistics, ResponseTimeStatistics, StatisticsRange } from './statistics.ts';
import type { Traffic } from './traffic.ts';

/**
 * A rule as it is sent (API spec 4.4, 4.6): canonical, with `runOnThreads`, which is turned on otherwise. Without
 * `conditionalOperator`, or if it is null, a create stores AND, and a replace keeps the old value (measured).
 */
export interface RuleRequest extends Omit<RuleBody, 'condition'> {
  condition: Omit<Condition, 'conditionalOperator'> & {
    conditionalOperator?: Condition['conditionalOperator'] | undefined;
  };
}

export interface CallOptions {
  /** Ends the request at once, with a ServiceError of kind `aborted`. */
  signal?: AbortSignal | null | undefined;
}

/** Every operation rejects with a ServiceError and nothing else. All may run at once. */
export interface Client {
  /** Counts of mails by period (API spec 4.1). */
  getStatsByPeriod(
    range?: StatisticsRange & { period?: Period | undefined },
    options?: CallOptions,
  ): Promise<PeriodStatistics>;
  /** Response times (API spec 4.2). */
  getStatsResponseTime(range?: StatisticsRange, options?: CallOptions): Promise<ResponseTimeStatistics>;
  /** All rules of the inbox (API spec 4.3), in the order of the service. Keeps unknown keys. `once`: does not repeat the read. */
  listRules(options?: CallOptions & { once?: boolean | undefined }): Promise<LiveRule[]>;
  /** The same with the time of the answer (ISO 8601), by the service's clock where it tells it. Repeats the read. @internal */
  readInbox(): Promise<{ rules: LiveRule[]; at: string }>;
  /** Creates a rule (API spec 4.4). Sent once. `unreadable`: a success without the rule, which then probably exists. */
  createRule(rule: RuleRequest, options?: CallOptions): Promise<LiveRule>;
  /** One rule (API spec 4.5). */
  getRule(id: string, options?: CallOptions): Promise<LiveRule>;
  /** Replaces a rule (API spec 4.6). Sent once. Null if the answer has no rule, as after a delete (measured). */
  replaceRule(id: string, rule: RuleRequest, options?: CallOptions): Promise<LiveRule | null>;
  /** Deletes a rule (API spec 4.7). Sent once. Any success counts, unless the body is a page. */
  deleteRule(id: string, options?: CallOptions): Promise<void>;
  /** Ends all requests under way. The client cannot be used afterwards. */
  close(): Promise<void>;
}

/**
 * A client of one inbox account. Nothing is sent or loaded before the first operation. Throws a TypeError for an unusable base
 * URL or key (checkBaseUrl, checkApiKey and carriesKey tell why) and a RangeError for an impossible time, count or size.
 */
export function createClient({ apiKey, ...options }: ClientOptions): Client {
  return createClients(options)(apiKey);
}

/**
 * Returns a function that makes the client of a key. The clients share `options` and connections, which they do not
 * close. `traffic` counts lists and writes of rules. Throws as createClient does. @internal
 */
export function createClients(
  options: SharedOptions,
  shared?: Connections,
): (apiKey: string, traffic?: Traffic) => Client {
  const { service, retries } = settledService(options, shared);
  return (apiKey, traffic) => clientOf(createCaller(service, apiKey), retries, traffic);
}

function sending(rule: RuleRequest): { body: string; hasLabel: boolean } {
  return { body: JSON.stringify(rule), hasLabel: rule.actions.some(({ type }) => type === 'LABEL') };
}

const LIST: Call = { operation: 'listRules', path: '/rules' };

/** The operations do not depend on `this`. */
function clientOf(caller: Caller, retries: ReadRetries, traffic?: Traffic): Client {
  const counted: Traffic['counted'] = (call, run) => traffic?.counted(call, run) ?? run(call);
  const repeated = <T>(read: () => Promise<T>, signal: AbortSignal | null): Promise<T> =>
    withRetries(read, retries, signal);

  async function onRule<T>(operation: Operation, id: string, run: (call: Call) => Promise<T>): Promise<T> {
    const path = rulePath(id);
    if (path === null) throw caller.badId({ operation, path: `/rules/${id}` });
    return run({ operation, path });
  }

  return {
    getStatsByPeriod({ period, fromDate, toDate } = {}, { signal = null } = {}) {
      const path = `/stats/by-period${query({ period, fromDate, toDate })}`;
      const call: Call = { operation: 'getStatsByPeriod', path };
      return repeated(() => caller.read(call, 'periodStatistics', signal), signal);
    },
    getStatsResponseTime({ fromDate, toDate } = {}, { signal = null } = {}) {
      const path = `/stats/response-time${query({ fromDate, toDate })}`;
      const call: Call = { operation: 'getStatsResponseTime', path };
      return repeated(() => caller.read(call, 'responseTimeStatistics', signal), signal);
    },
    async listRules({ signal = null, once = false } = {}) {
      const read = (call: Call) => caller.read(call, 'rulesAnswer', signal);
      const list = () => counted(LIST, read);
      return (await (once ? list() : repeated(list, signal))).rules;
    },
    async readInbox() {
      const read = (call: Call) => caller.readDated(call, 'rulesAnswer', null);
      const { value, at } = await repeated(() => counted(LIST, read), null);
      return { rules: value.rules, at };
    },
    createRule(rule, { signal = null } = {}) {
      const call: Call = { operation: 'createRule', path: '/rules', ...sending(rule) };
      return counted(call, () => caller.create(call, signal));
    },
    getRule(id, { signal = null } = {}) {
      return onRule('getRule', id, async (call) => {
        return (await repeated(() => caller.read(call, 'ruleAnswer', signal), signal)).rule;
      });
    },
    replaceRule(id, rule, { signal = null } = {}) {
      const replace = (call: Call) => caller.replace(call, signal);
      return onRule('replaceRule', id, (call) => counted({ ...call, ...sending(rule) }, replace));
    },
    deleteRule(id, { signal = null } = {}) {
      return onRule('deleteRule', id, (call) => counted(call, () => caller.remove(call, signal)));
    },
    close: () => caller.close(),
  };
}
