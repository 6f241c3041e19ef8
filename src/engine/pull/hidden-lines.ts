/** Secrets in single lines of files, where they may stand with escapes or only in part. */
import type { FileEdit } from '../../model/pull.ts';
import type { Secret } from '../../planning/secrets.ts';
import { webhookTexts } from '../../source/webhook-texts.ts';
import { hiding, shownUrl } from './hidden.ts';
import { isHideable } from './text-kinds.ts';

/** Takes changes of files and all secrets; gives what hides these in a line, and the webhookUrls of the files. */
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
