/** For any two inboxes with different rules: what was decided for one makes no change in the other, on any road. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applying } from '../action/apply-world.ts';
import { forAll } from '../harness/for-all.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const [MINE, OTHER] = ['the-key-of-my-inbox', 'the-key-of-another-inbox'];
const NAMES = ['A', 'B', 'C', 'D'];

interface Rule {
  name: string;
  find: string;
}

const rules = fc.uniqueArray(fc.record({ name: fc.constantFrom(...NAMES), find: fc.constantFrom('old', 'new') }), {
  selector: ({ name }) => name,
});
const live = ({ name, find }: Rule) => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: find },
  actions: [{ type: 'ARCHIVE' }],
});
const declared = (all: readonly Rule[]) =>
  JSON.stringify({ rules: all.map(({ name, find }) => ({ ...live({ name, find }), name })) });

/** Rules of two inboxes of which the first at least is not empty, and what the files declare. */
const worlds = fc.record({
  mine: rules.filter(({ length }) => length > 0),
  other: rules,
  files: rules.filter(({ length }) => length > 0),
});
type World = { mine: Rule[]; other: Rule[]; files: Rule[] };

/** The seed of both inboxes. All rules are older than any plan. */
const seedOf = ({ mine, other }: World) => ({
  inboxes: [
    { name: 'mine', rules: mine.map(live) },
    { name: 'other', rules: other.map(live) },
  ],
  keys: [
    { key: MINE, inbox: 'mine' },
    { key: OTHER, inbox: 'other' },
  ],
});

const LIFTED = ['--yes', '--max-deletes', '9'];

/** What decides with one key, and gives what to run with the other one. */
const ROADS: Record<string, (run: (...args: string[]) => Promise<{ stdout: string }>) => Promise<string[]>> = {
  'a plan file': async (run) => {
    await run('plan', '--output', 'plan.json', '--max-deletes', '9');
    return ['apply', 'plan.json', ...LIFTED];
  },
  'a digest': async (run) => {
    const { stdout } = await run('plan', '--format', 'json', '--max-deletes', '9');
    return ['apply', '--expect', JSON.parse(stdout).digest, ...LIFTED];
  },
  'a rollback': async (run) => {
    await run('apply', ...LIFTED);
    return ['rollback', ...LIFTED];
  },
};

it.each(Object.entries(ROADS))('by %s', async (_, decide) => {
  await forAll([worlds], 12, async (world) => {
    const service = await serve({ profile: 'newer', seed: seedOf(world) });
    const cwd = projectOf({ 'rules/a.json.yaml': declared(world.files) });
    const run = (key: string, ...args: string[]) =>
      inboxctl(args, { cwd, env: { ...service.env, INBOXCTL_API_KEY: key } });
    const then = await decide((...args) => run(MINE, ...args));
    const before = JSON.stringify(service.rules('other'));
    const from = service.requests.length;
    const { code } = await run(OTHER, ...then);
    expect(JSON.stringify(service.rules('other'))).toBe(before);
    const methods = service.requests.slice(from).map(({ method }) => method);
    expect(methods.filter((method) => method !== 'GET')).toEqual([]);
    // Nothing may have been decided: then there is no run, and a plan without changes fits everywhere.
    expect([0, 1, 3, 4]).toContain(code);
    // The inbox that it was decided for has it made.
    const mine = await run(MINE, ...then);
    expect(mine.stderr).not.toMatch(/another inbox/);
  });
});

it.each(['comment', 'by hand'])('on GitHub: %s', async (how) => {
  await forAll([worlds], 4, async (world) => {
    const { github, reviewed, apply, service } = await applying({
      files: { 'rules/a.yaml': declared(world.mine) },
      sandbox: { seed: seedOf(world) },
    });
    const signed = { 'signing-key': 'one-key-for-all-of-the-jobs' };
    const pull = await reviewed({ 'rules/a.yaml': declared(world.files) }, { inputs: { ...signed, 'api-key': MINE } });
    const commits = github.merge(pull.number);
    const before = JSON.stringify(service.rules('other'));
    const event = how === 'comment' ? {} : { event: 'workflow_dispatch' };
    const shown = how === 'comment' ? null : await apply([], { ...event, inputs: { ...signed, 'api-key': MINE } });
    const expected = shown === null ? {} : { expect: shown.outputs.digest ?? '' };
    await apply(commits, { ...event, inputs: { ...signed, ...expected, 'api-key': OTHER } });
    expect(JSON.stringify(service.rules('other'))).toBe(before);
    expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
