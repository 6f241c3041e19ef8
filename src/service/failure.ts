/** Makes the ServiceErrors of failed calls, and writes their messages. */
import { escapeControl, escapeQuotes } from '../diagnostics/escape-control.ts';
import { HIDDEN_KEY, Redactor } from '../diagnostics/redactor.ts';
import { carriesKey, checkBaseUrl, isPlaceholderKey, meantBaseUrl } from './address.ts';
import type { UnusableBody } from './answer-body.ts';
import { readErrorBody } from './error-body.ts';
import type { HttpAnswer, TransportFault } from './http.ts';
import { networkWords, notTheApi } from './network-words.ts';
import { type Call, OPERATIONS } from './operation.ts';
import type { ServiceOptions } from './options.ts';
import { throughProxy } from './proxy.ts';
import { codeOf, conflictIn, OTHER_API, OUTCOME_UNKNOWN, reasonOf, remedyOf } from './reason.ts';
import { isTemporary } from './retry.ts';
import { ServiceError, type ServiceErrorFacts } from './service-error.ts';

/** In characters: more of a text is neither searched for secrets nor shown. */
const SHOWN_FROM = 64 * 1024;

type Happening = Omit<ServiceErrorFacts, 'request' | 'message'>;

/** `severalAtOnce`: whether more than one request was ever under way. */
type FailureOptions = ServiceOptions & { apiKey: string; severalAtOnce: boolean };

const ADDS_SLASH =
  'A server in front of the API adds a slash to its addresses. Ask whoever runs the deployment to let requests pass as they are.';

export class Failures {
  readonly #options: FailureOptions;
  readonly #redact: (text: string, isName?: boolean) => string;
  readonly #shown: (text: string) => string;

  constructor(options: FailureOptions) {
    this.#options = options;
    const key = new Redactor([{ name: '', value: options.apiKey, shown: HIDDEN_KEY }]);
    this.#redact = (text, isName) => options.redact(isName ? key.text(text) : key.wordsOfService(text), isName);
    const short = (address: string) => shortened(address, options.baseUrl, options.apiKey);
    this.#shown = (text) => shownText(text.slice(0, SHOWN_FROM), (it) => this.#redact(it).replace(ADDRESS, short));
  }

  /** An answer with a status of 300 or above. */
  ofStatus(call: Call, answer: HttpAnswer): ServiceError {
    return answer.status < 400 ? this.#redirect(call, answer) : this.#refusal(call, answer);
  }

  ofFault(call: Call, fault: TransportFault, timeoutMs: number): ServiceError {
    const { baseUrl, proxy, maxBodyBytes } = this.#options;
    const outcomeUnknown = isWrite(call) && fault.sent;
    const remedyOr = (remedy: string | null) => (outcomeUnknown ? OUTCOME_UNKNOWN : remedy);
    switch (fault.kind) {
      case 'timeout': {
        const remedy = remedyOr('Try again, or allow more time with --timeout.');
        const what = `timed out after ${timeoutMs / 1000} s${throughProxy(proxy)}`;
        return this.#error(call, what, { kind: 'timeout', remedy, outcomeUnknown });
      }
      case 'aborted':
        return this.#error(call, 'was interrupted', { kind: 'aborted', outcomeUnknown });
      case 'closed': {
        const kind = fault.sent ? 'aborted' : 'not-sent';
        return this.#error(call, 'failed: the client was closed', { kind, outcomeUnknown });
      }
      case 'too-large': {
        const remedy = this.#checkUrl(call);
        const what = `returned more than ${maxBodyBytes} bytes`;
        return this.#error(call, what, { kind: 'unreadable', remedy, outcomeUnknown });
      }
      case 'network': {
        const { what, remedy } = networkWords(fault, baseUrl, proxy);
        const facts = { code: fault.code, remedy: remedyOr(remedy), outcomeUnknown };
        return this.#error(call, `failed: ${what}`, { kind: 'network', ...facts });
      }
    }
  }

  /** A success whose body is not what API spec 4 says. */
  ofBody(call: Call, status: number, { kind, why, isForeign, isPage, reason }: UnusableBody): ServiceError {
    const outcomeUnknown = isWrite(call);
    const remedy = outcomeUnknown ? OUTCOME_UNKNOWN : isForeign ? this.#checkUrl(call, isPage && 200) : OTHER_API;
    const what = `returned ${status}, but the body ${this.#shown(why)}`;
    return this.#error(call, what, { kind, status, reason: reason ?? null, remedy, outcomeUnknown });
  }

  ofId(call: Call): ServiceError {
    return this.#error(call, 'was not sent: no rule can have this id', { kind: 'not-sent' });
  }

