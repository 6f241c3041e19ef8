/** A line of `inboxctl sandbox --log`: a request, what the client got, and what a fault did to it. */
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { cut } from '../../diagnostics/message.ts';
import { Redactor } from '../../diagnostics/redactor.ts';
import type { LoggedRequest } from '../../sandbox/request-log.ts';

const BASE = /^\/api\/v1(?=\/)/;

/** In characters: an id may be of any length. */
const LONGEST_PATH = 120;

/** Gives what writes such lines; no key is in them, wherever a client put it. */
export function requestLines(keys: readonly { key: string }[]): (request: LoggedRequest) => string {
  const redactor = new Redactor(keys.map(({ key }) => ({ name: '', value: key, shown: '(API key)' })));
  return ({ method, path, query, inbox, status, ms, fault, carriedOut }) => {
    const asked = cut(redactor.wordsOfService(path.replace(BASE, '') + query), LONGEST_PATH);
    const got = status === 0 ? 'no answer' : String(status);
    const columns = [method.padEnd(6), asked, inbox ?? '(no inbox)', got, `${Math.round(ms)} ms`];
    const work = carriedOut === undefined ? 'not carried out' : `carried out, ${carriedOut}`;
    const spoiled = fault === undefined ? [] : [`fault "${fault}": ${work}`];
    return `${escapeControl([...columns, ...spoiled].join('  '))}\n`;
  };
}
