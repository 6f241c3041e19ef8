/** Words for failed connections, and for answers of something else than the API. */
import { isPlaceholderHost } from './address.ts';
import { type HttpProxy, proxyName, throughProxy } from './proxy.ts';

const CHECK = 'Check the base URL, and whether the service can be reached from here.';
const PORT = 'Check the port, and whether the base URL begins with https:// or http:// as the service expects.';
const CLOCK = "Check this machine's clock. If it is right, whoever runs the deployment must renew the certificate.";
const CA =
  'If the deployment uses a certificate authority of its own, set NODE_EXTRA_CA_CERTS to the file of its certificate.';
const PORTAL = 'A network that asks you to sign in first (a captive portal) does this too: open any page in a browser.';

/** For codes of the system or of undici: what HOST did, and what to do. The last is for all others. */
const WORDS: readonly [RegExp, what: string, remedy: string][] = [
  [/^ECONNREFUSED$/, 'HOST refused the connection', `Nothing listens there. ${CHECK}`],
  [/^(|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'HOST closed the connection without a whole answer', 'Try again.'],
  [/^ENOTFOUND$/, 'the host name of HOST is not known', 'Check the base URL for a typing error.'],
  [/^EAI_AGAIN$/, 'the host name of HOST could not be looked up', 'Check the network, and try again.'],
  [/^E\w+UNREACH$|^ETIMEDOUT$|^EADDRNOTAVAIL$|^UND_ERR_CONNECT_TIMEOUT$/, 'HOST cannot be reached', CHECK],
  [/^DEPTH_ZERO/, 'the certificate of HOST is self-signed', CA],
  [/^(SELF_SIGNED|UNABLE_TO)_/, 'the certificate of HOST is not trusted', CA],
  [/^CERT_HAS_EXPIRED$/, 'the certificate of HOST has expired', CLOCK],
  [/^CERT_NOT_YET_VALID$/, 'the certificate of HOST is not valid yet', CLOCK],
  [/^ERR_TLS_CERT_ALTNAME/, 'the certificate of HOST is for another host', `${CHECK} ${PORTAL}`],
  [/^(EPROTO|ERR_SSL_.*)$/, 'HOST does not speak TLS', PORT],
  [/^HPE_/, 'HOST did not answer in HTTP', PORT],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'the headers of the answer of HOST are too large', CHECK],
  [/^/, 'the connection to HOST failed (CODE)', CHECK],
];

/** There was no connection; with a proxy, none to the proxy. */
const UNCONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|E\w+UNREACH)$/;

/** Words for an error of the system or of undici. Shows an unknown code as it is. */
export function networkWords(
  { code, message }: { code: string | null; message: string },
  baseUrl: string,
  proxy: HttpProxy | null = null,
): { what: string; remedy: string } {
  const { host, hostname } = new URL(baseUrl);
  const [, said = '', remedy = CHECK] = WORDS.find(([codes]) => codes.test(code ?? '')) ?? [];
  const words = (at: string) => said.replace('HOST', () => at).replace('CODE', () => code ?? '');
  const isUnconnected = UNCONNECTED.test(code ?? '');
  const wrong =
    isPlaceholderHost(hostname) && `${hostname} is a placeholder: set the base URL to the address of your service.`;
  const own = (isUnconnected && wrong) || remedy;
  if (proxy === null) return { what: words(host), remedy: own };
  const its = `Check ${proxy.variable}, or add ${host} to NO_PROXY if it is reached without a proxy.`;
  const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (status !== undefined) {
    const what = `the proxy ${proxyName(proxy)} answered ${status} and did not connect to ${host}`;
    return { what, remedy: `${status === '407' ? PROXY_ASKS : wrong || 'Ask whoever runs it.'} ${its}` };
  }
  if (isUnconnected) return { what: words(`the proxy ${proxyName(proxy)}`), remedy: its };
  return { what: `${words(host)}${throughProxy(proxy)}`, remedy: `${own} ${its}` };
}

/** Whether trying again may help. */
export function maySoonPass(code: string | null): boolean {
  return /^(|ECONN.*|EPIPE|EAI_AGAIN|ETIMEDOUT|UND_ERR_(SOCKET|CONNECT_TIMEOUT)|E\w+UNREACH)$/.test(code ?? '');
}

const PROXY_ASKS =
  'A proxy on the way asks for a user name and a password: write them before its host, as in http://NAME:PASSWORD@proxy.example.com:3128 (an @ in them is %40).';

/** What to do if something else than the API answered with a status at the right address. */
export function notTheApi(status: number): string {
  if (status === 407) return PROXY_ASKS;
  if ([200, 401, 403, 511].includes(status))
    return 'A page to sign in or a firewall stands in front of the API. Ask whoever runs the deployment to let requests with an API key pass. If your network has a captive portal, open any page in a browser and sign in.';
  const isMissing = status === 404 || status === 405;
  return `Check the base URL.${isMissing ? ' A self-hosted deployment must also have its external API enabled (NEXT_PUBLIC_EXTERNAL_API_ENABLED).' : ''}`;
}
