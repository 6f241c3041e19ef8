/**
 * Rules that hand on senders or names. Where an order lets all of them have what is declared, they converge in one apply,
 * on every kind of service, however many requests are sent at once, with one request for each change; ids are kept. Where
 * they wait for each other in a circle, the plan refuses them and says how to do it in two steps, and that works. Each
 * story by the built program on the service that refuses most, and in this process on all.
 */

import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/model/plan.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { createClient } from '../../src/service/client.ts';
import { accountOf, plannedFor } from '../harness/account.ts';
import { applyTo } from '../harness/applying.ts';
import { CIRCLES, type Circle, idAfter, lastStep, ORDERS, type Story, seedOf } from '../harness/cycles.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf, type Service, serve, write } from '../harness/project.ts';

const PROFILES = ['newer', 'older', 'spec'] as const;

/** What is live, as far as the stories tell rules apart; by name. */
function liveOf(service: Service) {
  const rules = service.rules().map(({ id, name, condition, actions }) => {
    const { aiInstructions, static: matchers } = condition;
    return { id, name, text: aiInstructions, ...matchers, label: actions[0]?.fields.label };
  });
  return rules.sort(byName);
}

function declaredOf(story: Story, service: Service) {
  const rules = story.declared.map((rule) => {
    const { aiInstructions = null, static: matchers } = rule.condition;
    // The id of a new rule is the service's to choose.
    const id = idAfter(story, rule) ?? service.rules().find(({ name }) => name === rule.name)?.id;
    const from = matchers?.from ?? null;
    return {
      id,
      name: rule.name,
      text: aiInstructions,
      from,
      to: null,
      subject: null,
      label: rule.actions[0]?.fields?.label,
    };
  });
  return rules.sort(byName);
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

const refusedIn = ({ requests }: Service) => requests.filter(({ status }) => status >= 300).map(({ path }) => path);
const sentTo = ({ requests }: Service) => requests.filter(({ method }) => method !== 'GET');

/** A rule that takes the sender of a deleted one is tried before the other is deleted, where that may be refused. */
function takersOf(story: Story, isUnique: boolean): string[] {
  const takers = story.declared.filter((rule) => rule.condition.static?.from != null && idAfter(story, rule) === null);
  const kept = new Set(story.declared.map(({ name, renamedFrom = name }) => renamedFrom));
  const isDeleted = story.live.some(({ name }) => !kept.has(name));
  return isUnique && isDeleted ? takers.map(() => '/api/v1/rules') : [];
}

function expectConverged(story: Story, service: Service, isUnique: boolean): void {
  expect(liveOf(service)).toEqual(declaredOf(story, service));
  const puts = service.requests.filter(({ method }) => method === 'PUT');
  expect(puts).toHaveLength(story.declared.filter((rule) => idAfter(story, rule) !== null).length);
  expect(refusedIn(service)).toEqual(takersOf(story, isUnique));
}

describe.each(PROFILES)('an order, on %s', (profile) => {
  describe.each([1, 4])('with %d at once', (concurrency) => {
    it.each(ORDERS.map((story) => [story.name, story] as const))('%s', async (_, story) => {
      const service = await serve({ profile, seed: seedOf(story) });
      const rules = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
      const account = accountOf(story.declared);
      const result = await applyTo(account, rules, { concurrency });
      const live = await rules.listRules();
      await rules.close();
      expect(result).toMatchObject({ outcome: 'converged', differences: [], notices: [] });
      expect((await plannedFor(account, live)).work).toEqual([]);
      expectConverged(story, service, profile !== 'spec');
    });
  });
});

describe('an order, by the program', () => {
  it.each(ORDERS.map((story) => [story.name, story] as const))('%s', async (_, story) => {
    const service = await serve({ profile: 'newer', seed: seedOf(story) });
    const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: story.declared }) });
    const { code, stdout } = await inboxctl(['apply', '--yes', '--max-deletes', '100'], { cwd, env: service.env });
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expectConverged(story, service, true);
  });
});

