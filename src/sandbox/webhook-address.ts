/** Which webhook URLs a deployment takes (measured): https only, no localhost, no address that is not public. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const LOCAL_NAMES = [
  ...['localhost', 'localhost.localdomain', 'ip6-localhost'],
  ...['metadata.google.internal', 'metadata.gcp.internal'],
];

/** Private, shared, local, documentation, multicast and reserved ones. */
const IPV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  IPV4.addSubnet(network, prefix, 'ipv4');
}

/** A list of its own: in one with both, an IPv4 address written as IPv6 is looked for among those, and here it passes. */
const IPV6 = new BlockList();
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  IPV6.addSubnet(network, prefix, 'ipv6');
}

/** `host` as URL gives it: every form of an IPv4 address as four numbers, IPv6 in brackets. */
function isPrivate(host: string): boolean {
  if (isIPv4(host)) return IPV4.check(host, 'ipv4');
  const address = host.slice(1, -1);
  return isIPv6(address) ? IPV6.check(address, 'ipv6') : LOCAL_NAMES.includes(host);
}

/** What is wrong with a webhook URL, or null. The name is not resolved: nothing is looked up. */
export function webhookProblem(url: string): string | null {
  if (!URL.canParse(url)) return 'Webhook URL is not a URL';
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') return 'Webhook URL must use https';
  if (isPrivate(hostname)) return 'Webhook URL must not point to a private address';
  return null;
}
