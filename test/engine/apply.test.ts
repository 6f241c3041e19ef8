import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/engine/plan.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { createClient } from '../../src/service/client.ts';
import { ServiceError } from '../../src/service/service-error.ts';
import { accountOf } from '../harness/account.ts';
import { applyTo, type Rules } from '../harness/applying.ts';
import { declaredOf } from '../harness/arbitrary.ts';
import { KEY, serve } from '../harness/project.ts';
import { planSettings } from '../harness/settings.ts';

const rule = (name: string): ResolvedRule => ({
  name,
  condition: { aiInstructions: name },
  actions: [{ type: 'ARCHIVE' }],
});
const live = (name: string) => ({
  name,
  condition: { conditionalOperator: 'AND' as const, aiInstructions: 'old' },
  actions: [{ type: 'STAR' }],
});

function ruled(...names: string[]): Account {
  return accountOf(names.map(rule), { flags: { allowEmpty: false, allowLoss: false, maxDeletes: null } });
}

describe('what somebody else changes while an apply runs', () => {
  it.each([
    ['is not overwritten once what was read is older than 5 s', 5_001, ['A', 'B'], 'partial'],
    ['is not looked at while what was read is fresh', 4_999, ['A', 'B', 'C'], 'converged'],
  ])('%s', async (_, age, done, outcome) => {
    const service = await serve({ profile: 'newer', seed: { rules: ['A', 'B', 'C'].map(live) } });
    const rules = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
    const account = ruled('A', 'B', 'C');
    let clock = 0;
    const result = await applyTo(account, rules, {
      now: () => clock,
      onStep: ({ change }) => {
        if (change.name !== 'B') return;
        clock += age;
        const theirs = service.rules().find(({ name }) => name === 'C');
        if (theirs !== undefined) service.put({ ...theirs, runOnThreads: false });
      },
    });
    await rules.close();
    expect(result.steps.filter(({ status }) => status === 'done').map(({ change }) => change.name)).toEqual(done);
    expect(result.outcome).toBe(outcome);
    const refused = result.steps.filter(({ status }) => status === 'refused').map(({ change }) => change.refused);
    expect(refused).toEqual(outcome === 'partial' ? ['changed-meanwhile'] : []);
  });

  it('is not doubled: a name that was taken since is not created again', async () => {
    const service = await serve({ profile: 'spec' });
    const rules = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
    const account = ruled('A', 'B');
    let clock = 0;
    const result = await applyTo(account, rules, {
      now: () => clock,
      onStep: () => {
        clock += 6_000;
        const [first] = service.rules();
        if (first !== undefined) service.put({ ...first, id: 'theirs', name: 'B' });
      },
    });
    await rules.close();
    expect(result.outcome).toBe('partial');
    expect(service.rules().filter(({ name }) => name === 'B')).toHaveLength(1);
  });
});

