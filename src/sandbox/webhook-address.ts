/** Which webhook URLs a deployment takes (measured): https only, no localhost, no private addresses. */
import { BlockList, isIP, isIPv6 } from 'node:net';

const NOT_PUBLIC = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6');
}

function isPrivate(host: string): boolean {
  const name = host.replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const address = name.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return false;
  return NOT_PUBLIC.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** What is wrong with a webhook URL, or null. The name is not resolved: nothing is looked up. */
export function webhookProblem(url: string): string | null {
  if (!URL.canParse(url)) return 'Webhook URL is not a URL';
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') return 'Webhook URL must use https';
  if (isPrivate(hostname)) return 'Webhook URL must not point to a private address';
  return null;
}
