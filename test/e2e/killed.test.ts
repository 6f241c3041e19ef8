/**
 * kill -9 at every point of an apply: before each of its requests reaches the service, and when the service has done it
 * but the answer has not come back. With one request at a time a line of the journal is written between an answer and the
 * next request, so that "before a request" is also "after a line of the journal"; after the effect of a request, half of
 * its line is put into the journal, as of a program that is killed while it writes.
 *
 * What follows depends on nothing but the inbox and the journal that were left. So an apply without the journal is played
 * once for each inbox that a kill left, and a rollback once for each inbox with its journal. Only what is killed is a
 * process of its own.
 */
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pMap from 'p-map';
import { afterAll, describe, expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import type { WireRule } from '../../src/sandbox/wire.ts';
import { idAfter, ORDERS, type Story, seedOf } from '../harness/cycles.ts';
import { type Gate, gate, type Point } from '../harness/gate.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { program } from '../harness/program.ts';
import { projectOf, type Service, serve, write } from '../harness/project.ts';
import { IS_NIGHT } from '../harness/runs.ts';
import { say } from '../harness/say.ts';

/** Programs at once. */
const AT_ONCE = 3;
/** In ms. Nothing here is about speed: a slow machine must not fail a test. */
const LONG = 300_000;

const rule = (name: string, text: string, more: Partial<ResolvedRule> = {}): ResolvedRule => ({
  name,
  condition: { aiInstructions: text },
  actions: [{ type: 'LABEL', fields: { label: text } }],
  ...more,
});
const fromOne = { condition: { static: { from: 'one@example.com' } } };

const named = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

/** Of each kind of change so many more than one. */
const MORE = IS_NIGHT ? 3 : 1;
/** A sender is handed over from a rule that is deleted to one that is created. */
const MIXED: Pick<Story, 'live' | 'declared'> = {
  live: [
    rule('Unchanged', 'as declared'),
    ...named('Text', MORE).map((name) => rule(name, 'before')),
    rule('Old name', 'same'),
    rule('Gone', 'x', fromOne),
    ...named('Gone', MORE).map((name) => rule(name, 'x')),
  ],
  declared: [
    rule('Unchanged', 'as declared'),
    ...named('Text', MORE).map((name) => rule(name, 'after')),
    rule('New name', 'same', { renamedFrom: 'Old name' }),
    rule('Created', 'new', fromOne),
    ...named('Created', MORE).map((name) => rule(name, 'new')),
  ],
};
const CHANGES = 3 + 3 * MORE;
/** With the read before and after them, and a create that is refused while the rule with its sender is there. */
const REQUESTS = CHANGES + 3;
const APPLY = ['apply', '--yes', '--format', 'json', '--max-deletes', '10', '--concurrency', '1'];

/** A project with its inbox behind a gate, so that the inbox can be another one. */
interface World {
  cwd: string;
  gate: Gate;
  service: Service;
  env: { INBOXCTL_BASE_URL: string; INBOXCTL_API_KEY: string };
}

async function worldOf({ live, declared }: Pick<Story, 'live' | 'declared'>): Promise<World> {
  const before = await gate();
  const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: declared }) });
  // A run in this process locks the inbox by its key: those of other worlds go on at the same time.
  const env = { INBOXCTL_BASE_URL: before.baseUrl, INBOXCTL_API_KEY: `key-at-${before.baseUrl}` };
  return { cwd, gate: before, env, service: await inboxBehind(before, env, seedOf({ live })) };
}

async function inboxBehind(before: Gate, env: World['env'], seed: object): Promise<Service> {
  const service = await serve({ profile: 'newer', key: env.INBOXCTL_API_KEY, seed });
  before.to(service.baseUrl);
  before.call(null, () => false);
  return service;
}

/** The same project with the same inbox at the same address, in another folder. */
async function copyOf({ cwd, gate: before, env }: World, rules: readonly WireRule[]): Promise<World> {
  const copy = projectOf(cwd);
  return { cwd: copy, gate: before, env, service: await inboxBehind(before, env, { rules }) };
}

/** Runs until a point is reached, and kills it there. */
async function killAt({ cwd, env, gate: before }: World, point: Point, args: string[]): Promise<void> {
  const { code, stdout, stderr } = await program(args, {
    cwd,
    env,
    started: (child) => before.call(point, () => child.kill('SIGKILL') && false),
  });
  expect({ code, stdout, stderr, requests: before.requests }).toMatchObject({ code: null, requests: point.request });
  before.call(null, () => false);
}

function shown({ name, condition, actions }: Pick<WireRule, 'name' | 'condition' | 'actions'> | ResolvedRule) {
  const { aiInstructions, static: matchers } = condition;
  const { from = null, to = null, subject = null } = matchers ?? {};
  return JSON.stringify([name, aiInstructions ?? null, from, to, subject, actions[0]?.fields?.label]);
}

function expectConverged(story: Pick<Story, 'live' | 'declared'>, { service }: World): void {
  const rules = service.rules();
  expect(rules.map(shown).sort()).toEqual(story.declared.map(shown).sort());
  for (const one of story.declared) {
    const id = idAfter(story, one);
    if (id !== null) expect(rules.find(({ name }) => name === one.name)?.id).toBe(id);
  }
}

