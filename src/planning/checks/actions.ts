/** Checks what a rule does: each action has what its type needs, and nothing that its type ignores. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import { ACTIONS, ADDRESS_FIELDS, FIELD_KEYS, fieldsOf } from '../../model/action-types.ts';
import { canonicalRule } from '../canonical.ts';
import { isBlank, type RuleCheck, type RuleFinding } from './finding.ts';

export const missingField: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, fields }, index): RuleFinding[] => {
    const field = ACTIONS[type].needs;
    if (!field || !isBlank(fields?.[field])) return [];
    const path = ['actions', index, 'fields', field];
    return [{ code: 'field-missing', args: { type, field }, severity: 'error', path, at: 'key' }];
  });

export const missingChannel: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, messagingChannelId }, index): RuleFinding[] => {
    if (!ACTIONS[type].channel || !isBlank(messagingChannelId)) return [];
    const path = ['actions', index, 'messagingChannelId'];
    return [{ code: 'channel-missing', args: { type }, severity: 'error', path, at: 'key' }];
  });

/** The service stores and returns unused fields, but they have no effect (measured). */
export const unusedField: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, fields }, index) => {
    if (fields == null) return [];
    const uses = fieldsOf(type);
    const unused = FIELD_KEYS.filter((field) => fields[field] && !uses.includes(field));
    return unused.map((field): RuleFinding => {
      const path = ['actions', index, 'fields', field];
      return { code: 'field-unused', args: { type, field, uses }, severity: 'warning', path, at: 'key' };
    });
  });

export const unusedChannel: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, messagingChannelId }, index): RuleFinding[] => {
    if (ACTIONS[type].channel || !messagingChannelId) return [];
    const path = ['actions', index, 'messagingChannelId'];
    return [{ code: 'channel-unused', args: { type }, severity: 'warning', path, at: 'key' }];
  });

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

/**
 * What looks like a prompt in mail that goes out, and is none: `{{name`, `{{}}`, `{name}`, `[Your Name]`. Other braces hold
 * code, and other brackets are links, counts and the tags that a subject begins with. `$` and `\\` belong to other languages.
 */
const NO_PROMPT =
  /\{\{(?![^{}]*\}\})(?<open>[^{}\n]*)|\{\{\s*\}\}|(?<![\w{}$\\])\{\s*(?<braces>\p{L}[\p{L}\p{N} _.-]*)\}(?!\})|(?<![\]!]|^)\[(?<brackets>\p{L}[\p{L} '’-]+)\](?![([:])/u;

/** Prompts that are not well formed, in mail that goes out. */
export const malformedPrompt: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, fields }, index) =>
    (['subject', 'content'] as const).flatMap((field): RuleFinding[] => {
      const found = fieldsOf(type).includes(field) ? NO_PROMPT.exec(fields?.[field] ?? '') : null;
      if (found === null) return [];
      const { open, braces, brackets } = found.groups ?? {};
      const args = { written: found[0], meant: (open ?? braces ?? brackets)?.trim() ?? null };
      const path = ['actions', index, 'fields', field];
      return [{ code: 'prompt-malformed', args, severity: 'warning', path, at: 'value' }];
    }),
  );

const ADDRESS = /(?:^|<)[^\s<>@:]+@[^\s<>@]+>?$/;

/** The service stores any text. Templates and lists with quoted names are not checked. */
export const notAddress: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, fields }, index) => {
    if (!ACTIONS[type].outbound) return [];
    const uses = fieldsOf(type);
    return ADDRESS_FIELDS.flatMap((field): RuleFinding[] => {
      const text = (uses.includes(field) && fields?.[field]) || '';
      const entries = /\{\{|"/.test(text) ? [] : text.split(/[,;]/).map((entry) => entry.trim());
      const wrong = entries.find((entry) => entry !== '' && !ADDRESS.test(entry));
      const path = ['actions', index, 'fields', field];
      return wrong === undefined
        ? []
        : [{ code: 'address-invalid', args: { written: wrong }, severity: 'warning', path, at: 'value' }];
    });
  });

type WebhookFinding = Finding<'webhook-unparsable' | 'webhook-not-https' | 'webhook-private'>;

export const unusableWebhook: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, fields }, index): RuleFinding[] => {
    const url = fields?.webhookUrl?.trim();
    const finding = type === 'CALL_WEBHOOK' && url ? wrongUrl(url) : undefined;
    if (!finding) return [];
    return [{ ...finding, severity: 'error', path: ['actions', index, 'fields', 'webhookUrl'], at: 'value' }];
  });

function wrongUrl(url: string): WebhookFinding | undefined {
  if (mayHaveTemplateHost(url)) return undefined;
  if (!URL.canParse(url)) return { code: 'webhook-unparsable', args: {} };
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') return { code: 'webhook-not-https', args: { scheme: protocol } };
  if (isPrivate(hostname)) return { code: 'webhook-private', args: { host: hostname } };
  return undefined;
}

/** The service fills in `{{…}}`. Before the path, it leaves nothing to check. */
function mayHaveTemplateHost(url: string): boolean {
  const template = url.indexOf('{{');
  return template !== -1 && !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]/i.test(url.slice(0, template));
}

const LOCAL_NAMES = [
  ...['localhost', 'localhost.localdomain', 'ip6-localhost'],
  ...['metadata.google.internal', 'metadata.gcp.internal'],
];

/** Private, shared, local, documentation, multicast and reserved networks. */
const NOT_PUBLIC = [
  [0, 0, 0, 0, 8],
  [10, 0, 0, 0, 8],
  [100, 64, 0, 0, 10],
  [127, 0, 0, 0, 8],
  [169, 254, 0, 0, 16],
  [172, 16, 0, 0, 12],
  [192, 0, 0, 0, 24],
  [192, 0, 2, 0, 24],
  [192, 168, 0, 0, 16],
  [198, 51, 100, 0, 24],
  [203, 0, 113, 0, 24],
  [224, 0, 0, 0, 3],
].map((row) => ({ network: numberOf(row.slice(0, 4)), size: 2 ** (32 - (row[4] ?? 0)) }));

/**
 * Expects a host as `URL` parses it: lower case, any form of an IPv4 address as four numbers, IPv6 in brackets. The
 * service accepts subdomains of `localhost`, names that end with a dot, and IPv4 addresses written as IPv6 (measured).
 */
function isPrivate(host: string): boolean {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(host)) {
    return LOCAL_NAMES.includes(host) || /^\[(::1?\]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:|ff[0-9a-f]{2}:)/.test(host);
  }
  const address = numberOf(host.split('.').map(Number));
  return NOT_PUBLIC.some(({ network, size }) => network <= address && address < network + size);
}

function numberOf(bytes: readonly number[]): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}
