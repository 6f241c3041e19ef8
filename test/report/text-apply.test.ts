import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ignoreDifferences } from '../../src/diagnostics/differences.ts';
import type { Applied } from '../../src/diagnostics/results.ts';
import type { Difference, Failure, Step } from '../../src/model/applied.ts';
import { globMatcher } from '../../src/model/glob.ts';
import type { Change } from '../../src/model/plan.ts';
import { forAll } from '../harness/for-all.ts';
import { PLAIN, textApplied } from '../harness/printed.ts';
import { shownApplied, shownDifference, shownFailure } from '../harness/shown-apply.ts';
import { shownChange } from '../harness/shown-rule.ts';

/** Of a rule that is not of interest, in a file of its own. */
const change = (op: Change['op'], name: string, more: Partial<Change> = {}): Change => {
  const source = { file: `rules/${name.split(' ')[0]?.toLowerCase()}.yaml`, line: 3, column: 1 };
  return shownChange({ op, name, before: null, after: null, source: op === 'delete' ? null : source, ...more });
};

const failure = (brief: string, remedy: string | null, more: Partial<Failure> = {}): Failure =>
  shownFailure(`POST /rules failed with ${brief}`, { status: 400, code: 'BAD_REQUEST', brief, remedy, ...more });

const CHANNEL = failure(
  '400: Messaging channel not found',
  "Use the id of a messaging channel that is connected in the service's web page.",
);
const OVERLAP = failure(
  '400: Cannot create this rule because it overlaps the existing "Shops" rule on sender scope shop@example.com. Edit the existing rule instead.',
  'Narrow, disable or delete the rule "Shops", or change the senders of this one.',
);
const OUT_OF_LUCK = failure('500: Out of luck', 'The change may have been applied anyway.', {
  outcomeUnknown: true,
});

const done = (op: Change['op'], number: number): Step[] =>
  Array.from({ length: number }, (_, index) => ({ change: change(op, `${op} ${index}`), status: 'done' }));

const difference = (rule: string, path: string, more: Partial<Difference> = {}): Difference =>
  shownDifference({ rule, path, declared: 'Receipts', ...more });

/** The text without the empty line that sets it off. */
const text = (one: Applied, options: Parameters<typeof textApplied>[1] = PLAIN) => textApplied(one, options).slice(1);

