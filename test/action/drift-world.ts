/** A repository, its checkout and an inbox that somebody else edits: what the mode drift compares, and where it reports. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { WireRule } from '../../src/sandbox/wire.ts';
import { type ActionEnd, type ActionRun, runActionHere } from '../harness/action.ts';
import { type FakeGitHub, fakeGitHub } from '../harness/github/fake-github.ts';
import { projectOf, type Service, serve } from '../harness/project.ts';
import type { TestSandboxOptions } from '../harness/sandbox/sandbox.ts';

export const TOKEN_OF_WEBHOOK = 't0ken-of-the-digest';
export const OTHER_TOKEN = 't0ken-of-somebody';

/** Variables of the job besides those of the connection. */
export const VARIABLES = { DIGEST_WEBHOOK: `https://hooks.example.com/${TOKEN_OF_WEBHOOK}` };

export const FILES = {
  'inboxctl.yaml': 'version: 1\nguard: { maxDeletes: 5 }\n',
  'rules/digest.yaml': `name: Digest
condition: { aiInstructions: newsletters }
actions:
  - type: CALL_WEBHOOK
    fields: { webhookUrl: { env: DIGEST_WEBHOOK } }
`,
  'rules/receipts.yaml': `# Mine.
name: Receipts
condition:
  static: { from: "@shop.example.com" } # this shop alone
actions:
  - type: LABEL
    fields: { label: Receipt }
`,
};

/** The inbox as FILES say. */
export const DECLARED = [
  {
    name: 'Digest',
    condition: { aiInstructions: 'newsletters' },
    actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: VARIABLES.DIGEST_WEBHOOK } }],
  },
  {
    name: 'Receipts',
    condition: { static: { from: '@shop.example.com' } },
    actions: [{ type: 'LABEL', fields: { label: 'Receipt' } }],
  },
];

export interface World {
  github: FakeGitHub;
  service: Service;
  /** The checkout. */
  cwd: string;
  /** Runs the mode; all that was ever written for people is kept in `said`. */
  drift: (inputs?: Record<string, string>, more?: Partial<ActionRun>) => Promise<ActionEnd>;
  said: string[];
  /** What somebody does with another key. */
  edit: (name: string, alter: (rule: WireRule) => Partial<WireRule>) => Promise<void>;
  add: (rule: object) => Promise<void>;
  remove: (name: string) => Promise<void>;
}

export interface WorldOptions {
  files?: Record<string, string>;
  sandbox?: TestSandboxOptions;
}

export async function drifting({ files = FILES, sandbox }: WorldOptions = {}): Promise<World> {
  const service = await serve({ seed: { rules: DECLARED }, ...sandbox });
  const github = await fakeGitHub({ files });
  const cwd = projectOf(files);
  const said: string[] = [];
  const env = { ...service.env, ...VARIABLES };
  const drift: World['drift'] = async (inputs = {}, more = {}) => {
    github.state.git.cloneInto(more.cwd ?? cwd, github.head('main') ?? '');
    const ended = await runActionHere({
      event: 'schedule',
      cwd,
      github,
      ...more,
      inputs: { mode: 'drift', ...inputs },
      env: { ...env, ...more.env },
    });
    const { outputs, summary, stderr } = ended;
    const kept = ['plan-file', 'markdown-file'].flatMap((name) => outputs[name] ?? []);
    const texts = kept.map((file) => readFileSync(file, 'utf8'));
    // A mask is the one place where a secret stands.
    said.push(withoutMasks(ended), stderr, summary, ...texts, JSON.stringify([...github.state.issues.values()]));
    return ended;
  };
  return { github, service, cwd, drift, said, ...editor(service) };
}

function withoutMasks({ stdout }: ActionEnd): string {
  return stdout
    .split('\n')
    .filter((line) => !line.startsWith('::add-mask::'))
    .join('\n');
}

function editor({ baseUrl, keys, rules }: Service): Pick<World, 'edit' | 'add' | 'remove'> {
  const send = async (method: string, at: string, body?: object) => {
    const headers = { 'API-Key': keys.at(-1)?.key ?? '', 'content-type': 'application/json' };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await fetch(`${baseUrl}${at}`, init);
    if (!answer.ok) throw new Error(`${method} ${at} failed with ${answer.status}: ${await answer.text()}`);
  };
  const find = (name: string): WireRule => {
    const found = rules().find((rule) => rule.name === name);
    if (found === undefined) throw new Error(`There is no rule ${name}`);
    return found;
  };
  return {
    edit: (name, alter) => {
      const found = find(name);
      const { runOnThreads, condition, actions } = found;
      return send('PUT', `/rules/${encodeURIComponent(found.id)}`, {
        name,
        runOnThreads,
        condition,
        actions,
        ...alter(found),
      });
    },
    add: (rule) => send('POST', '/rules', rule),
    remove: (name) => send('DELETE', `/rules/${encodeURIComponent(find(name).id)}`),
  };
}

/** Gives a rule another label. */
export function labelled(label: string): (rule: WireRule) => Partial<WireRule> {
  return () => ({ actions: [{ type: 'LABEL', fields: { label } } as WireRule['actions'][number]] });
}

/** The files below a folder by their paths, and the folders, so that nothing that is left goes unseen. */
export function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/(^|\/)\.git(\/|$)/.test(name),
  );
  const entries = names.sort().map((name) => {
    const file = path.join(folder, name);
    return [name, statSync(file).isDirectory() ? '(folder)' : readFileSync(file, 'utf8')] as const;
  });
  return Object.fromEntries(entries);
}

/** What a run sent to GitHub that changes something there. */
export function writesOf(github: FakeGitHub): string[] {
  const isWrite = ({ method, path: at }: FakeGitHub['requests'][number]) =>
    method !== 'GET' && !at.endsWith('/graphql');
  return github.requests.filter(isWrite).map(({ method, path: at }) => `${method} ${at}`);
}
