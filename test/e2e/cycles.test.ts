/**
 * Rules that wait for each other: that swap or rotate senders or names, or hand them over. All converge in one apply, on
 * every kind of service, however many requests are sent at once; ids are kept, and only as many rules step aside as must.
 * Each story by the built program on the service that refuses most, and in this process on all.
 */

import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../src/model/journal.ts';
import type { ListedRule } from '../../src/model/listing.ts';
import { createClient } from '../../src/service/client.ts';
import { accountOf, plannedFor } from '../harness/account.ts';
import { applyTo } from '../harness/applying.ts';
import { idAfter, STORIES, type Story, seedOf } from '../harness/cycles.ts';
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

const replaces = ({ live, declared }: Story) =>
  declared.filter(({ name, renamedFrom = name }) => live.some((rule) => rule.name === renamedFrom)).length;

function expectConverged(story: Story, service: Service, senders: keyof Story['parked']): void {
  expect(liveOf(service)).toEqual(declaredOf(story, service));
  const puts = service.requests.filter(({ method }) => method === 'PUT');
  expect(puts.filter(({ status }) => status < 300)).toHaveLength(replaces(story) + story.parked[senders]);
  // Whether senders may overlap is found out by trying, once for each rule; names are never tried in vain.
  const refused = service.requests.filter(({ status }) => status >= 300).map(({ path }) => path);
  if (story.parked.unique !== story.parked.overlapping) return;
  // A rule that takes the sender of a deleted one is tried before the other is deleted.
  const takers = story.declared.filter(({ name, condition, renamedFrom = name }) => {
    return condition.static?.from != null && !story.live.some((rule) => rule.name === renamedFrom);
  });
  expect(refused).toEqual(senders === 'unique' ? takers.map(() => '/api/v1/rules') : []);
  expect(refused).toEqual([...new Set(refused)]);
}

describe.each(PROFILES)('on %s', (profile) => {
  describe.each([1, 4])('with %d at once', (concurrency) => {
    it.each(STORIES.map((story) => [story.name, story] as const))('%s', async (_, story) => {
      const service = await serve({ profile, seed: seedOf(story) });
      const rules = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
      const account = accountOf(story.declared);
      const result = await applyTo(account, rules, { concurrency });
      const live = await rules.listRules();
      await rules.close();
      expect(result).toMatchObject({ outcome: 'converged', differences: [], notices: [] });
      expect((await plannedFor(account, live)).work).toEqual([]);
      expectConverged(story, service, profile === 'spec' ? 'overlapping' : 'unique');
    });
  });
});

describe('by the program', () => {
  it.each(STORIES.map((story) => [story.name, story] as const))('%s', async (_, story) => {
    const service = await serve({ profile: 'newer', seed: seedOf(story) });
    const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: story.declared }) });
    const { code, stdout } = await inboxctl(['apply', '--yes', '--max-deletes', '100'], { cwd, env: service.env });
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expectConverged(story, service, 'unique');
  });
});

it('a swap of thousands of senders is carried out, although the refusal names them all', async () => {
  // The refusal is longer than what is read of a body that is not JSON.
  const senders = (domain: string) =>
    Array.from({ length: 2_500 }, (_, index) => `somebody-${index}@${domain}.example.com`).join(', ');
  const looksAt = (name: string, domain: string) => ({
    name,
    condition: { static: { from: senders(domain) } },
    actions: [{ type: 'ARCHIVE' as const }],
  });
  const two = (one: string, other: string) => [looksAt('A', one), looksAt('B', other)];
  const service = await serve({ profile: 'newer', seed: { rules: two('one', 'two') } });
  const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: two('two', 'one') }) });
  expect(await inboxctl(['apply', '--yes'], { cwd, env: service.env })).toMatchObject({ code: 0 });
});

