import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/diagnostics/redactor.ts';
import type { ReviewResult } from '../../src/model/review.ts';
import type { DeclaredRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import { review } from '../../src/planning/review.ts';
import { printBelow } from '../../src/report/print/terminal.ts';
import { reviewReport } from '../../src/report/reviewed.ts';
import type { TextOptions } from '../../src/report/style.ts';
import { accountPlan } from '../harness/account.ts';
import { declaredOf, liveOf, writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { EMPTY_INBOX } from '../harness/identity.ts';

const PLAIN = { color: false, unicode: true, width: 80, verbose: false };

const reviewText = (review: ReviewResult, options: TextOptions, sameInboxes: string[] = []) =>
  printBelow(reviewReport(review, { sameInboxes }), options);

const rule = (name: string, find = name, more: Partial<ResolvedRule> = {}) =>
  declaredOf({ name, condition: { aiInstructions: find }, actions: [{ type: 'ARCHIVE' }], ...more } as ResolvedRule);

interface World {
  declared: DeclaredRule[];
  live: DeclaredRule[];
  key?: string;
}

function planned({ declared, live, key = 'key' }: World) {
  const placeOf = ({ file }: { file: string }) => ({ file, line: 3, column: 1 });
  return accountPlan(declared, live.map(liveOf), { redactor: accountRedactor(key, new Redactor([])), placeOf });
}

const UNDER_REVIEW = { name: 'default', keyId: 'k', redactor: new Redactor([]), inbox: EMPTY_INBOX };

function compared(reviewed: World, now: World, file = 'plan.json'): ReviewResult {
  const changes = planned(reviewed).work.map(({ change }) => change);
  const keyIdOf = ({ key = 'key' }: World) => accountRedactor(key, new Redactor([])).keyId;
  const summary = { create: 0, replace: 0, delete: 0, unchanged: 0, kept: 0 };
  const accounts = [{ name: 'default', baseUrl: '', live: 0, declared: 0, summary }];
  return review([{ ...UNDER_REVIEW, keyId: keyIdOf(now), planned: planned(now) }], {
    plan: { file, digest: '', keyId: keyIdOf(reviewed), accounts, changes },
    digest: null,
    shown: null,
  });
}

const text = (reviewed: World, now: World, file?: string) => reviewText(compared(reviewed, now, file), PLAIN);

describe('the text of a review', () => {
  it('is empty where all is as reviewed', () => {
    const world = { declared: [rule('A')], live: [] };
    expect(text(world, world)).toBe('');
  });

  it('shows what changed in the files and in the live rule, and what to do', () => {
    const instructions = (verb: string) =>
      `mail that is a newsletter, or looks like one, and that I did not ${verb} in the last month`;
    const label = { type: 'LABEL', fields: { label: 'News' } } as const;
    const reviewed = {
      declared: [rule('Newsletters', instructions('answer'), { actions: [label] }), rule('Done')],
      live: [rule('Newsletters', 'newsletters'), rule('Gone')],
    };
    const now = {
      declared: [
        rule('Newsletters', instructions('read'), { actions: [{ type: 'ARCHIVE' }, label] }),
        rule('Done'),
        rule('Unheard of'),
      ],
      live: [rule('Newsletters', 'newsletters', { runOnThreads: false }), rule('Done')],
    };
    expect(text(reviewed, now)).toBe(`
Not as reviewed, and so refused: 1 change

  ~ replace "Newsletters"  rules/all.yaml:3
      The live rule changed since the review:
        runOnThreads: true → false
      What it makes of the rule changed since the review:
        aiInstructions:
            mail that is a newsletter, or looks like one, and that I did not
            [-answer-]{+read+} in the last month
        actions
          + 1. ARCHIVE
            2. LABEL  label: "News"

Not in the review, and so refused: 1 change
  create "Unheard of"

Reviewed, and no longer needed: 2 changes
  create "Done"
  delete "Gone"

Review the plan as it is now, then carry that out:
  inboxctl plan --output plan.json
  inboxctl apply plan.json
`);
  });

  it('says where another thing is to be done to the rule', () => {
    const shown = text({ declared: [], live: [rule('A')] }, { declared: [rule('A', 'new')], live: [rule('A')] });
    expect(shown).toContain('Reviewed as delete, now a replace.');
  });

  it('gives the digest to those who gave digests, and nothing to do where all is done', () => {
    const one = planned({ declared: [rule('A')], live: [] });
    const made = review([{ ...UNDER_REVIEW, planned: one }], { plan: null, digest: 'sha256:other', shown: null });
    expect(reviewText(made, PLAIN)).toContain(`\n  inboxctl apply --expect ${made.digest}\n`);
    const bob = reviewText(made, PLAIN, ['--account', 'bob']);
    expect(bob).toContain(`\n  inboxctl apply --expect ${made.digest} --account bob\n`);
    const done = text({ declared: [rule('A')], live: [] }, { declared: [rule('A')], live: [rule('A')] });
    expect(done).toBe('\nReviewed, and no longer needed: 1 change\n  create "A"\n');
  });

  it('names at most ten', () => {
    const many = Array.from({ length: 12 }, (_, index) => rule(`Rule ${index}`));
    const shown = text({ declared: [], live: [] }, { declared: many, live: [] });
    expect(shown.match(/create "Rule/g)).toHaveLength(10);
    expect(shown).toContain('\n  and 2 more (--verbose shows all)\n');
  });

  it.each([
    ['reviews/plan-1.json', 'reviews/plan-1.json'],
    ["it's mine; rm -rf.json", 'plan.json'],
    ['-.json', 'plan.json'],
    ['/dev/fd/63', 'plan.json'],
  ])('proposes no command that a shell reads otherwise: %s', (file, proposed) => {
    expect(text({ declared: [], live: [] }, { declared: [rule('A')], live: [] }, file)).toContain(
      `\n  inboxctl apply ${proposed}\n`,
    );
  });
});

describe('secrets made under another key', () => {
  const hook = (label: string): World => ({
    declared: [
      rule('Hook', 'hook', {
        actions: [
          { type: 'LABEL', fields: { label } },
          { type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.example.com/a' } },
        ],
      }),
    ],
    live: [],
  });

  it('are not called changed, and the key is named', () => {
    const shown = text(hook('x'), { ...hook('y'), key: 'another' });
    expect(shown).toContain('label: "x" → "y"');
    expect(shown).not.toContain('(changed)');
    expect(shown.replaceAll(/\s+/g, ' ')).toContain(
      `another key (keyId ${accountRedactor('key', new Redactor([])).keyId}). Set INBOXCTL_SIGNING_KEY (\`signing-key\` in a workflow)`,
    );
  });

  it('are called changed where the key is the same', () => {
    const other = hook('x');
    const [declared] = other.declared;
    const action = declared?.body.actions[1];
    if (action !== undefined) action.fields.webhookUrl = 'https://hooks.example.com/b';
    const shown = text(hook('x'), other);
    expect(shown).toContain('(changed)');
    expect(shown).not.toContain('INBOXCTL_SIGNING_KEY');
  });
});

it('fits every width, and holds no character that a terminal acts on', async () => {
  const hostile = fc.constantFrom('', '\u001b[2J', '\u202e', '::error::', '##[group]', '\n\r', ' '.repeat(90));
  const rules = fc
    .tuple(writtenRules, hostile)
    .map(([written, spice]) =>
      written.map((one, index) =>
        declaredOf({ ...one, name: `Rule ${index}${spice}`, condition: { aiInstructions: `${spice}${one.name}` } }),
      ),
    );
  const world = fc.record({ declared: rules, live: rules, key: fc.constantFrom('key', 'another') });
  const options = fc.record({
    color: fc.boolean(),
    unicode: fc.boolean(),
    verbose: fc.boolean(),
    width: fc.integer({ min: 60, max: 200 }),
  });
  await forAll([world, world, options], 16, (reviewed, now, how) => {
    const made = compared(reviewed, now);
    const shown = reviewText(made, how);
    // `##[-` is the mark of what was removed, and no command has such a name.
    expect(shown).not.toMatch(/##\[(?!-)/);
    const plain = stripVTControlCharacters(shown);
    for (const line of plain.split('\n').filter((one) => !one.includes('sha256:'))) {
      expect(stringWidth(line)).toBeLessThanOrEqual(how.width);
      expect(line).not.toMatch(/\p{Cc}|\p{Bidi_Control}|^\s*::/u);
    }
  });
});
