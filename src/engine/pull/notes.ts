/** What of a live rule no file can say, as comments in its file, which are there as long as it is so. */
import { isDeepStrictEqual } from 'node:util';
import { isSendable } from '../../model/action-types.ts';
import { groupBy } from '../../model/group-by.ts';
import type { LiveRule } from '../../model/rule.ts';
import type { NoteForms } from '../../source/editing/edit-notes.ts';
import type { RuleNotes } from '../../source/formatting/render-rule.ts';
import type { LoadedRule } from '../../source/load.ts';
import type { PullAccount } from './input.ts';
import type { Outcome } from './outcomes.ts';

const SWITCHED_OFF = [
  "Switched off on the service. No file can switch a rule on or off: that is done in the service's web page.",
  'enabled: false',
];

const UNSENDABLE = [
  'What follows is on the service too, and can be made in its web page only. It stays as long as nothing else of this',
  'rule changes: a replace would lose it, and is refused.',
];

/** How the notes of earlier pulls are told from what people write. */
export const NOTE_FORMS: NoteForms = {
  above: { sentences: SWITCHED_OFF, rest: () => 0 },
  below: { sentences: UNSENDABLE, rest: unsendableLines },
};

/** Takes a live rule, and what hides secrets; gives the comments of its file. */
export function notesOf({ enabled, actions }: LiveRule, hide: (text: string) => string): Required<RuleNotes> {
  // What a secret is called may be another thing with the next pull.
  const shown = (text: string) => (hide(text) === text ? text : '(secret)');
  const unsendable = actions.filter(({ type }) => !isSendable(type));
  const below = unsendable.flatMap(({ type, integrationName, integrationToolName }) => [
    `- type: ${shown(type)}`,
    ...(integrationName === null ? [] : [`  integrationName: ${shown(integrationName)}`]),
    ...(integrationToolName === null ? [] : [`  integrationToolName: ${shown(integrationToolName)}`]),
  ]);
  return { above: enabled ? [] : SWITCHED_OFF, below: below.length === 0 ? [] : [...UNSENDABLE, ...below] };
}

/** How many lines below the sentences are actions as notesOf writes them; null where somebody wrote in them. */
function unsendableLines(lines: readonly string[]): number | null {
  const isAction = (line: string) => isUnsendable(/^- type: (\S+)$/.exec(line)?.[1]);
  const isPart = (line: string) => isAction(line) || /^ {2}integration(Tool)?Name:( |$)/.test(line);
  const foreign = lines.findIndex((line) => !isPart(line));
  const count = foreign === -1 ? lines.length : foreign;
  const next = lines[count] ?? '';
  const isChanged = /^ {2}/.test(next) || isUnsendable(/^- type: (\S+)/.exec(next)?.[1]);
  return count === 0 || !isAction(lines[0] ?? '') || isChanged ? null : count;
}

function isUnsendable(type: string | undefined): boolean {
  return type !== undefined && !isSendable(type);
}

/**
 * Takes what is live for the declared rules of each account that was read, and all accounts; gives the notes of each rule.
 * Those that the accounts of a shared rule do not agree about are left out.
 */
export function declaredNotes(
  outcomes: ReadonlyMap<PullAccount, readonly Outcome[]>,
  accounts: readonly PullAccount[],
  hide: (text: string) => string,
): Map<LoadedRule, RuleNotes> {
  const live = groupBy(
    [...outcomes.values()].flat().flatMap(({ source, live: rule }) => (rule === null ? [] : [{ source, rule }])),
    ({ source }) => source,
  );
  const sharing = groupBy(
    accounts.flatMap(({ rules }) => rules),
    (source) => source,
  );
  const result = new Map<LoadedRule, RuleNotes>();
  for (const [source, rules] of live) {
    if (rules.length !== sharing.get(source)?.length) continue;
    const [first, ...others] = rules.map(({ rule }) => notesOf(rule, hide));
    if (first === undefined) continue;
    const isCommon = (kind: keyof RuleNotes) => others.every((one) => isDeepStrictEqual(one[kind], first[kind]));
    // What the file declares needs no note.
    const above = source.written.enabled == null ? first.above : [];
    result.set(source, {
      ...(isCommon('above') ? { above } : {}),
      ...(isCommon('below') ? { below: first.below } : {}),
    });
  }
  return result;
}
