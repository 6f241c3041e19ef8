/** What must stand in no file in the clear: secrets in use, those that become variables, and every live webhook's URL. */
import type { FileEdit } from '../../model/pull.ts';
import { hider, type Secret, shortUrl } from '../../planning/secrets.ts';
import { webhookTexts } from '../../source/load/webhook-texts.ts';
import type { PullAccount } from './input.ts';
import { isHideable } from './unplaced.ts';

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

/**
 * For single lines of files, where secrets may stand with escapes or only in part. Takes changes of files and all secrets; gives what hides
 * these in a line, and the webhookUrls of the files.
 */
export function hidingInLines(files: readonly FileEdit[], secrets: readonly Secret[]): (line: string) => string {
  const known = new Set(secrets.map(({ value }) => value));
  const texts = files.filter(({ kind }) => kind === 'rules').flatMap(({ before, after }) => [before, after]);
  const written = texts
    .flatMap((text) => webhookTexts(text ?? ''))
    .flatMap(({ value, lines }): Secret[] => {
      const own = lines.map((line, index) => ({ value: line, shown: index === 0 ? shownUrl(value) : '…' }));
      const all = [{ value, shown: shownUrl(value) }, ...own].filter((one) => !known.has(one.value));
      return all.map((one) => ({ name: 'webhookUrl', ...one }));
    });
  const parts = secrets.flatMap((secret) => formsOf(secret.value).map((value) => ({ ...secret, value })));
  return hiding([...secrets, ...[...written, ...parts].filter(({ value }) => isHideable(value))]);
}

/** A text and each of its lines, as they are and within quotes. */
function formsOf(value: string): string[] {
  const quoted = [value, JSON.stringify(value).slice(1, -1), value.replaceAll("'", "''")];
  return quoted.flatMap((form) => [form, ...form.split(/\r?\n/)]);
}
