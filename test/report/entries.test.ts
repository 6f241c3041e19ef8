/** Entries in columns, in a terminal. */
import { expect, it } from 'vitest';
import { listingReport } from '../../src/report/listing.ts';
import { printTerminal } from '../../src/report/print/terminal.ts';
import { shownAction, shownRule } from '../harness/shown-rule.ts';

const RULE = shownRule({ aiInstructions: 'x' }, [shownAction('ARCHIVE')]);

it('keeps a place whole: it goes below where the line has no room for it', () => {
  const listed = (name: string, file: string) => ({
    ...{ account: 'default', id: name, enabled: true, state: 'as-declared', rule: RULE, name },
    source: { file, line: 2, column: 1 },
  });
  const report = listingReport({
    accounts: [{ name: 'default', baseUrl: 'https://mail.example.com/api/v1', live: 2 }],
    rules: [listed('Build notifications', 'rules/a.yaml'), listed('Calendar', 'rules/calendar/of/all.yaml')] as never,
    isNew: false,
  });
  const text = printTerminal(report, { color: false, unicode: true, verbose: false, width: 60 });
  expect(text.split('\n').filter((line) => line.includes('declared') || line.includes('rules/'))).toEqual([
    '  Build notifications  as declared  rules/a.yaml:2',
    '  Calendar             as declared',
    '      rules/calendar/of/all.yaml:2',
    '2 as declared.',
  ]);
});
