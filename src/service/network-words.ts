/** Words for failed connections. `host` includes the port. */
import { isPlaceholderHost, meantBaseUrl } from './address.ts';
import { type HttpProxy, proxyName, throughProxy } from './proxy.ts';

interface FaultWords {
  what(host: string): string;
  remedy: string;
  /** The request may succeed a moment later. */
  passes?: true;
  /** There was no connection; with a proxy, none to the proxy. */
  unconnected?: true;
}

const CHECK_HOST = 'Check the base URL, and whether the service can be reached from here.';
const OWN_CA =
  'If the deployment uses a certificate authority of its own, set NODE_EXTRA_CA_CERTS to the file of its certificate.';

const refused: FaultWords = {
  what: (host) => `${host} refused the connection`,
  remedy: `Nothing listens there. ${CHECK_HOST}`,
  passes: true,
  unconnected: true,
};
const broken: FaultWords = {
  what: (host) => `${host} closed the connection without a whole answer`,
  remedy: 'Try again.',
  passes: true,
};
const unusable: FaultWords = { what: (host) => `${host} cannot be reached`, remedy: CHECK_HOST, unconnected: true };
const unreachable: FaultWords = { ...unusable, passes: true };
const untrusted: FaultWords = { what: (host) => `the certificate of ${host} is not trusted`, remedy: OWN_CA };
const noHttp: FaultWords = {
  what: (host) => `${host} did not answer in HTTP`,
  remedy: 'Check the port, and whether the base URL begins with https:// or http:// as the service expects.',
};
const noTls: FaultWords = {
  what: (host) => `${host} does not speak TLS`,
  remedy: 'Check the port, and whether the base URL should begin with http://.',
};

/** What a proxy means by a status. */
const OF_PROXY: Partial<Record<string, string>> = {
  403: 'The proxy does not let this machine go there: ask whoever runs it.',
  407: 'The proxy asks for a user name and a password: write them before its host, as in http://NAME:PASSWORD@proxy.example.com:3128 (an @ in them is %40).',
};

const WORDS: Record<string, FaultWords> = {
  ECONNREFUSED: refused,
  ECONNRESET: broken,
  EPIPE: broken,
  UND_ERR_SOCKET: broken,
  UND_ERR_CONNECT_TIMEOUT: unreachable,
  ENOTFOUND: {
    what: (host) => `the host name of ${host} is not known`,
    remedy: 'Check the base URL for a typing error.',
    unconnected: true,
  },
  EAI_AGAIN: {
    what: (host) => `the host name of ${host} could not be looked up`,
    remedy: 'Check the network, and try again.',
    passes: true,
    unconnected: true,
  },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unusable,
  ETIMEDOUT: unreachable,
  DEPTH_ZERO_SELF_SIGNED_CERT: { ...untrusted, what: (host) => `the certificate of ${host} is self-signed` },
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: {
    what: (host) => `the certificate of ${host} has expired`,
    remedy: `Check this machine's clock. If it is right, whoever runs the deployment must renew the certificate.`,
  },
  CERT_NOT_YET_VALID: {
    what: (host) => `the certificate of ${host} is not valid yet`,
    remedy: "Check this machine's clock.",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: (host) => `the certificate of ${host} is for another host`,
    remedy: `${CHECK_HOST} A network that asks you to sign in first (a captive portal) does this too: open any page in a browser.`,
  },
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  UND_ERR_HEADERS_OVERFLOW: {
    what: (host) => `the headers of the answer of ${host} are too large`,
    remedy: CHECK_HOST,
  },
};

/** Words for an error of the system or of undici. Shows an unknown code as it is. */
export function networkWords(
  { code, message }: { code: string | null; message: string },
  baseUrl: string,
  proxy: HttpProxy | null = null,
): { what: string; remedy: string } {
  const words = wordsOf(code);
  const { host, hostname, origin } = new URL(baseUrl);
  const meant = meantBaseUrl(baseUrl, true);
  const isMistyped = meant !== null && new URL(meant).origin !== origin;
  const elsewhere = isPlaceholderHost(hostname)
    ? `${hostname} is a placeholder: set the base URL to the address of your service.`
    : isMistyped && `The base URL is probably ${meant}.`;
  const own = (words.unconnected && elsewhere) || words.remedy;
  if (proxy === null) return { what: words.what(host), remedy: own };
  const its = `Check ${proxy.variable}, or add ${host} to NO_PROXY if it is reached without a proxy.`;
  const status = /^Proxy response \((\d+)\)/.exec(message)?.[1];
  if (status !== undefined) {
    const what = `the proxy ${proxyName(proxy)} answered ${status} and did not connect to ${host}`;
    return { what, remedy: `${OF_PROXY[status] ?? (elsewhere || '')} ${its}`.trim() };
  }
  if (words.unconnected) return { what: words.what(`the proxy ${proxyName(proxy)}`), remedy: its };
  return { what: `${words.what(host)}${throughProxy(proxy)}`, remedy: `${own} ${its}` };
}

/** Whether trying again may help. */
export function maySoonPass(code: string | null): boolean {
  return wordsOf(code).passes === true;
}

function wordsOf(code: string | null): FaultWords {
  if (code === null) return broken;
  if (code.startsWith('HPE_')) return noHttp;
  return WORDS[code] ?? { what: (host) => `the connection to ${host} failed (${code})`, remedy: CHECK_HOST };
}
