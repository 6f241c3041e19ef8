/** Reasons to refuse a rule of the right shape. A profile has a table of checks; the first refusal counts. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { constants, deflateRawSync } from 'node:zlib';
import { isOutbound } from './content.ts';
import type { Inbox } from './inbox.ts';
import { disconnected, Refusal, unexpected } from './refusal.ts';
import { DELETE_OFF } from './request-body.ts';
import { isVague, overlapWith } from './senders.ts';
import type { RuleContent, WireRule } from './wire.ts';

/** `content` is what would be stored. `before` is the rule that a PUT replaces; null on a POST. */
export type Check = (content: RuleContent, inbox: Inbox, before: WireRule | null) => Refusal | null;

/** How many bytes of a name fit into a row of the database's index (measured: 2,600 random letters do, 2,690 do not). */
const LONGEST_NAME = 2_660;

function hasType(content: RuleContent, type: string): boolean {
  return content.actions.some((action) => action.type === type);
}

/** API spec 2.3 and 7. */
const deleteActionEnabled: Check = (content, { settings }) =>
  settings.features.deleteEmailAction || !hasType(content, 'DELETE') ? null : new Refusal(400, DELETE_OFF);

/** A PUT may keep a webhook that the rule already has. */
const webhooksEnabled: Check = (content, { settings }, before) => {
  if (settings.features.webhooks || !hasType(content, 'CALL_WEBHOOK')) return null;
  const kept = new Set(before?.actions);
  const isKept = content.actions.every((action) => action.type !== 'CALL_WEBHOOK' || kept.has(action));
  return isKept ? null : new Refusal(400, 'Webhooks are not enabled on this deployment');
};

const webhooksPublic: Check = ({ actions }) => {
  const urls = actions.flatMap(({ type, fields }) => (type === 'CALL_WEBHOOK' ? [fields.webhookUrl ?? ''] : []));
  const [problem] = urls.flatMap((url) => webhookProblem(url) ?? []);
  return problem === undefined ? null : new Refusal(400, problem);
};

const withoutDigest =
  (status: 400 | 403, message: string): Check =>
  (content, { settings }) =>
    settings.features.digest || !hasType(content, 'DIGEST') ? null : new Refusal(status, message);

const digestEnabled = withoutDigest(400, 'The DIGEST action is not enabled on this deployment');
const digestInPlan = withoutDigest(403, 'Digests are available on the Plus plan.');

/** A PUT may keep a DIGEST that the rule already has. */
const digestInPlanOrKept: Check = (content, inbox, before) =>
  before !== null && hasType(before, 'DIGEST') ? null : digestInPlan(content, inbox, before);

/** Only LABEL needs the mailbox: it creates the label there. */
const mailboxConnected: Check = (content, { settings }) =>
  settings.connected || !hasType(content, 'LABEL') ? null : disconnected();

const channelsExist: Check = (content, { settings: { channels } }) => {
  const missing = content.actions.some(
    ({ messagingChannelId: id }) => channels !== null && typeof id === 'string' && !channels.includes(id),
  );
  return missing ? new Refusal(400, 'Messaging channel not found') : null;
};

const sendsOnlyToPlainSenders: Check = (content) => {
  const { from } = content.condition.static;
  if (from === null || !isOutbound(content) || !isVague(from)) return null;
  return new Refusal(400, 'A rule that sends mail needs an address or a domain in its from condition');
};

const sendersApart: Check = (content, { rules }, before) => {
  const overlap = overlapWith(content, rules.values(), before);
  if (overlap === null) return null;
  return new Refusal(
    400,
    `Cannot create this rule because it overlaps the existing "${overlap.rule.name}" rule on sender scope ${overlap.scopes.join(', ')}. ` +
      'Change the sender of one of them.',
  );
};

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value).some(holdsNul);
}

/** A database compresses repetitions, and only if that saves a quarter. */
function bytesInIndex(name: string): number {
  const bytes = Buffer.from(name);
  const compressed = deflateRawSync(bytes, { strategy: constants.Z_FIXED }).length;
  return compressed < bytes.length * 0.75 ? compressed : bytes.length;
}

/** A value that the database cannot store is a 500 (measured). */
const storable: Check = (content) => {
  const { name } = content;
  const isTooLong = name.length * 3 > LONGEST_NAME && bytesInIndex(name) > LONGEST_NAME;
  return isTooLong || holdsNul(content) ? unexpected() : null;
};

/** The specification has flags that disable actions, and no other check (API spec 7). */
export const SPECIFIED_CHECKS: readonly Check[] = [deleteActionEnabled, webhooksEnabled, digestEnabled];

/** As measured. Where DELETE is off, older ones find it earlier, with `bodyWithoutDelete`. */
const measuredWith = (digest: Check): readonly Check[] => [
  ...[deleteActionEnabled, webhooksEnabled, webhooksPublic, digest],
  ...[channelsExist, sendsOnlyToPlainSenders, sendersApart, mailboxConnected, storable],
];

export const OLDER_CHECKS = measuredWith(digestInPlan);
export const NEWER_CHECKS = measuredWith(digestInPlanOrKept);

const LOCAL_NAMES =
  'localhost localhost.localdomain ip6-localhost metadata.google.internal metadata.gcp.internal'.split(' ');

/** Private, shared, local, documentation, multicast and reserved ones. */
const IPV4 = new BlockList();
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.168.0.0/16', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
]) {
  const [address = '', prefix] = network.split('/');
  IPV4.addSubnet(address, Number(prefix), 'ipv4');
}

/** Its own list: a list of both kinds also blocks IPv4 addresses that are written as IPv6, and the service does not. */
const IPV6 = new BlockList();
IPV6.addSubnet('::', 127, 'ipv6');
IPV6.addSubnet('fc00::', 7, 'ipv6');
IPV6.addSubnet('fe80::', 10, 'ipv6');
IPV6.addSubnet('ff00::', 8, 'ipv6');

/** `host` is normalized by URL: any form of an IPv4 address is four numbers, and IPv6 is in brackets. */
function isPrivate(host: string): boolean {
  if (isIPv4(host)) return IPV4.check(host, 'ipv4');
  const address = host.slice(1, -1);
  return isIPv6(address) ? IPV6.check(address, 'ipv6') : LOCAL_NAMES.includes(host);
}

/** What is wrong with a webhook URL, or null. The name is not resolved. */
function webhookProblem(url: string): string | null {
  if (!URL.canParse(url)) return 'Webhook URL is not a URL';
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') return 'Webhook URL must use https';
  return isPrivate(hostname) ? 'Webhook URL must not point to a private address' : null;
}
