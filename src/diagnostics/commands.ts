/** Commands to copy that are about the rules of some changes, and about no others. */
import { groupBy } from '../model/group-by.ts';
import type { Change, PlanDocument } from '../model/plan.ts';
import { type Parts, say, theirs } from './message.ts';
import { shellWord } from './yaml-text.ts';

/** The options, as typed, of another command on the same inboxes. */
export interface SameInboxes {
  /** Select the project and the connection. */
  place: readonly string[];
  /** Select the accounts. */
  accounts: readonly string[];
}

export type ChangedRule = Pick<Change, 'account' | 'op' | 'name' | 'reason'>;

/** What a command about some changes of a plan depends on besides them. */
export interface CommandScope {
  inboxes: SameInboxes;
  /** How many accounts are selected. */
  selected: number;
  /** Whether the changes are all that differs in the selected accounts, so that no name is needed. */
  whole: boolean;
}

/** The most commands that anybody copies, and the longest one, in characters. */
const MOST_COMMANDS = 3;
const LONGEST = 500;

/** The scope of a command about these changes of a plan. */
export function scopeOf(
  plan: Pick<PlanDocument, 'accounts' | 'changes' | 'complete' | 'only'>,
  changes: readonly unknown[],
  inboxes: SameInboxes,
): CommandScope {
  const whole = plan.complete && plan.only === undefined && changes.length === plan.changes.length;
  return { inboxes, selected: plan.accounts.length, whole };
}

/** Writes these live rules into the files. Null if that takes too many commands, or too long ones. */
function pullCommands(changes: readonly ChangedRule[], scope: CommandScope): string[] | null {
  return commandsFor(changes, scope, (names, options, own) => {
    const prune = own.some(({ op }) => op === 'create') ? ['--prune'] : [];
    const end = own.some(({ name }) => name.startsWith('-')) ? ['--'] : [];
    return ['inboxctl pull', ...prune, ...options, ...end, ...names];
  });
}

/** Makes these changes. Null as for `pullCommands`. */
export function applyCommands(changes: readonly ChangedRule[], scope: CommandScope): string[] | null {
  return commandsFor(changes, { ...scope, whole: false }, (names, options) => {
    return ['inboxctl apply', ...names.flatMap((name) => ['--only', name]), ...options];
  });
}

type WordsOf = (names: readonly string[], options: readonly string[], changes: readonly ChangedRule[]) => string[];

/** A command for each group of accounts with the same rules. */
function commandsFor(
  changes: readonly ChangedRule[],
  { inboxes: { place, accounts }, selected, whole }: CommandScope,
  wordsOf: WordsOf,
): string[] | null {
  const namesIn = (own: readonly ChangedRule[]) => [...new Set(own.map(({ name }) => name))].sort();
  const byAccount = [...groupBy(changes, ({ account }) => account)];
  const groups = groupBy(byAccount, ([, own]) => JSON.stringify(namesIn(own)));
  const all = [...place, ...accounts];
  const commands = [...groups.values()].map((group) => {
    const some = [...place, ...group.flatMap(([name]) => ['--account', shellWord(name)])];
    const own = group.flatMap(([, ofAccount]) => ofAccount);
    const options = group.length === selected ? all : some;
    return wordsOf(namesIn(own).map(shellWord), options, own).join(' ');
  });
  if (commands.length <= MOST_COMMANDS && commands.every(({ length }) => length <= LONGEST)) return commands;
  return whole ? [wordsOf([], all, changes).join(' ')] : null;
}

/** How to keep `what` is live of these changes: a sentence, and commands below it. Empty if no file can have it. */
export function toKeep(what: Parts, changes: readonly ChangedRule[], scope: CommandScope): Parts {
  // Of several rules of one name, a file has one.
  const kept = changes.filter(({ reason }) => reason !== 'duplicate');
  if (kept.length === 0) return [];
  const commands = pullCommands(kept, scope);
  if (commands === null) return say`To keep ${what}, run \`inboxctl pull NAME\` for each.`;
  return say`To keep ${what}, run:${commandLines(commands)}`;
}

/** Commands below a lead, each on a line of its own. */
export function commandLines(commands: readonly string[]): Parts {
  return commands.flatMap((command) => ['\n', theirs(command)]);
}
