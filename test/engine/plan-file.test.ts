import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RISKS } from '../../src/diagnostics/changes.ts';
import { describe as say } from '../../src/diagnostics/describe.ts';
import type { Plan } from '../../src/diagnostics/results.ts';
import { openPlanFile, type ReadPlan, readPlanFile } from '../../src/engine/plan-file.ts';
import type { Risk } from '../../src/model/plan.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { jsonPlan } from '../../src/report/json.ts';
import { accountPlan, planOfOne } from '../harness/account.ts';
import { declaredOf, liveOf, writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { projectOf } from '../harness/project.ts';
import { ruleOf } from '../harness/snapshot.ts';

function planOf(wanted: readonly ResolvedRule[], there: readonly ResolvedRule[]): Plan {
  const live = there.map((one, index) => liveOf(declaredOf(one, index), index));
  return planOfOne(accountPlan(wanted.map(declaredOf), live));
}

const PLAN = planOf([ruleOf('A', 'new'), ruleOf('B')], [ruleOf('A', 'old'), ruleOf('Gone')]);
const TEXT = jsonPlan(PLAN);

/** The plan file with something changed in it. */
// biome-ignore lint/suspicious/noExplicitAny: what tampers with a document knows no types
function tampered(change: (document: any) => void): string {
  const document = JSON.parse(TEXT);
  change(document);
  return JSON.stringify(document);
}

const codes = (read: ReadPlan) => ('problems' in read ? read.problems.map(({ code }) => code) : []);
const sayings = (read: ReadPlan) => ('problems' in read ? read.problems.map((one) => say(one).message) : []);
const read = (text: string) => readPlanFile(text, 'plan.json');

describe('a plan file', () => {
  it('is read as it was written, whatever the rules hold', async () => {
    await forAll([writtenRules, writtenRules], 100, (wanted, there) => {
      const plan = planOf(wanted, there);
      const back = read(jsonPlan(plan));
      expect('plan' in back && [back.plan.digest, back.plan.changes]).toEqual([plan.digest, plan.changes]);
    });
    const odd = [ruleOf('##[group]', '::add-mask::x \u2028 \u0000 𝕏 __proto__')];
    expect(codes(read(jsonPlan(planOf(odd, []))))).toEqual([]);
    const half = PLAN.changes.map((change) => ({ ...change, name: 'half a pair \ud800' }));
    expect(codes(read(jsonPlan({ ...PLAN, changes: half })))).toEqual([]);
  });

  it('may have been through an editor: a mark at its start, other space, other order of keys', () => {
    const turned = (value: unknown): unknown =>
      Array.isArray(value) || typeof value !== 'object' || value === null
        ? Array.isArray(value)
          ? value.map(turned)
          : value
        : Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, inner]) => [key, turned(inner)]),
          );
    expect(codes(read(`\ufeff${JSON.stringify(turned(JSON.parse(TEXT)))}\r\n`))).toEqual([]);
  });

  it('may hold keys that are not known, where no digest covers them', () => {
    const more = tampered((plan) => {
      plan.made = { by: 'somebody' };
      plan.changes[0].note = 'looks good';
    });
    expect(codes(read(more))).toEqual([]);
  });

  const OF_TEXTS = ['may-switch-off', 'example-text', 'matches-everything', 'mixed-scripts', 'trusts-sender'] as const;

  it('has what its rules say in place of what it says of them, whatever the rules hold', async () => {
    const name = fc.string();
    const patch = fc.array(fc.record({ op: name, path: name }), { maxLength: 2 });
    const risks = fc.subarray(Object.keys(RISKS) as Risk[]);
    await forAll([writtenRules, writtenRules, name, patch, risks], 100, (wanted, there, text, operations, claimed) => {
      const plan = planOf(wanted, there);
      const document = JSON.parse(jsonPlan(plan));
      for (const one of document.changes) Object.assign(one, { name: text, renamedFrom: text, patch: operations });
      const back = read(JSON.stringify(document));
      expect('plan' in back && back.plan.changes).toEqual(plan.changes);
      for (const one of document.changes) one.risks = claimed;
      const forged = read(JSON.stringify(document));
      const found = 'plan' in forged ? forged.plan.changes : [];
      for (const [index, { op, after, risks: honest }] of plan.changes.entries()) {
        // No rule of a plan tells whether the live one is on, nor what a secret is.
        const open: Risk[] = [
          ...(op === 'replace' ? (['starts-sending', 'may-switch-off', 'example-text'] as const) : []),
          ...(JSON.stringify(after).includes('"tag"') ? OF_TEXTS : []),
        ];
        const without = (all: readonly Risk[]) => all.filter((risk) => !open.includes(risk));
        expect(without(found[index]?.risks ?? [])).toEqual(without(honest));
      }
    });
  });
});

