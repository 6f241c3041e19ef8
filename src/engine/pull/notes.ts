/** What of a live rule no file can say, as comments in its file. */
import type { LiveRule } from '../../model/rule.ts';
import { isSendable } from '../../planning/canonical.ts';
import type { RuleNotes } from '../../source/formatting/render-rule.ts';

const SWITCHED_OFF = [
  "Switched off on the service. No file can switch a rule on or off: that is done in the service's web page.",
  'enabled: false',
];

const UNSENDABLE = [
  'What follows is on the service too, and can be made in its web page only. It stays as long as nothing else of this',
  'rule changes: a replace would lose it, and is refused.',
];

/** Takes a live rule, and what hides secrets; gives the comments of its new file. */
export function notesOf({ enabled, actions }: LiveRule, hide: (text: string) => string): RuleNotes {
  const unsendable = actions.filter(({ type }) => !isSendable(type));
  const below = unsendable.flatMap(({ type, integrationName, integrationToolName }) => [
    `- type: ${hide(type)}`,
    ...(integrationName === null ? [] : [`  integrationName: ${hide(integrationName)}`]),
    ...(integrationToolName === null ? [] : [`  integrationToolName: ${hide(integrationToolName)}`]),
  ]);
  return {
    ...(enabled ? {} : { above: SWITCHED_OFF }),
    ...(below.length === 0 ? {} : { below: [...UNSENDABLE, ...below] }),
  };
}
