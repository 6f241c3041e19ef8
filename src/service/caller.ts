/** Makes calls. Each is one request, and its answer a value or a ServiceError. */
import { setMaxListeners } from 'node:events';
import type { LiveRule } from '../model/rule.ts';
import { pageIn, readBody } from './answer-body.ts';
import { Failures } from './failure.ts';
import { exchange, type HttpAnswer, TransportFault } from './http.ts';
import { type Call, OPERATIONS } from './operation.ts';
import { type ServiceOptions, usableKey } from './options.ts';
import type { AnswerName, AnswerOf } from './wire.ts';

export type Caller = ReturnType<typeof createCaller>;

/** Throws a TypeError for a key that cannot be used. */
export function createCaller(service: ServiceOptions, key: string) {
  const apiKey = usableKey(service, key);
  const closing = new AbortController();
  // Every request under way listens to it.
  setMaxListeners(0, closing.signal);
  let underWay = 0;
  let severalAtOnce = false;
  const failures = () => new Failures({ ...service, apiKey, severalAtOnce });
  const timeoutOf = ({ hasLabel = false }: Call) => (hasLabel ? service.labelTimeoutMs : service.timeoutMs);
  const refusal = (call: Call, answer: HttpAnswer) => failures().ofStatus(call, answer);

  function requestOf({ operation, path, body }: Call) {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return {
      method: OPERATIONS[operation].method,
      path: service.root + path,
      headers: { 'API-Key': apiKey, Accept: 'application/json', 'User-Agent': 'inboxctl', ...json },
      body: body ?? null,
    };
  }

  async function send(call: Call, signal: AbortSignal | null): Promise<HttpAnswer> {
    underWay++;
    if (underWay > 1) severalAtOnce = true;
    try {
      const dispatcher = await service.connections.through(service.proxy?.url ?? null);
      const signals = { signal, closing: closing.signal };
      const limits = { ...service, timeoutMs: timeoutOf(call) };
      return await exchange(dispatcher, service.origin, requestOf(call), limits, signals);
    } catch (error) {
      if (error instanceof TransportFault) throw failures().ofFault(call, error, timeoutOf(call));
      throw error;
    } finally {
      underWay--;
    }
  }

  async function success(call: Call, signal: AbortSignal | null): Promise<HttpAnswer> {
    const answer = await send(call, signal);
    if (answer.status < 300) return answer;
    throw refusal(call, answer);
  }

  /** A success that is not a page. */
  async function written(call: Call, signal: AbortSignal | null): Promise<HttpAnswer> {
    const answer = await success(call, signal);
    const page = pageIn(answer.body);
    if (page === null) return answer;
    throw failures().ofBody(call, answer.status, page);
  }

  /** The value of a success. Throws a ServiceError if the body is not that answer. */
  function value<Name extends AnswerName>(call: Call, answer: HttpAnswer, name: Name): AnswerOf<Name> {
    if (answer.brokenBy !== null) throw failures().ofFault(call, answer.brokenBy, timeoutOf(call));
    const read = readBody(answer, name);
    if ('ok' in read) return read.ok;
    throw failures().ofBody(call, answer.status, read.unusable);
  }

  return {
    send,
    value,
    refusal,
    badId: (call: Call) => failures().ofId(call),
    /** A GET: the value of the answer. */
    async read<Name extends AnswerName>(call: Call, name: Name, signal: AbortSignal | null): Promise<AnswerOf<Name>> {
      return value(call, await success(call, signal), name);
    },
    /** A GET: the value of the answer, and when it was made. */
    async readDated<Name extends AnswerName>(call: Call, name: Name, signal: AbortSignal | null) {
      const answer = await success(call, signal);
      return { value: value(call, answer, name), at: timeOf(answer) };
    },
    /** A POST: the rule of the answer. */
    async create(call: Call, signal: AbortSignal | null): Promise<LiveRule> {
      const answer = await success(call, signal);
      const read = readBody(answer, 'ruleAnswer');
      if ('ok' in read && answer.brokenBy === null) return read.ok.rule;
      const why = 'ok' in read || answer.brokenBy !== null ? 'did not come whole' : read.unusable.why;
      throw failures().ofBody(call, answer.status, { kind: 'unreadable', why, isForeign: false });
    },
    /** A PUT: the rule of the answer, or null if it has none. Throws if the answer is a page. */
    async replace(call: Call, signal: AbortSignal | null): Promise<LiveRule | null> {
      const answer = await written(call, signal);
      const read = readBody(answer, 'ruleAnswer');
      return 'ok' in read && answer.brokenBy === null ? read.ok.rule : null;
    },
    /** A DELETE: any success counts, except a page. */
    async remove(call: Call, signal: AbortSignal | null): Promise<void> {
      await written(call, signal);
    },
    /** Ends its requests, and its connections unless they are shared. */
    async close(): Promise<void> {
      closing.abort();
      if (!service.isShared) await service.connections.close();
    },
  };
}

/** When an answer was made, as ISO 8601: by the service's clock, or where it does not tell, by this machine's. */
function timeOf({ date }: HttpAnswer): string {
  const told = Date.parse(date ?? '');
  return new Date(Number.isNaN(told) ? Date.now() : told).toISOString();
}
