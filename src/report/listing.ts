/** The report of `list`: each live rule with its state and what it does, then the number of rules in each state. */

import { count, grouped } from '../diagnostics/counts.ts';
import { ours, theirs } from '../diagnostics/message.ts';
import { groupBy } from '../model/group-by.ts';
import type { ListDocument, ListedRule, RuleState } from '../model/listing.ts';
import { type Block, type Entry, paragraph, type TerminalReport, terminalReport } from './document.ts';
import { accountLead, type Inline, inRow, line, look, placeName } from './inline.ts';
import { ruleSentence } from './sentence/rule.ts';

const STATES = {
  'as-declared': { words: 'as declared', look: 'good' },
  differs: { words: 'differs', look: 'warning' },
  undeclared: { words: 'undeclared', look: 'danger' },
  ignored: { words: 'ignored', look: 'quiet' },
} as const satisfies Record<RuleState, { words: string; look: string }>;

export interface Listing {
  accounts: ListDocument['accounts'];
  rules: readonly ListedRule[];
  /** Whether there is no project yet. */
  isNew: boolean;
}

/** Empty if no account could be read. */
export function listingReport({ accounts, rules, isNew }: Listing): TerminalReport {
  const ofAccount = groupBy(rules, ({ account }) => account);
  const read = accounts.filter(({ error }) => error === undefined);
  if (read.length === 0) return terminalReport([]);
  const tables = read.map(({ name, baseUrl, live }) => {
    const head = look('strong', line`${accountLead(name)}${count(live, 'live rule')}`);
    const title = line`${head} ${look('quiet', line`at ${theirs(baseUrl)}`)}`;
    return { kind: 'entries', title, entries: (ofAccount.get(name) ?? []).map(ruleEntry), below: 'margin' } as const;
  });
  return terminalReport(tables, endBlocks(rules, isNew));
}

function ruleEntry({ name, id, state, enabled, source, rule }: ListedRule): Entry {
  const { words, look: tone } = STATES[state];
  const shownState = line`${look(tone, line`${words}`)}${enabled ? [] : line`, ${look('warning', line`switched off`)}`}`;
  return {
    columns: [look('strong', [theirs(name)]), shownState],
    text: source === null ? [] : look('quiet', placeName(source)),
    below: [
      paragraph(ruleSentence(rule), { isBrief: true }),
      paragraph(line`id ${theirs(id)}`, { tone: 'quiet', detail: 'verbose' }),
    ],
  };
}

/** Returns the counts, then the commands to run next. */
function endBlocks(rules: readonly ListedRule[], isNew: boolean): Block[] {
  const number = (state: RuleState) => rules.filter((rule) => rule.state === state).length;
  const counts = (Object.keys(STATES) as RuleState[]).flatMap((state) => {
    const some = number(state);
    const words = some > 1 && state === 'differs' ? 'differ' : STATES[state].words;
    return some === 0 ? [] : [line`${grouped(some)} ${ours(words)}`];
  });
  const isNext = (state: RuleState, next: Inline) => (number(state) === 0 ? [] : [paragraph(next)]);
  return [
    ...(rules.length === 0 ? [] : [paragraph(line`${inRow(counts)}.`)]),
    ...isNext('differs', line`To see what differs: inboxctl plan`),
    ...isNext(
      'undeclared',
      isNew
        ? line`To begin a project with these rules: inboxctl init`
        : line`To write undeclared rules into the files: inboxctl pull`,
    ),
  ];
}
