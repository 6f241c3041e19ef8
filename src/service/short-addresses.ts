/** A webhook's address is a password in all but name, and a service may repeat it: of addresses only the host is shown. */

import { HIDDEN_KEY } from '../diagnostics/redactor.ts';
import { carriesKey } from './address.ts';

// JSON may escape the slashes. The key is hidden by then, by words with spaces between them.
const ADDRESS = new RegExp(`https?:[\\\\/]+(?:${HIDDEN_KEY.replace(/[()]/g, '\\$&')}|[^\\s"])+`, 'gi');

/** A function that gives a text back with every http(s) URL as `https://host/…`, except those below `baseUrl`. */
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
