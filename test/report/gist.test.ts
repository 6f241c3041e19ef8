/** The gist of a change: what is new, gone and changed, short, and never a secret. */
import { expect, it } from 'vitest';
import { gistOf } from '../../src/report/gist.ts';
import { plainInline } from '../../src/report/print/inline-markdown.ts';
import { shownAction, shownRule } from '../harness/shown-rule.ts';

const gist = (before: Parameters<typeof gistOf>[0]['before'], after: typeof before) =>
  plainInline(gistOf({ before, after }));
const star = shownAction('STAR');
const label = (text: string) => shownAction('LABEL', { label: text });
const secret = (shown: string) => ({ shown, tag: '0'.repeat(32) });

it.each([
  [[star], [star, shownAction('ARCHIVE', {}, 2880)], '+ ARCHIVE after 2 days'],
  [[star, label('A')], [star], '− LABEL "A"'],
  [[label('Old')], [label('New')], 'LABEL label: "Old" → "New"'],
  [[star, label('A')], [label('A'), star], 'other order of actions'],
  [
    [],
    [star, shownAction('REPLY', { content: 'x'.repeat(500) }), label('A')],
    `+ REPLY "${'x'.repeat(30)}… and 2 more`,
  ],
])('of actions %#', (before, after, expected) => {
  expect(gist(shownRule({ from: '@a.com' }, before), shownRule({ from: '@a.com' }, after))).toBe(expected);
});

it.each([
  [{ from: '@a.com, @b.com' }, { from: '@a.com, @c.com, @d.com' }, 'from: +2 −1'],
  [{ from: '@a.com' }, { from: '@a.com', subject: 'x' }, '+ subject'],
  [{ aiInstructions: 'x'.repeat(50) }, { aiInstructions: 'y' }, 'aiInstructions changed'],
  [{ from: secret('(secret A)') }, { from: { ...secret('(secret A)'), tag: '1'.repeat(32) } }, 'from changed'],
])('of conditions %#', (before, after, expected) => {
  expect(gist(shownRule(before), shownRule(after))).toBe(expected);
});

it('of a rule that is created or deleted is what it does', () => {
  const rule = shownRule({ from: '@a.com' }, [label('A'), star]);
  expect([gist(null, rule), gist(rule, null)]).toEqual(['LABEL "A", STAR', 'LABEL "A", STAR']);
});

it('names what sends or deletes before what is only counted', () => {
  const forward = shownAction('FORWARD', { to: 'a@example.com' });
  const rule = shownRule({ from: '@a.com' }, [label('A'.repeat(30)), star, forward]);
  expect(gist(null, rule)).toBe('FORWARD "a@example.com" and 2 more');
  expect(gist(shownRule({ from: '@b.com' }, [star]), rule)).toContain('+ FORWARD "a@example.com"');
});
