/** Checks what a rule does: each action has what its type needs, and nothing that its type ignores. */
import { ACTIONS, ADDRESS_FIELDS, FIELD_KEYS, type FieldKey, fieldsOf } from '../../model/action-types.ts';
import { foreignReference } from '../../model/foreign-variable.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { canonicalRule } from '../canonical.ts';
import { isBlank, type RuleCheck, type RuleFinding, type Wrong } from './finding.ts';

type Action = ResolvedRule['actions'][number];

/** Reports of each field, and of the channel, the first thing that is wrong. */
export const wrongField: RuleCheck = (rule) =>
  rule.actions.flatMap((action, index) => {
    const found = FIELD_KEYS.map((field) => ({ wrong: wrongIn(action, field), path: ['fields', field] }));
    found.push({ wrong: wrongChannel(action), path: ['messagingChannelId'] });
    return found.flatMap(({ wrong, path }) =>
      wrong === null ? [] : [{ ...wrong, path: ['actions', index, ...path] }],
    );
  });

/** Of these, only the fields and channels that types need. */
export const missingField: RuleCheck = (rule) => wrongField(rule).filter(({ code }) => code === 'field-missing');

/** The service stores and returns unused fields, but they have no effect (measured). */
function wrongIn({ type, fields }: Action, field: FieldKey): Wrong | null {
  const text = fields?.[field] ?? '';
  const uses = fieldsOf(type);
  if (ACTIONS[type].needs === field && isBlank(text)) {
    return { code: 'field-missing', args: { type, field }, severity: 'error', at: 'key' };
  }
  if (text === '') return null;
  if (!uses.includes(field))
    return { code: 'field-unused', args: { type, field, uses }, severity: 'warning', at: 'key' };
  if (field === 'webhookUrl') return wrongUrl(text.trim());
  if (field === 'subject' || field === 'content') return malformedPrompt(text);
  return ACTIONS[type].outbound && ADDRESS_FIELDS.includes(field) ? notAddress(text) : null;
}

function wrongChannel({ type, messagingChannelId }: Action): Wrong | null {
  const isUsed = ACTIONS[type].channel === true;
  if (isUsed !== isBlank(messagingChannelId)) return null;
  const args = { type, field: 'messagingChannelId', uses: fieldsOf(type) } as const;
  return isUsed
    ? { code: 'field-missing', args, severity: 'error', at: 'key' }
    : { code: 'field-unused', args, severity: 'warning', at: 'key' };
}

/** An action that does what an earlier one does, and one that leaves a mail only where an earlier one sent it. */
export const repeatedAction: RuleCheck = (rule) => {
  const texts = canonicalRule(rule).actions.map((action) => JSON.stringify(action));
  const sent = rule.actions.some(({ type }) => type === 'FORWARD');
  return rule.actions.flatMap(({ type }, index): RuleFinding[] => {
    const spotted = { severity: 'info', path: ['actions', index], at: 'value' } as const;
    if (texts.indexOf(texts[index] ?? '') < index) return [{ code: 'action-twice', args: { type }, ...spotted }];
    const destroys = ACTIONS[type].final && ACTIONS[type].risk === 'destroys-mail';
    return destroys && sent ? [{ code: 'forwarded-and-deleted', args: {}, ...spotted }] : [];
  });
};

/** `{{name`, `{{}}`, `{name}`, `[Your Name]`: what looks like a prompt in mail that goes out, and is none. */
const NO_PROMPT =
  /\{\{(?![^{}]*\}\})(?<open>[^{}\n]*)|\{\{\s*\}\}|(?<![\w{}$\\])\{\s*(?<braces>\p{L}[\p{L}\p{N} _.-]*)\}(?!\})|(?<![\]!]|^)\[(?<brackets>\p{L}[\p{L} '’-]+)\](?![([:])/u;

function malformedPrompt(text: string): Wrong | null {
  const found = NO_PROMPT.exec(text);
  if (found === null) return null;
  const { open, braces, brackets } = found.groups ?? {};
  // Where an open one should end is not known.
  const meant = open === undefined ? ((braces ?? brackets)?.trim() ?? null) : '';
  const args = { written: found[0], meant };
  return { code: 'prompt-malformed', args, severity: 'warning', at: 'value' };
}

const ADDRESS = /(?:^|<)[^\s<>@:]+@[^\s<>@]+>?$/;

/** The service stores any text. Templates and lists with quoted names are not checked. */
function notAddress(text: string): Wrong | null {
  const entries = /\{\{|"/.test(text) ? [] : text.split(/[,;]/).map((entry) => entry.trim());
  const written = entries.find((entry) => entry !== '' && !ADDRESS.test(entry));
  return written === undefined
    ? null
    : { code: 'address-invalid', args: { written }, severity: 'warning', at: 'value' };
}

function wrongUrl(url: string): Wrong | null {
  if (url === '' || mayHaveTemplateHost(url)) return null;
  const spotted = { severity: 'error', at: 'value' } as const;
  if (!URL.canParse(url)) return { code: 'webhook-unparsable', args: { meant: foreignReference(url) }, ...spotted };
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') return { code: 'webhook-not-https', args: { scheme: protocol }, ...spotted };
  return isPrivate(hostname) ? { code: 'webhook-private', args: { host: hostname }, ...spotted } : null;
}

/** The service fills in `{{…}}`. Before the path, it leaves nothing to check. */
function mayHaveTemplateHost(url: string): boolean {
  const template = url.indexOf('{{');
  return template !== -1 && !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]/i.test(url.slice(0, template));
}

const LOCAL_NAMES =
  'localhost localhost.localdomain ip6-localhost metadata.google.internal metadata.gcp.internal'.split(' ');

/** Private, shared, local, documentation, multicast and reserved networks. */
const NOT_PUBLIC = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.168.0.0/16', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
]
  .map((one) => one.split('/'))
  .map(([network = '', bits]) => ({ network: numberOf(network), size: 2 ** (32 - Number(bits)) }));

/** Expects a host as `URL` parses it. Subdomains of `localhost` and final dots pass, as in the service (measured). */
function isPrivate(host: string): boolean {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(host)) {
    return LOCAL_NAMES.includes(host) || /^\[(::1?\]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:|ff[0-9a-f]{2}:)/.test(host);
  }
  const address = numberOf(host);
  return NOT_PUBLIC.some(({ network, size }) => network <= address && address < network + size);
}

function numberOf(address: string): number {
  return address.split('.').reduce((number, byte) => number * 256 + Number(byte), 0);
}
