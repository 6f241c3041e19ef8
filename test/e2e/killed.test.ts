/**
 * kill -9 at every point of an apply: before each of its requests reaches the service, and when the service has done it
 * but the answer has not come back. And each answer to a write lost, without a kill.
 *
 * What follows depends on nothing but the inbox and the snapshot that were left: the next apply finishes it, with the snapshot
 * or without, a rollback leads to the inbox before the run, and the rollback of that one to the inbox that the kill left. Each
 * is played once for each inbox that a kill left. Only what is killed is a process of its own.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pMap from 'p-map';
import { afterAll, describe, expect, it } from 'vitest';
import { type ApplyDocument, applyDocument } from '../../src/model/applied.ts';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import type { WireRule } from '../../src/sandbox/wire.ts';
import { type Gate, gate, type Point } from '../harness/gate.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { program } from '../harness/program.ts';
import { projectOf, type Service, serve } from '../harness/project.ts';
import { IS_NIGHT } from '../harness/runs.ts';
import { say } from '../harness/say.ts';

/** Programs at once. */
const AT_ONCE = 3;
/** In ms. Nothing here is about speed: a slow machine must not fail a test. */
const LONG = 300_000;
/** The value of a variable that a rule refers to. */
const HOOK = 'https://hooks.example.com/hush-hook';
/** What somebody wrote in its place in the web page: only the snapshot has it. */
const EARLIER = 'https://hooks.example.com/hush-earlier-hook';

interface Story {
  live: WireLike[];
  declared: WrittenRule[];
  /** How many requests the apply makes, with the read before and after. */
  requests: number;
  /** Whether the service gives back the actions of each rule in another order. */
  reorderActions?: true;
}

type WireLike = Pick<WrittenRule, 'name' | 'condition' | 'actions'>;

const rule = (name: string, text: string, more: Partial<WrittenRule> = {}): WrittenRule => ({
  name,
  condition: { aiInstructions: text },
  actions: [{ type: 'LABEL', fields: { label: text } }],
  ...more,
});
const fromOne = { condition: { static: { from: 'one@example.com' } } };
const named = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

/** Of each kind of change so many more than one. */
const MORE = IS_NIGHT ? 3 : 1;
/** A sender is handed over from a rule that is deleted to one that is created, and a rule has a secret. */
const MIXED: Story = {
  live: [
    rule('Unchanged', 'as declared'),
    ...named('Text', MORE).map((name) => rule(name, 'before')),
    rule('Old name', 'same'),
    rule('Gone', 'x', fromOne),
    ...named('Gone', MORE).map((name) => rule(name, 'x')),
    rule('Hook', 'hook', { actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: EARLIER } }, { type: 'STAR' }] }),
  ],
  declared: [
    rule('Unchanged', 'as declared'),
    ...named('Text', MORE).map((name) => rule(name, 'after')),
    rule('New name', 'same', { renamedFrom: 'Old name' }),
    rule('Created', 'new', fromOne),
    ...named('Created', MORE).map((name) => rule(name, 'new')),
    rule('Hook', 'hook', { actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: { env: 'HOOK' } } }] }),
  ],
  // A create is refused while the rule with its sender is there.
  requests: 4 + 3 * MORE + 3,
};
/** The service stores no folder, and actions in another order. */
const OTHERWISE: Story = {
  live: [
    rule('Filed', 'x', { actions: [{ type: 'ARCHIVE' }, { type: 'STAR' }] }),
    rule('Gone', 'x', { actions: [{ type: 'ARCHIVE' }, { type: 'STAR' }, { type: 'MARK_READ' }] }),
  ],
  declared: [
    rule('Filed', 'x', {
      actions: [{ type: 'MOVE_FOLDER', fields: { folderName: 'Bills' } }, { type: 'STAR' }, { type: 'MARK_READ' }],
    }),
    rule('Created', 'y', { actions: [{ type: 'ARCHIVE' }, { type: 'STAR' }] }),
  ],
  requests: 5,
  reorderActions: true,
};
const APPLY = ['apply', '--yes', '--format', 'json', '--max-deletes', '10', '--concurrency', '1'];
const ROLLBACK = ['rollback', '--yes', '--format', 'json', '--max-deletes', '10'];

