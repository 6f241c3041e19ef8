import { describe, expect, it } from 'vitest';
import { describe as inEnglish } from '../../src/diagnostics/describe.ts';
import { mixedScripts } from '../../src/diagnostics/look-alike.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { checkRule } from '../../src/planning/checks/rule.ts';
import { risksOf } from '../../src/planning/risks.ts';

describe('an address with letters of several scripts', () => {
  it.each([
    ...['bob@\u0430cme.com', 'b\u043eb@acme.com', 'a@example.com, bob@\u0430cme.com', 'Bob <bob@\u0430cme.com>'],
    ...['\u0430\u0440\u0440\u04cf\u0435.com', 'почт\u03bf@пример.рф', '\u{1d41a}cme.com', 'info@例え.com'],
  ])('is found in %j', (text) => {
    expect(mixedScripts(text)).not.toBeNull();
  });

  it.each([
    ...[
      ...['bob@acme.com', 'müller@bücher.example', 'почта@пример.рф', 'Боб <bob@acme.com>', '情報@例え.みんな'],
      'Ac\u043ce',
    ],
    ...['', '*'],
  ])('is not found in %j', (text) => {
    expect(mixedScripts(text)).toBeNull();
  });
});

const rule = (actions: ResolvedRule['actions'], from = 'a@example.com'): ResolvedRule => ({
  name: 'A',
  condition: { conditionalOperator: 'AND', static: { from } },
  actions,
});

const SPOOFED: [string, ResolvedRule][] = [
  ['to', rule([{ type: 'FORWARD', fields: { to: 'bob@\u0430cme.com' } }])],
  ['cc', rule([{ type: 'SEND_EMAIL', fields: { to: 'a@a.com', subject: 'x', content: '', cc: 'b\u043eb@acme.com' } }])],
  ['webhookUrl', rule([{ type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.\u0430cme.com/secret?\u0431' } }])],
];

it.each(SPOOFED)('is a warning of `%s`, and a risk', (key, spoofed) => {
  const found = checkRule(spoofed).filter(({ code }) => code === 'mixed-scripts');
  expect(found).toMatchObject([{ severity: 'warning', path: ['actions', 0, 'fields', key], at: 'value' }]);
  const [one] = found;
  const message = one === undefined ? '' : inEnglish(one).message;
  expect(message).toMatch(/^"[ -~]*\\u\{4(30|3e)\}[ -~]*" in `\w+` has letters of several scripts/);
  expect(message).not.toContain('secret');
  expect(risksOf({ after: canonicalRule(spoofed), before: null })).toContain('mixed-scripts');
});

it('is a risk in a condition, where the pitfall names the letter', () => {
  const spoofed = rule([{ type: 'ARCHIVE' }], '@\u0430cme.com');
  expect(risksOf({ after: canonicalRule(spoofed), before: null })).toEqual(['mixed-scripts']);
  expect(checkRule(spoofed).map((found) => inEnglish(found).message)).toEqual([
    '"@\\u{430}cme.com" never matches: the service does not accept an address with "\\u{430}".',
  ]);
});

it('is neither in what people write elsewhere', () => {
  const plain = rule([{ type: 'LABEL', fields: { label: 'b\u043eb@acme.com' } }], 'Боб, bob@acme.com');
  expect(risksOf({ after: canonicalRule(plain), before: null })).toEqual([]);
});
