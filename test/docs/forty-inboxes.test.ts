/** docs/forty-inboxes.md as somebody follows it: its files and commands, with git, and a `gh` that notes what it is told. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { planDocument } from '../../src/model/plan.ts';
import { commandFile } from '../harness/command-file.ts';
import { projectOf, serve, write } from '../harness/project.ts';
import { startedJob } from '../harness/workflow-job.ts';
import { officialParser } from '../harness/workflow-parser.ts';
import { object, string } from './json-schema.ts';
import { blocksOf, ROOT } from './pages.ts';
import { ran } from './ran.ts';

const blocks = blocksOf('docs/forty-inboxes.md');
/** The block of shell that has these words. */
const shell = (words: string) =>
  blocks.find((one) => one.language === 'sh' && one.text.includes(words))?.text ?? 'false';
const settings = blocks.find(({ text }) => text.startsWith('# inboxctl.yaml'))?.text ?? '';

const live = (name: string, find = name) => ({
  name,
  condition: { aiInstructions: find },
  actions: [{ type: 'ARCHIVE' }],
});
const SHARED = ['Newsletters', 'Receipts', 'Calendar'].map((name) => live(name));
const NAMES = Array.from({ length: 41 }, (_, index) => `team-${String(index + 1).padStart(2, '0')}`);
const variableOf = (name: string) => `INBOXCTL_TEAM_${name.slice(-2)}_KEY`;
const keyOf = (name: string) => `${Buffer.from(`${name.slice(-2)}:secret`).toString('base64url')}-4fJa8Zq`;
const secretsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [variableOf(name), keyOf(name)]));

/** What GitHub documents of the bodies. */
const flag = { type: 'boolean' };
const bodies: Record<string, object> = {
  'environments/inbox': object({
    deployment_branch_policy: object({ protected_branches: { const: false }, custom_branch_policies: { const: true } }),
  }),
  'permissions/workflow': object({
    default_workflow_permissions: { enum: ['read', 'write'] },
    can_approve_pull_request_reviews: flag,
  }),
  rulesets: object({
    name: string,
    target: { enum: ['branch', 'tag', 'push'] },
    enforcement: { enum: ['disabled', 'active', 'evaluate'] },
    conditions: object({ ref_name: object({ include: { type: 'array' }, exclude: { type: 'array' } }) }),
    rules: {
      type: 'array',
      items: {
        anyOf: [
          object({ type: { enum: ['deletion', 'non_fast_forward'] } }),
          object({
            type: { const: 'pull_request' },
            parameters: object({
              required_approving_review_count: { type: 'integer', minimum: 0, maximum: 10 },
              require_code_owner_review: flag,
              require_last_push_approval: flag,
              dismiss_stale_reviews_on_push: flag,
              required_review_thread_resolution: flag,
            }),
          }),
          object({
            type: { const: 'required_status_checks' },
            parameters: object({
              strict_required_status_checks_policy: flag,
              required_status_checks: { type: 'array', items: object({ context: { const: 'inboxctl' } }) },
            }),
          }),
        ],
      },
    },
  }),
};

