/** What was reviewed or reported of the inbox at one address says nothing of another. */
import { describe, expect, it } from 'vitest';
import { serve } from '../harness/project.ts';
import { applying, endOf, live, rule } from './apply-world.ts';

it('a plan reviewed at one address is not applied at another, and is still good for its own', async () => {
  const rules = [live('A'), live('By hand')];
  const { github, reviewed, apply, names } = await applying({ rules });
  const elsewhere = await serve({ profile: 'newer', seed: { rules } });
  const pull = await reviewed({ 'rules/a.yaml': rule('A', 'new'), 'rules/b.yaml': rule('B') });
  const commits = github.merge(pull.number);
  const other = await apply(commits, { inputs: { 'base-url': elsewhere.baseUrl } });
  expect(endOf(other)).toMatchObject({ code: 1 });
  expect(elsewhere.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(endOf(await apply(commits))).toMatchObject({ code: 0 });
  expect(names()).toEqual(['A', 'B', 'By hand']);
});

it('says both addresses where the job has moved to another one since the review', async () => {
  const rules = [live('A')];
  const { service, github, reviewed, apply } = await applying({ rules });
  const elsewhere = await serve({ profile: 'newer', seed: { rules } });
  const at = (baseUrl: string) => ({
    inputs: { 'base-url': '', 'allowed-hosts': new URL(baseUrl).host },
    env: { INBOXCTL_BASE_URL: baseUrl },
  });
  const pull = await reviewed({ 'rules/a.yaml': rule('A', 'new') }, at(service.baseUrl));
  const commits = github.merge(pull.number);
  const end = endOf(await apply(commits, at(elsewhere.baseUrl)));
  expect(end).toMatchObject({ code: 1, reason: 'plan-changed' });
  for (const { baseUrl } of [service, elsewhere]) expect(end.message).toContain(baseUrl);
  expect(end.message).toContain('Plan again');
  expect(elsewhere.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(endOf(await apply(commits, at(service.baseUrl)))).toMatchObject({ code: 0 });
  expect(service.rule('A').condition?.aiInstructions).toBe('find new');
});

/** Two jobs of one project, as for staging and production: this one has the address of `applying`, the other `elsewhere`. */
async function twoJobs() {
  const world = await applying({ files: { 'rules/kept.yaml': rule('Kept', 'old') }, rules: [live('Kept')] });
  const elsewhere = await serve({ profile: 'newer', seed: { rules: [live('Kept')] } });
  const there = { inputs: { 'base-url': elsewhere.baseUrl } };
  const drift = (inputs: Record<string, string> = {}) =>
    world.apply([], { event: 'schedule', inputs: { mode: 'drift', ...inputs } });
  const hosts = [world.service, elsewhere].map(({ baseUrl }) => new URL(baseUrl).host);
  const namesThere = () =>
    elsewhere
      .rules()
      .map(({ name }) => name)
      .sort();
  return { ...world, elsewhere, there, drift, hosts, namesThere };
}

describe('two jobs for two addresses', () => {
  it('have two comments, and neither writes over or uses up what the other showed', async () => {
    const { github, reviewed, replan, apply, names, namesThere, there, hosts } = await twoJobs();
    const pull = await reviewed({ 'rules/a.yaml': rule('A') });
    const bodies = () => github.comments(pull.number).map(({ body }) => body);
    const [first] = bodies();
    await replan(pull, {}, there);
    const planned = bodies();
    expect(planned).toEqual([first, expect.stringContaining('1 to create')]);
    expect(planned.map((body) => hosts.map((host) => body.includes(`## inboxctl: \`${host}\`\n`)))).toEqual([
      [true, false],
      [false, true],
    ]);
    const commits = github.merge(pull.number);
    expect(endOf(await apply(commits, there))).toMatchObject({ code: 0 });
    expect([names(), namesThere()]).toEqual([['Kept'], ['A', 'Kept']]);
    expect(bodies()).toEqual([first, expect.stringContaining('**Applied**: 1 change made')]);
    expect(endOf(await apply(commits))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'Kept']);
    expect(bodies()[0]).toContain('**Applied**: 1 change made');
  });

  it('have two issues, and neither writes over or closes that of the other', async () => {
    const { github, service, elsewhere, drift, there, hosts } = await twoJobs();
    const kept = elsewhere.rule('Kept');
    for (const { remove } of [service, elsewhere]) remove('Kept');
    await drift();
    await drift(there.inputs);
    const issues = () => github.issues().map(({ title, state }) => ({ title, state }));
    const titles = hosts.map((host) => `inboxctl: the inbox is not as its files say (${host})`);
    expect(issues()).toEqual(titles.map((title) => ({ title, state: 'open' })));
    const [first] = structuredClone(github.issues());
    elsewhere.put(kept);
    await drift(there.inputs);
    expect(issues().map(({ state }) => state)).toEqual(['open', 'closed']);
    expect(github.issues()[0]).toEqual(first);
  });
});