describe('a cycle that cannot be closed', () => {
  const looksAt = (name: string, from: string) => ({
    name,
    condition: { static: { from } },
    actions: [{ type: 'LABEL' as const, fields: { label: name } }],
  });
  const notifies = (name: string, renamedFrom: string, isRefused: boolean) => ({
    name,
    renamedFrom,
    condition: { aiInstructions: renamedFrom },
    actions: isRefused
      ? [{ type: 'NOTIFY_MESSAGING_CHANNEL' as const, messagingChannelId: 'ckx9q2s7l0000v8mn4h2r1abc' }]
      : [{ type: 'LABEL' as const, fields: { label: renamedFrom } }],
  });
  /** Who has the third sender keeps it. */
  const live = [looksAt('A', 'one@example.com'), looksAt('B', 'two@example.com'), looksAt('C', 'three@example.com')];
  const OVERLAP = 'it overlaps the rule "C"';
  const CHANNEL = 'Messaging channel not found';
  const CASES = {
    senders: [[looksAt('A', 'two@example.com, three@example.com'), looksAt('B', 'one@example.com')], OVERLAP],
    names: [[notifies('B', 'A', false), notifies('A', 'B', true)], CHANNEL],
    'its sender': [[looksAt('A', 'two@example.com'), looksAt('B', 'one@example.com, three@example.com')], OVERLAP],
    'its name': [[notifies('B', 'A', true), notifies('A', 'B', false)], CHANNEL],
  } as const;

  async function applied(declared: readonly object[]) {
    const service = await serve({ profile: 'newer', seed: { inboxes: [{ name: 'one', channels: [], rules: live }] } });
    const cwd = projectOf({
      'inboxctl.yaml': 'version: 1\nignore: [C]\n',
      'rules/all.yaml': JSON.stringify({ rules: declared }),
    });
    const before = liveOf(service);
    const run = (...args: string[]) => inboxctl(args, { cwd, env: service.env });
    const { code, stdout } = await run('apply', '--yes');
    const end = stdout.slice(stdout.search(/(Partly|Nothing was) applied/)).replaceAll(/\s+/g, ' ');
    return { service, cwd, before, run, code, end };
  }

  it.each([
    ['senders', 'B'],
    ['names', 'A'],
  ] as const)('of %s leaves no rule put aside', async (which, name) => {
    const [declared, why] = CASES[which];
    const { service, before, run, code, end } = await applied(declared);
    expect(code).toBe(1);
    expect(liveOf(service)).toEqual(before);
    expect(end).toContain(why);
    expect(end).toContain(`1 rule was parked for changes that were not made, and restored: "${name}".`);
    expect(end).not.toContain('no mail');
    expect((await run('rollback', '--yes')).stdout).toContain('No changes: that run left nothing to take back');
    expect(liveOf(service)).toEqual(before);
  });

  it('is closed once the reason is settled', async () => {
    const { service, cwd, run } = await applied(CASES['its sender'][0]);
    const { declared } = STORIES[0] as Story;
    write(cwd, 'rules/all.yaml', JSON.stringify({ rules: declared }));
    expect(await run('apply', '--yes')).toMatchObject({ code: 0 });
    expect(liveOf(service).map(({ from, subject }) => [from, subject])).toEqual([
      ['two@example.com', null],
      ['one@example.com', null],
      ['three@example.com', null],
    ]);
  });

  it.each([
    ['its sender', 'B', '400: it overlaps the rule "A" on the sender two@example.com.'],
    ['its name', 'A', 'another rule has the name now.'],
  ] as const)('leaves a rule put aside where %s is taken, and says what to do', async (which, name, notBack) => {
    const [declared, why] = CASES[which];
    const { service, before, run, code, end } = await applied(declared);
    expect(code).toBe(1);
    expect(liveOf(service).filter(({ subject }) => subject !== null)).toHaveLength(1);
    expect(end).toContain(why);
    const said = `1 rule is parked, and matches no mail until its replace is made: "${name}".`;
    expect(end).toContain(`${said} Putting back failed: ${notBack}`);
    expect(end).toContain('Fix the error of that replace, then apply again.');
    expect(end).not.toContain('and restored');
    const [parkedBy] = JSON.parse((await run('runs', '--format', 'json')).stdout).runs.map(
      (one: RunSummary) => one.run,
    );
    const listed = await run('list');
    expect(listed.stdout).toMatch(
      new RegExp(`  ${name} +parked .*\n +matches no mail since the run ${parkedBy} parked it\n`),
    );
    expect(listed.stdout).toContain('1 parked');
    const rules: ListedRule[] = JSON.parse((await run('list', '--format', 'json')).stdout).rules;
    expect(rules.filter(({ state }) => state === 'parked')).toMatchObject([{ name, parkedBy }]);
    expect(await run('rollback', '--yes')).toMatchObject({ code: 0 });
    expect(liveOf(service)).toEqual(before);
  });
});
