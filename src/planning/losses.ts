/** What of a live rule no request can carry: a replace loses it, and nothing but the service's web page can make it again. */

import type { Finding } from '../diagnostics/diagnostic.ts';
import { isSendable } from '../model/action-types.ts';
import type { LiveRule } from '../model/rule.ts';
import type { AccountRedactor } from './account-redactor.ts';
import { unknownValues } from './unknown-keys.ts';

type WouldDrop = Finding<'would-drop-integration'> | Finding<'would-drop-unknown'>;

/** Takes a live rule; gives why it is not replaced unless the loss is accepted: nothing where nothing is lost. */
export function wouldDrop(live: LiveRule, { text }: AccountRedactor): WouldDrop[] {
  const types = unsendableTypes(live);
  const keys = unknownPaths(live).map(text);
  return [
    ...(types.length === 0 ? [] : [{ code: 'would-drop-integration' as const, args: { types } }]),
    ...(keys.length === 0 ? [] : [{ code: 'would-drop-unknown' as const, args: { keys } }]),
  ];
}

/** What to say of the same losses where they are accepted, or the rule is deleted. */
export function lost(drops: readonly WouldDrop[], op: 'replace' | 'delete'): Finding[] {
  return drops.map((drop) =>
    drop.code === 'would-drop-integration'
      ? { code: 'integration-lost', args: { ...drop.args, op } }
      : { code: 'unknown-lost', args: { ...drop.args, op } },
  );
}

/** The types of a rule's actions that no request can carry, each once. */
export function unsendableTypes({ actions }: { actions: readonly { type: string }[] }): string[] {
  return [...new Set(actions.map(({ type }) => type).filter((type) => !isSendable(type)))].sort();
}

/** The paths of what a rule has under keys that we do not know, each once. */
export function unknownPaths(rule: Parameters<typeof unknownValues>[0]): string[] {
  return [...new Set(unknownValues(rule).map(([path]) => path))].sort();
}
