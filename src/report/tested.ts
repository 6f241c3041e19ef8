/** The report of `test`: each failed test with its mail, its rules and the reasons. Passed tests are counted. */
import { count, grouped } from '../diagnostics/counts.ts';
import { inRow, theirs } from '../diagnostics/message.ts';
import type { Tested } from '../diagnostics/results.ts';
import { shellWord } from '../diagnostics/yaml-text.ts';
import {
  type Block,
  commandsBlock,
  type Entry,
  paragraph,
  type TerminalBlock,
  type TerminalReport,
  terminalReport,
} from './document.ts';
import { accountLead, type Inline, line, look, placeName, quotedName } from './inline.ts';
import { mailBlocks, reasonBlocks } from './mail-explanation.ts';

type Test = Tested['tests'][number];

/** Maximum number of failed tests, and of rules of one test, to show. */
const MOST = 10;
/** With more failed tests than this, the next command does not name them. */
const MOST_NAMED = 3;

/** With `isVerbose`, lists passed tests too. */
export function testedReport({ tests, folders, sameInboxes }: Tested, isVerbose: boolean): TerminalReport {
  if (tests.length === 0) return terminalReport([noTests(folders)]);
  const failed = tests.filter(({ passed }) => !passed);
  const passed = tests.filter((test) => test.passed);
  const said = new Set<string>();
  return terminalReport(
    [
      ...(isVerbose ? entriesBlocks(passed.map((test) => testEntry(test, []))) : []),
      ...entriesBlocks(failed.map((test) => testEntry(test, failureBlocks(test, said)))),
    ],
    [paragraph(countsInWords(tests.length, passed.length, failed.length)), ...nextCommands(failed, sameInboxes)],
  );
}

function entriesBlocks(entries: readonly Entry[]): TerminalBlock[] {
  const isLoose = entries.some(({ below = [] }) => below.length > 0);
  return entries.length === 0 ? [] : [{ kind: 'entries', entries, most: MOST, isLoose, below: 'margin' }];
}

function countsInWords(all: number, passed: number, failed: number): Inline {
  const parts = [
    ...(passed > 0 ? [look('good', line`${grouped(passed)} passed`)] : []),
    ...(failed > 0 ? [look('danger', line`${grouped(failed)} failed`)] : []),
  ];
  return line`${look('strong', line`${count(all, 'test')}:`)} ${inRow(parts)}.`;
}

function noTests(folders: readonly string[]): Block {
  const [first] = folders;
  if (first === undefined) return paragraph(line`No tests: \`tests: []\` in inboxctl.yaml names no folder.`);
  const shown = inRow(folders.map((folder) => [theirs(folder)]));
  return commandsBlock(
    line`No tests yet. They would be in YAML files below ${shown}, such as ${theirs(`${first}/newsletters.yaml`)}:`,
    ['tests:'],
    ['  - name: a newsletter is one'],
    ['    mail: { from: "news@example.com" }'],
    ['    expect: { Newsletters: matches }'],
  );
}

function testEntry({ account, name, source, passed }: Test, below: TerminalBlock[]): Entry {
  return {
    text: line`${passed ? look('good', line`passed`) : look('danger', line`failed`)} ${accountLead(account)}${look('strong', quotedName(name))}  ${look('quiet', placeName(source))}`,
    below,
  };
}

function failureBlocks({ mail, expectations }: Test, said: Set<string>): TerminalBlock[] {
  const unmet = expectations.filter(({ expected, actual }) => expected !== actual);
  const entries = unmet.map(({ rule, expected, actual, reasons, source }): Entry => {
    const outcome = line`expected ${look('good', [expected])}, got ${look('danger', [actual])}`;
    const text = line`${look('strong', quotedName(rule))}: ${outcome}  ${look('quiet', placeName(source))}`;
    return { text, below: reasonBlocks(reasons, said) };
  });
  return [...mailBlocks(mail), { kind: 'entries', entries, most: MOST, isFlush: true, below: 'margin' }];
}

function nextCommands(failed: readonly Test[], sameInboxes: readonly string[]): Block[] {
  if (failed.length === 0) return [];
  const names = [...new Set(failed.map(({ name }) => name))];
  const only = names.length > MOST_NAMED ? [] : names.flatMap((name) => ['--only', shellWord(name)]);
  const lead = line`Next: correct the rule, or what the test expects, and check again:`;
  return [commandsBlock(lead, ['inboxctl test', ...only, ...sameInboxes])];
}
