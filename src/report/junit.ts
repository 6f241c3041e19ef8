/** Renders tests as JUnit XML for CI systems: a suite for each tests file, a case for each test. */
import { describe } from '../diagnostics/describe.ts';
import { escapeControl, withoutCommands } from '../diagnostics/escape-control.ts';
import { cut } from '../diagnostics/message.ts';
import type { Tested } from '../diagnostics/results.ts';
import { groupBy } from '../model/group-by.ts';
import { HEADER_KEYS } from '../model/mail.ts';
import { accountPrefix, quoteValue } from './lines.ts';

type Test = Tested['tests'][number];

export function junitTested({ tests }: Tested): string {
  const suites = [...groupBy(tests, ({ source }) => source.file)].map(([file, own]) => [
    `  <testsuite ${attributes({ name: file, ...attributesOf(own) })}>`,
    ...own.flatMap((test) => testcase(test, file)),
    '  </testsuite>',
  ]);
  const head = `<testsuites ${attributes({ name: 'inboxctl test', ...attributesOf(tests) })}>`;
  return `${['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites.flat(), '</testsuites>'].join('\n')}\n`;
}

function attributesOf(tests: readonly Test[]): Record<string, string> {
  const failures = tests.filter(({ passed }) => !passed).length;
  return { tests: String(tests.length), failures: String(failures), errors: '0', time: secondsOf(tests) };
}

function secondsOf(tests: readonly Test[]): string {
  return (tests.reduce((sum, { duration }) => sum + duration, 0) / 1_000).toFixed(3);
}

function testcase(test: Test, file: string): string[] {
  const own = attributes({ name: accountPrefix(test.account) + test.name, classname: file, time: secondsOf([test]) });
  if (test.passed) return [`    <testcase ${own}/>`];
  const unmet = test.expectations.filter(({ expected, actual }) => expected !== actual);
  const message = unmet.map(({ rule, expected, actual }) => `${quoteValue(rule)}: expected ${expected}, got ${actual}`);
  return [
    `    <testcase ${own}>`,
    `      <failure ${attributes({ message: message.slice(0, MOST_RULES).join('; '), type: 'expectation' })}>${failureText(test, unmet)}</failure>`,
    '    </testcase>',
  ];
}

/** Maximum number of rules in the heading of a failure. Its text has all of them. */
const MOST_RULES = 5;
/** In characters, for one header. A mail may contain megabytes. */
const LONGEST_HEADER = 1_000;

function failureText({ source, mail }: Test, unmet: Test['expectations']): string {
  const headers = HEADER_KEYS.filter((key) => mail[key] !== '');
  const lines = [
    `${source.file}:${source.line}`,
    ...headers.map((key) => `${key}: ${quoteValue(cut(mail[key], LONGEST_HEADER))}`),
    ...(mail.reply ? ['a reply in a thread'] : []),
    ...unmet.flatMap(({ rule, expected, actual, reasons, source: place }) => [
      `${quoteValue(rule)} (${place.file}:${place.line}): expected ${expected}, got ${actual}`,
      ...reasons.flatMap((reason) => {
        const { message, remedy = '' } = describe(reason);
        return `${message} ${remedy}`.split('\n').map((line) => `  ${line}`.trimEnd());
      }),
    ]),
  ];
  return lines.map(inXml).join('\n');
}

function attributes(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}="${inXml(value)}"`)
    .join(' ');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text for XML, on one line. Control characters become `\u{…}`; U+FFFE and U+FFFF become U+FFFD. */
function inXml(text: string): string {
  const shown = withoutCommands(escapeControl(text)).replace(/[\ufffe\uffff]/g, '\ufffd');
  return shown.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
