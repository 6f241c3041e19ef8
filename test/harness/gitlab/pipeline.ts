/**
 * A pipeline as GitLab runs it: its jobs by stages, each in a clone of its own, with the artifacts of earlier stages. What
 * a `.gitlab-ci.yml` has beyond that is an error, so that no page can show what was not run.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as consumers from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import * as z from 'zod';
import { projectOf } from '../project.ts';

const script = z.array(z.string());
const rules = z.array(
  z.strictObject({ if: z.string(), when: z.enum(['on_success', 'always', 'manual']).default('on_success') }),
);
const job = z.strictObject({
  stage: z.string(),
  needs: z.array(z.string()).optional(),
  allow_failure: z.literal(true).optional(),
  parallel: z.int().min(1).optional(),
  rules: rules.optional(),
  environment: z.string().optional(),
  resource_group: z.string().optional(),
  script,
  after_script: script.default([]),
  artifacts: z
    .strictObject({
      when: z.enum(['on_success', 'always']).default('on_success'),
      paths: z.array(z.string()).default([]),
      reports: z.partialRecord(z.enum(['junit', 'codequality', 'terraform']), z.string()).optional(),
      expire_in: z.string().optional(),
    })
    .prefault({}),
});
const configuration = z
  .object({
    workflow: z.strictObject({ rules }),
    variables: z.record(z.string(), z.coerce.string()),
    default: z.strictObject({ image: z.string(), before_script: script }),
  })
  .catchall(job);
type Job = z.infer<typeof job>;

const STAGES = ['build', 'test', 'deploy'];

export interface Pipeline {
  /** The text of `.gitlab-ci.yml`. */
  text: string;
  /** A git repository, whose HEAD is run. */
  repository: string;
  /** Of GitLab and of the project; `PATH` too. */
  variables: Readonly<Record<string, string>>;
  /** Variables of the project for an environment, which precede the others. */
  environments?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The jobs that somebody starts by hand. */
  started?: readonly string[];
}

export interface FinishedJob {
  status: 'success' | 'failed' | 'skipped' | 'manual';
  log: string;
  /** The texts of its reports, by kind. */
  reports: Record<string, string>;
  /** The folder that has its artifacts. */
  artifacts: string;
}

/** Runs a pipeline; gives its jobs by their names, those of `parallel` as `plan 1/4`. Empty if the workflow starts none. */
export async function runPipeline(pipeline: Pipeline): Promise<Map<string, FinishedJob>> {
  const { workflow, variables: own, default: defaults, ...jobs } = configuration.parse(parse(pipeline.text));
  const variables = { ...pipeline.variables, ...own };
  const finished = new Map<string, FinishedJob>();
  if (ruleOf(workflow.rules, variables) === null) return finished;
  const clones = path.join(projectOf({}), 'clones');
  const earlier: FinishedJob[] = [];
  for (const stage of STAGES) {
    const artifacts = earlier.map((one) => one.artifacts);
    const hasFailed = earlier.some(({ status }) => status === 'failed');
    for (const [name, one] of Object.entries(jobs as Record<string, Job>).filter(([, { stage: at }]) => at === stage)) {
      const when = one.rules === undefined ? 'on_success' : ruleOf(one.rules, variables);
      if (when === null) continue;
      const total = one.parallel ?? 1;
      const run = async (index: number) => {
        const title = one.parallel === undefined ? name : `${name} ${index}/${total}`;
        const folder = path.join(clones, title.replace('/', '-'));
        const isIdle = when === 'manual' && pipeline.started?.includes(name) !== true;
        const needed = one.needs?.flatMap((need) => jobsOf(finished, need));
        const isSkipped = needed?.some(({ status }) => status !== 'success') ?? (hasFailed && when !== 'always');
        const result =
          isIdle || isSkipped
            ? idle(isSkipped ? 'skipped' : 'manual', folder)
            : await runJob(one, {
                folder,
                repository: pipeline.repository,
                before: defaults.before_script,
                artifacts: needed?.map((job) => job.artifacts) ?? artifacts,
                env: {
                  ...variables,
                  ...pipeline.environments?.[one.environment ?? ''],
                  CI: 'true',
                  GITLAB_CI: 'true',
                  CI_NODE_TOTAL: String(total),
                  ...(one.parallel === undefined ? {} : { CI_NODE_INDEX: String(index) }),
                },
              });
        return [title, result] as const;
      };
      const results = await Promise.all(Array.from({ length: total }, (_, index) => run(index + 1)));
      for (const [title, result] of results) finished.set(title, result);
    }
    earlier.splice(0, earlier.length, ...finished.values());
  }
  return finished;
}

/** The jobs of a name: several if it is parallel. */
function jobsOf(finished: ReadonlyMap<string, FinishedJob>, name: string): FinishedJob[] {
  return [...finished].flatMap(([title, job]) => (title === name || title.startsWith(`${name} `) ? job : []));
}

/** What the first rule that fits says; null if none does. */
function ruleOf(all: z.infer<typeof rules>, variables: Readonly<Record<string, string>>) {
  return all.find((rule) => isTrue(rule.if, variables))?.when ?? null;
}

/** An expression of the form `$A == "text"` or `$A == $B`. A variable that is not set equals only another such. */
function isTrue(expression: string, variables: Readonly<Record<string, string>>): boolean {
  const [, left = '', right, text] = /^\$(\w+) == (?:\$(\w+)|"([^"]*)")$/.exec(expression) ?? [];
  if (left === '') throw new Error(`This harness does not know the expression ${expression}`);
  return variables[left] === (right === undefined ? text : variables[right]);
}

function idle(status: 'skipped' | 'manual', folder: string): FinishedJob {
  mkdirSync(folder, { recursive: true });
  return { status, log: '', reports: {}, artifacts: folder };
}

interface Start {
  /** Where its clone is made. */
  folder: string;
  repository: string;
  before: readonly string[];
  /** Folders with the artifacts of earlier jobs. */
  artifacts: readonly string[];
  env: Record<string, string>;
}

async function runJob({ script: own, after_script: after, artifacts }: Job, start: Start): Promise<FinishedJob> {
  const { folder, repository, before, env } = start;
  await promisify(execFile)('git', ['clone', '-q', repository, folder], { env });
  for (const earlier of start.artifacts) cpSync(earlier, folder, { recursive: true });
  const main = await shell(['set -eo pipefail', ...before, ...own].join('\n'), folder, env);
  const last = after.length === 0 ? { log: '' } : await shell(after.join('\n'), folder, env);
  const status = main.code === 0 ? 'success' : 'failed';
  const kept = `${folder}-artifacts`;
  mkdirSync(kept);
  const reports: Record<string, string> = {};
  if (status === 'success' || artifacts.when === 'always') {
    const patterns = artifacts.paths.join(' ');
    const found =
      patterns === '' ? { log: '' } : await shell(`shopt -s nullglob; printf '%s\\n' ${patterns}`, folder, env);
    for (const file of found.log.split('\n').filter((one) => one !== '' && existsSync(path.join(folder, one)))) {
      cpSync(path.join(folder, file), path.join(kept, file), { recursive: true });
    }
    for (const [kind, file] of Object.entries(artifacts.reports ?? {})) {
      if (existsSync(path.join(folder, file))) reports[kind] = readFileSync(path.join(folder, file), 'utf8');
    }
  }
  return { status, log: main.log + last.log, reports, artifacts: kept };
}

async function shell(text: string, cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn('bash', ['--norc', '-c', text], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([
    consumers.text(child.stdout),
    consumers.text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: code as number | null, log: stdout + stderr };
}
