import { describe, expect, it } from 'vitest';
import { targetOf } from '../../src/action/comment/target.ts';
import { driftMarker, isAbout, issueText } from '../../src/action/drift/report.ts';
import { type Inputs, inputsOf } from '../../src/action/inputs.ts';
import type { Plan } from '../../src/diagnostics/results.ts';
import type { Change, PlanDocument, ShownRule } from '../../src/model/plan.ts';
import { driftBlocks } from '../../src/report/drift.ts';
import { printMarkdown } from '../../src/report/print/markdown.ts';
import { planOf as asPlan } from '../harness/printed.ts';
import { shownAction, shownRule } from '../harness/shown-rule.ts';

function inputs(more: Record<string, string> = {}): Inputs {
  const read = inputsOf({ INPUT_MODE: 'drift', ...more });
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return read.ok;
}

const rule = (name: string, webhookUrl: ShownUrl = null): ShownRule => ({
  ...shownRule({}, [shownAction('CALL_WEBHOOK', { webhookUrl })], { name }),
  condition: { conditionalOperator: null, aiInstructions: 'find', static: null },
});
type ShownUrl = { shown: string; tag: string } | null;

/** The lines of what is said of a plan with these changes. */
function wordsFor(changes: Change[]): string[] {
  const report = { top: driftBlocks(planOf(changes)), body: [], next: [] };
  return printMarkdown(report, { maxBytes: 60_000, whole: null }).trimEnd().split('\n');
}

const digest = `sha256:${'0'.repeat(64)}`;

function change(more: Partial<Change>): Change {
  const name = more.name ?? 'Receipts';
  const own = { account: 'default', op: 'replace' as const, name, id: '1', digest, source: null };
  return { ...own, before: rule(name), after: rule(name), patch: [], risks: [], ...more };
}

function planOf(changes: Change[], more: Partial<PlanDocument> = {}): Plan {
  const number = (op: Change['op']) => changes.filter((one) => one.op === op).length;
  const [create, replace, gone] = [number('create'), number('replace'), number('delete')];
  const summary = { create, replace, delete: gone, unchanged: 0, kept: 0 };
  const account = { name: 'default', baseUrl: 'https://mail.example.com/api/v1', live: 0, declared: 0, summary };
  const own = { formatVersion: 1 as const, digest, keyId: null, complete: true, notices: [] };
  return asPlan({ ...own, summary, accounts: [account], changes, ...more });
}

describe('the target of a report', () => {
  it('is the same however it is written', () => {
    const one = targetOf(inputs({ 'INPUT_WORKING-DIRECTORY': './mail/', INPUT_ACCOUNT: 'bob, alice' }));
    const other = targetOf(inputs({ 'INPUT_WORKING-DIRECTORY': 'mail', INPUT_ACCOUNT: 'alice\nbob\nalice' }));
    expect(one).toEqual(other);
    expect(isAbout(`${driftMarker(one)}\r\nmore`, other)).toBe(true);
  });

  it('is told by the first line alone', () => {
    const target = targetOf(inputs());
    expect(isAbout(`\n${driftMarker(target)}`, target)).toBe(false);
    expect(isAbout(`${driftMarker(target)} and more`, target)).toBe(false);
    expect(
      isAbout(driftMarker(targetOf(inputs({ 'INPUT_BASE-URL': 'https://staging.example.com/api/v1' }))), target),
    ).toBe(false);
  });
});