async function expectApplied({ cwd, env }: World, args: string[]) {
  const { code, stdout, stderr } = await inboxctl(args, { cwd, env });
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
  const document = applyDocument.parse(JSON.parse(stdout));
  expect(document.outcome).toBe('converged');
  return document;
}

/** What is left is all that counts, not when it was made. */
function inboxOf(rules: readonly WireRule[]): string {
  return JSON.stringify(rules.map(shown).sort());
}

function journalOf(cwd: string): string | null {
  const folder = path.join(cwd, '.inboxctl/runs');
  try {
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    return path.join(folder, file);
  } catch {
    return null;
  }
}

/** Times, and the name of the run that has one in it. */
const TIMES = /\d{4}-?\d\d-?\d\dT[^"]*/g;

function linesOf(file: string | null): string[] {
  return file === null ? [] : readFileSync(file, 'utf8').trimEnd().split('\n');
}

const counts = { points: 0, chains: 0 };
afterAll(() =>
  say(`killed at ${counts.points} points of an apply of ${CHANGES} changes, and at ${counts.chains} of chains`),
);

describe('an apply of every kind of change that is killed', () => {
  const numbers = Array.from({ length: REQUESTS }, (_, index) => index + 1);
  const points = numbers.flatMap((request): Point[] => [
    { request, when: 'before' },
    { request, when: 'after' },
  ]);
  const met = new Set<string>();
  /** Whether something was not yet played with these. */
  const isNew = (...parts: string[]) => {
    const key = JSON.stringify(parts);
    return !met.has(key) && met.add(key) !== undefined;
  };

  /** Back to before the run, with no more than what is in the inbox and in the journal. */
  async function expectRolledBack(world: World, rules: readonly WireRule[]): Promise<void> {
    const { cwd, env, service } = await copyOf(world, rules);
    const args = ['rollback', '--yes', '--format', 'json', '--max-deletes', '10'];
    const { code, stdout, stderr } = await inboxctl(args, { cwd, env });
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    expect(service.rules().map(shown).sort()).toEqual(MIXED.live.map(shown).sort());
    const ids = service.rules().map(({ id }) => id);
    const left = seedOf(MIXED).rules.filter(({ id }) => rules.some((one) => one.id === id));
    expect(ids).toEqual(expect.arrayContaining(left.map(({ id }) => id)));
  }

  async function killed(point: Point): Promise<void> {
    const world = await worldOf(MIXED);
    await killAt(world, point, APPLY);
    counts.points += 1;
    const rules = world.service.rules();
    const file = journalOf(world.cwd);
    const lines = linesOf(file);
    // The plan is on the disk before the first write, and each outcome before the next request.
    const answered = world.service.requests.slice(0, point.request - 1);
    const made = answered.filter(({ method, status }) => method !== 'GET' && status < 300);
    expect(lines).toHaveLength(answered.length === 0 ? 0 : 2 + made.length);
    const last = lines.at(-1);
    if (file !== null && last !== undefined && point.when === 'after')
      appendFileSync(file, last.slice(0, last.length / 2));

    if (isNew('without its journal', inboxOf(rules))) {
      const copy = await copyOf(world, rules);
      rmSync(path.join(copy.cwd, '.inboxctl'), { recursive: true, force: true });
      await expectApplied(copy, APPLY);
      expectConverged(MIXED, copy);
    }
    if (file !== null && isNew('back', inboxOf(rules), readFileSync(file, 'utf8').replaceAll(TIMES, ''))) {
      await expectRolledBack(world, rules);
    }
    const copy = await copyOf(world, rules);
    const { notices } = await expectApplied(copy, APPLY);
    expect(notices.some(({ code }) => code === 'run-unfinished')).toBe(file !== null);
    expectConverged(MIXED, copy);
  }

  it('is finished by the next one, with or without its journal, and rolled back', { timeout: LONG }, async () => {
    await pMap(points, killed, { concurrency: AT_ONCE });
  });
});

/** By day one of senders, and one of names. */
const CHAINS = IS_NIGHT ? /chain of/ : /^chain of (senders|names)$/;

describe('an apply that is killed in the middle of a chain', () => {
  const chains = ORDERS.filter(({ name }) => CHAINS.test(name));

  it.each(chains.map((story) => [story.name, story] as const))('%s', { timeout: LONG }, async (_, story) => {
    const first = await worldOf(story);
    expect(await inboxctl(['plan', '--output', 'plan.json'], first)).toMatchObject({ code: 0 });
    const plan = readFileSync(path.join(first.cwd, 'plan.json'), 'utf8');
    first.gate.call(null, () => false);
    await expectApplied(first, [...APPLY, 'plan.json']);
    const met = new Set([inboxOf(first.service.rules())]);
    await pMap(
      Array.from({ length: first.gate.requests }, (_, index) => index + 1),
      async (request) => {
        const world = await worldOf(story);
        write(world.cwd, 'plan.json', plan);
        await killAt(world, { request, when: 'before' }, [...APPLY, 'plan.json']);
        counts.chains += 1;
        const left = inboxOf(world.service.rules());
        if (met.has(left)) return;
        met.add(left);
        await expectApplied(world, [...APPLY, 'plan.json']);
        expectConverged(story, world);
      },
      { concurrency: AT_ONCE },
    );
    // As it was, and after each change.
    expect(met.size).toBe(story.declared.length + 1);
  });
});
