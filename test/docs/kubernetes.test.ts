/** The jobs of docs/kubernetes.md: valid by what is documented of their APIs, and their commands run on a sandbox. */

import { chmodSync, copyFileSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commandFile } from '../harness/command-file.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { fleetOf } from '../harness/keyed-fleet.ts';
import { projectOf, write } from '../harness/project.ts';
import { git, repository } from '../source/git-repository.ts';
import { list, object, string } from './json-schema.ts';
import { blocksOf, read } from './pages.ts';
import { ran } from './ran.ts';

const blocks = blocksOf('docs/kubernetes.md');
const textOf = (language: string, part: string) =>
  blocks.find((block) => block.language === language && block.text.includes(part))?.text ?? '';
const job = parse(textOf('yaml', 'kind: Job'));
const batch = JSON.parse(textOf('json', 'jobDefinitionName'));

const strings = { type: 'array', items: string, minItems: 1 };
const count = { type: 'integer', minimum: 1 };
// A name of Kubernetes that is the name of a host too.
const name = { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 };

/** What batch/v1 has of what the page uses. */
const jobSchema = object({
  apiVersion: { const: 'batch/v1' },
  kind: { const: 'Job' },
  metadata: object({ generateName: { type: 'string', pattern: '^[a-z0-9][-a-z0-9]*-$' } }),
  spec: object({
    // Only an Indexed Job, whose pods never restart, may limit retries for each index.
    completionMode: { const: 'Indexed' },
    completions: count,
    parallelism: count,
    backoffLimitPerIndex: { type: 'integer', minimum: 0 },
    podFailurePolicy: object({
      rules: list(
        object({
          action: { enum: ['FailJob', 'FailIndex', 'Ignore', 'Count'] },
          onExitCodes: object({
            operator: { enum: ['In', 'NotIn'] },
            values: { type: 'array', items: { type: 'integer', not: { const: 0 } }, uniqueItems: true, maxItems: 255 },
          }),
        }),
      ),
    }),
    template: object({
      spec: object({
        restartPolicy: { const: 'Never' },
        automountServiceAccountToken: { type: 'boolean' },
        securityContext: object({
          runAsNonRoot: { type: 'boolean' },
          runAsUser: { type: 'integer' },
          fsGroup: { type: 'integer' },
        }),
        containers: list(
          object({
            name,
            image: string,
            command: strings,
            args: strings,
            env: list(object({ name: { type: 'string', pattern: '^[A-Z_]+$' }, value: string })),
            envFrom: list(object({ secretRef: object({ name }) })),
            volumeMounts: list(object({ name, mountPath: { type: 'string', pattern: '^/[^:]*$' } })),
          }),
        ),
        volumes: list(object({ name, persistentVolumeClaim: object({ claimName: name }) })),
      }),
    }),
  }),
});

/** What RegisterJobDefinition has of what the page uses. */
const batchSchema = object({
  jobDefinitionName: { type: 'string', pattern: '^[A-Za-z0-9][-_A-Za-z0-9]{0,127}$' },
  type: { const: 'container' },
  platformCapabilities: list({ enum: ['EC2', 'FARGATE'] }),
  containerProperties: object({
    image: string,
    command: strings,
    environment: list(object({ name: string, value: string })),
    resourceRequirements: list(object({ type: { enum: ['VCPU', 'MEMORY', 'GPU'] }, value: string })),
    executionRoleArn: { type: 'string', pattern: '^arn:aws:iam::\\d{12}:role/' },
    secrets: list(object({ name: string, valueFrom: { type: 'string', pattern: '^arn:aws:secretsmanager:' } })),
  }),
  retryStrategy: object({
    attempts: { type: 'integer', minimum: 1, maximum: 10 },
    evaluateOnExit: {
      type: 'array',
      maxItems: 5,
      items: object({
        onExitCode: { type: 'string', pattern: '^[0-9]*\\*?$', maxLength: 512 },
        action: { enum: ['RETRY', 'EXIT'] },
      }),
    },
  }),
});

it.each([
  ['the Job', jobSchema, job],
  ['the job definition', batchSchema, batch],
])('%s is valid', (_, schema, document) => {
  const ajv = new Ajv2020({ allErrors: true });
  expect(ajv.validate(schema, document), JSON.stringify(ajv.errors)).toBe(true);
});