describe('names', () => {
  /** Applies on a service that does not keep names unique; `meanwhile` happens after the first change. */
  async function applyWith(
    declared: ResolvedRule[],
    seed: ReturnType<typeof live>[],
    meanwhile: (service: Awaited<ReturnType<typeof serve>>) => void,
  ) {
    const service = await serve({ profile: 'spec', seed: { rules: seed } });
    const rules = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
    const settings = planSettings({ undeclared: 'keep' });
    const account = { ...ruled(), settings, declared: declared.map(declaredOf) };
    let clock = 0;
    const afterFirst = async <T>(writing: Promise<T>): Promise<T> => {
      const written = await writing;
      if (clock === 0) meanwhile(service);
      clock = 6_000;
      return written;
    };
    const watched: Rules = {
      ...rules,
      createRule: (body) => afterFirst(rules.createRule(body)),
      replaceRule: (id, body) => afterFirst(rules.replaceRule(id, body)),
    };
    const result = await applyTo(account, watched, { now: () => clock });
    await rules.close();
    const names = service.rules().map(({ name }) => name);
    return { names: names.sort(), refused: result.steps.map(({ change }) => change.refused ?? 'done'), result };
  }
  const first = rule('0 first');

  it('a rename that is refused keeps its old name taken', async () => {
    const declared = [first, { ...rule('New'), renamedFrom: 'Old' }, rule('Old')];
    const { names, refused } = await applyWith(declared, [live('0 first'), live('Old')], (service) => {
      const old = service.rules().find(({ name }) => name === 'Old');
      if (old !== undefined) service.put({ ...old, runOnThreads: false });
    });
    expect(refused).toEqual(['done', 'changed-meanwhile', 'name-not-free']);
    expect(names).toEqual(['0 first', 'Old']);
  });

  it('a new name that was taken since is not taken twice', async () => {
    const declared = [first, { ...rule('New'), renamedFrom: 'Old' }];
    const { names, refused } = await applyWith(declared, [live('0 first'), live('Old')], (service) => {
      const [one] = service.rules();
      if (one !== undefined) service.put({ ...one, id: 'theirs', name: 'New' });
    });
    expect(refused).toEqual(['done', 'name-not-free']);
    expect(names).toEqual(['0 first', 'New', 'Old']);
  });

  it('a known rule that was renamed since to a name that is to be created counts too', async () => {
    const declared = [first, rule('Invoices')];
    const { names, refused } = await applyWith(declared, [live('0 first'), live('Inv')], (service) => {
      const inv = service.rules().find(({ name }) => name === 'Inv');
      if (inv !== undefined) service.put({ ...inv, name: 'Invoices' });
    });
    expect(refused).toEqual(['done', 'name-not-free']);
    expect(names).toEqual(['0 first', 'Invoices']);
  });

  it('a chain of renames passes names on', async () => {
    const declared = [{ ...rule('C'), renamedFrom: 'B' }, { ...rule('B'), renamedFrom: 'A' }, rule('A')];
    const { names, result } = await applyWith(declared, [live('A'), live('B')], () => {});
    expect(names).toEqual(['A', 'B', 'C']);
    expect(result.outcome).toBe('converged');
  });
});

describe('a write whose answer is lost', () => {
  it.each([
    ['was made: it is done, and nothing is sent twice', true, { status: 'done' }, 'converged'],
    ['was not made so far: it has failed', false, { status: 'failed', found: 'not-yet' }, 'partial'],
  ])('%s', async (_, carriedOut, step, outcome) => {
    const service = await serve({ profile: 'spec' });
    const client = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
    const request = { operation: 'createRule', method: 'POST', path: '/rules' } as const;
    const createRule: Rules['createRule'] = async (body) => {
      if (carriedOut) await client.createRule(body);
      throw new ServiceError({ kind: 'network', message: 'lost', request, outcomeUnknown: true });
    };
    const result = await applyTo(ruled('A'), { ...client, createRule }, { retryForMs: 0 });
    await client.close();
    expect(result.steps).toMatchObject([step]);
    expect(result.outcome).toBe(outcome);
    expect(service.rules()).toHaveLength(carriedOut ? 1 : 0);
  });
});

it('a rule that comes up while an apply runs is left alone where only what was declared before is deleted', async () => {
  const service = await serve({ profile: 'newer' });
  const rules = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
  const account: Account = {
    ...ruled('A'),
    settings: planSettings({ undeclared: 'declared-before' }),
    declaredBefore: async () => ({
      problem: { code: 'history-missing', args: { problem: 'no-git', detail: null }, severity: 'error' },
    }),
  };
  const result = await applyTo(account, rules, {
    onStep: () => {
      const [first] = service.rules();
      if (first !== undefined) service.put({ ...first, id: 'theirs', name: 'Theirs' });
    },
  });
  await rules.close();
  expect(result).toMatchObject({ outcome: 'converged', differences: [] });
});

describe('a service that asks to wait longer than there is time', () => {
  it('is not waited for, and told so', async () => {
    const faults = ['POST /rules 429-retry-after=3600 @2-'];
    const service = await serve({ profile: 'newer', faults });
    const rules = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
    const { outcome, steps, unchecked } = await applyTo(ruled('A', 'B', 'C', 'D'), rules);
    await rules.close();
    expect(steps.map(({ status }) => status)).toEqual(['done', 'failed', 'not-tried', 'not-tried']);
    expect(steps[1]?.error?.message).toContain('429');
    expect({ outcome, unchecked }).toEqual({ outcome: 'partial', unchecked: [] });
  });
});
