/** What must stand in no file in the clear: secrets in use, those that become variables, and every live webhook's URL. */
import { hider, type Secret, shortUrl } from '../../planning/secrets.ts';
import type { PullAccount } from './input.ts';
import { isHideable } from './text-kinds.ts';

/** Takes accounts; gives the URLs of their live webhooks, since whoever knows one may call it. */
export function webhookUrls(accounts: readonly PullAccount[]): Secret[] {
  const values = accounts.flatMap(({ live }) => {
    if (typeof live === 'string') return [];
    return live.flatMap(({ actions }) => actions.flatMap(({ fields }) => fields.webhookUrl ?? []));
  });
  return asSecrets(values);
}

/** Takes accounts; gives the URLs of webhooks that their files have. */
export function declaredWebhooks(accounts: readonly PullAccount[]): Secret[] {
  const actions = accounts.flatMap(({ rules }) => rules.flatMap(({ resolved }) => resolved.actions));
  return asSecrets(actions.flatMap(({ fields }) => fields?.webhookUrl ?? []));
}

function asSecrets(urls: readonly string[]): Secret[] {
  return [...new Set(urls)].filter(isHideable).map((value) => ({ name: 'webhookUrl', value, shown: shownUrl(value) }));
}

/** As `hider`, for the many URLs of an inbox: most texts hold none, which a mark that URLs have tells at once. */
export function hiding(secrets: readonly Secret[]): (text: string) => string {
  const hideAll = hider(secrets);
  const hideOthers = hider(secrets.filter(({ value }) => !value.includes('://')));
  return (text) => (text.includes('://') ? hideAll : hideOthers)(text);
}

/** What may be shown of a webhook's URL, or of any other secret. */
export function shownUrl(value: string): string {
  return shortUrl(value) ?? '(a text)';
}