/** A project with its inbox behind a gate, so that the inbox can be another one. */
interface World {
  story: Story;
  cwd: string;
  gate: Gate;
  service: Service;
  env: { INBOXCTL_BASE_URL: string; INBOXCTL_API_KEY: string; HOOK: string };
}

const idOf = (name: string) => `id of ${name}`;

async function worldOf(story: Story): Promise<World> {
  const before = await gate();
  const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: story.declared }) });
  // A run in this process locks the inbox by its key: those of other worlds go on at the same time.
  const env = { INBOXCTL_BASE_URL: before.baseUrl, INBOXCTL_API_KEY: `key-at-${before.baseUrl}`, HOOK };
  const rules = story.live.map((one) => {
    return { ...one, condition: { conditionalOperator: 'AND', ...one.condition }, id: idOf(one.name) };
  });
  return { story, cwd, gate: before, env, service: await inboxBehind({ story, gate: before, env }, rules) };
}

async function inboxBehind(
  { story, gate: before, env }: Pick<World, 'story' | 'gate' | 'env'>,
  rules: readonly object[],
): Promise<Service> {
  const { reorderActions } = story;
  const service = await serve({ profile: 'newer', key: env.INBOXCTL_API_KEY, seed: { rules }, reorderActions });
  before.to(service.baseUrl);
  before.call(null, () => false);
  return service;
}