describe('the words for drift', () => {
  it('say what the inbox has otherwise, and what an apply would do about it', () => {
    const lines = wordsFor([
      change({ op: 'create', name: 'Missing', before: null, id: null }),
      change({ op: 'delete', name: 'Extra', after: null, reason: 'undeclared' }),
      change({ op: 'delete', name: 'Twin', after: null, reason: 'duplicate' }),
      change({ name: 'New name', renamedFrom: 'Old name' }),
      change({ name: 'One' }),
      change({ name: 'Two', account: 'alice' }),
    ]);
    expect(lines).toEqual([
      '- **1 rule is in the inbox and in no file**; an apply would delete it: `Extra`',
      '- **1 rule has the name of another one in the inbox**; an apply would delete it: `Twin`',
      '- **2 rules are not as in the files**; an apply would replace them: `One`, `alice`: `Two`',
      '- **1 rule has an earlier name in the inbox**; an apply would rename it: `Old name`',
      '- **1 rule is in the files and not in the inbox**; an apply would create it: `Missing`',
    ]);
  });

  it('name the fields of secrets that differ, and none that only moved', () => {
    const secret = (tag: string) => ({ shown: '(secret HOOK)', tag: tag.repeat(32) });
    const changed = change({ name: 'Hook', before: rule('Hook', secret('a')), after: rule('Hook', secret('b')) });
    const same = change({ name: 'Same', before: rule('Same', secret('a')), after: rule('Same', secret('a')) });
    const secrets = wordsFor([changed, same]).filter((line) => line.includes('secret'));
    expect(secrets).toEqual(['- Values that are secret differ, and are not shown: `Hook` (`webhookUrl`)']);
    expect(wordsFor([same]).join()).not.toContain('secret');
    const isSaid = (one: Change) => wordsFor([one]).includes(secrets[0] ?? '');
    expect(isSaid({ ...changed, before: rule('Hook') })).toBe(true);
    expect(isSaid({ ...changed, after: rule('Hook') })).toBe(true);
  });
});

describe('a report', () => {
  const target = targetOf(inputs());
  const textOf = (plan: Plan, of = target) => issueText(of, plan, { kept: [], since: {}, merged: new Map() });

  it('of 1,000 changes with long names has at most 60,000 bytes and still says what to do', () => {
    const changes = Array.from({ length: 1000 }, (_, i) => change({ name: `${i} ${'ü'.repeat(300)}` }));
    const many = Array.from({ length: 400 }, (_, i) => ({
      code: 'pull-left',
      severity: 'warning' as const,
      message: `"${i}" changed on the service; ${'it is long '.repeat(40)}`,
    }));
    const bodies = [
      textOf(planOf(changes)).body,
      textOf(planOf(changes, { notices: many.map((one) => ({ ...one, severity: 'error' })) })).body,
    ];
    for (const body of bodies) {
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(60_000);
      expect(body).toContain('**Adopt it.**');
      expect(body).toContain('**Ignore it.**');
      expect(body).toContain('**Revert it.**');
    }
  });

  it('begins with the marker, and no name can break out of it', () => {
    const name = '--> <img src=x> @octocat #1 `code` [link](https://example.com)\n\n# heading';
    const { body } = textOf(planOf([change({ name })]));
    expect(isAbout(body, target)).toBe(true);
    const withoutCode = body.replace(/(`+)[^`][\s\S]*?(?<!`)\1(?!`)/g, '').replace(/<code>.*?<\/code>/g, '');
    expect(withoutCode).not.toMatch(/@octocat|#1\b|<img|\]\(https|# heading/);
  });

  it('says what an apply would refuse', () => {
    const notices = [{ code: 'guard-max-deletes', severity: 'error' as const, message: 'Refused: 5 of 9 live rules.' }];
    const { body } = textOf(planOf([change({ refused: 'would-drop-integration' })], { notices }));
    expect(body).toContain('An apply would refuse `Receipts`');
    expect(body).toContain('In the way of an apply: Refused: `5 of 9 live rules.`');
  });

  it('has a title that tells targets apart', () => {
    const mail = targetOf(inputs({ 'INPUT_WORKING-DIRECTORY': 'mail', INPUT_ACCOUNT: 'alice' }));
    expect(textOf(planOf([change({})]), mail).title).toBe('inboxctl: the inbox is not as its files say (mail, alice)');
  });
});
