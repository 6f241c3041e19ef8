/** The bundle that is committed: it is what the sources make, it runs on each Node, and it begins with the masks. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ActionRun, runAction, runActionHere } from '../harness/action.ts';
import { fakeGitHub } from '../harness/github/fake-github.ts';
import { NODES } from '../harness/node24.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

it('is what the sources make, byte for byte, wherever it is built, and so are the licenses beside it', () => {
  const folder = projectOf({});
  execFileSync(process.execPath, ['scripts/build-action.mjs', '--out', path.join(folder, 'index.js')], { cwd: ROOT });
  const [built, committed] = [folder, path.join(ROOT, 'dist')];
  const notices = readFileSync(path.join(built, 'THIRD-PARTY-NOTICES'), 'utf8');
  expect(notices).toBe(readFileSync(path.join(committed, 'THIRD-PARTY-NOTICES'), 'utf8'));
  // No job prints a page.
  expect(notices).not.toContain('micromark');
  for (const name of ['@actions/core', '@octokit/core', 'undici', 'yaml', 'zod']) {
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((?:MIT|ISC)\\)$`, 'm'));
  }
  // No diff of two files of 2 MB, please.
  expect(readFileSync(path.join(built, 'index.js')).equals(readFileSync(path.join(committed, 'index.js')))).toBe(true);
});

it('is one file with nothing of the machine that built it', () => {
  const text = readFileSync(path.join(ROOT, 'dist/index.js'), 'utf8');
  expect(text).not.toContain(ROOT);
});

async function validating(more: Partial<ActionRun> & Pick<ActionRun, 'inputs'>, act = runAction) {
  const github = await fakeGitHub();
  const cwd = projectOf({
    'rules/all.yaml': 'name: A\ncondition: { static: { from: a@example.com } }\nactions: [{ type: ARCHIVE }]\n',
  });
  return { github, ...(await act({ event: 'push', cwd, github, ...more })) };
}

describe.each(NODES)('on %s', (_, node) => {
  it('checks the files, and asks GitHub nothing', async () => {
    const { code, github, outputs, annotations } = await validating({ inputs: { mode: 'validate' }, node: node() });
    expect({ code, annotations, outputs, asked: github.requests }).toEqual({
      code: 0,
      annotations: [],
      outputs: {},
      asked: [],
    });
  });

  it('plans', async () => {
    const { baseUrl } = await serve();
    const inputs = { mode: 'plan', 'base-url': baseUrl, 'api-key': KEY };
    const { code, outputs } = await validating({ inputs, node: node() });
    expect({ code, outputs }).toMatchObject({
      code: 0,
      outputs: { 'has-changes': 'true', creates: '1', deletes: '0' },
    });
  });
});

const OF_ROLLBACK = { 'run-file': 'undo', 'run-id': '1' };

describe('before anything else', () => {
  it('secrets are masked, also where an input is wrong', async () => {
    const inputs = {
      mode: 'aply',
      'api-key': 'first-secret',
      'signing-key': 'second\nsecret',
      'github-token': 'third',
    };
    const { code, stdout, masks, annotations, outputs } = await validating({ inputs });
    expect(masks).toEqual(expect.arrayContaining(['first-secret', 'second', 'secret', 'third']));
    const lines = stdout.split('\n').map((line) => line.split('::')[1]);
    expect(lines.indexOf('error title=inboxctl')).toBeGreaterThan(lines.lastIndexOf('add-mask'));
    expect({ code, outputs, messages: annotations.map(({ message }) => message) }).toEqual({
      code: 1,
      outputs: { 'failure-reason': 'invalid' },
      messages: ['The input mode is "aply". It is one of validate, plan, apply, drift, rollback.'],
    });
  });

  it('an event that gives secrets to work on what others wrote is refused, in every mode', async () => {
    for (const event of ['pull_request_target', 'workflow_run']) {
      for (const mode of ['validate', 'plan', 'apply', 'drift', 'rollback']) {
        const inputs = { mode, ...(mode === 'rollback' && OF_ROLLBACK) };
        // The bundle has the same words for all of them: a run for each event shows that it has them.
        const act = mode === 'plan' ? runAction : runActionHere;
        const { code, outputs, annotations } = await validating({ inputs, event }, act);
        expect({ code, outputs }).toEqual({ code: 1, outputs: { 'failure-reason': 'refused' } });
        expect(annotations[0]?.message).toContain(`does not run on ${event}`);
      }
    }
  });
});

it('five of thirty equal errors are written, and how many there are, and why the job fails', async () => {
  const github = await fakeGitHub();
  const rules = Array.from({ length: 30 }, (_, at) => [`rules/${at}.yaml`, `name: R${at}\ncolour: red\n`]);
  const { annotations } = await runAction({
    event: 'push',
    cwd: projectOf(Object.fromEntries(rules)),
    github,
    inputs: { mode: 'validate' },
  });
  const errors = annotations.filter(({ severity }) => severity === 'error');
  expect(errors).toHaveLength(7);
  expect(errors.at(5)?.message).toContain('25 more');
  expect(errors.at(-1)?.message).toMatch(/^The rules, the settings or the checkout are wrong\.\n/);
});

it('what the files say is no command to the runner', async () => {
  const github = await fakeGitHub();
  const name = '::set-output name=a::b\n::add-mask::e ##[group]x';
  const cwd = projectOf({
    'rules/all.yaml': JSON.stringify({ name, condition: {}, actions: [{ type: 'NONSENSE ##[error]x' }] }),
  });
  const ended = await runAction({ event: 'push', cwd, github, inputs: { mode: 'validate' } });
  expect(ended).toMatchObject({ code: 1, outputs: { 'failure-reason': 'invalid' }, others: [] });
  expect(ended.annotations.every(({ severity }) => severity === 'error')).toBe(true);
  expect(ended.annotations[0]?.properties.file).toBe('rules/all.yaml');
});
