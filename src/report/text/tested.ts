/** How tests of rules ended, for people: each failure with the mail, the rule and what decided; those that passed are counted. */
import { count, grouped } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { cut } from '../../diagnostics/message.ts';
import type { Tested } from '../../diagnostics/results.ts';
import { shellWord } from '../../diagnostics/shell-word.ts';
import { accountPrefix, hang, quoted } from '../lines.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { mailLines, reasonLines } from './mail-lines.ts';

type Test = Tested['tests'][number];
type Expectation = Test['expectations'][number];

const INDENT = ' '.repeat(6);
const DEEPER = ' '.repeat(8);
/** Failed tests, and rules of one, that are shown without --verbose. */
const MOST_TESTS = 10;
const MOST_RULES = 10;
/** Failed tests up to which the next command names them. */
const MOST_NAMED = 3;

/** Ends in a newline. */
export function textTested({ tests, judgments, folders, sameInboxes }: Tested, options: TextOptions): string {
  const style = styleOf(options);
  if (tests.length === 0) return `${noTests(folders, style).join('\n')}\n`;
  const failed = tests.filter(({ passed }) => !passed);
  const said = new Set<string>();
  const shown = style.verbose ? failed : failed.slice(0, MOST_TESTS);
  const blocks = shown.map((test) => failedLines(test, style, said).join('\n'));
  const left = failed.length - shown.length;
  if (left > 0) blocks.push(`  and ${count(left, 'more failed test')} (--verbose shows all)`);
  const passed = tests.filter((test) => test.passed);
  const listed = style.verbose ? passed.flatMap((test) => titleLines(test, style)) : [];
  const counts = countLine(tests.length, passed.length, failed.length, style);
  const end = [counts, ...nextLines(failed, judgments === undefined, sameInboxes, style)].join('\n');
  const judged = judgments === undefined ? [] : [judgmentLines(judgments, style).join('\n')];
  return `${[...(listed.length === 0 ? [] : [listed.join('\n')]), ...blocks, ...judged, end].join('\n\n')}\n`;
}

/** `40 tests: 38 passed, 2 failed.` */
function countLine(all: number, passed: number, failed: number, { color }: Style): string {
  const parts = [
    ...(passed > 0 ? [color.green(`${grouped(passed)} passed`)] : []),
    ...(failed > 0 ? [color.red(`${grouped(failed)} failed`)] : []),
  ];
  return `${color.bold(`${count(all, 'test')}:`)} ${parts.join(', ')}.`;
}

/** Of what a judge says, and of a subject, in characters. */
const LONGEST_REASON = 200;
const LONGEST_SUBJECT = 100;

/** Answers that changed come first; of many some. */
function judgmentLines({ added, removed, files }: NonNullable<Tested['judgments']>, style: Style): string[] {
  const { color, width } = style;
  const changed = added.filter(({ was }) => was !== null);
  const all = [...changed, ...added.filter(({ was }) => was === null)];
  const shown = style.verbose ? all : all.slice(0, MOST_RULES);
  const to = (answer: string) => changed.filter((one) => one.answer === answer).length;
  const parts = [
    `${grouped(added.length)} new`,
    ...(to('yes') > 0 ? [`${grouped(to('yes'))} changed from no to yes`] : []),
    ...(to('no') > 0 ? [`${grouped(to('no'))} changed from yes to no`] : []),
    `${grouped(removed)} removed`,
  ];
  const none = added.length === 0 && removed === 0;
  return [
    ...hang(
      '',
      `${color.bold('Judgments:')} ${none ? 'nothing changed' : parts.join(', ')}  ${color.dim(files.map(escapeControl).join(', '))}`,
      width,
    ),
    ...shown.flatMap(({ rule, subject, answer, was, reason }) => {
      const why = reason === null ? '' : `: ${escapeControl(cut(reason, LONGEST_REASON))}`;
      const before = was === null ? '' : color.yellow(` (was ${was})`);
      return hang(
        `  ${answer.padEnd(3)}${before}  `,
        `${color.bold(quoted(rule))} for ${quoted(cut(subject, LONGEST_SUBJECT))}${why}`,
        width,
      );
    }),
    ...(all.length > shown.length ? [`  and ${grouped(all.length - shown.length)} more (--verbose shows all)`] : []),
  ];
}

function noTests(folders: readonly string[], { width }: Style): string[] {
  if (folders.length === 0) return ['No tests: `tests: []` in inboxctl.yaml names no folder.'];
  const shown = folders.map(escapeControl);
  return [
    ...hang(
      '',
      `No tests yet. They would be in YAML files below ${shown.join(', ')}, such as ${shown[0]}/newsletters.yaml:`,
      width,
    ),
    '',
    '  tests:',
    '    - name: a newsletter is one',
    '      mail: { from: "news@example.com" }',
    '      expect: { Newsletters: matches }',
  ];
}

function titleLines({ account, name, source, passed }: Test, { color, width }: Style): string[] {
  const word = passed ? color.green('passed') : color.red('failed');
  const where = color.dim(`${escapeControl(source.file)}:${source.line}`);
  return hang(`  ${word} `, `${accountPrefix(account)}${color.bold(quoted(name))}  ${where}`, width);
}

function failedLines(test: Test, style: Style, said: Set<string>): string[] {
  const unmet = test.expectations.filter(({ expected, actual }) => expected !== actual);
  const shown = style.verbose ? unmet : unmet.slice(0, MOST_RULES);
  const left = unmet.length - shown.length;
  return [
    ...titleLines(test, style),
    ...mailLines(test.mail, INDENT, style),
    ...shown.flatMap((one) => expectationLines(one, style, said)),
    ...(left > 0 ? [`${INDENT}and ${count(left, 'more rule')} (--verbose shows all)`] : []),
  ];
}

function expectationLines(
  { rule, expected, actual, reasons, source }: Expectation,
  style: Style,
  said: Set<string>,
): string[] {
  const { color, width } = style;
  const where = color.dim(`${escapeControl(source.file)}:${source.line}`);
  const outcome = `expected ${color.green(expected)}, got ${color.red(actual)}`;
  return [
    ...hang(INDENT, `${color.bold(quoted(rule))}: ${outcome}  ${where}`, width),
    ...reasonLines(reasons, DEEPER, style, said),
  ];
}

/** `mayAsk`: the judge was not asked just now. */
function nextLines(
  failed: readonly Test[],
  mayAsk: boolean,
  sameInboxes: readonly string[],
  { width }: Style,
): string[] {
  if (failed.length === 0) return [];
  const typed = (...words: string[]) => `  ${[...words, ...sameInboxes].map(escapeControl).join(' ')}`;
  if (failed.every(isForJudge)) {
    const first = mayAsk
      ? 'ask the judge, and check again'
      : 'fix what kept the judge from answering, and ask it again';
    return [`Next: ${first}:`, typed('inboxctl test --update-judgments')];
  }
  const names = [...new Set(failed.map(({ name }) => name))];
  const only = names.length > MOST_NAMED ? [] : names.flatMap((name) => ['--only', shellWord(name)]);
  return [
    ...hang('', 'Next: correct the rule, or what the test expects, and check again:', width),
    typed('inboxctl test', ...only),
  ];
}

/** Whether a test fails for nothing but answers that the judge has not given yet. */
function isForJudge({ expectations }: Test): boolean {
  const unmet = expectations.filter(({ expected, actual }) => expected !== actual);
  return unmet.every(({ reasons }) => reasons.some((one) => one.code === 'mail-answer-unknown' && one.args.hasJudge));
}