describe('the end of an apply', () => {
  it('of which 3 of 20 changes failed for different reasons says all in 15 lines', async () => {
    const steps: Step[] = [
      ...done('create', 13),
      ...done('replace', 3),
      { change: change('create', 'Digest to Slack'), status: 'failed', error: CHANNEL },
      { change: change('replace', 'Shop receipts'), status: 'failed', error: OVERLAP },
      { change: change('create', 'Invoices'), status: 'failed', error: OUT_OF_LUCK, found: 'not-made' },
      { change: change('delete', 'Digest'), status: 'held' },
    ];
    await expect(text(shownApplied(steps))).toMatchFileSnapshot('./applied/several-reasons.txt');
    expect(text(shownApplied(steps)).trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  });

  it.each([
    [['failed'], 'a create failed'],
    [['refused'], 'a create was refused'],
    [['failed', 'refused', 'done'], 'a create failed and another was refused'],
    [['refused', 'refused'], 'a create was refused'],
  ] as [Step['status'][], string][])('says why deletes were held back: creates %j', (statuses, why) => {
    const creates = statuses.map((status, index): Step => ({ change: change('create', `Rule ${index}`), status }));
    const elsewhere: Step = { change: { ...change('create', 'Other'), account: 'other' }, status: 'failed' };
    const shown = text(shownApplied([...creates, elsewhere, { change: change('delete', 'Old'), status: 'held' }]));
    expect(shown.replaceAll(/\s+/g, ' ')).toContain(`Not deleted, since ${why}, so that nothing is lost: "Old"`);
  });

  it('says alike failures once, and whole where there is room', async () => {
    const steps = Array.from({ length: 12 }, (_, index): Step => {
      return { change: change('create', `Rule ${index}`), status: 'failed', error: OVERLAP };
    });
    await expect(text(shownApplied(steps, { run: null }))).toMatchFileSnapshot('./applied/alike-failures.txt');
  });

  it('says what is known of changes whose answers were lost', async () => {
    const unknown = (name: string, found?: Step['found']): Step => {
      const more = found === undefined ? {} : { found };
      return { change: change('replace', name), status: 'failed', error: OUT_OF_LUCK, ...more };
    };
    const steps = [unknown('A', 'not-yet'), unknown('B', 'otherwise'), unknown('C'), ...done('delete', 1)];
    await expect(text(shownApplied(steps))).toMatchFileSnapshot('./applied/lost-answers.txt');
  });

  it('says apart what failed with the same words and has another remedy', () => {
    const other = failure(String(OVERLAP.brief), 'Disable the rule "News".');
    const steps: Step[] = [OVERLAP, other].map((error, index) => {
      return { change: change('create', `Rule ${index}`), status: 'failed', error };
    });
    const shown = text(shownApplied(steps)).replaceAll(/\s+/g, ' ');
    for (const { remedy } of [OVERLAP, other]) expect(shown).toContain(remedy);
  });

  it('says what was refused while it ran, by reason', async () => {
    const refused = (op: Change['op'], name: string, code?: string): Step => {
      return { change: change(op, name, code === undefined ? {} : { refused: code }), status: 'refused' };
    };
    const steps = [
      ...done('create', 2),
      refused('replace', 'A', 'changed-meanwhile'),
      refused('delete', 'B', 'changed-meanwhile'),
      refused('create', 'C', 'name-not-free'),
      refused('create', 'D', 'a code of tomorrow'),
      refused('delete', 'E'),
    ];
    await expect(text(shownApplied(steps, { outcome: 'partial' }))).toMatchFileSnapshot('./applied/refused.txt');
  });

  it('that was interrupted names what was not tried', async () => {
    const steps = [
      ...done('create', 2),
      ...Array.from({ length: 13 }, (_, index): Step => {
        return { change: change('replace', `Rule ${index}`, { account: 'alice' }), status: 'not-tried' };
      }),
    ];
    await expect(text(shownApplied(steps, { outcome: 'interrupted' }))).toMatchFileSnapshot(
      './applied/interrupted.txt',
    );
  });

  it('does not say that nothing was applied where a change may have been', () => {
    const steps: Step[] = [
      { change: change('create', 'A'), status: 'failed', error: { ...CHANNEL, outcomeUnknown: true } },
    ];
    const shown = text(shownApplied(steps));
    expect(shown).toContain('Not complete: 0 of 1 change made, 1 failed.');
    expect(shown).not.toContain('Nothing was applied');
  });

  it.each<[Step['found'], boolean]>([
    ['otherwise', true],
    ['not-yet', true],
    ['not-made', false],
  ])('says whether a change may have been applied that a read shows as %s', (found, mayBe) => {
    const steps = [{ change: change('create', 'A'), status: 'failed', error: OUT_OF_LUCK, found }] as Step[];
    expect(text(shownApplied(steps)).includes('Nothing was applied')).toBe(!mayBe);
  });

  it('says why others were not tried after a failure', async () => {
    const steps: Step[] = [
      { change: change('create', 'A'), status: 'failed', error: CHANNEL },
      { change: change('create', 'B'), status: 'not-tried' },
    ];
    const failFast = { ...PLAIN, failFast: true, planFile: 'plan.json' };
    await expect(text(shownApplied(steps), failFast)).toMatchFileSnapshot('./applied/fail-fast.txt');
    expect(text(shownApplied(steps))).toContain('they would fail the same way');
  });

  it('says how it ended where all is well, and what was made before', async () => {
    const steps: Step[] = [...done('create', 1_200), { change: change('create', 'A'), status: 'skipped' }];
    await expect(text(shownApplied(steps, { outcome: 'converged' }))).toMatchFileSnapshot('./applied/converged.txt');
    expect(textApplied(shownApplied([], { outcome: 'converged' }), PLAIN)).toBe('');
  });

  it('says what is not known, and of which account nothing was tried', async () => {
    const unchecked = [{ account: 'default', failure: failure('401: Invalid API key', 'Check the API key.') }];
    const unplanned = [{ account: 'bob', message: 'GET /rules failed with 401 UNAUTHORIZED: Invalid API key' }];
    await expect(text(shownApplied(done('create', 2), { unchecked, unplanned }))).toMatchFileSnapshot(
      './applied/not-known.txt',
    );
  });
});

describe('what the service stored in its own way', () => {
  it('comes with what to write to leave it at that, exact for the rule', async () => {
    const differences = [
      difference('Receipts', 'actions/1/fields/folderName'),
      difference('Shops', 'actions', { kind: 'order', declared: 'LABEL, ARCHIVE', live: 'ARCHIVE, LABEL' }),
      difference('Shops', 'actions/0/delayInMinutes', { declared: 5, live: 1 }),
      difference('Gone', '', { kind: 'missing', declared: 'Gone' }),
      difference('Back', '', { kind: 'left-over', declared: null, live: 'Back' }),
      difference(' padded', 'name', { declared: ' padded', live: 'padded' }),
    ];
    const all = shownApplied(done('replace', 4), { outcome: 'differs', differences });
    await expect(text(all)).toMatchFileSnapshot('./applied/differences.txt');
  });

  it('is said once where it is the same in many rules', async () => {
    const differences = Array.from({ length: 30 }, (_, index) => {
      const declared = `Folder ${index % 5}`;
      return difference(`Rule ${index}`, `actions/${index % 2}/fields/folderName`, { declared });
    });
    const all = shownApplied(done('create', 30), { outcome: 'differs', differences });
    await expect(text(all)).toMatchFileSnapshot('./applied/same-difference.txt');
  });

  it('shows what became of a long text', () => {
    const declared = 'Mail of which the sender wants an answer, and nobody gave one in the last three days.';
    const live = declared.replace('three days', '3 days');
    const differences = [difference('Answer', 'condition/aiInstructions', { declared, live })];
    expect(text(shownApplied(done('create', 1), { outcome: 'differs', differences }))).toContain('[-three-]{+3+}');
  });
});

describe('whatever stands in the texts', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\u001b[2J', '::error::x', '\u202e', 'a\n##[group]'),
  );
  const step: fc.Arbitrary<Step> = fc
    .record({
      op: fc.constantFrom('create' as const, 'replace' as const, 'delete' as const),
      name: text,
      account: fc.oneof(fc.constant('default'), text),
      status: fc.constantFrom('done', 'skipped', 'refused', 'failed', 'held', 'not-tried'),
      refused: fc.option(text, { nil: undefined }),
      brief: text,
      remedy: fc.option(text),
      found: fc.option(fc.constantFrom('not-yet' as const, 'not-made' as const, 'otherwise' as const), {
        nil: undefined,
      }),
    })
    .map(({ op, name, account, status, refused, brief, remedy, found }) => ({
      change: change(op, name, { account, ...(refused === undefined ? {} : { refused }) }),
      status,
      ...(status === 'failed' ? { error: failure(brief, remedy), ...(found === undefined ? {} : { found }) } : {}),
    }));
  const differing: fc.Arbitrary<Difference> = fc.record({
    account: text,
    rule: text,
    path: fc.constantFrom('', 'name', 'actions', 'actions/0/fields/label'),
    declared: fc.oneof(text, fc.integer(), fc.constant(null)),
    live: fc.oneof(text, fc.constant(null)),
    kind: fc.constantFrom('field', 'order', 'missing', 'left-over'),
  });
  const options = fc.record({
    color: fc.boolean(),
    unicode: fc.boolean(),
    verbose: fc.boolean(),
    width: fc.integer({ min: 40, max: 200 }),
  });
  const all = fc.record({
    outcome: fc.constantFrom('converged' as const, 'differs' as const, 'partial' as const, 'interrupted' as const),
    steps: fc.array(step, { minLength: 1, maxLength: 8 }),
    differences: fc.array(differing, { maxLength: 8 }),
    unplanned: fc.array(fc.record({ account: text, message: text }), { maxLength: 2 }),
    unchecked: fc.array(fc.record({ account: text, failure: text.map((said) => failure(said, said)) }), {
      maxLength: 2,
    }),
  });

  it('fits the terminal, and holds nothing that it or a runner acts on', () =>
    forAll([all, options], 100, ({ steps, ...more }, how) => {
      const plain = stripVTControlCharacters(textApplied(shownApplied(steps, more), how));
      for (const line of plain.split('\n')) {
        expect(line).not.toMatch(/\p{Cc}|\p{Bidi_Control}|##\[|^\s*::/u);
        // What is to be copied is never broken.
        if (!/^ +(?:- rule|fields|ignoreDifferences|inboxctl rollback)/.test(line))
          expect(stringWidth(line)).toBeLessThanOrEqual(how.width);
      }
    }));

  it('is YAML where it is to be copied', async () => {
    const rules = fc.array(
      fc.record({ rule: text, path: fc.constantFrom('name', 'actions/0/type', 'actions/12/type') }),
    );
    await forAll([rules], 100, (fields) => {
      const read: { ignoreDifferences: { rule: string; fields: string[] }[] } | null = parse(
        ignoreDifferences(fields).join('\n'),
      );
      const covers = ({ rule, path }: (typeof fields)[number]) =>
        (read?.ignoreDifferences ?? []).some(
          (one) => (one.rule === '*' || one.rule === rule) && one.fields.some((glob) => globMatcher(glob)(path)),
        );
      expect(fields.filter((field) => !covers(field))).toEqual([]);
    });
  });
});
