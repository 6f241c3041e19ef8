/**
 * Secrets as they may be shown: a placeholder and a tag made with a key, so that a changed secret is still a change
 * with a digest of its own, and nobody without the key can guess the value.
 */
import { createHmac } from 'node:crypto';
import type { Shown, ShownRule, ShownText } from '../model/plan.ts';
import type { RuleBody } from '../model/rule.ts';

/** A value that must never be shown, and what stands for it: `(secret NAME)`. */
export interface Secret {
  name: string;
  value: string;
}

export interface Veil {
  /** 8 hex digits that name the key of the tags without giving it away. */
  keyId: string;
  /** A rule in canonical form with its secrets as {shown, tag}. */
  rule: (body: RuleBody) => ShownRule;
  /** Any text with the values of all secrets replaced. */
  text: (text: string) => string;
}

/** Takes the key that makes the tags and the secrets in use; gives what hides them. */
export function veil(key: string, secrets: readonly Secret[]): Veil {
  const hmac = (value: string) => createHmac('sha256', key).update(value).digest('hex');
  const hidden = [...secrets].filter(({ value }) => value !== '').sort((a, b) => b.value.length - a.value.length);
  const text = (plain: string) =>
    hidden.reduce((result, { name, value }) => result.replaceAll(value, `(secret ${name})`), plain);
  const tagged = (shown: string, value: string): Shown => ({ shown, tag: hmac(value).slice(0, 32) });
  const shownText = (plain: string | null): ShownText => {
    if (plain === null) return null;
    const safe = text(plain);
    return safe === plain ? plain : tagged(safe, plain);
  };
  const webhook = (url: string | null) => (url === null ? null : tagged(text(shortUrl(url)), url));
  const rule = (body: RuleBody): ShownRule => ({
    name: text(body.name),
    runOnThreads: body.runOnThreads,
    condition: {
      conditionalOperator: body.condition.conditionalOperator,
      aiInstructions: shownText(body.condition.aiInstructions),
      static: {
        from: shownText(body.condition.static.from),
        to: shownText(body.condition.static.to),
        subject: shownText(body.condition.static.subject),
      },
    },
    actions: body.actions.map((action) => ({
      type: action.type,
      messagingChannelId: shownText(action.messagingChannelId),
      fields: {
        label: shownText(action.fields.label),
        to: shownText(action.fields.to),
        cc: shownText(action.fields.cc),
        bcc: shownText(action.fields.bcc),
        subject: shownText(action.fields.subject),
        content: shownText(action.fields.content),
        webhookUrl: webhook(action.fields.webhookUrl),
        folderName: shownText(action.fields.folderName),
      },
      delayInMinutes: action.delayInMinutes,
    })),
  });
  return { keyId: hmac('inboxctl').slice(0, 8), rule, text };
}

/** A webhook's URL is a password in all but name: only its scheme and host may be shown. */
function shortUrl(url: string): string {
  if (!URL.canParse(url)) return '(a URL)';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/…`;
}
