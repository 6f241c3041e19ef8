/** Webhook URLs: like the secrets of the run, they must not be written into a file in the clear. */
import { isHideable, Redactor, type Secret } from '../../diagnostics/redactor.ts';
import type { FileEdit } from '../../model/pull.ts';
import { shortUrl } from '../../planning/account-redactor.ts';
import { webhookTexts } from '../../source/load/webhook-texts.ts';
import type { PullAccount } from './input.ts';

/** The URLs of live webhooks: anyone who knows one may call it. */
export function webhookUrls(accounts: readonly PullAccount[]): Secret[] {
  const values = accounts.flatMap(({ live }) => {
    if (typeof live === 'string') return [];
    return live.flatMap(({ actions }) => actions.flatMap(({ fields }) => fields.webhookUrl ?? []));
  });
  return asSecrets(values);
}

/** The URLs of webhooks that the files of accounts have. */
export function declaredWebhooks(accounts: readonly PullAccount[]): Secret[] {
  const actions = accounts.flatMap(({ rules }) => rules.flatMap(({ resolved }) => resolved.actions));
  return asSecrets(actions.flatMap(({ fields }) => fields?.webhookUrl ?? []));
}

function asSecrets(urls: readonly string[]): Secret[] {
  return [...new Set(urls)].filter(isHideable).map((value) => ({ name: 'webhookUrl', value, shown: shownUrl(value) }));
}

/** What may be shown of a webhook's URL, or of any other secret. */
export function shownUrl(value: string): string {
  return shortUrl(value) ?? '(a text)';
}

/** A redactor for lines of changed files: it knows their webhookUrls too, as they stand there, with escapes or folded. */
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
