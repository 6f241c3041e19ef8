/**
 * One call: one request, and its answer as a value or as a ServiceError.
 * HTTP is loaded with the first request, so that a command that asks nothing does not pay for it.
 */
import type { LiveRule } from '../model/rule.ts';
import { pageIn, readAhead, readBody } from './answer-body.ts';
import type { Begun, HttpAnswer, Transport } from './http.ts';
import type { Answer, AnswerName } from './misfit.ts';
import { type Call, OPERATIONS } from './operation.ts';
import type { Origins } from './origins.ts';
import type { ServiceError } from './service-error.ts';
import { TransportFault } from './transport-fault.ts';

/** What the callers of one service have in common. */
export interface ServiceOptions {
  /** Without a trailing slash. */
  baseUrl: string;
  origin: string;
  /** The path of the base URL, without a trailing slash. */
  root: string;
  hide: (text: string) => string;
  timeoutMs: number;
  maxBodyBytes: number;
  connections: number | null;
  origins: Origins;
}

export interface CallerOptions {
  service: ServiceOptions;
  apiKey: string;
}

type Signal = AbortSignal | null;

export class Caller {
  readonly #options: ServiceOptions;
  readonly #apiKey: string;
  #transport: Promise<Transport> | null = null;
  #closed = false;
  #underWay = 0;
  #severalAtOnce = false;
  #ahead: { path: string; begun: Promise<Begun> } | null = null;

  constructor({ service, apiKey }: CallerOptions) {
    this.#options = service;
    this.#apiKey = apiKey;
  }

