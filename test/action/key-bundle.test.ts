/** The input `api-keys`: one secret with the keys of all accounts, none of which is written anywhere. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ActionEnd, type ActionRun, pullRequestEvent, runAction, runActionHere } from '../harness/action.ts';
import { fakeGitHub } from '../harness/github/fake-github.ts';
import { appliedIn, BUNDLES, FLEET_FILES, FLEET_KEYS, FLEET_SEED, serveFleet } from '../harness/keyed-fleet.ts';
import { projectOf } from '../harness/project.ts';
import { applying } from './apply-world.ts';

/** Everything that a run wrote but the masks: the log, outputs, summary, and files for later steps. */
function writtenBy({ stdout, stderr, outputs, summary, temp }: ActionEnd): string {
  const log = stdout.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  const files = readdirSync(temp, { recursive: true, encoding: 'utf8' }).map((name) => path.join(temp, name));
  const texts = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'utf8'));
  return [...log, stderr, JSON.stringify(outputs), summary, ...texts].join('\n');
}

function expectNone(text: string, values: readonly string[]): void {
  for (const value of values) {
    for (const form of [value, Buffer.from(value).toString('base64').replace(/=+$/, ''), encodeURIComponent(value)]) {
      if (text.includes(form)) expect.fail(`${form} is in:\n${text}`);
    }
  }
}

async function repository(files: Record<string, string> = FLEET_FILES, act = runActionHere) {
  const service = await serveFleet();
  const github = await fakeGitHub({ files: { 'README.md': 'Inboxes.\n' } });
  const pull = github.addPullRequest({ files });
  const cwd = projectOf(files);
  const run = (mode: string, inputs: Record<string, string>, more: Partial<ActionRun> = {}) =>
    act({
      event: 'push',
      cwd,
      github,
      env: { INBOXCTL_BASE_URL: service.baseUrl },
      inputs: { mode, 'allowed-hosts': new URL(service.baseUrl).host, ...inputs },
      ...more,
    });
  const plan = (inputs: Record<string, string>) => {
    const sha = github.testMerge(pull);
    github.state.git.cloneInto(cwd, sha);
    return run('plan', inputs, { event: 'pull_request', payload: pullRequestEvent(github, pull), sha });
  };
  const comments = () => github.comments(pull.number).map(({ body }) => body);
  return { service, github, cwd, run, plan, comments };
}

describe.each(Object.entries(BUNDLES))('forty accounts and one bundle: %s', (form, bundle) => {
  const values = Object.values(FLEET_KEYS);

  it('are planned, applied and compared, and each key is masked first and written nowhere', async () => {
    // With one of the forms by the built action, in processes of its own.
    const act = form === 'json' ? runAction : runActionHere;
    const { service, github, run, plan, comments } = await repository(FLEET_FILES, act);
    const planned = await plan({ 'api-keys': bundle });
    expect(planned).toMatchObject({ code: 0, outputs: { creates: '40' } });
    const applied = await run('apply', { 'api-keys': bundle, review: 'none' });
    expect(applied).toMatchObject({ code: 0 });
    expect(service.applied()).toBe(40);
    const compared = await run('drift', { 'api-keys': bundle });
    expect(compared).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
    for (const end of [planned, applied, compared]) {
      expect(end.masks).toEqual(expect.arrayContaining(values));
      // Braces of the bundle alone would make holes in the log.
      expect(end.masks.filter((mask) => mask.length < 4)).toEqual([]);
      const lines = end.stdout.split('\n');
      const first = lines.slice(0, lines.findLastIndex((line) => line.startsWith('::add-mask::')) + 1);
      expect(first.filter((line) => !line.startsWith('::add-mask::'))).toEqual([]);
      expectNone(writtenBy(end), values);
    }
    expect(comments()).toHaveLength(1);
    expectNone(JSON.stringify([comments(), [...github.state.issues.values()]]), values);
  });
});

it('a key that no account of the project has stops no mode, is named in a warning, masked, and written nowhere', async () => {
  const { service, github, run, plan, comments } = await repository(FLEET_FILES, runAction);
  const [SPARE, EMPTY] = ['key-of-a-colleague-Zq9x', 'INBOXCTL_LEFT='];
  const inputs = { 'api-keys': `${BUNDLES.dotenv}INBOXCTL_ELSE=${SPARE}\n${EMPTY}\n` };
  const ends = [await plan(inputs), await run('apply', { ...inputs, review: 'none' })];
  expect(service.applied()).toBe(40);
  for (const mode of ['drift', 'validate']) ends.push(await run(mode, inputs));
  for (const end of ends) {
    expect(end).toMatchObject({ code: 0 });
    expect(end.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining('has keys that no `apiKey` of the project names: INBOXCTL_ELSE.'),
    ]);
    expect(end.masks).toContain(SPARE);
    expectNone(writtenBy(end), [SPARE]);
  }
  expectNone(JSON.stringify([comments(), [...github.state.issues.values()], service.requests]), [SPARE]);
});

