/** Webhook URLs that the service refuses: only https, no localhost, no private addresses (measured). */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import type { RuleCheck, RuleFinding } from './finding.ts';

type WebhookFinding = Finding<'webhook-unparsable' | 'webhook-not-https' | 'webhook-private'>;

export const unusableWebhook: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, fields }, index): RuleFinding[] => {
    const url = fields?.webhookUrl?.trim();
    const finding = type === 'CALL_WEBHOOK' && url ? judge(url) : undefined;
    if (!finding) return [];
    return [{ ...finding, severity: 'error', path: ['actions', index, 'fields', 'webhookUrl'], at: 'value' }];
  });

function judge(url: string): WebhookFinding | undefined {
  if (mayHaveTemplateHost(url)) return undefined;
  if (!URL.canParse(url)) return { code: 'webhook-unparsable', args: {} };
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:') return { code: 'webhook-not-https', args: { scheme: protocol } };
  if (isPrivate(hostname)) return { code: 'webhook-private', args: { host: hostname } };
  return undefined;
}

/** `{{…}}` is filled in by the service: before the path begins, it leaves nothing to check. */
function mayHaveTemplateHost(url: string): boolean {
  const template = url.indexOf('{{');
  return template !== -1 && !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]+[/?#]/i.test(url.slice(0, template));
}

/** Takes a host as URL gives it: lower case, every form of an IPv4 address as four numbers, IPv6 in brackets. */
function isPrivate(host: string): boolean {
  if (/^(.+\.)?localhost\.?$/.test(host)) return true;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPrivateIpv4(host.split('.').map(Number));
  const mapped = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(host);
  if (mapped) return isPrivateIpv4([mapped[1], mapped[2]].flatMap(twoBytes));
  return /^\[(::1?\]|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/.test(host);
}

function twoBytes(hex = '0'): number[] {
  const value = Number.parseInt(hex, 16);
  return [value >> 8, value & 255];
}

function isPrivateIpv4([a = 0, b = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127) return true;
  if (a === 100) return b >= 64 && b < 128;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  return a === 192 && b === 168;
}