/** The same project with the same inbox at the same address, in another folder. */
async function copyOf(world: World, rules: readonly WireRule[]): Promise<World> {
  return { ...world, cwd: projectOf(world.cwd), service: await inboxBehind(world, rules) };
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

/** All that a rule does; the order of actions counts where the service keeps it. */
function shown(
  { name, condition, actions }: Pick<WireRule, 'name' | 'condition' | 'actions'>,
  { reorderActions }: Story,
) {
  const { aiInstructions, static: matchers } = condition;
  const { from = null, to = null, subject = null } = matchers ?? {};
  const done = actions.map(({ type, fields }) => [type, Object.values(fields ?? {}).filter((text) => text !== null)]);
  const texts = done.map((one) => JSON.stringify(one));
  return JSON.stringify([name, aiInstructions ?? null, from, to, subject, reorderActions ? texts.sort() : texts]);
}

/** What is left is all that counts, not when it was made. */
function inboxOf(rules: readonly WireRule[], story: Story): string[] {
  return rules.map((one) => shown(one, story)).sort();
}

function declaredInbox({ declared, ...story }: Story): string[] {
  const withHook = JSON.parse(JSON.stringify(declared), (_, value) => (value?.env === 'HOOK' ? HOOK : value));
  return withHook.map((one: WireRule) => shown(one, { declared, ...story })).sort();
}

async function run({ cwd, env }: World, args: string[]): Promise<ApplyDocument & { exit: number | null }> {
  const { code, stdout, stderr } = await inboxctl(args, { cwd, env });
  expect(stdout + stderr).not.toContain('hush');
  return { exit: code, ...applyDocument.parse(JSON.parse(stdout)) };
}

/** The snapshots of a project, the oldest first. */
function snapshotsOf(cwd: string): string[] {
  const folder = path.join(cwd, '.inboxctl/runs');
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

/** Back to before the run, and forth again, with no more than what is in the inbox and in the snapshot. */
async function expectBackAndForth(world: World, rules: readonly WireRule[]): Promise<void> {
  const { story } = world;
  const copy = await copyOf(world, rules);
  const was = inboxOf(rules, story);
  const back = await run(copy, ROLLBACK);
  // What the service is known to store otherwise is a difference, and no more than that.
  expect(['converged', ...(story.reorderActions ? ['differs'] : [])]).toContain(back.outcome);
  expect(back.changes.filter(({ status }) => status !== 'done')).toEqual([]);
  expect(inboxOf(copy.service.rules(), story)).toEqual(inboxOf(story.live as WireRule[], story));
  const ids = new Set(copy.service.rules().map(({ id }) => id));
  for (const { id } of rules) if (story.live.some(({ name }) => idOf(name) === id)) expect(ids).toContain(id);
  const again = await run(
    copy,
    back.run === null ? ROLLBACK : [...ROLLBACK.slice(0, 1), back.run, ...ROLLBACK.slice(1)],
  );
  if (back.run !== null) expect(inboxOf(copy.service.rules(), story)).toEqual(was);
  else expect(again.changes).toEqual([]);
}

/** Somebody edits a rule that the run changed: that rule is left alone, and nothing else is. */
async function expectEditKept(world: World, rules: readonly WireRule[]): Promise<void> {
  const copy = await copyOf(world, rules);
  const own = rules.find(({ name, condition }) => name === 'Text 1' && condition.aiInstructions === 'after');
  if (own === undefined) return;
  const edited = { ...own, condition: { ...own.condition, aiInstructions: 'edited' } };
  copy.service.put(edited);
  const back = await run(copy, ROLLBACK);
  expect(back.exit).toBe(4);
  expect(back.changes.filter(({ status }) => status !== 'done')).toMatchObject([
    { name: 'Text 1', status: 'refused', error: { code: 'edited-since' } },
  ]);
  const expected = world.story.live.map((one) => (one.name === 'Text 1' ? edited : one)) as WireRule[];
  expect(inboxOf(copy.service.rules(), world.story)).toEqual(inboxOf(expected, world.story));
}

const counts = { points: 0, answers: 0, ways: 0 };
afterAll(() => say(`killed at ${counts.points} points, ${counts.answers} answers lost, ${counts.ways} ways back`));

const STORIES = { 'of every kind of change': MIXED, 'that the service stores otherwise': OTHERWISE };

describe.each(Object.entries(STORIES))('an apply %s', (_, story) => {
  const numbers = Array.from({ length: story.requests }, (_, index) => index + 1);
  const points = numbers.flatMap((request): Point[] => [
    { request, when: 'before' },
    { request, when: 'after' },
  ]);

  /** What follows, once for each inbox. */
  function once() {
    const met = new Set<string>();
    return (world: World, rules: readonly WireRule[]) => {
      const key = JSON.stringify([snapshotsOf(world.cwd).length, inboxOf(rules, story)]);
      return !met.has(key) && met.add(key) !== undefined;
    };
  }

  it('that is killed is finished by the next one, and rolled back and forth', { timeout: LONG }, async () => {
    const isNew = once();
    await pMap(
      points,
      async (point) => {
        const world = await worldOf(story);
        await killAt(world, point, APPLY);
        counts.points += 1;
        const rules = world.service.rules();
        // The snapshot is on the disk before the first write, and nothing is added to it.
        const lines = snapshotsOf(world.cwd).map((file) => readFileSync(file, 'utf8').split('\n').length);
        const isPlanned = point.request > 1 || point.when === 'after';
        expect(lines).toEqual(point.request > 1 ? [3] : []);
        if (!isPlanned || !isNew(world, rules)) return;

        for (const isThere of [true, false]) {
          const copy = await copyOf(world, rules);
          if (!isThere) rmSync(path.join(copy.cwd, '.inboxctl'), { recursive: true, force: true });
          const { outcome } = await run(copy, APPLY);
          expect(outcome).toBe(story.reorderActions ? 'differs' : 'converged');
          if (!story.reorderActions) expect(inboxOf(copy.service.rules(), story)).toEqual(declaredInbox(story));
        }
        if (lines.length === 0) return;
        counts.ways += 1;
        await expectBackAndForth(world, rules);
        await expectEditKept(world, rules);
      },
      { concurrency: AT_ONCE },
    );
  });

  it('whose answer to a write is lost is rolled back and forth', { timeout: LONG }, async () => {
    const isNew = once();
    await pMap(
      numbers,
      async (request) => {
        const world = await worldOf(story);
        world.gate.call({ request, when: 'after' }, () => false);
        const args = [...APPLY, '--retry-for', '0', '--timeout', '1'];
        await inboxctl(args, { cwd: world.cwd, env: world.env });
        counts.answers += 1;
        const rules = world.service.rules();
        if (snapshotsOf(world.cwd).length === 0 || !isNew(world, rules)) return;
        counts.ways += 1;
        await expectBackAndForth(world, rules);
      },
      { concurrency: AT_ONCE },
    );
  });
});
