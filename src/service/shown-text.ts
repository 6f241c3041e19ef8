/** Text that the service sent, as it may stand in a message. */
import { escapeControl } from '../diagnostics/escape-control.ts';
import { HIDDEN_KEY } from '../diagnostics/redactor.ts';
import { carriesKey } from './address.ts';

const SHOWN_CHARACTERS = 500;
const TAGS = /<!--.*?-->|<!doctype[^<>]*>|<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gis;

/**
 * On one line, without secrets (`redact` hides them) and tags, with hidden characters visible, and not long. An
 * address in angle brackets is not a tag and stays. Secrets are hidden twice: what stood between two halves of one may
 * be gone by then.
 */
export function shownText(text: string, redact: (text: string) => string): string {
  const plain = redact(text)
    .slice(0, 4 * SHOWN_CHARACTERS)
    .replace(TAGS, ' ')
    .replace(/\s+/g, ' ');
  const clean = redact(escapeControl(plain)).trim();
  if (clean.length <= SHOWN_CHARACTERS) return clean;
  return `${clean.slice(0, SHOWN_CHARACTERS).replace(/\p{Cs}$/u, '')}…`;
}

// JSON may escape the slashes. The key is hidden by then, by words with spaces between them.
const ADDRESS = new RegExp(`https?:[\\\\/]+(?:${HIDDEN_KEY.replace(/[()]/g, '\\$&')}|[^\\s"])+`, 'gi');

/**
 * A function that gives a text back with every http(s) URL as `https://host/…`, except those below `baseUrl`. A webhook's
 * address is a password in all but name, and a service may repeat it.
 */
export function addressShortener(baseUrl: string, apiKey: string): (text: string) => string {
  return (text) => text.replace(ADDRESS, (address) => shortened(address, baseUrl, apiKey));
}

function shortened(address: string, baseUrl: string, apiKey: string): string {
  const hidden = `${/^https/i.test(address) ? 'https' : 'http'}://…`;
  if (!URL.canParse(address)) return hidden;
  const { origin, pathname, search, hash } = new URL(address);
  const own = origin + pathname;
  const isOwn = own === baseUrl || own.startsWith(`${baseUrl}/`);
  const short = isOwn ? own : pathname + search + hash === '/' ? origin : `${origin}/…`;
  return carriesKey(short, apiKey) ? hidden : short;
}
