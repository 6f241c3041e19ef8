import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describe as describeProblem } from '../../src/diagnostics/describe.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { maskedUrls } from '../../src/diagnostics/masked-urls.ts';
import { alikeOf } from '../../src/report/alike.ts';
import { renderProblems } from '../../src/report/print/problems.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { forAll } from '../harness/for-all.ts';
import { IS_NIGHT } from '../harness/runs.ts';

const WIDE = { color: false, unicode: true, width: 200 };

/** The line and the mark below it, for a problem of what is `meant` in the line. */
function excerptOf(line: string, meant: string): string[] {
  const column = [...line.slice(0, line.indexOf(meant))].length + 1;
  const excerpt = { text: line, column, length: [...meant].length };
  const place = { file: 'a.yaml', line: 1, column };
  const problem: Diagnostic = { code: 'webhook-unparsable', args: { meant: null }, severity: 'error', place, excerpt };
  const [, , text = '', mark = ''] = renderProblems([problem], WIDE).split('\n');
  return [text, mark].map((one) => one.slice('  1 | '.length));
}

describe('the line of a problem', () => {
  it('shows no more of a URL than its host, and the mark stands where it stood', () => {
    expect(excerptOf('{ webhookUrl: "https://hooks.example.com/T0/s3cret?a=b", dela: 5 }', 'dela')).toEqual([
      '{ webhookUrl: "https://hooks.example.com/*************", dela: 5 }',
      '                                                         ^^^^',
    ]);
  });

  it('shows a URL that is itself what is wrong in the same way', () => {
    expect(
      excerptOf('webhookUrl: "http://hooks.example.com/s3cret" # why', '"http://hooks.example.com/s3cret"'),
    ).toEqual(['webhookUrl: "http://hooks.example.com/******" # why', '            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^']);
  });

  it.each([
    ['without quotes', 'webhookUrl: https://h.example.com/s3cret'],
    ['in brackets', '{url: https://h.example.com/s3cret}'],
    ['as in JSON', '{"url":"https:\\/\\/h.example.com\\/s3cret","type":"X"}'],
    ['behind a quote inside it', `url: "https://h.example.com/it's-s3cret"`],
    ['behind a space inside it', 'url: "https://h.example.com/a s3cret"'],
    ['behind an escape', 'url: "https://h.example.com/a\\"s3cret"'],
    ['whose quote is never closed', 'url: "https://h.example.com/a s3cret'],
    ['in single quotes', `url: 'https://h.example.com/a "s3cret'`],
    ['in capitals', 'url: HTTPS://h.example.com/s3cret'],
    ['with a password', 'url: https://me:s3cret@h.example.com/'],
    ['with only a query', 'url: https://h.example.com?s3cret'],
    ['with a port', 'url: https://h.example.com:8443/s3cret'],
    ['with wide characters', 'url: https://h.example.com/邮s3cret'],
    ['without a scheme', 'webhookUrl: h.example.com/s3cret'],
    ['of another scheme', '"webhookUrl": "htps://h.example.com/s3cret"'],
    ['without the space before it', 'webhookUrl:https://h.example.com/s3cret'],
    ['in a text', 'content: "see https://h.example.com/s3cret, and reply"'],
    ['cut at its beginning', '…/h.example.com/s3cret" }'],
  ])('hides a secret in a URL %s', (_, line) => {
    const [text] = excerptOf(line, line.slice(-1));
    expect(text).not.toContain('s3cret');
    expect(text).toMatch(/\*{6,}/);
    if (!line.startsWith('…')) expect(text).toMatch(/h\.example\.com/i);
    expect([...(text ?? '')]).toHaveLength([...line].length);
  });

  it.each([
    ...['https: yes', 'from: "@example.com", subject: http', 'webhookUrl: { env: HOOK }'],
    ...['webhookUrl: "https://h.example.com" # the host alone', 'content: see https://h.example.com/ there'],
    ...['{ a: "https://h.example.com/", b: 1/2 }', '… and so on'],
  ])('leaves the rest as it is: %s', (line) => {
    expect(excerptOf(line, line.slice(0, 1))[0]).toBe(line);
  });

  it('can be no command of a workflow, and the mark stands behind what is written otherwise', () => {
    expect(excerptOf('name: "##[error]" :: x', 'x')).toEqual([
      'name: "\\u{23}#[error]" \\u{3a}: x',
      '                               ^',
    ]);
  });
});

it('a syntax problem quotes no secret of a URL', () => {
  for (const text of ['webhookUrl:https://h.example.com/s3cret\nname: x\n', 'url: https://h.example.com/s3cret: x\n']) {
    const { problems } = parseRuleFile('a.yaml', text);
    expect(problems.map(({ code }) => code)).toEqual(['yaml-syntax']);
    expect(JSON.stringify(problems.map(describeProblem))).not.toContain('s3cret');
    expect(renderProblems(problems, WIDE)).not.toContain('s3cret');
  }
});

