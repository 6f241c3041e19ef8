import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApplyDocument } from '../../../src/model/applied.ts';
import { markdownApplied } from '../../../src/report/markdown/applied.ts';
import { hostile, INJECTIONS } from './hostile.ts';
import { expectInert } from './rendered.ts';

const ALL = { maxBytes: Number.POSITIVE_INFINITY };
const SWITCHED = {
  code: 'enabled-differs',
  severity: 'warning',
  message: 'declared off, but on.',
  account: 'default',
  rule: 'A',
} as const;
type Made = ApplyDocument['changes'][number];

function made(op: Made['op'], name: string, status: Made['status'], message?: string): Made {
  const error = { status: 500, code: null, message: message ?? '', hint: null };
  const digest = `sha256:${'0'.repeat(64)}`;
  return { account: 'default', op, name, id: 'id', digest, status, ...(message === undefined ? {} : { error }) };
}

function applied(outcome: ApplyDocument['outcome'], changes: Made[], more: Partial<ApplyDocument> = {}): ApplyDocument {
  return {
    formatVersion: 1,
    run: '20261121T092233Z-0123456789ab',
    outcome,
    changes,
    differences: [],
    notices: [],
    ...more,
  };
}

describe('what an apply did, as Markdown', () => {
  it('begins with how it ended', () => {
    const title = (document: ApplyDocument) => markdownApplied(document, ALL).split('\n', 1)[0];
    const [done, failed] = [made('create', 'A', 'done'), made('create', 'B', 'failed', 'No')];
    expect(title(applied('converged', []))).toBe('### Nothing to apply');
    expect(title(applied('converged', [done, made('delete', 'B', 'done')]))).toBe('### Applied: 1 created, 1 deleted');
    expect(markdownApplied(applied('converged', [done], { notices: [SWITCHED] }), ALL)).toContain(
      '\n1 rule is on or off against its file.\n',
    );
    expect(title(applied('partial', [done, failed]))).toBe('### Partly applied: 1 of 2 changes made');
    expect(title(applied('partial', [failed]))).toBe('### Nothing applied');
    expect(title(applied('refused', [made('create', 'A', 'refused')]))).toBe('### Nothing applied: refused');
    expect(title(applied('interrupted', [done, failed]))).toBe('### Interrupted: 1 of 2 changes made');
    const difference = { account: 'default', rule: 'A', path: '', declared: null, live: null, remedy: 'Apply again.' };
    expect(title(applied('differs', [done], { differences: [difference] }))).toBe(
      '### Applied, but not all is as declared',
    );
  });

  it('says what went wrong and why before what was done', () => {
    const remedy = (rule: string) =>
      `The service does not keep this. Write into inboxctl.yaml:\nignoreDifferences:\n  - rule: "${rule}"\n    fields: ["name"]`;
    const difference = { account: 'default', path: 'actions/0/fields/label', declared: 'A', live: null };
    const markdown = markdownApplied(
      applied(
        'partial',
        [
          made('create', 'New', 'failed', 'The service answered 500'),
          made('replace', 'Seen', 'refused', 'it is not in what was reviewed'),
          made('delete', 'Old', 'held'),
          made('delete', 'Later', 'not-tried'),
          made('replace', 'Good', 'done'),
          made('create', 'Before', 'skipped'),
        ],
        {
          differences: ['One', 'Two'].map((rule) => ({ ...difference, rule, remedy: remedy(rule) })),
          notices: [
            {
              code: 'change-failed',
              severity: 'error',
              message: 'It answered 500. Try later.',
              account: 'default',
              rule: 'New',
            },
            { code: 'left-parked', severity: 'warning', message: 'One rule is parked.' },
          ],
        },
      ),
      ALL,
    );
    expect(markdown).toBe(`### Partly applied: 1 of 5 changes made

**1 failed, 1 refused, 1 held back, 1 not tried.** Done: 1 replaced. 1 change was no longer needed. 2 differences are left.

**Failed:**

- create \`New\`: It answered \`500\`. Try later.

**Refused:**

- replace \`Seen\`: it is not in what was reviewed

**Held back**, since a create failed, so that nothing is lost:

- delete \`Old\`

**Not tried:**

- delete \`Later\`

**Not as declared:**

- \`actions/0/fields/label\` of \`One\`: declared \`"A"\`, live \`(none)\`
- \`actions/0/fields/label\` of \`Two\`: declared \`"A"\`, live \`(none)\`

The service does not keep this. Write into \`inboxctl.yaml\`:

\`\`\`yaml
ignoreDifferences:
  - rule: "One"
    fields: ["name"]
  - rule: "Two"
    fields: ["name"]
\`\`\`

**Also:**

- **Warning:** One rule is parked.

<details>
<summary>Done: 1 replaced</summary>

- replaced \`Good\`

</details>
`);
  });

  const STATUSES = ['done', 'failed', 'refused', 'held', 'not-tried', 'skipped'] as const;
  const everythingIs = (text: string, size: number) =>
    applied(
      'partial',
      Array.from({ length: size }, (_, index) => ({
        ...made('create', text, STATUSES[index % STATUSES.length] ?? 'done', text),
        account: text,
      })),
      {
        run: text,
        differences: [
          { account: text, rule: text, path: 'name', declared: text, live: text, remedy: `${text}\n${text}` },
        ],
        notices: [{ code: text, severity: 'error', message: text, account: text, rule: text }],
      },
    );

  it.each(INJECTIONS)('lets %j do nothing', (text) => {
    expectInert(markdownApplied(everythingIs(text, 12), ALL));
  });

  it('lets no text do anything, in any size', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 0, max: 6_000 }), (text, maxBytes) => {
        const markdown = markdownApplied(everythingIs(text, 24), { maxBytes });
        expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
        expectInert(markdown);
      }),
    );
  });

  it('of 5,000 changes says how many it leaves out', () => {
    const markdown = markdownApplied(everythingIs('A rule', 5_000), { maxBytes: 20_000 });
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(20_000);
    expect(markdown).toContain('834 failed, 833 refused, 833 held back, 833 not tried.');
    expect(markdown).toContain('- 833 more');
    expectInert(markdown);
  });
});