it('the number of shards is the same everywhere', () => {
  const { completions, parallelism } = job.spec;
  const text = blocks.map((block) => block.text).join('\n');
  const counts = [...text.matchAll(/_INDEX \+ 1\)\)\/(\d+)|size=(\d+)/g)].map(([, shards, size]) => shards ?? size);
  expect({ completions, parallelism, counts }).toEqual({ completions: 4, parallelism: 4, counts: Array(6).fill('4') });
});

it('a volume is mounted where the image has the project, and each mount has a volume', () => {
  const { containers, volumes } = job.spec.template.spec;
  expect(volumes.map((one: { name: string }) => one.name)).toEqual(
    containers[0].volumeMounts.map((one: { name: string }) => one.name),
  );
  expect(textOf('dockerfile', 'WORKDIR')).toContain(
    `WORKDIR ${path.dirname(containers[0].volumeMounts[0].mountPath)}\n`,
  );
});

const [container] = job.spec.template.spec.containers;
const [{ value: base }] = container.env;
const FLEET = fleetOf(8);
const NAMES = FLEET.seed.inboxes.map((inbox) => inbox.name);

/** What the image has, and the inboxes of the project. */
async function image() {
  const service = await FLEET.serve();
  const cwd = repository([{ 'README.md': 'Nothing yet' }, FLEET.files]);
  git(cwd, ['tag', base, 'HEAD^']);
  mkdirSync(path.join(cwd, 'node_modules/.bin'), { recursive: true });
  symlinkSync(await commandFile(), path.join(cwd, 'node_modules/.bin/inboxctl'));
  // As a volume of Kubernetes may be: everybody can write it.
  for (const folder of ['.inboxctl', 'plans']) {
    mkdirSync(path.join(cwd, folder));
    chmodSync(path.join(cwd, folder), 0o777);
  }
  const own = { PATH: process.env.PATH, LANG: 'C.UTF-8', INBOXCTL_BASE_URL: service.baseUrl, ...FLEET.keys };
  const env = { ...own, BASE: base };
  /** Runs a command once for each of the four indexes, all at the same time; gives what they print. */
  const runAll = async ([command, ...args]: [string, ...string[]], index: string) => {
    const ended = [0, 1, 2, 3].map(async (at) => {
      const { status, stdout, stderr } = await ran(command, args, { cwd, env: { ...env, [index]: String(at) } });
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
      return stdout;
    });
    return Promise.all(ended);
  };
  const writes = () => service.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  return { service, cwd, env, runAll, writes };
}

describe.each([
  ['the Job', [...container.command, ...container.args] as [string, ...string[]], 'JOB_COMPLETION_INDEX'],
  ['the array job', batch.containerProperties.command as [string, ...string[]], 'AWS_BATCH_JOB_ARRAY_INDEX'],
])('the command of %s', (_, command, index) => {
  it('covers every account once, and a second try sends nothing', async () => {
    const { service, runAll, writes } = await image();
    await runAll(command, index);
    for (const account of NAMES) expect(service.rules(account)).toMatchObject([{ name: 'A' }]);
    expect(writes()).toEqual(NAMES.map(() => 'POST'));
    await runAll(command, index);
    expect(writes()).toHaveLength(NAMES.length);
  });
});

it('the Job takes the keys of a mounted file', async () => {
  const { service, cwd, env } = await image();
  const [, option = ''] = /(--api-keys-file) \/srv\/keys\.env/.exec(read('docs/kubernetes.md')) ?? [];
  write(cwd, 'keys.env', FLEET.bundles.dotenv);
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !(name in FLEET.keys)));
  const command = `${container.args[0]} ${option} keys.env`;
  for (const at of [0, 1, 2, 3]) {
    const index = { ...own, JOB_COMPLETION_INDEX: String(at) };
    expect(await ran('/bin/sh', ['-c', command], { cwd, env: index })).toMatchObject({ status: 0 });
  }
  for (const account of NAMES) expect(service.rules(account)).toHaveLength(1);
});

const scripts = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);

it('the base is the same everywhere', () => {
  expect(batch.containerProperties.environment).toEqual(container.env);
});