  #refusal(call: Call, answer: HttpAnswer): ServiceError {
    const { status } = answer;
    const said = readErrorBody(answer.body, answer.contentType);
    const body = { ...said, code: said.code === null ? null : this.#redact(said.code) };
    const refusal = { status, operation: call.operation, body };
    const code = codeOf(refusal);
    const reason = reasonOf(refusal);
    const conflictsWith = reason === 'overlap' ? this.#redact(conflictIn(body.detail ?? '') ?? '', true) : null;
    const detail = body.detail === null ? null : this.#shown(body.detail);
    const wait = retryAfterMs(answer.retryAfter);
    const name = code === null ? `${status}` : `${status} ${code}`;
    const isUnsaid = body.isBroken && reason === null;
    const outcomeUnknown = isWrite(call) && (isTemporary(status) || isUnsaid);
    const remedy = remedyOf(reason, refusal, {
      conflictsWith: this.#shown(escapeQuotes(conflictsWith ?? '')),
      retryAfterMs: wait,
      severalAtOnce: this.#options.severalAtOnce,
      checkUrl: this.#checkUrl(call, status),
      isPlaceholder: isPlaceholderKey(this.#options.apiKey),
    });
    return this.#error(call, `failed with ${name}: ${detail ?? 'the service gave no explanation'}`, {
      kind: 'http',
      status,
      code,
      detail,
      hint: body.hint === null ? null : this.#shown(body.hint),
      reason,
      remedy: isUnsaid && outcomeUnknown ? OUTCOME_UNKNOWN : remedy,
      retryAfterMs: wait,
      conflictsWith,
      outcomeUnknown,
    });
  }

  #redirect(call: Call, { status, location }: HttpAnswer): ServiceError {
    const target = this.#target(call, location);
    const what = `was redirected (${status}) to ${target}; redirects are not followed, since the API key must not go elsewhere`;
    const isSamePath = target.replace(/\/$/, '').endsWith(call.path);
    const base = checkBaseUrl(isSamePath ? target.slice(0, target.lastIndexOf(call.path)) : '');
    const isMoved = 'ok' in base && base.ok !== this.#options.baseUrl;
    // Somebody else's page may keep the path, such as that of a captive portal.
    const isSame = isMoved && new URL(base.ok).hostname === new URL(this.#options.baseUrl).hostname;
    const at = isMoved ? base.ok : '';
    const moved = `If ${at} is the new address of your service, set the base URL to it. If you do not know it, do not.`;
    const other = isMoved ? moved : 'ok' in base ? ADDS_SLASH : this.#checkUrl(call, 200);
    const remedy = isSame ? `Set the base URL to ${at}.` : other;
    return this.#error(call, what, { kind: 'redirect', status, detail: target, reason: 'base-url', remedy });
  }

  // The whole address, since it may be the right base URL; but without its query, which may contain a token.
  #target(call: Call, location: string | null): string {
    if (location === null || location === '') return 'an address that was not given';
    const from = this.#options.baseUrl + call.path;
    if (!URL.canParse(location, from)) return 'an address that is not a valid URL';
    const url = new URL(location, from);
    if (carriesKey(url.href, this.#options.apiKey)) return 'an address that contains the API key';
    return shownText(url.origin === 'null' ? url.protocol : url.origin + url.pathname, this.#redact);
  }

  /** What to do if something other than the API answered: names the URL that was asked, and the one to try. */
  #checkUrl({ path }: Call, status = 0): string {
    const { baseUrl } = this.#options;
    const meant = meantBaseUrl(baseUrl, true) ?? baseUrl;
    const isElsewhere = meant !== baseUrl && status !== 407 && status !== 511;
    const rest = isElsewhere ? `The base URL is probably ${this.#redact(meant)}.` : notTheApi(status);
    return `The URL asked was ${this.#shown(baseUrl + path)}. ${rest}`;
  }

  /** `what` follows what was asked, as in `GET /rules was interrupted`. */
  #error(call: Call, what: string, facts: Happening): ServiceError {
    const { operation } = call;
    const { method } = OPERATIONS[operation];
    const path = this.#redact(call.path);
    const message = `${method} ${escapeControl(path)} ${what}`;
    return new ServiceError({ ...facts, message, request: { operation, method, path } });
  }
}

function isWrite({ operation }: Call): boolean {
  return OPERATIONS[operation].method !== 'GET';
}

/** In seconds or as an HTTP date. The spec allows the header; no measured deployment sends it. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

const SHOWN_CHARACTERS = 500;
const TAGS = /<!--.*?-->|<!doctype[^<>]*>|<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gis;

/** One short, visible line without secrets and tags. `redact` runs twice: without a tag, halves of a secret may join. */
function shownText(text: string, redact: (text: string) => string): string {
  const plain = redact(text)
    .slice(0, 4 * SHOWN_CHARACTERS)
    .replace(TAGS, ' ')
    .replace(/\s+/g, ' ');
  const clean = redact(escapeControl(plain)).trim();
  if (clean.length <= SHOWN_CHARACTERS) return clean;
  return `${clean.slice(0, SHOWN_CHARACTERS).replace(/\p{Cs}$/u, '')}…`;
}

// JSON may escape the slashes. A key in it is already replaced by HIDDEN_KEY, which has a space.
const ADDRESS = new RegExp(`https?:[\\\\/]+(?:${HIDDEN_KEY.replace(/[()]/g, '\\$&')}|[^\\s"])+`, 'gi');

/** Shows an http(s) URL as `https://host/…`, unless it is below `baseUrl`: a webhook's address is as good as a password. */
function shortened(address: string, baseUrl: string, apiKey: string): string {
  const hidden = `${/^https/i.test(address) ? 'https' : 'http'}://…`;
  if (!URL.canParse(address)) return hidden;
  const { origin, pathname, search, hash } = new URL(address);
  const own = origin + pathname;
  const isOwn = own === baseUrl || own.startsWith(`${baseUrl}/`);
  const short = isOwn ? own : pathname + search + hash === '/' ? origin : `${origin}/…`;
  return carriesKey(short, apiKey) ? hidden : short;
}
