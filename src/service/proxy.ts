import { isLoopback } from './address.ts';

export interface HttpProxy {
  /** May hold a user name and a password. */
  url: string;
  /** The host with its port, to show. */
  host: string;
  /** The variable that names it. */
  variable: string;
}

export const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];

/** The proxy for an origin, by the variables that curl and git read; null for none, and for loopback. */
export function proxyFor(
  origin: string,
  env: Record<string, string | undefined>,
): HttpProxy | null | { unusable: string } {
  const { protocol, hostname, port } = new URL(origin);
  const isOf = RegExp(`^(${protocol.replace(':', '')}|all)_`, 'i');
  const variable = PROXY_VARIABLES.find((one) => isOf.test(one) && env[one]?.trim());
  if (variable === undefined || isLoopback(hostname)) return null;
  const excluded = (env.no_proxy ?? env.NO_PROXY ?? '').toLowerCase().split(/[\s,]+/);
  if (excluded.some((entry) => isExcludedBy(entry, hostname, port || (protocol === 'https:' ? '443' : '80'))))
    return null;
  const written = env[variable]?.trim() ?? '';
  const url = written.includes('://') ? written : `http://${written}`;
  if (!URL.canParse(url) || !/^https?:/i.test(url)) return { unusable: variable };
  return { url, host: new URL(url).host, variable };
}

/** `*` is every host; `example.com`, `.example.com` and `*.example.com` are that domain and below; `:8080` is only that port. */
function isExcludedBy(entry: string, hostname: string, port: string): boolean {
  if (entry === '*') return true;
  const [, domain = '', ownPort] = /^(?:\*?\.)?(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  if (domain === '' || (ownPort !== undefined && ownPort !== port)) return false;
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/** `proxy.example.com:3128 (HTTPS_PROXY)`. */
export function proxyName({ host, variable }: HttpProxy): string {
  return `${host} (${variable})`;
}

/** Continues a sentence about a service; empty without a proxy. */
export function throughProxy(proxy: HttpProxy | null): string {
  return proxy === null ? '' : `, through the proxy ${proxyName(proxy)}`;
}