it('a long line takes no longer than it is long', () => {
  const length = (IS_NIGHT ? 1024 : 512) * 1024;
  for (const start of ['https://x/', '"https://x/', "'https://x/", '']) {
    for (const piece of ['a', ' ', ')', '/', 'https:', 'https:/)', 'webhookUrl: ', '"https://x\\', "'", '\\a']) {
      const line = `${start}${piece.repeat(length / piece.length)}x`;
      expect(maskedUrls(line)).toHaveLength(line.length);
    }
  }
});

describe('many problems', () => {
  const at = (index: number) => ({ place: { file: 'a.yaml', line: index + 1, column: 3 } });
  const all = (many: number, severity: Diagnostic['severity'], isEqual = false) =>
    Array.from({ length: many }, (_, index): Diagnostic => {
      const args = { name: isEqual ? 'A' : `A ${index}` };
      return { code: 'name-twice', args, severity, ...at(index) };
    });
  const places = (text: string) => text.match(/^ {2}a\.yaml:\d+:3$/gm) ?? [];
  const messages = (text: string) => text.match(/^(error|warning): /gm) ?? [];

  it('that are equal are said once, at five places, and the rest is counted', () => {
    const other: Diagnostic = { code: 'name-blank', args: {}, severity: 'error', ...at(400) };
    const text = renderProblems([...all(20, 'error', true), other], WIDE);
    expect(messages(text)).toHaveLength(2);
    expect(places(text)).toHaveLength(6);
    expect(text).toContain('\n\nand 15 more like this (--verbose shows all)\n\nerror: ');
    expect(places(renderProblems(all(6, 'error', true), WIDE))).toHaveLength(6);
  });

  it('of one kind are said five times, and the rest is counted after the last of them', () => {
    const other: Diagnostic = { code: 'name-blank', args: {}, severity: 'warning', ...at(400) };
    const text = renderProblems([...all(300, 'warning'), other], WIDE);
    expect(places(text)).toEqual([0, 1, 2, 3, 4, 400].map((index) => `  a.yaml:${index + 1}:3`));
    expect(text).toContain('\n\nand 295 more like this (--verbose shows all)\n\nwarning: ');
  });

  it('that are different errors are said up to 20 times', () => {
    expect(messages(renderProblems(all(1_499, 'error'), WIDE))).toHaveLength(20);
    expect(renderProblems(all(1_499, 'error'), WIDE)).toContain('and 1,479 more like this');
    expect(renderProblems(all(21, 'error'), WIDE)).not.toContain('more');
  });

  it('are all shown where all are wanted', () => {
    const whole = { ...WIDE, verbose: true };
    expect(places(renderProblems([...all(300, 'error'), ...all(300, 'warning', true)], whole))).toHaveLength(600);
    expect(renderProblems(all(300, 'error', true), whole)).not.toContain('more');
  });

  it('are all shown or counted, in their order', () => {
    const kinds = fc.record({ name: fc.constantFrom('A', 'B'), severity: fc.constantFrom('error', 'warning') });
    forAll([fc.array(kinds, { maxLength: 60 })], 50, (found) => {
      const problems = found.map(({ name, severity }, index) => {
        return { code: 'name-twice', args: { name }, severity, ...at(index) } as Diagnostic;
      });
      const merged = alikeOf(problems, false);
      const shown = merged.flatMap(({ all: same }) => same);
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown.length + merged.reduce((sum, { left }) => sum + left, 0)).toBe(problems.length);
      const firsts = merged.map(({ diagnostic }) => problems.indexOf(diagnostic));
      expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
      expect(alikeOf(problems, true).flatMap(({ all: same }) => same)).toHaveLength(problems.length);
    });
  });
});

it('a problem of a rule names it once', () => {
  const gone: Diagnostic = {
    code: 'pull-gone',
    args: { name: 'A', isPartial: false, held: null },
    severity: 'warning',
    rule: 'A',
  };
  expect(renderProblems([gone], WIDE)).toContain('warning: "A" is not on the service.\n');
});

it.each(['No.', 'No!', 'Is it?', 'No…', 'No. '])(
  'a message of the service that ends as a sentence gets no second end: %s',
  (message) => {
    expect(describeProblem({ code: 'service-failed', args: { message, remedy: null } }).message).toBe(message.trim());
  },
);

it('one that does not gets its period', () => {
  const args = { message: 'GET /rules failed with 500', remedy: null };
  expect(describeProblem({ code: 'service-failed', args }).message).toBe('GET /rules failed with 500.');
});

it('a file that was named and does not exist is not there, rather than gone', () => {
  const { message } = describeProblem({
    code: 'path-unreadable',
    args: { kind: 'file', path: 'rules/a.yaml', reason: 'ENOENT' },
  });
  expect(message).toBe('This file cannot be read: it does not exist.');
});