it('is followed to the first merge, to inbox 41, and until an inbox leaves', async () => {
  const inboxes = NAMES.map((name, index) => ({
    name,
    rules: [
      ...SHARED.slice(name === 'team-41' ? 1 : 0),
      live('Mine', name),
      ...(index % 10 === 0 ? [live('Rare')] : []),
    ],
  }));
  const service = await serve({ seed: { inboxes, keys: NAMES.map((name) => ({ key: keyOf(name), inbox: name })) } });
  const cwd = projectOf({ 'inboxctl.yaml': settings.replace('https://mail.example.com/api/v1', service.baseUrl) });
  const bin = projectOf({
    gh: '#!/bin/sh\nfor last; do :; done\necho "$*" >> "$GH_LOG"\ntest "$last" != - || cat >> "$GH_LOG"\n',
  });
  chmodSync(path.join(bin, 'gh'), 0o755);
  const log = path.join(bin, 'log');
  const PATH = [bin, path.dirname(await commandFile()), process.env.PATH].join(path.delimiter);
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com' };
  const env = { PATH, HOME: bin, GH_LOG: log, ...who, GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com' };
  /** Types a block; gives what it prints. */
  const type = async (script: string, more = {}) => {
    const { status, stdout, stderr } = await ran('bash', ['--norc', '-ec', script], { cwd, env: { ...env, ...more } });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8' });
  const workflow = (name: string) => readFileSync(path.join(cwd, '.github/workflows', name), 'utf8');
  /** The plan that a job of the workflow makes: with the keys that it joins, of the secrets that there are. */
  const planned = async (job: string, names: readonly string[]) => {
    const event = job === 'plan' ? 'pull_request' : 'push';
    const github = { event_name: event, ref: 'refs/heads/main', event: { repository: { default_branch: 'main' } } };
    const contexts = { github, vars: {}, secrets: secretsOf(names), inputs: {} };
    const action = /example-org\/inboxctl@0+/.exec(workflow('inboxctl.yml'))?.[0] ?? '';
    write(bin, 'keys', startedJob(workflow('inboxctl.yml'), job, action, contexts).inputs['api-keys'] ?? '');
    chmodSync(path.join(bin, 'keys'), 0o600);
    const plan = planDocument.parse(JSON.parse(await type(`inboxctl plan --format json --api-keys-file ${bin}/keys`)));
    return {
      ok: plan.complete,
      accounts: plan.accounts.length,
      changes: plan.changes.map((one) => [one.account, one.op, one.name]),
    };
  };
  git('init', '-q', '-b', 'main');
  git('init', '-q', '--bare', path.join(bin, 'origin'));
  git('remote', 'add', 'origin', path.join(bin, 'origin'));

  // The layout, and the workflows with a line for each key.
  await type(shell('init --workflows'));
  copyFileSync(path.join(ROOT, 'examples/workflows/adopt.yml'), path.join(cwd, '.github/workflows/adopt.yml'));
  await type(shell('lines()'));
  const { workflowErrors } = await officialParser();
  for (const name of ['inboxctl.yml', 'adopt.yml']) expect(await workflowErrors(name, workflow(name))).toEqual([]);
  await type(shell('deployment-branch-policies'));
  await type(shell('git push origin HEAD:main'));
  const forty = NAMES.slice(0, 40);
  for (const job of ['plan', 'apply'])
    expect(await planned(job, forty)).toEqual({ ok: true, accounts: 40, changes: [] });

  // The live rules: as many files as there are different rules, and empty plans, also without `undeclared: keep`.
  await type(shell('rulesets'));
  const github = {
    event_name: 'workflow_dispatch',
    ref: 'refs/heads/main',
    event: { repository: { default_branch: 'main' } },
  };
  const vars = { INBOXCTL_ALLOWED_HOSTS: new URL(service.baseUrl).host };
  const pull = 'inboxctl pull --prune';
  const adopt = (names: readonly string[]) => {
    const contexts = { github, vars, secrets: secretsOf(names), inputs: {} };
    return type(pull, startedJob(workflow('adopt.yml'), 'adopt', pull, contexts).env);
  };
  await adopt(forty);
  const rules = () =>
    readdirSync(path.join(cwd, 'rules'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.yaml'),
    );
  expect(rules()).toHaveLength(3 + 40 + 4);
  expect(readdirSync(path.join(cwd, 'rules/common')).filter((file) => !file.startsWith('.'))).toHaveLength(3);
  write(cwd, 'inboxctl.yaml', readFileSync(path.join(cwd, 'inboxctl.yaml'), 'utf8').replace(/^undeclared: .*\n/m, ''));
  expect(await planned('plan', forty)).toEqual({ ok: true, accounts: 40, changes: [] });
  git('add', '--all');
  git('commit', '-qm', 'Adopt');

  // Inbox 41 lacks a shared rule, and has two of its own.
  const join = shell('gh pr create');
  expect(join.trim().split('\n')).toHaveLength(5);
  await type(join, secretsOf(['team-41']));
  expect(git('show', '--name-only', '--format=', 'HEAD').trim().split('\n')).toEqual([
    '.github/workflows/adopt.yml',
    '.github/workflows/inboxctl.yml',
    'accounts/team-41.yaml',
    'rules/team-41/mine.yaml',
    'rules/team-41/rare.yaml',
  ]);
  expect(await planned('apply', NAMES)).toEqual({
    ok: true,
    accounts: 41,
    changes: [['team-41', 'create', 'Newsletters']],
  });

  await type(shell('git rm'));
  expect(existsSync(path.join(cwd, 'rules/team-17'))).toBe(false);
  const rest = NAMES.filter((name) => name !== 'team-17');
  expect(await planned('plan', rest)).toMatchObject({
    ok: true,
    accounts: 40,
    changes: [['team-41', 'create', 'Newsletters']],
  });
  await adopt(rest);
  expect(git('status', '--porcelain')).toBe('');
  expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);

  // What GitHub was told: each body is one, and the inputs of runs by hand are those of the workflow.
  await type(shell('--env inbox'));
  for (const words of ['mode=apply', 'mode=rollback']) await type(shell(words));
  const told = readFileSync(log, 'utf8');
  const sent = [
    ...told.matchAll(
      /^api .*\{repo\}\/\S*?(environments\/inbox|permissions\/workflow|rulesets) --input -\n(\{.*\}|\{\n[\s\S]*?\n\})$/gm,
    ),
  ];
  expect(sent.map(([, where]) => where)).toEqual(Object.keys(bodies));
  for (const [, where = '', body = ''] of sent) {
    const ajv = new Ajv2020({ allErrors: true });
    expect(ajv.validate(bodies[where] ?? false, JSON.parse(body)), JSON.stringify(ajv.errors)).toBe(true);
  }
  const inputs = [...told.matchAll(/ -f ([\w-]+)=/g)].map(([, name = '']) => name).filter((name) => name !== 'name');
  for (const name of inputs) expect(workflow('inboxctl.yml')).toMatch(new RegExp(`^ {6}${name}:$`, 'm'));
});
