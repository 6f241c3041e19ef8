import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change, PlanDocument } from '../../../src/model/plan.ts';
import { forAll } from '../../harness/for-all.ts';
import { markdownPlan } from '../../harness/printed.ts';
import { IS_NIGHT } from '../../harness/runs.ts';
import { shownPlan } from '../../harness/shown-rule.ts';
import { hostileDocument } from '../hostile-plan.ts';
import { hostile as hostileText } from './hostile.ts';
import { archiving, changeOf } from './plans.ts';
import { expectInert } from './rendered.ts';

const ALL = { maxBytes: Number.POSITIVE_INFINITY, whole: null };
const detailsIn = (markdown: string) => markdown.split('<details>\n<summary><b>').length - 1;

/** A plan in which everything that others can write is this text, also what is named above the changes. */
function hostile(text: string): PlanDocument {
  const document = hostileDocument(text);
  const more = Array.from({ length: 12 }, () => changeOf('delete', text, { account: text }));
  return { ...document, changes: [...document.changes, ...more] };
}

describe('the Markdown of a plan', () => {
  it('lets no text do anything, in any size', () =>
    forAll([hostileText, fc.constantFrom(500, 3_000, 8_000, 60_000)], 16, (text, maxBytes) => {
      const markdown = markdownPlan(hostile(text), { maxBytes, whole: 'the job summary' });
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
      expectInert(markdown);
    }));

  it('says that there is nothing to do', () => {
    const plan = shownPlan([]);
    const markdown = markdownPlan({ ...plan, summary: { ...plan.summary, kept: 1 } }, ALL);
    expect(markdown).toMatch(/^### No changes\n\n4 rules are live as declared, 1 left alone\./);
  });

  it('names deletes, then risks, then what is refused, before any change', () => {
    const markdown = markdownPlan(
      shownPlan(
        [
          changeOf('create', 'Answers', { risks: ['sends-mail', 'may-switch-off'] }),
          changeOf('delete', 'Old'),
          changeOf('replace', 'Contacts', { refused: 'changed-since-review' }),
        ],
        {
          notices: [
            { code: 'guard-max-deletes', severity: 'error', message: 'Refused: too many.', account: 'default' },
          ],
        },
      ),
      ALL,
    );
    const inOrder = [
      '### Refused plan: 1 to create, 1 to replace, 1 to delete',
      '**Deletes 1 live rule, with its id, history and learned patterns.**',
      '**Sends mail in your name:** `Answers`',
      'only its web page can switch it on:** `Answers`',
      '**Apply refuses this:**',
      'too many.',
      '`Contacts`: it is not what was reviewed',
      '<summary><b>− delete</b> <code>Old</code> · <code>ARCHIVE</code></summary>',
      'Live, but no file declares it',
      '<summary><b>+ create</b> <code>Answers</code> ⚠️ sends mail in your name, the service may leave it switched off · <code>ARCHIVE</code></summary>',
      'Declared at `rules/all.yaml:3`.',
      '<summary><b>~ replace</b> <code>Contacts</code> ⚠️ refused · <code>',
      '⚠️ Refused: it is not what was reviewed',
      'Digest: `sha256:abababababab',
    ];
    const places = inOrder.map((text) => markdown.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('says why a change is refused although an error is about a rule of that name in another account', () => {
    const refused = { refused: 'changed-since-review' };
    const changes = ['alice', 'bob'].map((account) => changeOf('replace', 'News', { account, ...refused }));
    const error = {
      code: 'x',
      severity: 'error',
      message: 'The policy forbids it.',
      account: 'alice',
      rule: 'News',
    } as const;
    const markdown = markdownPlan(shownPlan(changes, { notices: [error] }), ALL);
    expect(markdown).toContain('**2 changes refused:**');
    expect(markdown).toContain('> - `bob`: `News`: it is not what was reviewed');
  });

  it('says which account could not be planned, and why', () => {
    const plan = shownPlan([]);
    const error = { status: 401, code: null, message: 'The key is not known', hint: null };
    const failed = plan.accounts.map((account) => ({ ...account, name: 'bob', error }));
    expect(markdownPlan({ ...plan, accounts: failed }, ALL)).toBe(
      '### No plan, because of an error\n\n> [!CAUTION]\n> **1 of 1 account could not be planned:**\n> - `bob`: `The key is not known`\n',
    );
    const some = markdownPlan({ ...plan, accounts: [...plan.accounts, ...failed] }, ALL);
    expect(some).toContain('### No changes where a plan could be made');
    expect(some).toContain('**1 of 2 accounts could not be planned:**');
  });

  it('puts the changes of each account under its name', () => {
    const changes = ['alice', 'bob'].flatMap((account) => [
      changeOf('create', `One of ${account}`, { account }),
      changeOf('delete', `Two of ${account}`, { account }),
    ]);
    const plan = shownPlan(changes);
    const accounts = plan.accounts.map((account) => ({ ...account, live: 1_234 }));
    const markdown = markdownPlan({ ...plan, accounts }, ALL);
    expect(markdown.match(/^#### .*|<summary>.*(?=<\/summary>)/gm)).toEqual([
      '#### `alice`: 1,234 live rules, 14 declared at `https://mail.example.com/api/v1`',
      '<summary><b>− delete</b> <code>Two of alice</code> · <code>ARCHIVE</code>',
      '<summary><b>+ create</b> <code>One of alice</code> · <code>ARCHIVE</code>',
      '#### `bob`: 1,234 live rules, 14 declared at `https://mail.example.com/api/v1`',
      '<summary><b>− delete</b> <code>Two of bob</code> · <code>ARCHIVE</code>',
      '<summary><b>+ create</b> <code>One of bob</code> · <code>ARCHIVE</code>',
    ]);
  });
});

describe('a plan that is too long', () => {
  const OPS = ['create', 'replace', 'delete'] as const;
  const plans = [0, 1, 2, 10, 100, IS_NIGHT ? 5_000 : 1_000].map((size) => {
    const changes = Array.from({ length: size }, (_, index) =>
      changeOf(OPS[index % 3] ?? 'create', `Rule ${index}`, { risks: index % 50 === 0 ? ['destroys-mail'] : [] }),
    );
    const notices = Array.from({ length: size }, (_, index) => ({
      code: 'x',
      severity: 'warning' as const,
      message: `It is about ${index}.`,
    }));
    return shownPlan(changes, { notices });
  });

  it.each(plans)('of $changes.length changes keeps its counts and dangers', (plan) => {
    for (const maxBytes of [60_000, 20_000, 4_000, 2_000]) {
      const markdown = markdownPlan(plan, { maxBytes, whole: 'the job summary' });
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
      const total = plan.changes.length;
      if (total === 0) continue;
      const { create, replace, delete: deletes } = plan.summary;
      const text = (number: number) => number.toLocaleString('en');
      expect(markdown).toContain(
        `Plan: ${text(create)} to create, ${text(replace)} to replace, ${text(deletes)} to delete`,
      );
      if (deletes > 0) expect(markdown).toContain(`**Deletes ${text(deletes)} live rule`);
      expect(markdown).toContain('**Moves mail to trash or spam:**');
      const left = Number(
        /\*\*([\d,]+) of [\d,]+ changes? not shown in full/.exec(markdown)?.[1]?.replace(',', '') ?? 0,
      );
      expect(detailsIn(markdown) + left).toBe(total);
      expect(markdown.includes('The whole plan is in the job summary.')).toBe(left > 0);
      expectInert(markdown);
    }
  });

  it('is never more than asked, however little that is', () => {
    for (const plan of plans.slice(0, 5)) {
      for (let maxBytes = 0; maxBytes < 1_500; maxBytes += 37) {
        const markdown = markdownPlan(plan, { maxBytes, whole: 'the job summary' });
        expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
        expectInert(markdown);
      }
    }
  });

  it('shows what is dangerous before what is not', () => {
    const changes = [
      ...Array.from({ length: 200 }, (_, index) => changeOf('create', `New ${index}`)),
      changeOf('delete', 'Gone'),
      changeOf('replace', 'Sends', { risks: ['sends-mail'] }),
      changeOf('create', 'Refused', { refused: 'changed-since-review' }),
    ];
    const markdown = markdownPlan(shownPlan(changes), { maxBytes: 4_000, whole: null });
    expect(markdown).toContain('<b>− delete</b> <code>Gone</code>');
    expect(markdown).toContain('<b>~ replace</b> <code>Sends</code>');
    expect(markdown).toContain('<b>+ create</b> <code>Refused</code>');
    expect(markdown).toMatch(/not shown in full here:\*\* \d+ to create\. `inboxctl plan` shows all\./);
  });

  it.each<[string, Partial<Change>]>([
    ['refused', { refused: 'changed-since-review' }],
    ['risky', { risks: ['sends-mail'] }],
  ])('shows what is %s before all of an account above it', (_, more) => {
    const changes = [
      changeOf('replace', 'Also', { account: 'alice', risks: ['destroys-mail'] }),
      ...Array.from({ length: 200 }, (_, index) => changeOf('create', `New ${index}`, { account: 'alice' })),
      changeOf('create', 'Heed', { account: 'bob', ...more }),
    ];
    const markdown = markdownPlan(shownPlan(changes), { maxBytes: 4_000, whole: null });
    expect(markdown).toContain('<b>+ create</b> <code>Heed</code>');
    expect(markdown).toContain('not shown in full here:');
  });

  it('has one line of a change that is longer than all there is room for, and the others in full', () => {
    const long = changeOf('delete', 'L'.repeat(5_000), { before: archiving('long', 'word `` '.repeat(20_000)) });
    const markdown = markdownPlan(shownPlan([long, changeOf('create', 'Short')]), { maxBytes: 20_000, whole: null });
    expect(detailsIn(markdown)).toBe(1);
    expect(markdown).toContain('**1 of 2 changes not shown in full here:** 1 to delete.');
    expect(markdown).toContain(`- **− delete** \`${'L'.repeat(99)}…\` · \`ARCHIVE\`\n\n<details>`);
    expectInert(markdown);
  });

  it.each([11, 400])('names every delete of %i that there is room for', (size) => {
    const before = archiving('Long', 'word '.repeat(2_000));
    const changes = Array.from({ length: size }, (_, index) => changeOf('delete', `Gone ${index}`, { before }));
    const markdown = markdownPlan(shownPlan(changes), { maxBytes: 60_000, whole: null });
    for (const { name } of changes) expect(markdown).toContain(`\`${name}\``);
  });
});