it('the Job leaves alone what the files did not change since the base, and the drift of it is found', async () => {
  const { service, cwd, env, runAll, writes } = await image();
  /** A shard that has no account finds none. */
  const drift = async () => {
    const ended = [0, 1, 2, 3].map((at) => {
      const one = { cwd, env: { ...env, JOB_COMPLETION_INDEX: String(at) } };
      return ran('/bin/sh', ['-c', scripts[2] ?? ''], one);
    });
    return new Set((await Promise.all(ended)).map(({ status }) => status));
  };
  expect(await drift()).toContain(2);
  git(cwd, ['tag', '--force', base]);
  const said = await runAll([...container.command, ...container.args] as [string, ...string[]], 'JOB_COMPLETION_INDEX');
  expect(writes()).toEqual([]);
  expect(said.join('')).toContain(`Not from this change: the inbox differs from ${base} already`);
  git(cwd, ['tag', '--force', base, 'HEAD^']);
  await runAll([...container.command, ...container.args] as [string, ...string[]], 'JOB_COMPLETION_INDEX');
  expect(await drift()).toEqual(new Set([0]));
  expect(service.rules(NAMES[0])).toHaveLength(1);
});

it('a run is shown on its way back, and taken back by its digest', async () => {
  const { service, cwd, env, runAll } = await image();
  await runAll([...container.command, ...container.args] as [string, ...string[]], 'JOB_COMPLETION_INDEX');
  const [, , , dryRun = '', takeBack = ''] = scripts;
  for (const RUN of readdirSync(path.join(cwd, '.inboxctl/runs')).filter((one) => one.endsWith('.jsonl'))) {
    const undo = (script: string, EXPECT = '') => {
      const own = script.replaceAll('/tmp/run.jsonl', path.join(cwd, 'run.jsonl'));
      return ran('/bin/sh', ['-c', own], { cwd, env: { ...env, RUN, EXPECT } });
    };
    const shown = await undo(dryRun);
    expect(shown).toMatchObject({ status: 0 });
    const [, digest] = /^Digest: (\S+)$/m.exec(shown.stdout) ?? [];
    expect(await undo(takeBack, digest)).toMatchObject({ status: 0 });
  }
  for (const account of NAMES) expect(service.rules(account)).toEqual([]);
});

it('a snapshot that is copied out of the volume takes its run back', async () => {
  const { service, cwd, env, runAll } = await image();
  await runAll([...container.command, ...container.args] as [string, ...string[]], 'JOB_COMPLETION_INDEX');
  const runs = path.join(cwd, '.inboxctl/runs');
  const snapshots = readdirSync(runs).filter((file) => file.endsWith('.jsonl'));
  for (const snapshot of snapshots) {
    const elsewhere = projectOf({});
    copyFileSync(path.join(runs, snapshot), path.join(elsewhere, 'run.jsonl'));
    const own = { ...env, PATH: String(env.PATH) };
    expect(
      await inboxctl(['rollback', '--from', 'run.jsonl', '--yes', '--config', path.join(cwd, 'inboxctl.yaml')], {
        cwd: elsewhere,
        env: own,
      }),
    ).toMatchObject({ code: 0 });
  }
  for (const account of NAMES) expect(service.rules(account)).toEqual([]);
});

it('the plans of all shards are one report, and a second Job makes exactly these', async () => {
  const { service, cwd, runAll, writes } = await image();
  const [plan = '', apply = ''] = scripts;
  await runAll(['/bin/sh', '-c', plan], 'JOB_COMPLETION_INDEX');
  const files = readdirSync(path.join(cwd, 'plans')).sort();
  expect(files).toEqual(['0.json', '1.json', '2.json', '3.json']);
  const shown = await inboxctl(['show', ...files.map((file) => `plans/${file}`)], { cwd });
  expect(shown.stdout).toContain(`Plan: ${NAMES.length} to create`);
  expect(writes()).toEqual([]);
  await runAll(['/bin/sh', '-c', apply], 'JOB_COMPLETION_INDEX');
  expect(writes()).toEqual(NAMES.map(() => 'POST'));
  for (const account of NAMES) expect(service.rules(account)).toHaveLength(1);
});
