import type { Diagnostic } from '../model/diagnostic.ts';
import { checkApiKey } from '../service/address.ts';

/**
 * A key that was pasted into a rule file by mistake must not be shown with the line that it is in. Takes diagnostics
 * and keys (undefined ones are passed over); gives them with as many `*` as the key is long, so that marks stay in place.
 */
export function withoutKeys(
  diagnostics: readonly Diagnostic[],
  ...keys: readonly (string | undefined)[]
): Diagnostic[] {
  const usable = keys.map((key) => checkApiKey(key ?? '')).flatMap((checked) => ('ok' in checked ? [checked.ok] : []));
  const hide = (text: string) =>
    usable.reduce((left, key) => left.replaceAll(inJson(key), '*'.repeat(key.length)), text);
  return diagnostics.map((diagnostic) => {
    const text = JSON.stringify(diagnostic);
    const hidden = hide(text);
    return hidden === text ? diagnostic : JSON.parse(hidden);
  });
}

function inJson(key: string): string {
  return JSON.stringify(key).slice(1, -1);
}