describe('a plan file that was edited', () => {
  it.each<[string, (plan: ReturnType<typeof JSON.parse>) => void]>([
    ['what it makes', (plan) => Object.assign(plan.changes[0].after.condition, { aiInstructions: 'everything' })],
    ['what it meets', (plan) => Object.assign(plan.changes[0].before.condition, { aiInstructions: 'everything' })],
    ['what it does', (plan) => Object.assign(plan.changes[0], { op: 'delete' })],
    ['the account', (plan) => Object.assign(plan.changes[0], { account: 'bob' })],
    ['a key beside those of a rule', (plan) => Object.assign(plan.changes[0].after, { enabled: true })],
    ['its digest', (plan) => Object.assign(plan.changes[0], { digest: plan.changes[1].digest })],
  ])('names the change: %s', (_, change) => {
    const found = read(tampered(change));
    expect(codes(found)).toEqual(['plan-file-change-edited']);
    expect(sayings(found).join()).toContain('"A"');
  });

  it('names every change', () => {
    const all = tampered((plan) => {
      for (const change of plan.changes) change.digest = `sha256:${'0'.repeat(64)}`;
    });
    expect(sayings(read(all))).toHaveLength(3);
  });

  it('is told where changes were taken away or added', () => {
    expect(codes(read(tampered((plan) => plan.changes.pop())))).toEqual(['plan-file-edited']);
    expect(codes(read(tampered((plan) => plan.changes.push(plan.changes[0]))))).toEqual(['plan-file-edited']);
    expect(codes(read(tampered((plan) => Object.assign(plan, { digest: `sha256:${'0'.repeat(64)}` }))))).toEqual([
      'plan-file-edited',
    ]);
  });

  it('crashes nothing with numbers and depths that JSON can hold and a digest cannot', () => {
    const number = TEXT.replace('"runOnThreads": true', '"runOnThreads": true, "more": 1e999');
    expect(codes(read(number))).toEqual(['plan-file-change-edited']);
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const nested = TEXT.replace('"runOnThreads": true', `"runOnThreads": true, "more": ${deep}`);
    expect(codes(read(nested))).toEqual(['plan-file-not-json']);
  });
});

// The whole answers to other files are in test/mistakes/plans/a-plan-file-of-something-else.
describe('what is no plan file', () => {
  it('names the first key that does not fit', () => {
    const wrong = tampered((plan) => Object.assign(plan.changes[0].before.condition, { static: 'a@example.com' }));
    expect(sayings(read(wrong))).toEqual([
      'The plan file plan.json is JSON, but not a plan: `changes.0.before.condition.static` is wrong.',
    ]);
  });
});

describe('opening', () => {
  const open = (file: string, limit?: number) => openPlanFile(file, 'plan.json', limit);

  it('reads a file, and a pipe', async () => {
    const folder = projectOf({ 'plan.json': TEXT });
    expect(codes(open(path.join(folder, 'plan.json')))).toEqual([]);
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('cp', [path.join(folder, 'plan.json'), pipe]);
    expect(codes(open(pipe))).toEqual([]);
    await new Promise((resolve) => writer.on('close', resolve));
  });

  it.each([
    ['missing.json', /does not exist|cannot be read/],
    ['.', /it is a folder/],
  ])('says why it cannot: %s', (name, message) => {
    expect(sayings(open(path.join(projectOf({}), name))).join()).toMatch(message);
  });

  it('stops at its limit, and at what is not UTF-8', () => {
    const folder = projectOf({ 'plan.json': TEXT });
    expect(codes(open(path.join(folder, 'plan.json'), TEXT.length - 1))).toEqual(['plan-file-too-big']);
    expect(codes(open(path.join(folder, 'plan.json'), TEXT.length))).toEqual([]);
    writeFileSync(path.join(folder, 'latin.json'), Buffer.from([0x7b, 0xe9, 0x7d]));
    expect(codes(open(path.join(folder, 'latin.json')))).toEqual(['plan-file-not-utf8']);
  });
});
