import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import type { Affected, Change, PlanDocument } from '../../src/model/plan.ts';
import { impactTexts, wouldRun } from '../../src/report/impact-view.ts';
import { plainWords } from '../../src/report/sentence/rule.ts';
import { forAll } from '../harness/for-all.ts';
import { htmlPlan, markdownPlan, PLAIN, textPlan } from '../harness/printed.ts';
import { shownAction, shownChange, shownPlan, shownRule } from '../harness/shown-rule.ts';
import { hostile } from './markdown/hostile.ts';

const FORWARDING = shownRule({ from: '@acme.com' }, [
  shownAction('LABEL', { label: 'Refunds' }),
  shownAction('ARCHIVE'),
  shownAction('MARK_SPAM'),
  shownAction('CALL_WEBHOOK', { webhookUrl: { shown: '(secret HOOK)', tag: '0'.repeat(32) } }),
  shownAction('FORWARD', { to: 'a@example.com' }),
]);

function mails(number: number, from: Affected['from'], to: Affected['to'], what = `${from} to ${to}`): Affected[] {
  return Array.from({ length: number }, (_, index) => ({ mail: `${what} ${index + 1}`, from, to }));
}

function changeWith(impact: Affected[], more: Partial<Change> = {}): Change {
  return shownChange({ before: shownRule({ from: '@example.com' }), after: FORWARDING, impact, ...more });
}

function planWith(changes: Change[], more: Partial<PlanDocument> = {}): PlanDocument {
  return shownPlan(changes, { samples: 40, ...more });
}

function text(plan: PlanDocument, more: Partial<typeof PLAIN> = {}): string {
  return textPlan({ ...plan, notices: [] }, { ...PLAIN, ...more });
}

function markdown(plan: PlanDocument, maxBytes = Number.POSITIVE_INFINITY): string {
  return markdownPlan(plan, { maxBytes, whole: null });
}

describe('the impact of a change', () => {
  it.each<[Affected[], string | null]>([
    [[], null],
    [mails(1, 'no', 'matches'), '1 of 40 sample mails newly matches'],
    [
      [...mails(1, 'matches', 'no'), ...mails(2, 'ai', 'matches')],
      '2 of 40 sample mails newly match; 1 no longer matches',
    ],
    [
      [...mails(2, 'matches', 'ai'), ...mails(1200, 'ai', 'no')],
      'the AI now decides on 2 of 40 sample mails; the AI no longer decides on 1,200',
    ],
    [
      [...mails(2, 'matches', 'matches'), ...mails(1, 'ai', 'ai'), ...mails(1, 'matches', 'no')],
      'the actions change for 3 of 40 sample mails; 1 no longer matches',
    ],
  ])('counts what becomes of mails %#', (impact, expected) => {
    expect(impactTexts(changeWith(impact), 40)).toEqual(expected === null ? [] : [expected]);
  });

  it('tells changed instructions of the AI from other actions', () => {
    const asking = (aiInstructions: string) => ({
      ...shownRule({ from: '@example.com' }),
      condition: { conditionalOperator: null, aiInstructions, static: null },
    });
    const reworded = { before: asking('an invoice'), after: asking('a bill') };
    expect(impactTexts(changeWith(mails(1, 'ai', 'ai'), reworded), 40)).toEqual([
      'the AI gets changed instructions for 1 of 40 sample mails',
    ]);
  });

  it('says of a refused change that this does not happen', () => {
    const refused = changeWith(mails(1, 'no', 'matches'), { refused: 'unreviewed' });
    expect(impactTexts(refused, 40)).toEqual(['if it were not refused: 1 of 40 sample mails newly matches']);
    const plan = planWith([refused, changeWith(mails(2, 'no', 'matches'))]);
    expect(text(plan)).toContain('\n2 of 40 sample mails are affected.\n');
    const others = planWith([changeWith(mails(1, 'no', 'matches', 'other'), { refused: 'unreviewed' })]);
    expect(text(others)).toContain('\nNo sample mail is affected.\n');
  });

  it('names what would run, risky actions first', () => {
    const said = (impact: Affected[], more?: Partial<Change>) => plainWords(wouldRun(changeWith(impact, more)));
    const actions = 'forward to a@example.com, call the webhook (secret HOOK), mark as spam and 2 more';
    expect(said(mails(1, 'no', 'matches'))).toBe(`It would ${actions}`);
    expect(said(mails(1, null, 'ai'))).toBe(`If the AI agrees: ${actions}`);
    expect(said(mails(1, 'matches', 'no'))).toBe('');
    expect(said(mails(1, 'ai', 'ai'))).toBe('');
    expect(said(mails(1, 'matches', null), { after: null })).toBe('');
  });
});

