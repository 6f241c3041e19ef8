/** The mode rollback of the built action reaches no other inbox than that of the run, however the project changed since. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ActionEnd, runAction } from '../harness/action.ts';
import { fakeGitHub } from '../harness/github/fake-github.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';
import { endOf, live, rule } from './apply-world.ts';

const RUN = 7;
const SIGNING = 'a-signing-key-of-the-repository';
const KEYS = { alice: 'api-key-of-alice-here', bob: 'api-key-of-bob-here', carol: 'api-key-of-carol-here' };
type Name = keyof typeof KEYS;
const NAMES = Object.keys(KEYS) as Name[];
const variable = (name: Name) => `INBOXCTL_${name.toUpperCase()}_KEY`;

/** A run of GitHub that changed the inboxes of Alice and Bob, and the project as it is by now. */
async function applied() {
  const service = await serve({
    profile: 'newer',
    seed: {
      inboxes: NAMES.map((name) => ({ name, rules: [live('Gone'), live('Kept')] })),
      keys: NAMES.map((name) => ({ key: KEYS[name], inbox: name })),
    },
  });
  const settings = (accounts: Record<string, Name>) =>
    `baseUrl: ${service.baseUrl}\naccounts:\n${Object.entries(accounts)
      .map(([name, key]) => `  ${name}: { apiKey: { env: ${variable(key)} } }\n`)
      .join('')}`;
  const keysOf = (...names: Name[]) => names.map((name) => `${variable(name)}=${KEYS[name]}\n`).join('');
  const github = await fakeGitHub();
  github.addRun(RUN);
  const machine = projectOf({
    'inboxctl.yaml': settings({ alice: 'alice', bob: 'bob' }),
    'rules/a.yaml': `${rule('Kept')}---\n${rule('New')}`,
  });
  const env = {
    [variable('alice')]: KEYS.alice,
    [variable('bob')]: KEYS.bob,
    INBOXCTL_SIGNING_KEY: SIGNING,
    GITHUB_SERVER_URL: 'https://github.example.com',
    GITHUB_REPOSITORY: github.repository,
    GITHUB_RUN_ID: String(RUN),
    GITHUB_WORKFLOW_REF: `${github.repository}/.github/workflows/apply.yml@refs/heads/main`,
  };
  expect(await inboxctl(['apply', '--yes', '--max-deletes', '9'], { cwd: machine, env })).toMatchObject({ code: 0 });
  const [name = ''] = readdirSync(path.join(machine, '.inboxctl/runs'));
  const file = readFileSync(path.join(machine, '.inboxctl/runs', name), 'utf8');
  const before = new Map(NAMES.map((one) => [one, JSON.stringify(service.rules(one))]));
  const from = service.requests.length;
  return {
    /** Shows the way back, and carries it out with its digest. */
    async rollingBack(accounts: Record<string, Name>, keys: Name[], more: Record<string, string> = {}) {
      const cwd = projectOf({ 'inboxctl.yaml': settings(accounts) });
      mkdirSync(path.join(cwd, 'artifact'));
      writeFileSync(path.join(cwd, 'artifact', name), file);
      const run = (given: Record<string, string> = {}): Promise<ActionEnd> =>
        runAction({
          event: 'workflow_dispatch',
          cwd,
          github,
          inputs: {
            mode: 'rollback',
            'run-file': 'artifact',
            'run-id': String(RUN),
            'api-keys': keysOf(...keys),
            'signing-key': SIGNING,
            ...more,
            ...given,
          },
        });
      const shown = await run();
      const { digest } = shown.outputs;
      return { shown, done: digest === undefined ? null : await run({ expect: digest }) };
    },
    changed: () => NAMES.filter((one) => JSON.stringify(service.rules(one)) !== before.get(one)),
    methods: () => [...new Set(service.requests.slice(from).map(({ method }) => method))],
  };
}

const isTold = ({ summary, stdout }: ActionEnd, words: RegExp) => {
  expect(`${summary}\n${stdout}`.replaceAll(/\s+/g, ' ')).toMatch(words);
};

describe('the mode rollback', { timeout: 60_000 }, () => {
  it('leaves out an account that was removed since', async () => {
    const world = await applied();
    const { shown, done } = await world.rollingBack({ alice: 'alice' }, ['alice']);
    expect(endOf(shown)).toMatchObject({ code: 1 });
    isTold(shown, /The account `?bob`? is not in this project/);
    expect(endOf(done as ActionEnd)).toMatchObject({ code: 1 });
    expect(world.changed()).toEqual(['alice']);
  });

  it('goes on with a bundle that has a key of no account, and warns', async () => {
    const world = await applied();
    const { shown, done } = await world.rollingBack({ alice: 'alice', bob: 'bob' }, NAMES);
    for (const end of [shown, done as ActionEnd]) {
      expect(endOf(end)).toMatchObject({ code: 0 });
      isTold(end, /no `apiKey` of the project names: INBOXCTL_CAROL_KEY/);
      expect(end.masks).toContain(KEYS.carol);
      expect(end.stdout.replaceAll(/^::add-mask::.*$/gm, '') + end.summary).not.toContain(KEYS.carol);
    }
    expect(world.changed()).toEqual(['alice', 'bob']);
  });

  it('leaves out an account that was renamed since', async () => {
    const world = await applied();
    const { shown, done } = await world.rollingBack({ alice: 'alice', robert: 'bob', carol: 'carol' }, NAMES);
    isTold(shown, /The account `?bob`? is not in this project/);
    expect(endOf(done as ActionEnd)).toMatchObject({ code: 1 });
    expect(world.changed()).toEqual(['alice']);
  });

  it('leaves out an account whose name belongs to another inbox now', async () => {
    const world = await applied();
    const { shown, done } = await world.rollingBack({ alice: 'carol', bob: 'bob' }, ['bob', 'carol']);
    isTold(shown, /Another API key than in that run/);
    expect(endOf(done as ActionEnd)).toMatchObject({ code: 1 });
    expect(world.changed()).toEqual(['bob']);
  });

  it('names the account that the input account leaves out, which is no failure', async () => {
    const world = await applied();
    const all = { alice: 'alice', bob: 'bob', carol: 'carol' } as const;
    const { shown, done } = await world.rollingBack(all, NAMES, { account: 'bob' });
    isTold(shown, /Not selected, so what that run did there is not taken back: alice/);
    expect(endOf(done as ActionEnd)).toMatchObject({ code: 0 });
    expect(world.changed()).toEqual(['bob']);
  });

  it('leaves out an account whose key is not in the bundle', async () => {
    const world = await applied();
    const { shown, done } = await world.rollingBack({ alice: 'alice', bob: 'bob' }, ['bob']);
    expect(endOf(shown)).toMatchObject({ code: 1 });
    isTold(shown, /INBOXCTL_ALICE_KEY/);
    expect(endOf(done as ActionEnd)).toMatchObject({ code: 1 });
    expect(world.changed()).toEqual(['bob']);
  });

  it('sends nothing but GET where the project is another one', async () => {
    const world = await applied();
    const { shown } = await world.rollingBack({ team: 'alice', alice: 'carol' }, ['alice', 'carol']);
    expect(endOf(shown)).toMatchObject({ code: 1 });
    isTold(shown, /Another API key than in that run/);
    isTold(shown, /The account `?bob`? is not in this project/);
    expect(world.changed()).toEqual([]);
    expect(world.methods()).toEqual(['GET']);
  });
});