it('a plan with keys that only read is reviewed, and applied with keys that write', async () => {
  const { 'rules/a.yaml': rule, ...files } = FLEET_FILES;
  const { reviewed, apply, github, service, comment } = await applying({ files, sandbox: { seed: FLEET_SEED } });
  const inputs = (bundle: string) => ({
    'api-keys': bundle,
    'api-key': '',
    'base-url': '',
    'allowed-hosts': new URL(service.baseUrl).host,
    'signing-key': 'the-signing-key-of-the-tests',
  });
  const env = { INBOXCTL_BASE_URL: service.baseUrl };
  const pull = await reviewed(
    { 'rules/a.yaml': rule },
    { inputs: inputs(BUNDLES.dotenv.replace(/(?<==.*)$/gm, '-ro')), env },
  );
  expect(comment(pull).body).toContain('40 to create');
  expect(await apply(github.merge(pull.number), { inputs: inputs(BUNDLES.dotenv), env })).toMatchObject({ code: 0 });
  expect(appliedIn(service)).toBe(40);
});

describe('a bundle that is wrong', () => {
  const PEM = '-----BEGIN s3cr3t-----\nMIIEs3cr3t\n-----END s3cr3t-----';
  const secrets = { ...FLEET_KEYS, NPM_TOKEN: 'npm_s3cr3t', DEPLOY_KEY: PEM, github_token: 'ghs_s3cr3t' };
  const FIRST = Object.values(FLEET_KEYS)[0] ?? '';

  it.each([
    [
      'has all secrets of the repository',
      JSON.stringify(secrets, null, 2),
      'cannot be read: lines 42 to 44',
      ['npm_s3cr3t', 'MIIEs3cr3t', '-----END s3cr3t-----', FIRST],
    ],
    [
      'is not JSON',
      `${BUNDLES.json.slice(0, -1)},"NPM_TOKEN": "npm_s3cr3t",}`,
      'cannot be read: line 42',
      ['npm_s3cr3t', FIRST],
    ],
    ['has a line that is not one', `${BUNDLES.dotenv}\nnpm_s3cr3t\n`, 'line 43', ['npm_s3cr3t', FIRST]],
    ['has a variable twice', `${BUNDLES.dotenv}INBOXCTL_KEY_00=npm_s3cr3t\n`, 'INBOXCTL_KEY_00', ['npm_s3cr3t', FIRST]],
  ])('it %s: the job fails, and every value is masked and written nowhere', async (_, bundle, says, values) => {
    const { service, run, plan, comments } = await repository();
    const ends = [await plan({ 'api-keys': bundle })];
    for (const mode of ['validate', 'drift']) ends.push(await run(mode, { 'api-keys': bundle }));
    for (const end of ends) {
      expect(end).toMatchObject({ code: 1, outputs: { 'failure-reason': 'invalid' } });
      expect(end.annotations.at(-1)?.message).toContain(says);
      expect(end.masks).toEqual(expect.arrayContaining([...values]));
      expectNone(writtenBy(end), [...values, 's3cr3t']);
    }
    expectNone(JSON.stringify(comments()), values);
    expect(service.requests).toEqual([]);
  });

  it('is masked where another input is wrong too', async () => {
    const { run } = await repository();
    const end = await run('aply', { 'api-keys': BUNDLES.json });
    expect(end).toMatchObject({ code: 1 });
    expect(end.masks).toEqual(expect.arrayContaining(Object.values(FLEET_KEYS)));
    expectNone(writtenBy(end), Object.values(FLEET_KEYS));
  });

  it('is beside api-key', async () => {
    const { run, service } = await repository();
    const end = await run('drift', { 'api-keys': BUNDLES.json, 'api-key': FIRST });
    expect(end).toMatchObject({ code: 1, outputs: { 'failure-reason': 'invalid' } });
    expect(end.annotations.at(-1)?.message).toContain('the key of one: api-key');
    expect(service.requests).toEqual([]);
  });

  it('hides its values where the project file is wrong too', async () => {
    const { run } = await repository({ ...FLEET_FILES, 'inboxctl.yaml': `${FIRST}: here\n` });
    const end = await run('validate', { 'api-keys': BUNDLES.json });
    expect(end.annotations[0]?.message).toContain('(secret of an input)');
    expectNone(writtenBy(end), [FIRST]);
  });
});

it('an empty input is none, as in a workflow of a fork', async () => {
  const { run } = await repository();
  expect(await run('validate', { 'api-keys': '' })).toMatchObject({ code: 0 });
});