// How it is shown is in test/scenarios/sample-mails.
describe('a plan with sample mails', () => {
  const plan = planWith([
    changeWith([...mails(2, 'no', 'matches'), ...mails(1, 'matches', 'no')]),
    changeWith([], { name: 'Quiet' }),
  ]);

  it('names mails in its text with --verbose', () => {
    expect(text(plan)).not.toContain('no to matches');
    expect(text(plan, { verbose: true })).toContain(`
        Newly match:
          "no to matches 1"
          "no to matches 2"
        No longer matches:
          "matches to no 1"
`);
    expect(text(planWith([changeWith([])]))).toContain('\nNo sample mail is affected.\n');
  });

  it('says nothing of it without samples, or without changes', () => {
    expect(text(shownPlan([shownChange({ before: null, after: FORWARDING })]))).not.toContain('sample');
    expect(text(planWith([]))).not.toContain('sample');
    expect(markdown(planWith([]))).not.toContain('sample');
    expect(htmlPlan(shownPlan([changeWith([]), changeWith([])]))).not.toContain('sample');
  });

  it('names at most ten mails in Markdown that has to fit', () => {
    const all = planWith([changeWith(mails(25, 'no', 'matches'))]);
    const many = markdown(all, Buffer.byteLength(markdown(all)) - 1);
    expect(many.match(/^- `no to matches/gm)).toHaveLength(10);
    expect(many).toContain('\n- and 15 more\n');
  });

  it('leaves out names of mails in Markdown before it leaves out a change', () => {
    const changes = Array.from({ length: 12 }, (_, index) =>
      changeWith(mails(10, 'no', 'matches', `mail ${index} ${'long '.repeat(12)}`), { name: `Rule ${index}` }),
    );
    const whole = Buffer.byteLength(markdown(planWith(changes)));
    const cut = markdown(planWith(changes), Math.round(whole * 0.6));
    expect(cut.match(/^<summary><b>/gm)).toHaveLength(12);
    expect(cut.match(/10 of 40 sample mails newly match/g)).toHaveLength(12);
    expect(cut.match(/^<summary>Newly match:/gm)?.length ?? 0).toBeLessThan(12);
  });

  it('is counted by account where an account has fewer samples', () => {
    const changes = [changeWith(mails(1, 'no', 'matches'), { account: 'alice' }), changeWith([], { account: 'bob' })];
    const two = planWith(changes);
    const fewer = {
      ...two,
      accounts: two.accounts.map((one) => ({ ...one, ...(one.name === 'alice' && { samples: 7 }) })),
    };
    expect(text(fewer)).toContain('1 of 7 sample mails newly matches');
    expect(text(fewer)).toContain('1 of 40 sample mails is affected');
  });

  it('shows no character of a name that a terminal acts on, at any width', () =>
    forAll([hostile, fc.integer({ min: 60, max: 120 })], 100, (name, width) => {
      const named = planWith([changeWith([{ mail: name, from: 'no', to: 'matches' }])]);
      const plain = stripVTControlCharacters(text(named, { verbose: true, width }));
      for (const line of plain.split('\n').filter((one) => !one.includes('sha256:'))) {
        expect(stringWidth(line)).toBeLessThanOrEqual(width);
        expect(line).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
      }
    }));
});