it('thousands of senders are handed over, although the refusal names them all', async () => {
  // The refusal is longer than what is read of a body that is not JSON.
  const from = Array.from({ length: 2_500 }, (_, index) => `somebody-${index}@one.example.com`).join(', ');
  const looksAt = (name: string) => ({
    name,
    condition: { static: { from } },
    actions: [{ type: 'ARCHIVE' as const }],
  });
  const service = await serve({ profile: 'newer', seed: { rules: [looksAt('A')] } });
  const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: [looksAt('B')] }) });
  const { code, stdout } = await inboxctl(['apply', '--yes', '--max-deletes', '1'], { cwd, env: service.env });
  expect({ code, stdout }).toMatchObject({ code: 0 });
  expect(refusedIn(service)).toEqual(['/api/v1/rules']);
});

/** Whether a rule is one of the circle, or what it becomes. */
function isIn({ refused }: Circle, { name, renamedFrom }: { name: string; renamedFrom?: string | null | undefined }) {
  return refused.includes(renamedFrom ?? name);
}

describe.each(PROFILES)('a circle, on %s', (profile) => {
  it.each(CIRCLES.map((story) => [story.name, story] as const))('%s', async (_, story) => {
    const service = await serve({ profile, seed: seedOf(story) });
    const cwd = projectOf({});
    const run = (...args: string[]) => inboxctl(args, { cwd, env: service.env });
    const apply = () => run('apply', '--yes', '--max-deletes', '100');
    const declare = (rules: readonly ResolvedRule[]) => write(cwd, 'rules/all.yaml', JSON.stringify({ rules }));
    const before = liveOf(service);

    declare(story.declared);
    const planned = await run('plan', '--format', 'json', '--max-deletes', '100');
    expect(planned.code).toBe(4);
    const { changes, notices } = planDocument.parse(JSON.parse(planned.stdout));
    const refused = changes.filter((change) => change.refused !== undefined);
    expect(refused.map((change) => [change.refused, change.before?.name])).toEqual(
      expect.arrayContaining(story.refused.map((name) => ['circle', name])),
    );
    expect(refused).toHaveLength(story.refused.length);
    expect(notices.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      ['circle', 'error', `${story.says} ${story.remedy}`],
    ]);

    const applied = await apply();
    expect(applied.code).toBe(4);
    expect(applied.stderr.replaceAll(/\s+/g, ' ')).toContain(`error: ${story.says} ${story.remedy}`);
    expect(liveOf(service).filter((rule) => isIn(story, rule))).toEqual(before.filter((rule) => isIn(story, rule)));
    // The others are carried out: they are of no circle.
    const others = story.declared.filter((rule) => !isIn(story, rule)).map(({ name }) => name);
    expect(liveOf(service).flatMap((rule) => (isIn(story, rule) ? [] : rule.name))).toEqual(others.sort());
    if (others.length === 0) expect(sentTo(service)).toEqual([]);
    expect(refusedIn(service)).toEqual([]);

    declare(story.between);
    expect(await apply()).toMatchObject({ code: 0 });
    declare(lastStep(story));
    expect(await apply()).toMatchObject({ code: 0 });
    expect(refusedIn(service)).toEqual([]);
    expect(liveOf(service)).toEqual(declaredOf(story, service));
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
  });
});

it('a circle is told in each format of a plan', async () => {
  const [story] = CIRCLES;
  if (story === undefined) throw new Error('There is one');
  const service = await serve({ profile: 'newer', seed: seedOf(story) });
  const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: story.declared }) });
  const plain = (text: string) => text.replaceAll(/<[^>]*>|&quot;|["`>*]/g, '').replaceAll(/\s+/g, ' ');
  for (const format of ['text', 'markdown', 'html']) {
    const { code, stdout } = await inboxctl(['plan', '--format', format], { cwd, env: service.env });
    expect(code).toBe(4);
    expect(plain(stdout)).toContain(plain(story.says));
    expect(plain(stdout)).toContain(plain(story.remedy));
  }
});
