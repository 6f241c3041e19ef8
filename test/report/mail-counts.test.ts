import { expect, test } from 'vitest';
import { MAIL_COUNTS } from '../../src/cli/commands/explain.ts';

test('says neither "all" of nearly all mails nor "none" of a few', async () => {
  const rule = { account: 'default', ai: 0, unknown: 0, source: null };
  const rules = [1, 999, 1000].map((matches) => ({ ...rule, rule: `Of ${matches}`, matches, no: 1000 - matches }));
  const accounts = [{ account: 'default', none: 0, ai: 0, several: 999, pairs: [] }];
  const report = { mails: 1000, complete: true, accounts, rules };
  const style = { color: false, unicode: false, width: 60, verbose: false };
  const text = await MAIL_COUNTS.text?.(report, { style, quiet: false, notices: [] });
  expect(text?.match(/\(.*%\)/g)).toEqual(['(<1%)', '(>99%)', '(100%)', '(0%)']);
});
