import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTION_TYPES, FIELD_KEYS } from '../../src/model/action-types.ts';
import type { ShownAction, ShownRule } from '../../src/model/plan.ts';
import type { Inline, Span } from '../../src/report/inline.ts';
import { ruleSentence } from '../../src/report/sentence/rule.ts';
import { writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { shownAction, shownRule } from '../harness/shown-rule.ts';

/** As plain text, every text of others in angle quotes. */
function told(rule: ShownRule): string {
  return ruleSentence(rule)
    .map((part) => {
      if (!isOfOthers(part)) return part;
      return part.look === 'name' ? textOf(part) : `«${textOf(part)}»`;
    })
    .join('');
}

function isOfOthers(part: Inline[number]): part is Span {
  return typeof part === 'object' && 'look' in part;
}

function textOf({ inside }: Span): string {
  return inside.map((part) => (typeof part === 'object' && 'theirs' in part ? part.theirs : part)).join('');
}

const when = (condition: Parameters<typeof shownRule>[0]) =>
  told(shownRule(condition))
    .replace(/^When /, '')
    .replace(/: archive\.$/, '');
const does = (type: string, more: Parameters<typeof shownAction>[1] = {}) =>
  told(shownRule({ aiInstructions: 'x' }, [shownAction(type, more)])).replace(/^When the AI finds «x»: /, '');

describe('the sentence of a rule', () => {
  it('is plain English', () => {
    const actions = [shownAction('LABEL', { label: 'Refunds' }), shownAction('ARCHIVE', {}, 1440)];
    const rule = shownRule(
      { from: '@acme.com', aiInstructions: 'asks for a refund', conditionalOperator: 'AND' },
      actions,
    );
    expect(told(rule)).toBe(
      'When the mail is from @acme.com and the AI finds «asks for a refund»: label Refunds, then archive after 1 day.',
    );
  });

  it('says how the conditions are joined', () => {
    const both = { from: '@a.com', subject: 'Paid', aiInstructions: 'x' };
    expect(when({ ...both, conditionalOperator: 'AND' })).toBe(
      'the mail is from @a.com and has Paid in its subject, and the AI finds «x»',
    );
    expect(when({ ...both, conditionalOperator: 'OR' })).toBe(
      'the mail is from @a.com and has Paid in its subject, or else the AI finds «x»',
    );
    expect(when({ from: '@a.com', aiInstructions: 'x' })).toBe('the mail is from @a.com and/or the AI finds «x»');
    expect(when({ from: '@a.com', to: 'me@b.com', subject: 'Paid', conditionalOperator: 'OR' })).toBe(
      'the mail is from @a.com, is to me@b.com and has Paid in its subject',
    );
    expect(when({})).toBe('its condition holds, which is not shown');
    expect(told(shownRule({ from: '@a.com' }, undefined, { runOnThreads: false }))).toBe(
      'When the mail is from @a.com, but not on replies in threads: archive.',
    );
  });

  it('splits lists as the service does', () => {
    expect(when({ from: 'a@b.com, @c.com|d.com or Jane' })).toBe(
      'the mail is from a@b.com, @c.com, d.com (with subdomains) or somebody with Jane in name or address',
    );
    expect(when({ from: 'vendor@orange-or-blue.com' })).toBe(
      'the mail is from nobody (vendor@orange- and -blue.com never match)',
    );
    expect(when({ from: 'Jane <a@b.com>' })).toBe('the mail is from nobody («Jane <a@b.com>» never matches)');
    expect(when({ from: '*' })).toBe('the mail is from anybody');
    expect(when({ from: '*@a.com' })).toBe('the mail is from *@a.com');
    expect(when({ from: ' , ' })).toBe('the mail is from nobody («,» never matches)');
    expect(when({ subject: 'Invoice, or Bill | offer*' })).toBe(
      'the mail has «Invoice, or Bill» or «offer*» in its subject',
    );
    expect(when({ subject: '*' })).toBe('the mail has any subject');
    expect(when({ subject: 'Invoice|' })).toBe('the mail has any subject');
    expect(when({ subject: 'a||b' })).toBe('the mail has any subject');
    expect(when({ subject: '|' })).toBe('the mail has any subject');
    expect(when({ subject: 'Invoice|*' })).toBe('the mail has any subject');
    expect(when({ to: Array.from({ length: 8 }, (_, index) => `a${index}@b.com`).join(',') })).toBe(
      'the mail is to a0@b.com, a1@b.com, a2@b.com, a3@b.com, a4@b.com or 3 more',
    );
  });

  it.each<[string, Parameters<typeof shownAction>[1], string]>([
    ['LABEL', { label: 'To do' }, 'label «To do».'],
    ['LABEL', { label: 'then' }, 'label «then».'],
    ['LABEL', {}, 'label.'],
    ['ARCHIVE', {}, 'archive.'],
    ['MARK_READ', {}, 'mark as read.'],
    ['STAR', {}, 'star.'],
    ['DRAFT_EMAIL', {}, 'draft a mail that the AI writes.'],
    ['DRAFT_EMAIL', { to: 'a@b.com', content: 'Hi' }, 'draft a mail to a@b.com saying Hi.'],
    ['DRAFT_MESSAGING_CHANNEL', { content: 'so it is' }, 'draft a message saying «so it is».'],
    ['REPLY', { content: 'Thanks a lot', bcc: 'x@b.com' }, 'reply with a hidden copy to x@b.com «Thanks a lot».'],
    [
      'FORWARD',
      { to: 'a@b.com; Jo <j@b.com>', cc: 'c@d.com' },
      'forward to a@b.com and «Jo <j@b.com>» with a copy to c@d.com.',
    ],
    ['SEND_EMAIL', { to: 'a@b.com', subject: 'Re: it' }, 'send a mail to a@b.com about «Re: it».'],
    ['MARK_SPAM', {}, 'mark as spam.'],
    ['DIGEST', {}, 'put into the digest.'],
    ['MOVE_FOLDER', { folderName: 'Old/Mail' }, 'move to the folder Old/Mail.'],
    ['NOTIFY_SENDER', {}, 'notify the sender.'],
    ['DELETE', {}, 'move to trash.'],
    ['SING_A_SONG', {}, 'do SING_A_SONG.'],
  ])('%s %j: %s', (type, fields, sentence) => {
    expect(does(type, fields)).toBe(sentence);
  });

  it('shows secrets as the plan does', () => {
    const webhookUrl = { shown: 'https://hooks.example.com/…', tag: '0'.repeat(32) };
    expect(does('CALL_WEBHOOK', { webhookUrl })).toBe('call the webhook https://hooks.example.com/….');
    expect(when({ from: { shown: '(secret WHO)', tag: '0'.repeat(32) } })).toBe('the mail is from (secret WHO)');
    expect(does('FORWARD', { to: 'a@b.com, (secret WHO)' })).toBe('forward to a@b.com and (secret WHO).');
  });

  it('says delays in words, and the order of actions', () => {
    const actions = [90, 120, 1440, 2880].map((minutes) => shownAction('STAR', {}, minutes));
    expect(told(shownRule({ aiInstructions: 'x' }, actions))).toMatch(
      /: star after 90 minutes, star after 2 hours, star after 1 day, then star after 2 days\.$/,
    );
    const many = Array.from({ length: 40 }, () => shownAction('STAR', {}));
    expect(told(shownRule({ aiInstructions: 'x' }, many))).toMatch(/, star, then 30 more\.$/);
    expect(told(shownRule({ aiInstructions: 'x' }, []))).toMatch(/: do nothing that is shown\.$/);
  });

  it('says what the plan does not show', () => {
    const rule = { name: 'n', runOnThreads: null, condition: null, actions: null };
    expect(told(rule)).toBe('When its condition holds, which is not shown: its actions are not shown.');
    const parts = {
      ...shownRule({ aiInstructions: 'x' }),
      actions: [null, { ...shownAction('STAR', {}), type: null }],
    };
    expect(told(parts)).toBe('When the AI finds «x»: an action not shown, then do what is not shown.');
  });

  it('cuts long texts on a word', () => {
    const words = Array.from({ length: 50 }, () => 'refund').join(' \n ');
    expect(when({ aiInstructions: words })).toBe(`the AI finds «${'refund '.repeat(11)}…»`);
    expect(when({ aiInstructions: 'x'.repeat(100_000) })).toBe(`the AI finds «${'x'.repeat(80)}…»`);
    expect(when({ aiInstructions: '🙂'.repeat(200) })).toBe(`the AI finds «${'🙂'.repeat(80)}…»`);
  });
});

describe('any rule', () => {
  const text = fc.option(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom('a@b.com', '*', ' or ', ',|,', '"', '\u202e', '\u001b[31m', '`</q>', 'then delete.'),
    ),
  );
  const action: fc.Arbitrary<ShownAction> = fc.record({
    type: fc.option(fc.oneof(fc.constantFrom(...ACTION_TYPES), fc.string())),
    messagingChannelId: text,
    fields: fc.option(
      fc.record(
        Object.fromEntries(FIELD_KEYS.map((key) => [key, text])) as Record<(typeof FIELD_KEYS)[number], typeof text>,
      ),
    ),
    delayInMinutes: fc.option(fc.integer({ min: 1, max: 129_600 })),
  });
  const rule: fc.Arbitrary<ShownRule> = fc.record({
    name: fc.string(),
    runOnThreads: fc.option(fc.boolean()),
    condition: fc.option(
      fc.record({
        conditionalOperator: fc.option(fc.constantFrom('AND' as const, 'OR' as const)),
        aiInstructions: text,
        static: fc.option(fc.record({ from: text, to: text, subject: text })),
      }),
    ),
    actions: fc.option(fc.array(fc.option(action), { maxLength: 15 })),
  });

  it('has words of ours only outside of what others wrote, and is one sentence of a bounded length', () =>
    forAll([rule], 100, (one) => {
      const parts = ruleSentence(one);
      const ours = parts.filter((part) => !isOfOthers(part));
      for (const words of ours) expect(words).toMatch(/^[A-Za-z0-9 ,.:()/]+$/);
      expect(ours[0]).toMatch(/^When /);
      expect(ours.at(-1)).toMatch(/\.$/);
      for (const part of parts) {
        if (!isOfOthers(part)) continue;
        const [text] = part.inside.map((inner) => Object(inner).theirs);
        expect([...text].length).toBeLessThanOrEqual(80);
        expect(text).not.toMatch(/[\n\r]/);
        // What stands without quotes cannot be taken for words, nor end the sentence.
        if (part.look === 'name') expect(text).toMatch(/^[^\s"'`<>,:;]+$|^\(secret \w+\)$/);
      }
      expect(told(one).length).toBeLessThan(15_000);
    }));

  it('can be told whatever a project declares', () =>
    forAll([writtenRules], 100, (all) => {
      for (const { name, condition } of all) {
        const { aiInstructions } = condition;
        const sentence = told(
          shownRule({ aiInstructions: typeof aiInstructions === 'string' ? aiInstructions : null }),
        );
        expect(stripVTControlCharacters(sentence), name).toMatch(/^When .*\.$/s);
      }
    }));
});
