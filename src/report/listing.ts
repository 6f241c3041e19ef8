/** The reports of `list` and `explain`: each live rule with its state, and each declared rule with its place and risks. */
import { stringify } from 'yaml';
import { RISKS } from '../diagnostics/changes.ts';
import { count, grouped } from '../diagnostics/counts.ts';
import { inRow, ours, theirs } from '../diagnostics/message.ts';
import { escapeUnseen } from '../diagnostics/unseen.ts';
import { yamlEscape } from '../diagnostics/yaml-text.ts';
import { groupBy } from '../model/group-by.ts';
import type { ExplainedRule, ListDocument, ListedRule, RuleState } from '../model/listing.ts';
import { type Block, type Entry, paragraph, type TerminalReport, terminalReport } from './document.ts';
import { searchBlocks } from './impact-view.ts';
import { accountLead, accountName, type Inline, line, look, placeName } from './inline.ts';
import { isNamed } from './lines.ts';
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

/** Explains a rule once, even if several accounts share it. */
export function explanationReport(rules: readonly ExplainedRule[]): TerminalReport {
  if (rules.length === 0) return terminalReport([paragraph(line`No rules are declared.`)]);
  const accounts = new Set(rules.map(({ account }) => account));
  const alike = groupBy(rules, ({ account: _, ...rule }) => JSON.stringify(rule));
  const entries = [...alike.values()].map((same): Entry => {
    const [{ rule, source, shown, risks, search }] = same;
    const names = same.length === accounts.size ? [] : same.map(({ account }) => account).filter(isNamed);
    const whose = names.length === 0 ? [] : line`  (${inRow(names.map(accountName), 10)})`;
    return {
      text: line`${look('strong', [theirs(rule)])}  ${look('quiet', line`${placeName(source)}${whose}`)}`,
      below: [
        paragraph(ruleSentence(shown)),
        ...searchBlocks(search),
        ...risks.map((risk) => paragraph(ours(RISKS[risk]), { tone: 'warning', sign: '!' })),
      ],
    };
  });
  return terminalReport([{ kind: 'entries', entries, isLoose: true, isFlush: true, below: 'margin' }]);
}

/** Converts JSON to YAML. Texts are in double quotes, so that escapes work. */
export function yamlOf(json: string): string {
  const options = { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 } as const;
  const text = stringify(JSON.parse(json), options);
  const seen = escapeUnseen(text, (character) => (character === '\n' ? '\n' : yamlEscape(character)));
  // On a GitHub runner, `##[` starts a command anywhere in a line.
  return seen.replaceAll('##[', '\\x23#[');
}
