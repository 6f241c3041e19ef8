/** Makes calls. Each is one request, and its answer a value or a ServiceError. */
import { setMaxListeners } from 'node:events';
import type { LiveRule } from '../model/rule.ts';
import { pageIn, readBody } from './answer-body.ts';
import { Failures } from './failure.ts';
import { exchange, type HttpAnswer, TransportFault } from './http.ts';
import { type Call, OPERATIONS } from './operation.ts';
import type { callsTo, ServiceOptions } from './options.ts';
import type { ServiceError } from './service-error.ts';
import type { AnswerName, AnswerOf } from './wire.ts';

type SignalOrNone = AbortSignal | null;

export class Caller {
  readonly #options: ServiceOptions;
  readonly #apiKey: string;
  readonly #closing = new AbortController();
  #underWay = 0;
  #severalAtOnce = false;

  constructor({ service, apiKey }: ReturnType<typeof callsTo>) {
    this.#options = service;
    this.#apiKey = apiKey;
    // Every request under way listens to it.
    setMaxListeners(0, this.#closing.signal);
  }

  /** A GET: the value of the answer. */
  async read<Name extends AnswerName>(call: Call, name: Name, signal: SignalOrNone): Promise<AnswerOf<Name>> {
    return this.value(call, await this.#success(call, signal), name);
  }

  /** The value of a success. Throws a ServiceError if the body is not that answer. */
  value<Name extends AnswerName>(call: Call, answer: HttpAnswer, name: Name): AnswerOf<Name> {
    if (answer.brokenBy !== null) throw this.#failures().ofFault(call, answer.brokenBy, this.#timeoutMs(call));
    const read = readBody(answer, name);
    if ('ok' in read) return read.ok;
    throw this.#failures().ofBody(call, answer.status, read.unusable);
  }

  /** A POST: the rule of the answer. */
  async create(call: Call, signal: SignalOrNone): Promise<LiveRule> {
    const answer = await this.#success(call, signal);
    const read = readBody(answer, 'ruleAnswer');
    if ('ok' in read && answer.brokenBy === null) return read.ok.rule;
    const why = 'ok' in read || answer.brokenBy !== null ? 'did not come whole' : read.unusable.why;
    throw this.#failures().ofBody(call, answer.status, { kind: 'unreadable', why, isForeign: false });
  }

  /** A PUT: the rule of the answer, or null if it has none. Throws if the answer is a page. */
  async replace(call: Call, signal: SignalOrNone): Promise<LiveRule | null> {
    const answer = await this.#success(call, signal);
    this.#refusePage(call, answer);
    const read = readBody(answer, 'ruleAnswer');
    return 'ok' in read && answer.brokenBy === null ? read.ok.rule : null;
  }

  /** A DELETE: any success counts, except a page. */
  async remove(call: Call, signal: SignalOrNone): Promise<void> {
    this.#refusePage(call, await this.#success(call, signal));
  }

  #refusePage(call: Call, { status, body }: HttpAnswer): void {
    const page = pageIn(body);
    if (page !== null) throw this.#failures().ofBody(call, status, page);
  }

  badId(call: Call): ServiceError {
    return this.#failures().ofId(call);
  }

  /** Ends its requests, and its connections unless they are shared. */
  async close(): Promise<void> {
    this.#closing.abort();
    if (!this.#options.isShared) await this.#options.connections.close();
  }

  async #success(call: Call, signal: SignalOrNone): Promise<HttpAnswer> {
    const answer = await this.send(call, signal);
    if (answer.status < 300) return answer;
    throw this.refusal(call, answer);
  }

  refusal(call: Call, answer: HttpAnswer): ServiceError {
    return this.#failures().ofStatus(call, answer);
  }

  /** The answer, whatever its status. Throws a ServiceError if none came. */
  async send(call: Call, signal: SignalOrNone): Promise<HttpAnswer> {
    this.#underWay++;
    if (this.#underWay > 1) this.#severalAtOnce = true;
    try {
      const { connections, proxy, origin } = this.#options;
      const dispatcher = await connections.through(proxy?.url ?? null);
      const signals = { signal, closing: this.#closing.signal };
      const limits = { ...this.#options, timeoutMs: this.#timeoutMs(call) };
      return await exchange(dispatcher, origin, this.#request(call), limits, signals);
    } catch (error) {
      if (error instanceof TransportFault) throw this.#failures().ofFault(call, error, this.#timeoutMs(call));
      throw error;
    } finally {
      this.#underWay--;
    }
  }

  #timeoutMs({ hasLabel = false }: Call): number {
    return hasLabel ? this.#options.labelTimeoutMs : this.#options.timeoutMs;
  }

  #request({ operation, path, body }: Call) {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return {
      method: OPERATIONS[operation].method,
      path: this.#options.root + path,
      headers: { 'API-Key': this.#apiKey, Accept: 'application/json', 'User-Agent': 'inboxctl', ...json },
      body: body ?? null,
    };
  }

  #failures(): Failures {
    return new Failures({ ...this.#options, apiKey: this.#apiKey, severalAtOnce: this.#severalAtOnce });
  }
}
