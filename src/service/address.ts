/** Checks base URLs and API keys before anything is sent. The caller words the problems. */
import { foreignVariable } from '../model/foreign-variable.ts';

export type BaseUrlProblem =
  | 'no-url'
  | 'quoted'
  | 'placeholder'
  | 'no-scheme'
  | 'credentials'
  | 'query'
  | 'path'
  | 'plain-http';

/** A host, perhaps with a port, at the beginning of an address without `https://`. */
const HOST = /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}|\d{1,3}(\.\d{1,3}){3})(:\d+)?(\/|$)/i;
const QUOTES = /^["'\u2018\u201c`<]+|["'\u2019\u201d`>]+$/g;

/** The base URL without trailing slashes, or what is wrong. `plain-http`: anybody on the way could read the key. */
export function checkBaseUrl(
  text: string,
  { allowHttp = false }: { allowHttp?: boolean | undefined } = {},
): { ok: string } | { problem: BaseUrlProblem } {
  if (/[<{[][^:]+[>}\]]/.test(text) || foreignVariable(text) !== null) return { problem: 'placeholder' };
  if (text.trim().replace(QUOTES, '') !== text.trim()) return { problem: 'quoted' };
  if (HOST.test(text.trim())) return { problem: 'no-scheme' };
  // A second scheme makes the first one a host.
  if (!URL.canParse(text) || /^https?$/.test(new URL(text).hostname)) return { problem: 'no-url' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'no-scheme' };
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' };
  if (url.search + url.hash !== '') return { problem: 'query' };
  if (/\/api\/v1\/+[^/]/.test(url.pathname)) return { problem: 'path' };
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) return { problem: 'plain-http' };
  return { ok: url.origin + withoutTrailingSlashes(url.pathname) };
}

/** The base URL of the service that a text names, whatever its path: the API is at /api/v1. Null if it names no host. */
export function meantBaseUrl(text: string, allowHttp = false): string | null {
  const bare = text.trim().replace(QUOTES, '');
  const url = meantUrl(bare);
  if (url === null) return null;
  const isPlain = isLoopback(url.hostname) ? !/^https:/i.test(bare) : allowHttp && /^http:/i.test(bare);
  const checked = checkBaseUrl(`${isPlain ? 'http' : 'https'}://${url.host}/api/v1`, { allowHttp });
  return 'ok' in checked ? checked.ok : null;
}

/** `https` or `http` with a letter too few or too many, or without its colon. */
const MISSPELLED_SCHEME = /^(h*t+p+s*|:?(?=\/\/)):?[\\/]+/i;
/** What nobody could read another host in: words of a path. */
const HOST_AND_WORDS = /^[^/]+(\/[\w-]+)*\/?$/;

/** A key goes to the host of this URL, so it is the URL as written; in what is not one, only the scheme is repaired. */
function meantUrl(text: string): URL | null {
  if (/^https?:/i.test(text) && URL.canParse(text)) return new URL(text);
  const rest = text.replace(MISSPELLED_SCHEME, '');
  const repaired = `https://${rest}`;
  return HOST.test(rest) && HOST_AND_WORDS.test(rest) && URL.canParse(repaired) ? new URL(repaired) : null;
}

/** Whether a host is one that documentation uses: a domain that RFC 2606 reserves, or a word such as `your-domain`. */
export function isPlaceholderHost(host: string): boolean {
  return /(^|\.)(example(\.(com|net|org))?|test|invalid)$|^(host(name)?|server|domain)$|\byour/i.test(host);
}

/** What is wrong with a key, mostly mistakes in copying it. The first that fits is said. */
const KEY_PROBLEMS = {
  empty: /^$/,
  quoted: /^["'\u2018\u201c`]|["'\u2019\u201d`]$/,
  bearer: /^bearer\s/i,
  named: /^(?:export\s+)?\w*key\w*=|^(?:x-)?api-key:/i,
  placeholder: /^(?:\$[({A-Z]|[<{[].*[>}\]]$|%\w+%$|(?:arn|vault):|(?!https?:)[a-z]\w*:\/\/)/i,
  url: /^https?:\/\//i,
  'white-space': /\s/,
  unsendable: /[^ -~]/,
  // Keys are hidden by their value, which would hide too much of a text if they were shorter.
  'too-short': /^.{1,7}$/,
};
export type ApiKeyProblem = keyof typeof KEY_PROBLEMS;

/** Returns the key without the white space around it, such as the newline of a key file, or what is wrong with it. */
export function checkApiKey(text: string): { ok: string } | { problem: ApiKeyProblem } {
  const key = text.trim();
  const problem = (Object.keys(KEY_PROBLEMS) as ApiKeyProblem[]).find((one) => KEY_PROBLEMS[one].test(key));
  return problem === undefined ? { ok: key } : { problem };
}

/** Whether a key that was refused is words or one character many times, such as `YOUR_API_KEY`, `changeme` and `xxxxxxxx`. */
export function isPlaceholderKey(key: string): boolean {
  return /^[^\d]*$/.test(key) || /(.)\1{3}/.test(key);
}

/** Whether `url` (any text) contains one of `keys`, also in lower case, as in a host, or percent-encoded. */
export function carriesKey(url: string, ...keys: readonly string[]): boolean {
  const texts = [url.toLowerCase(), percentDecoded(url).toLowerCase()];
  return keys.some((key) => texts.some((text) => text.includes(key.toLowerCase())));
}

// Byte by byte: decodeURIComponent would throw at the first mistake.
function percentDecoded(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (encoded) => String.fromCharCode(Number.parseInt(encoded.slice(1), 16)));
}

/** Whether the host of a URL is this machine. The URL parser turns every spelling of an IPv4 address into four numbers. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
