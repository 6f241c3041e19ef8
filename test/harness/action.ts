/** The action as a runner starts it: its bundle as a subprocess, or its source in the process of the tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { INPUTS, type InputDefinition } from '../../src/action/definition.ts';
import { type ReadLog, readLog } from './annotations.ts';
import { BOT_TOKEN, type FakeGitHub } from './github/fake-github.ts';
import type { PullState } from './github/repository.ts';
import { node24 } from './node24.ts';
import { endOf, type Finished, withHome } from './program.ts';

const BUNDLE = path.resolve(import.meta.dirname, '../../dist/index.js');
/** Where Node keeps the compiled bundle from one run to the next: most of a start is to compile it, and only the time differs. */
const COMPILED = path.resolve(import.meta.dirname, '../../node_modules/.cache/inboxctl/compiled');

export interface ActionRun {
  /** By their names in action.yml; what is left out has its default, the token that of the fake's bot. */
  inputs: Readonly<Record<string, string>>;
  /** The event, such as pull_request. */
  event: string;
  /** What its file holds (see `pullRequestEvent` and `pushEvent`). */
  payload?: unknown;
  /** More variables, such as those of the job; they win. */
  env?: Readonly<Record<string, string>>;
  /** The workspace: where the repository is checked out. */
  cwd: string;
  github: FakeGitHub;
  /** refs/heads/… of the default branch unless given. */
  ref?: string;
  /** The checked-out commit; the head of the default branch unless given. */
  sha?: string;
  /** A path of Node; unless given 24, which GitHub runs actions on, or with ACTION_NODE=own the one of the tests. */
  node?: string;
  /** Told of the child once it runs. */
  started?: (child: ChildProcess) => void;
}

export interface ActionEnd extends ReadLog, Finished {
  outputs: Record<string, string>;
  /** Markdown. */
  summary: string;
  /** The folder for temporary files, where plan-file and the like are. */
  temp: string;
}

/** Runs the bundle; nothing of the test's own environment but PATH, HOME and TMPDIR reaches it, and a folder for compiled code. */
export function runAction(run: ActionRun): Promise<ActionEnd> {
  if (!existsSync(BUNDLE)) throw new Error('The action is not built: node scripts/build-action.mjs');
  return actionEnd(run, (env) => {
    const child = spawn(run.node ?? ordinaryNode(), [BUNDLE], {
      cwd: run.cwd,
      env: { NODE_COMPILE_CACHE: COMPILED, ...env },
    });
    return endOf(child, run.started);
  });
}

/**
 * Runs the action from the source in this process, one run at a time: most of the time of a process is its start. With
 * PROCESSES=1, and where the test names a Node or is told of the child, it is the bundle all the same.
 */
export function runActionHere(run: ActionRun): Promise<ActionEnd> {
  if (process.env.PROCESSES === '1' || run.started !== undefined || run.node !== undefined) return runAction(run);
  return actionEnd(run, async (env) => {
    const main = await import('../../src/action/run.ts');
    const [before, write] = [process.env, process.stdout.write];
    if (write.name === 'collect') throw new Error('Another run of the action goes on in this process');
    let stdout = '';
    process.env = { ...env };
    process.stdout.write = function collect(text: string | Uint8Array, ...rest: unknown[]) {
      stdout += text;
      for (const told of rest) if (typeof told === 'function') told();
      return true;
    };
    try {
      const code = await main.runAction(Object.assign(Object.create(process), { cwd: () => run.cwd }), Date.now);
      return { code, stdout, stderr: '' };
    } finally {
      process.stdout.write = write;
      process.env = before;
    }
  });
}

