/** The first screen of a plan is enough to decide: the counts, then what is deleted, then what is dangerous. */
import { describe, expect, it } from 'vitest';
import { bigPlan } from '../harness/big-plan.ts';
import { htmlPlan, markdownPlan, PLAIN, textPlan } from '../harness/printed.ts';

const text = (changes: number, accounts = 1, more = {}) =>
  textPlan({ ...bigPlan(changes, accounts), keyId: null, notices: [] }, { ...PLAIN, ...more });

describe.each([
  [1, 1, 'Plan: 1 to create, 0 to replace, 0 to delete'],
  [30, 1, 'Plan: 15 to create, 12 to replace, 3 to delete'],
  [30, 40, 'Plan: 15 to create, 12 to replace, 3 to delete'],
  [300, 1, 'Plan: 150 to create, 120 to replace, 30 to delete'],
  [300, 40, 'Plan: 150 to create, 120 to replace, 30 to delete'],
])('%i changes of %i accounts', (changes, accounts, counts) => {
  it('as text have the counts on the first screen, and what is lost or sends mail', () => {
    const lines = text(changes, accounts).split('\n');
    const screen = lines.slice(0, 23).join('\n');
    expect(screen).toContain(counts);
    if (changes === 1) return;
    expect(lines[0]).toContain(counts);
    expect(screen).toMatch(/^- deletes \d+ live rules.*\n(?: .*\n)+! sends mail in your name: /m);
    const first = lines.find((line) => /^ {2}[-+~] /.test(line));
    expect(first).toMatch(/^ {2}- delete /);
  });

  it('as Markdown and as a page show deletes before the other changes of an account', () => {
    const plan = bigPlan(changes, accounts);
    const markdown = markdownPlan(plan, { maxBytes: Number.POSITIVE_INFINITY, whole: null });
    const ops = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].map(([, op = '']) => op);
    for (const section of markdown.split('#### ')) expectDeletesFirst(ops(section, /<summary><b>. (\w+)<\/b>/g));
    for (const section of htmlPlan(plan).split('<h2')) {
      expectDeletesFirst(ops(section, /<summary><b>. (\w+)<\/b>/g));
    }
  });

  it('come as a line each with summary', () => {
    const plan = text(changes, accounts, { summary: true });
    const lines = plan.split('\n').filter((line) => /^ {2}[-+~] /.test(line));
    expect(lines).toHaveLength(changes);
    expect(plan).not.toContain('static.from');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines.filter((line) => line.includes('  ! sends mail in your name  '))).toHaveLength(
      Math.floor(changes / 10),
    );
  });
});

function expectDeletesFirst(ops: readonly string[]): void {
  const sorted = [...ops].sort((a, b) => Number(b === 'delete') - Number(a === 'delete'));
  expect(ops).toEqual(sorted);
}

it('a list that is cut says where the whole is', () => {
  expect(text(300)).toMatch(/^! sends mail in your name: [^!]*\sand\s+25\s+more\s+\(--verbose\s+shows\s+all\)$/m);
  expect(text(300, 1, { verbose: true })).not.toMatch(/and \d+ more/);
  expect(text(300, 40)).toContain('and 24 with changes (--verbose shows them)');
  expect(text(300, 40, { verbose: true })).not.toContain('and 24 with changes');
});

it('a comment names what is deleted and risky before the accounts, and where the rest is', () => {
  const comment = markdownPlan(bigPlan(300, 40), { maxBytes: 60_000, whole: 'the job summary' });
  const places = [...['### Plan: 150', '**Deletes 30', 'Sends mail', ' and 25 more, marked ⚠️ below']]
    .concat('- `team-13`: 8 to delete', 'The whole plan is in the job summary.')
    .map((text) => comment.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

it('a plan that fits a screen says its counts once', () => {
  expect(text(1).match(/Plan: /g)).toHaveLength(1);
  expect(text(30).match(/Plan: /g)).toHaveLength(2);
});

it('a refusal is announced at the top of a long plan, and is above the end', () => {
  const notices = [{ code: 'guard-max-deletes', severity: 'error', account: 'default' } as const];
  const args = { deletes: 30, limit: 2, setting: 2, from: 'setting', live: 40, ignored: 0, isRollback: false } as const;
  const plan = { ...bigPlan(300), keyId: null, notices: notices.map((notice) => ({ ...notice, args })) };
  const said = textPlan(plan, PLAIN);
  expect(said).toMatch(/^Refused plan: .*\nApply refuses this: see the error below\.\n- deletes/);
  expect(said).toContain('unchanged.\nApply refuses this: see the error above.\n');
});
