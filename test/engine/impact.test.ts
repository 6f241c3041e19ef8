/** What changes do to sample mails. The story is test/scenarios/sample-mails, and test/mail/impact.test.ts has what always holds. */
import { expect, test } from 'vitest';
import { Redactor } from '../../src/diagnostics/redactor.ts';
import { planAccounts } from '../../src/engine/ask-accounts.ts';
import { planOf } from '../../src/engine/plan.ts';
import { readSamples } from '../../src/mail/samples.ts';
import type { LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import { accountOf } from '../harness/account.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { reading } from '../harness/identity.ts';
import { planSettings } from '../harness/settings.ts';

function rule(name: string, from: string, more: Partial<ResolvedRule> = {}): ResolvedRule {
  return { name, condition: { static: { from } }, actions: [{ type: 'ARCHIVE' }], ...more };
}

function live(written: ResolvedRule, index: number, more: Partial<LiveRule> = {}): LiveRule {
  return { ...liveOf(declaredOf(written, index), index), ...more };
}

function mailsFrom(...senders: string[]) {
  return senders.map((from) => {
    return { name: `from ${from}`, mail: { from, to: '', subject: '', reply: false }, place: { file: 'tests/a.yaml' } };
  });
}

const [MAILS = []] = readSamples([mailsFrom('a@x.com', 'b@y.com', 'c@z.com')]);

/** The plan of one account with samples. */
async function planned(declared: ResolvedRule[], there: LiveRule[], more: Parameters<typeof accountOf>[1] = {}) {
  const account = accountOf(declared, { samples: MAILS, ...more });
  const rules = reading(async () => [...there]);
  return planOf((await planAccounts([{ account, rules }], () => 0)).planned, []);
}

function affected(plan: Awaited<ReturnType<typeof planned>>) {
  return plan.changes.map(({ name, op, impact }) => [
    `${op} ${name}`,
    impact?.map(({ mail, from, to }) => `${mail}: ${from} to ${to}`),
  ]);
}

test('a deleted duplicate takes away what the rule that is left does not do', async () => {
  const same = [live(rule('Twice', '@x.com'), 0), live(rule('Twice', '@x.com,@z.com'), 1)];
  expect(affected(await planned([rule('Twice', '@x.com')], same))).toEqual([
    ['delete Twice', ['from c@z.com: matches to no']],
  ]);
  expect(affected(await planned([rule('Twice', '@y.com,@z.com')], same))).toEqual([
    ['replace Twice', ['from a@x.com: matches to no', 'from b@y.com: no to matches', 'from c@z.com: no to matches']],
    ['delete Twice', ['from a@x.com: matches to no']],
  ]);
});

test('a switched-off rule counts as if it were on', async () => {
  const off = live(rule('A', '@x.com'), 0, { enabled: false });
  expect(affected(await planned([rule('A', '@y.com')], [off]))).toEqual([
    ['replace A', ['from a@x.com: matches to no', 'from b@y.com: no to matches']],
  ]);
});

test('other actions are an impact on the mails that a rule matches or asks the AI about', async () => {
  const condition = { static: { from: '@y.com' }, aiInstructions: 'an invoice' };
  const there = [live(rule('A', '@x.com'), 0), live(rule('B', '', { condition }), 1)];
  const actions: ResolvedRule['actions'] = [{ type: 'DELETE' }];
  const declared = [rule('A', '@x.com', { actions }), rule('B', '', { condition, actions })];
  expect(affected(await planned(declared, there))).toEqual([
    ['replace A', ['from a@x.com: matches to matches']],
    ['replace B', ['from b@y.com: ai to ai']],
  ]);
});

test('names of samples show no secret', async () => {
  const redactor = accountRedactor('key', new Redactor([{ name: 'SENDER', value: 'a@x.com-and-more' }]));
  const [mails = []] = readSamples([mailsFrom('a@x.com-and-more')]);
  const plan = await planned([rule('A', '*')], [], { samples: mails, redactor, settings: planSettings({}) });
  expect(JSON.stringify(plan)).not.toContain('and-more');
  expect(affected(plan)).toEqual([['create A', ['from (secret SENDER): null to matches']]]);
});

test('samples of several accounts are counted once, and an account says where it has fewer', async () => {
  const both = readSamples([mailsFrom('a@x.com', 'b@y.com'), mailsFrom('b@y.com')]);
  const targets = both.map((mails, index) => ({
    account: accountOf([rule('A', '*')], { name: `inbox-${index}`, samples: mails }),
    rules: reading(async () => []),
  }));
  const plan = planOf((await planAccounts(targets, () => 0)).planned, []);
  expect(plan.samples).toBe(2);
  expect(plan.accounts.map(({ samples }) => samples)).toEqual([undefined, 1]);
});
