/** Webhook URLs: like secrets, they must not be written to files in the clear. */
import { isHideable, Redactor, type Secret } from '../../diagnostics/redactor.ts';
import type { FileEdit } from '../../model/pull.ts';
import { shortUrl } from '../../planning/account-redactor.ts';
import { webhookTexts } from '../../source/load/webhook-texts.ts';
import type { PullAccount } from './input.ts';

/** The URLs of live webhooks. Anyone who knows one can call it. */
export function webhookUrls(accounts: readonly PullAccount[]): Secret[] {
  const values = accounts.flatMap(({ live }) => {
    if (typeof live === 'string') return [];
    return live.flatMap(({ actions }) => actions.flatMap(({ fields }) => fields.webhookUrl ?? []));
  });
  return asSecrets(values);
}

/** The webhook URLs in the files of the accounts. */
export function declaredWebhooks(accounts: readonly PullAccount[]): Secret[] {
  const actions = accounts.flatMap(({ rules }) => rules.flatMap(({ resolved }) => resolved.actions));
  return asSecrets(actions.flatMap(({ fields }) => fields?.webhookUrl ?? []));
}

function asSecrets(urls: readonly string[]): Secret[] {
  return [...new Set(urls)].filter(isHideable).map((value) => ({ name: 'webhookUrl', value, shown: shownUrl(value) }));
}

/** The part of a webhook URL, or of another secret, that may be shown. */
export function shownUrl(value: string): string {
  return shortUrl(value) ?? '(a text)';
}

/** A redactor for lines of changed files. It also knows their webhook URLs as written there, with escapes or folded. */
export function withWebhooksOf(files: readonly FileEdit[], { secrets }: Redactor): Redactor {
  const known = new Set(secrets.map(({ value }) => value));
  const texts = files.filter(({ kind }) => kind === 'rules').flatMap(({ before, after }) => [before, after]);
  const written = texts
    .flatMap((text) => webhookTexts(text ?? ''))
    .flatMap(({ value, lines }): Secret[] => {
      const own = lines.map((line, index) => ({ value: line, shown: index === 0 ? shownUrl(value) : '…' }));
      const all = [{ value, shown: shownUrl(value) }, ...own].filter((one) => !known.has(one.value));
      return all.map((one) => ({ name: 'webhookUrl', ...one }));
    });
  return new Redactor([...secrets, ...written]);
}
