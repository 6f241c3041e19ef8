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
  it('of which 3 of 20 changes failed for different reasons says all in 15 lines', () => {
    const steps: Step[] = [
      ...done('create', 13),
      ...done('replace', 3),
      { change: change('create', 'Digest to Slack'), status: 'failed', error: CHANNEL },
      { change: change('replace', 'Shop receipts'), status: 'failed', error: OVERLAP },
      { change: change('create', 'Invoices'), status: 'failed', error: OUT_OF_LUCK, found: 'not-made' },
      { change: change('delete', 'Digest'), status: 'held' },
    ];
    expect(text(shownApplied(steps))).toMatchInlineSnapshot(`
      "Partly applied: 16 of 20 changes made, 3 failed, 1 held back.
      Could not create "Digest to Slack" (rules/digest.yaml:3):
        400: Messaging channel not found
        Use the id of a messaging channel that is connected in the service's web page.
      Could not replace "Shop receipts" (rules/shop.yaml:3):
        400: Cannot create this rule because it overlaps the existing "Shops" rule on…
        Narrow, disable or delete the rule "Shops", or change the senders of this one.
      Could not create "Invoices" (rules/invoices.yaml:3): 500: Out of luck
        The change was not made.
      Not deleted, since a create failed, so that nothing is lost: "Digest"
      Done: 13 created, 3 replaced. Nothing else was changed or deleted.
      Next: fix that, then apply what is left:
        inboxctl apply
      Or go back to before this run:
        inboxctl rollback 20261121T092233Z-0123456789ab
      "
    `);
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

  it('says alike failures once, and whole where there is room', () => {
    const steps = Array.from({ length: 12 }, (_, index): Step => {
      return { change: change('create', `Rule ${index}`), status: 'failed', error: OVERLAP };
    });
    expect(text(shownApplied(steps, { run: null }))).toMatchInlineSnapshot(`
      "Nothing was applied: 12 failed.
      Could not create "Rule 0", "Rule 1", "Rule 2", "Rule 3", "Rule 4", "Rule 5",
      "Rule 6", "Rule 7", "Rule 8", "Rule 9" and 2 more:
        400: Cannot create this rule because it overlaps the existing "Shops" rule on
        sender scope shop@example.com. Edit the existing rule instead.
        Narrow, disable or delete the rule "Shops", or change the senders of this one.
      Nothing was changed or deleted.
      Next: fix that, then apply what is left:
        inboxctl apply
      "
    `);
  });

  it('says what is known of changes whose answers were lost', () => {
    const unknown = (name: string, found?: Step['found']): Step => {
      const more = found === undefined ? {} : { found };
      return { change: change('replace', name), status: 'failed', error: OUT_OF_LUCK, ...more };
    };
    const steps = [unknown('A', 'not-yet'), unknown('B', 'otherwise'), unknown('C'), ...done('delete', 1)];
    expect(text(shownApplied(steps))).toMatchInlineSnapshot(`
      "Partly applied: 1 of 4 changes made, 3 failed.
      Could not replace "A" (rules/a.yaml:3): 500: Out of luck
        Not made so far. The service may still make it, as a request for it got no an…
      Could not replace "B" (rules/b.yaml:3): 500: Out of luck
        The live rule is neither as before nor as wanted.
      Could not replace "C" (rules/c.yaml:3): 500: Out of luck
        The change may have been applied anyway.
      Done: 1 deleted. Apart from what is said above, nothing else was changed.
      Next: fix that, then apply what is left:
        inboxctl apply
      Or go back to before this run:
        inboxctl rollback 20261121T092233Z-0123456789ab
      "
    `);
  });

  it('says apart what failed with the same words and has another remedy', () => {
    const other = failure(String(OVERLAP.brief), 'Disable the rule "News".');
    const steps: Step[] = [OVERLAP, other].map((error, index) => {
      return { change: change('create', `Rule ${index}`), status: 'failed', error };
    });
    const shown = text(shownApplied(steps)).replaceAll(/\s+/g, ' ');
    for (const { remedy } of [OVERLAP, other]) expect(shown).toContain(remedy);
  });

  it('says what was refused while it ran, by reason', () => {
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
    expect(text(shownApplied(steps, { outcome: 'partial' }))).toMatchInlineSnapshot(`
      "Partly applied: 2 of 7 changes made, 5 refused.
      Refused: replace "A" (rules/a.yaml:3), delete "B"
        Somebody else changed this rule after the plan was made. Look at what it is
        now, then apply again.
      Refused: create "C" (rules/c.yaml:3)
        Another live rule has this name, and keeps it. Rename the other rule in the
        web page, then run this again.
      Refused: create "D" (rules/d.yaml:3)
        A code of tomorrow.
      Refused: delete "E"
        The plan says why nothing of it may be carried out.
      Done: 2 created. Nothing else was changed or deleted.
      Next: see what is left:
        inboxctl plan
      Or go back to before this run:
        inboxctl rollback 20261121T092233Z-0123456789ab
      "
    `);
  });

  it('that was interrupted names what was not tried', () => {
    const steps = [
      ...done('create', 2),
      ...Array.from({ length: 13 }, (_, index): Step => {
        return { change: change('replace', `Rule ${index}`, { account: 'alice' }), status: 'not-tried' };
      }),
    ];
    expect(text(shownApplied(steps, { outcome: 'interrupted' }))).toMatchInlineSnapshot(`
      "Interrupted: 2 of 15 changes made, 13 not tried.
      Not tried, because of the interruption: alice: replace "Rule 0", replace "Rule
      1", replace "Rule 2", replace "Rule 3", replace "Rule 4", replace "Rule 5",
      replace "Rule 6", replace "Rule 7", replace "Rule 8", replace "Rule 9" and 3
      more
      Done: 2 created. Nothing else was changed or deleted.
      Next: apply what is left:
        inboxctl apply
      Or go back to before this run:
        inboxctl rollback 20261121T092233Z-0123456789ab
      "
    `);
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

  it('says why others were not tried after a failure', () => {
    const steps: Step[] = [
      { change: change('create', 'A'), status: 'failed', error: CHANNEL },
      { change: change('create', 'B'), status: 'not-tried' },
    ];
    const failFast = { ...PLAIN, failFast: true, planFile: 'plan.json' };
    expect(text(shownApplied(steps), failFast)).toMatchInlineSnapshot(`
      "Nothing was applied: 1 failed, 1 not tried.
      Could not create "A" (rules/a.yaml:3): 400: Messaging channel not found
        Use the id of a messaging channel that is connected in the service's web page.
      Not tried, since the first failure stops all (--fail-fast): create "B"
      (rules/b.yaml:3)
      Nothing was changed or deleted.
      Next: fix that, then apply what is left:
        inboxctl apply plan.json
      "
    `);
    expect(text(shownApplied(steps))).toContain('others would fail the same way');
  });

  it('says how it ended where all is well, and what was made before', () => {
    const steps: Step[] = [...done('create', 1_200), { change: change('create', 'A'), status: 'skipped' }];
    expect(text(shownApplied(steps, { outcome: 'converged' }))).toMatchInlineSnapshot(`
      "Done: 1,200 created.
      Converged: the live rules are as declared.

      1 change was no longer needed.
      "
    `);
    expect(textApplied(shownApplied([], { outcome: 'converged' }), PLAIN)).toBe('');
  });

  it('says what is not known, and of which account nothing was tried', () => {
    const unchecked = [{ account: 'default', failure: failure('401: Invalid API key', 'Check the API key.') }];
    const unplanned = [{ account: 'bob', message: 'GET /rules failed with 401 UNAUTHORIZED: Invalid API key' }];
    expect(text(shownApplied(done('create', 2), { unchecked, unplanned }))).toMatchInlineSnapshot(`
      "Not complete: 2 of 2 changes made, 1 account without a plan, what is live now is
      not known.
      bob: nothing was tried. GET /rules failed with 401 UNAUTHORIZED: Invalid API key
      The live rules could not be read at the end:
        POST /rules failed with 401: Invalid API key
        Check the API key.
      Done: 2 created.
      Next: apply what is left:
        inboxctl apply
      Or go back to before this run:
        inboxctl rollback 20261121T092233Z-0123456789ab
      "
    `);
  });
});

describe('what the service stored in its own way', () => {
  it('comes with what to write to leave it at that, exact for the rule', () => {
    const differences = [
      difference('Receipts', 'actions/1/fields/folderName'),
      difference('Shops', 'actions', { kind: 'order', declared: 'LABEL, ARCHIVE', live: 'ARCHIVE, LABEL' }),
      difference('Shops', 'actions/0/delayInMinutes', { declared: 5, live: 1 }),
      difference('Gone', '', { kind: 'missing', declared: 'Gone' }),
      difference('Back', '', { kind: 'left-over', declared: null, live: 'Back' }),
      difference(' padded', 'name', { declared: ' padded', live: 'padded' }),
    ];
    const all = shownApplied(done('replace', 4), { outcome: 'differs', differences });
    expect(text(all)).toMatchInlineSnapshot(`
      "Not converged: 4 of 4 changes made, 6 differences are left.

      Not as declared: 6 differences
        actions/1/fields/folderName of "Receipts"
          declared: "Receipts"
          live:     (none)
          The service does not keep this. To leave it at that, write into
          inboxctl.yaml:
            ignoreDifferences:
              - rule: "Receipts"
                fields: ["actions/1/fields/folderName"]
        actions of "Shops"
          declared: "LABEL, ARCHIVE"
          live:     "ARCHIVE, LABEL"
          The service answers the actions in another order. If the order does not
          matter, write into inboxctl.yaml:
            actionOrder: any
        actions/0/delayInMinutes of "Shops"
          declared: 5
          live:     1
          Write what the service answers into the file (\`inboxctl pull\`), or leave it
          at that, in inboxctl.yaml:
            ignoreDifferences:
              - rule: "Shops"
                fields: ["actions/*/delayInMinutes"]
        "Gone"
          The rule is not there: something else removed it. Apply again.
        "Back"
          The rule is there again: something else made it. The next plan shows it.
        name of " padded"
          declared: " padded"
          live:     "padded"
          Write the name into the file as the service answers it.

      Done: 4 replaced.
      Next: settle that, then see what is left:
        inboxctl plan
      Or go back to before this run:
        inboxctl rollback 20261121T092233Z-0123456789ab
      "
    `);
  });

  it('is said once where it is the same in many rules', () => {
    const differences = Array.from({ length: 30 }, (_, index) => {
      const declared = `Folder ${index % 5}`;
      return difference(`Rule ${index}`, `actions/${index % 2}/fields/folderName`, { declared });
    });
    const all = shownApplied(done('create', 30), { outcome: 'differs', differences });
    expect(text(all)).toMatchInlineSnapshot(`
      "Not converged: 30 of 30 changes made, 30 differences are left.

      Not as declared: 30 differences
        actions/*/fields/folderName of 30 rules: "Rule 0", "Rule 1", "Rule 2", "Rule
        3", "Rule 4", "Rule 5", "Rule 6", "Rule 7", "Rule 8", "Rule 9" and 20 more
          declared: "Folder 0", "Folder 1", "Folder 2" and 2 more
          live:     (none)
          The service does not keep this. To leave it at that, write into
          inboxctl.yaml:
            ignoreDifferences:
              - rule: "*"
                fields: ["actions/*/fields/folderName"]

      Done: 30 created.
      Next: settle that, then see what is left:
        inboxctl plan
      Or go back to before this run:
        inboxctl rollback 20261121T092233Z-0123456789ab
      "
    `);
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