/** Gives the action its environment and files, and reads what it left in them. */
async function actionEnd(
  run: ActionRun,
  start: (env: Record<string, string>) => Promise<Finished>,
): Promise<ActionEnd> {
  const temp = mkdtempSync(path.join(tmpdir(), 'inboxctl-runner-'));
  onTestFinished(() => rmSync(temp, { recursive: true, force: true }));
  const at = (name: string) => path.join(temp, name);
  for (const name of ['output', 'summary']) writeFileSync(at(name), '');
  writeFileSync(at('event.json'), JSON.stringify(run.payload ?? repositoryEvent(run.github)));
  const ended = await start({ ...inherited(), ...runnerEnv(run, at), ...inputsEnv(run.inputs), ...run.env });
  const log = readLog(ended.stdout);
  for (const { message } of log.annotations) {
    // A command to type in a clone has options.
    const words = message.replaceAll(/^inboxctl .*$|`inboxctl [^`]*`/gm, '');
    const option = Object.keys(INPUTS).find((name) => new RegExp(`--${name}(?![\\w-])`).test(words));
    if (option !== undefined) throw new Error(`An annotation names an option of the CLI, not the input: ${message}`);
  }
  return {
    ...ended,
    ...log,
    outputs: outputsOf(readFileSync(at('output'), 'utf8')),
    summary: readFileSync(at('summary'), 'utf8'),
    temp,
  };
}

function ordinaryNode(): string {
  return process.env.ACTION_NODE === 'own' ? process.execPath : node24();
}

function repositoryEvent({ repository, defaultBranch }: FakeGitHub): Record<string, unknown> {
  return { repository: { full_name: repository, default_branch: defaultBranch, private: true } };
}

/** The event of a pull request as it is now. */
export function pullRequestEvent(github: FakeGitHub, pull: PullState): Record<string, unknown> {
  const side = ({ ref, sha }: { ref: string; sha: string }, repository: string) => {
    return { ref, sha, repo: { full_name: repository } };
  };
  return {
    ...repositoryEvent(github),
    action: 'synchronize',
    number: pull.number,
    pull_request: {
      number: pull.number,
      user: { login: pull.author },
      base: side(pull.base, github.repository),
      head: side(pull.head, pull.head.repository),
    },
  };
}

/** The event of a push of these commits, the oldest first. */
export function pushEvent(github: FakeGitHub, commits: readonly string[]): Record<string, unknown> {
  const [first] = commits;
  return {
    ...repositoryEvent(github),
    ref: `refs/heads/${github.defaultBranch}`,
    before: (first === undefined ? undefined : github.state.git.resolve(first)?.parents[0]) ?? '0'.repeat(40),
    after: commits.at(-1),
    commits: commits.map((id) => ({ id })),
  };
}

function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

function runnerEnv(
  { event, cwd, github, ref = `refs/heads/${github.defaultBranch}`, sha, inputs }: ActionRun,
  at: (name: string) => string,
): Record<string, string> {
  return {
    GITHUB_ACTIONS: 'true',
    CI: 'true',
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: at('event.json'),
    GITHUB_OUTPUT: at('output'),
    GITHUB_STEP_SUMMARY: at('summary'),
    GITHUB_API_URL: github.apiUrl,
    GITHUB_GRAPHQL_URL: github.graphqlUrl,
    GITHUB_SERVER_URL: 'https://github.example.com',
    GITHUB_REPOSITORY: github.repository,
    GITHUB_REF: ref,
    GITHUB_SHA: sha ?? github.head(github.defaultBranch) ?? '',
    GITHUB_ACTOR: 'alice',
    GITHUB_WORKSPACE: cwd,
    GITHUB_RUN_ID: '1',
    GITHUB_WORKFLOW_REF: `${github.repository}/.github/workflows/${inputs.mode}.yml@${ref}`,
    RUNNER_TEMP: at('.'),
    ...withHome(at('.')),
  };
}

/** As the runner names them: upper case, spaces as _, and hyphens kept. An input without a value and a default is empty. */
function inputsEnv(given: Readonly<Record<string, string>>): Record<string, string> {
  const defaults = Object.entries<InputDefinition>(INPUTS).map(([name, { default: value = '' }]) => {
    return [name, value.includes('${{') ? BOT_TOKEN : value] as const;
  });
  const all = Object.entries({ ...Object.fromEntries(defaults), ...given });
  return Object.fromEntries(all.map(([name, value]) => [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value]));
}

/** Lines of `name=value`, or `name<<DELIMITER`, lines and the delimiter. */
function outputsOf(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name, delimiter] = /^([^=]+?)<<(.+)$/.exec(line) ?? [];
    if (name !== undefined) {
      const end = lines.indexOf(delimiter ?? '');
      if (end === -1) throw new Error(`The output ${name} does not end`);
      outputs[name] = lines
        .splice(0, end + 1)
        .slice(0, -1)
        .join('\n');
    } else if (line.includes('=')) outputs[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
    else if (line !== '') throw new Error(`No output: ${line}`);
  }
  return outputs;
}
