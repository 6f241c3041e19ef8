/** Warnings of such addresses are in test/invalid/mixed-scripts, risks in test/mistakes/plans/what-may-go-wrong-with-rules. */
import { describe, expect, it } from 'vitest';
import { mixedScripts } from '../../src/diagnostics/look-alike.ts';

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