  /** A GET: the value of the answer. */
  async read<Name extends AnswerName>(call: Call, name: Name, signal: Signal): Promise<Answer<Name>> {
    return this.value(call, await this.#success(call, signal), name);
  }

  /** What the body of a success says. Throws a ServiceError where it is not as that answer should be. */
  async value<Name extends AnswerName>(call: Call, answer: HttpAnswer, name: Name): Promise<Answer<Name>> {
    if (answer.brokenBy !== null) throw await this.#fault(call, answer.brokenBy);
    const read = readBody(answer, name);
    if ('ok' in read) return read.ok;
    throw (await this.#failures()).ofBody(call, answer.status, read.unusable);
  }

  /** A POST: the rule of the answer. */
  async create(call: Call, signal: Signal): Promise<LiveRule> {
    const answer = await this.#success(call, signal);
    const read = readBody(answer, 'ruleAnswer');
    if ('ok' in read && answer.brokenBy === null) return read.ok.rule;
    const why = 'ok' in read || answer.brokenBy !== null ? 'did not come whole' : read.unusable.why;
    throw (await this.#failures()).ofBody(call, answer.status, { kind: 'unreadable', why, isForeign: false });
  }

  /** A PUT: the rule of the answer, or null where the answer shows none. A page is no answer of the API. */
  async replace(call: Call, signal: Signal): Promise<LiveRule | null> {
    const answer = await this.#success(call, signal);
    await this.#refusePage(call, answer);
    const read = readBody(answer, 'ruleAnswer');
    return 'ok' in read && answer.brokenBy === null ? read.ok.rule : null;
  }

  /** A DELETE: any success counts, but not that of a page. */
  async remove(call: Call, signal: Signal): Promise<void> {
    await this.#refusePage(call, await this.#success(call, signal));
  }

  async #refusePage(call: Call, { status, body }: HttpAnswer): Promise<void> {
    const page = pageIn(body);
    if (page !== null) throw (await this.#failures()).ofBody(call, status, page);
  }

  /** The error of an id that no path can carry. */
  async badId(call: Call): Promise<ServiceError> {
    return (await this.#failures()).ofId(call);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#transport)?.close();
  }

  /** Lets go of what the next request needs, unless one is under way. That one makes it anew. */
  rest(): void {
    if (this.#underWay > 0 || this.#ahead !== null) return;
    const transport = this.#transport;
    this.#transport = null;
    void transport?.then((opened) => opened.close());
  }

  /**
   * Sends a GET ahead of time: the next call of the same path takes its answer, whatever it is, in place of sending.
   * Resolves once the request is on its way, or cannot be; never rejects.
   */
  async ahead(call: Call): Promise<void> {
    this.#transport ??= this.#open();
    const begun = this.#transport.then((transport) => transport.begin(this.#request(call), readEarly));
    this.#ahead = { path: call.path, begun };
    await (await begun).sent;
  }

  async #success(call: Call, signal: Signal): Promise<HttpAnswer> {
    const answer = await this.send(call, signal);
    if (answer.status < 300) return answer;
    throw await this.refusal(call, answer);
  }

  /** The error of an answer whose status is no success. */
  async refusal(call: Call, answer: HttpAnswer): Promise<ServiceError> {
    return (await this.#failures()).ofStatus(call, answer);
  }

  /**
   * Takes what reads until there is an answer or no more use in it. Another client that shares the connections may have
   * found out that nothing answers there: then nothing is sent.
   */
  async unlessLost<T>(read: () => Promise<T>): Promise<T> {
    const { origins, origin } = this.#options;
    const lost = this.#ahead === null ? origins.lostFor(this, origin) : null;
    if (lost !== null) throw lost;
    try {
      return await read();
    } catch (error) {
      origins.gaveUp(this, origin, error);
      throw error;
    }
  }

  /** Any answer as it came, whatever its status. Throws a ServiceError where none came. */
  async send(call: Call, signal: Signal): Promise<HttpAnswer> {
    this.#underWay++;
    if (this.#underWay > 1) this.#severalAtOnce = true;
    try {
      if (this.#closed) throw new TransportFault('closed', 'closed', { sent: false });
      const ahead = signal === null ? this.#takeAhead(call) : null;
      this.#transport ??= this.#open();
      const transport = await this.#transport;
      const answer = await (ahead === null ? transport.send(this.#request(call), signal) : (await ahead).answer());
      this.#options.origins.answered(this.#options.origin);
      return answer;
    } catch (error) {
      if (error instanceof TransportFault) throw await this.#fault(call, error);
      throw error;
    } finally {
      this.#underWay--;
    }
  }

  #takeAhead({ operation, path }: Call): Promise<Begun> | null {
    if (OPERATIONS[operation].method !== 'GET' || this.#ahead?.path !== path) return null;
    const { begun } = this.#ahead;
    this.#ahead = null;
    return begun;
  }

  #request({ operation, path, body = null }: Omit<Call, 'body'> & { body?: string | null }) {
    return {
      method: OPERATIONS[operation].method,
      path: this.#options.root + path,
      headers: this.#headers(body !== null),
      body,
    };
  }

  #headers(hasBody: boolean): Record<string, string> {
    const headers = { 'API-Key': this.#apiKey, Accept: 'application/json', 'User-Agent': 'inboxctl' };
    return hasBody ? { ...headers, 'Content-Type': 'application/json' } : headers;
  }

  async #open(): Promise<Transport> {
    const { openTransport } = await import('./http.ts');
    const { origins, origin, timeoutMs, maxBodyBytes, connections } = this.#options;
    const transport = openTransport({ origin, timeoutMs, maxBodyBytes, connections, agents: origins.agents });
    origins.opened();
    return transport;
  }

  async #fault(call: Call, fault: TransportFault): Promise<ServiceError> {
    return (await this.#failures()).ofFault(call, fault);
  }

  async #failures() {
    const { Failures } = await import('./failure.ts');
    return new Failures({ ...this.#options, apiKey: this.#apiKey, severalAtOnce: this.#severalAtOnce });
  }
}

function readEarly(answer: HttpAnswer): void {
  if (answer.status < 300 && answer.brokenBy === null) readAhead(answer);
}
