/**
 * From `inboxctl init` to a comment on a pull request and an applied rule, with nothing but what `init` prints and
 * docs/github.md says: the test carries out the steps of both, and gives the workflows only the variables and secrets named
 * there.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../docs/pages.ts';
import { type ActionEnd, pullRequestEvent, pushEvent, runActionHere } from '../harness/action.ts';
import { BOT, type FakeGitHub, fakeGitHub } from '../harness/github/fake-github.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, type Service, serve, write } from '../harness/project.ts';
import { referredTo, startedJob } from '../harness/workflow-job.ts';

const DOCS = path.resolve(import.meta.dirname, '../../docs');
const PAGE = readFileSync(path.join(DOCS, 'github.md'), 'utf8');
const READS = 'a-key-that-reads';
const WRITES = 'a-key-that-writes';
const HOOK = 'https://hooks.example.com/one?token=abc';
/** Where the clone of inboxctl was pushed, and a commit of it. */
const ACTION = `team/inboxctl@${'0123456789'.repeat(4)}`;

const ARCHIVES = {
  name: 'News',
  condition: { conditionalOperator: null, aiInstructions: 'Newsletters.' },
  actions: [{ type: 'ARCHIVE' }],
};
const CALLS = { ...ARCHIVES, name: 'Hook', actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: HOOK } }] };

/** The rule that docs/getting-started.md tells people to write. */
const RECEIPTS = /<<'RULE'\n(.*?)^RULE$/ms.exec(readFileSync(path.join(DOCS, 'getting-started.md'), 'utf8'))?.[1] ?? '';

const INBOXES = [
  {
    inbox: 'an empty inbox',
    rules: [],
    edit: { 'rules/receipts.yaml': RECEIPTS },
    shown: '+ create</b> <code>Receipts',
    after: [{ name: 'Receipts' }],
  },
  {
    inbox: 'an inbox with rules, one of them with a secret',
    rules: [ARCHIVES, CALLS],
    edit: { 'rules/news.yaml': 'Newsletters. => Newsletters and offers.' },
    shown: '~ replace</b> <code>News',
    after: [{ name: 'News', condition: { aiInstructions: 'Newsletters and offers.' } }, { name: 'Hook' }],
  },
];

describe.each(INBOXES)('with $inbox', ({ rules, edit, shown, after }) => {
  it('the plan is in the pull request, and the merge applies it', async () => {
    const world = await dayOne(rules);
    expect(referredTo(world.workflow())).toEqual(world.atRepository);

    const first = await world.apply([world.github.head('main') ?? '']);
    expect(first).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });

    const { pull, plan } = await world.propose(edit);
    expect(plan.code).toBe(0);
    const [comment] = world.github.comments(pull.number).filter(({ author }) => author === BOT);
    expect(comment?.body).toContain(shown);
    expect(comment?.body).not.toContain(HOOK);
    expect(world.writes()).toEqual([]);

    const applied = await world.apply(world.github.merge(pull.number));
    expect(applied.code).toBe(0);
    expect(world.writes()).toHaveLength(1);
    expect(world.service.rules()).toMatchObject(after);
    expect(comment?.body).toContain('Applied');
  });
});

it.each([
  'vars.INBOXCTL_BASE_URL',
  'secrets.INBOXCTL_API_KEY',
  'secrets.INBOXCTL_SIGNING_KEY',
  'inbox.INBOXCTL_API_KEY',
])('without %s nothing is applied', async (missing) => {
  const world = await dayOne([], missing);
  const { pull } = await world.propose({ 'rules/receipts.yaml': RECEIPTS });
  const applied = await world.apply(world.github.merge(pull.number));
  expect(applied.code).toBe(1);
  expect(world.service.rules()).toEqual([]);
});

interface DayOne {
  service: Service;
  github: FakeGitHub;
  workflow: () => string;
  /** The settings of the repository that docs/github.md names, as `vars.NAME` and `secrets.NAME`. */
  atRepository: string[];
  /** A pull request that changes the project, and the end of its job. */
  propose: (files: Readonly<Record<string, string>>) => Promise<{ pull: { number: number }; plan: ActionEnd }>;
  apply: (commits: readonly string[]) => Promise<ActionEnd>;
  /** The requests that changed something, or tried to. */
  writes: () => string[];
}

/** A repository on GitHub, set up as `init` and docs/github.md say, but for one setting. */
async function dayOne(rules: readonly unknown[], missing?: string): Promise<DayOne> {
  const keys = [
    { key: READS, inbox: 'mine', scopes: ['RULES_READ'] },
    { key: WRITES, inbox: 'mine', scopes: ['RULES_READ', 'RULES_WRITE'] },
  ];
  const service = await serve({ profile: 'newer', seed: { inboxes: [{ name: 'mine', rules }], keys } });
  const cwd = projectOf({});
  const file = '.github/workflows/inboxctl.yml';
  const workflow = () => readFileSync(path.join(cwd, file), 'utf8');
  const edit = (change: (text: string) => string) => write(cwd, file, change(workflow()));
  const run = (command: string) => execFileSync('/bin/sh', ['-c', command], { cwd, env: GIT, encoding: 'utf8' });
  run('git init -q -b main');
  const env = { INBOXCTL_BASE_URL: service.baseUrl, INBOXCTL_API_KEY: READS };
  const { code, stdout, stderr } = await inboxctl(['init', '--workflows'], { cwd, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });

  for (const [, command = ''] of stdout.matchAll(/^ {7}(git .*)$/gm)) run(command);
  const variables = [...stdout.matchAll(/^ {7}(\w+) {2}https:/gm)].map(([, name = '']) => name);

  // The steps of docs/github.md in their order, as far as they are of git or of a file.
  edit((text) => text.replace(/example-org\/inboxctl@0+/g, ACTION));
  if (variables.length > 0) {
    expect(PAGE).toContain('uncomment `env:`');
    const [, line = ''] = /`(NAME: \$\{\{ .*? \}\})`/.exec(PAGE) ?? [];
    const lines = variables.map((name) => `\n          ${line.replaceAll('NAME', name)}`).join('');
    edit((text) => text.replaceAll('# env:', `env:${lines}`));
  }
  const settings: Record<string, string> = {};
  const commands = blocksOf('docs/github.md').flatMap(({ language, text }) =>
    language === 'sh' ? text.split('\n') : [],
  );
  for (const command of [...commands, ...variables.map((name) => `gh secret set ${name}`)]) {
    const [, kind, name = '', environment] = /^gh (variable|secret) set (\w+)(?: --env (\w+))?$/.exec(command) ?? [];
    if (kind === undefined) continue;
    const where = environment ?? (kind === 'variable' ? 'vars' : 'secrets');
    settings[`${where}.${name}`] = valueAsDocumented(name, where, service);
  }
  for (const command of commands.filter((one) => /^git (add|commit)/.test(one))) run(command);
  expect(run('git status --porcelain')).toBe('');
  if (missing !== undefined) {
    expect(settings).toHaveProperty([missing]);
    delete settings[missing];
  }

  const pushed = () => {
    const names = run('git ls-files').trim().split('\n');
    return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(cwd, name), 'utf8')]));
  };
  const github = await fakeGitHub({ files: pushed() });
  const of = (where: string) => {
    const found = Object.entries(settings).filter(([name]) => name.startsWith(`${where}.`));
    return Object.fromEntries(found.map(([name, value]) => [name.slice(where.length + 1), value]));
  };
  // The workspace of a job is a clone of what GitHub has.
  const workspace = projectOf({});
  const start = (job: 'plan' | 'apply', event: string, ref: string, payload: object, sha: string) => {
    const { git } = github.state;
    for (const [name, text] of Object.entries(git.files(sha))) write(workspace, name, text);
    git.cloneInto(workspace, sha);
    const about = { event_name: event, ref, event: payload };
    const contexts = { github: about, vars: of('vars'), secrets: of('secrets'), inputs: {} };
    const { environment } = startedJob(workflow(), job, ACTION, contexts);
    const secrets = { ...contexts.secrets, ...(environment === null ? {} : of(environment)) };
    const { inputs, env: given, permissions } = startedJob(workflow(), job, ACTION, { ...contexts, secrets });
    github.permit(permissions);
    return runActionHere({ event, cwd: workspace, github, payload, inputs, env: given, ref, sha });
  };
  return {
    service,
    github,
    workflow,
    atRepository: Object.keys(settings)
      .filter((name) => !name.startsWith('inbox.'))
      .sort(),
    async propose(files) {
      for (const [name, change] of Object.entries(files)) {
        const [from, to] = change.split(' => ');
        const text =
          to === undefined ? change : readFileSync(path.join(cwd, name), 'utf8').replace(from ?? '', to.trim());
        write(cwd, name, text);
      }
      run('git checkout -q -b change && git add . && git commit -q -m change');
      const pull = github.addPullRequest({ files: pushed(), head: 'change' });
      const plan = await start(
        'plan',
        'pull_request',
        `refs/pull/${pull.number}/merge`,
        pullRequestEvent(github, pull),
        github.testMerge(pull),
      );
      return { pull, plan };
    },
    apply: (commits) => {
      const sha = github.head('main') ?? '';
      return start('apply', 'push', 'refs/heads/main', pushEvent(github, commits), sha);
    },
    writes: () => service.requests.flatMap(({ method, path: to }) => (method === 'GET' ? [] : `${method} ${to}`)),
  };
}

const GIT = {
  ...process.env,
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

/** What docs/github.md says that a setting holds ("Which key goes where"). */
function valueAsDocumented(name: string, where: string, service: Service): string {
  const kinds: Record<string, string> = { vars: 'variable of the repository', secrets: 'secret of the repository' };
  const kind = kinds[where] ?? `secret of the environment \`${where}\``;
  const rows = PAGE.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|/gm);
  const holds = [...rows].find(([, ofRow, kindOfRow]) => ofRow === name && kindOfRow === kind)?.[3];
  if (holds === undefined && where === 'secrets') return HOOK;
  if (holds?.startsWith("the service's address")) return service.baseUrl;
  if (holds?.includes('RULES_WRITE')) return WRITES;
  if (holds?.includes('RULES_READ')) return READS;
  if (holds?.startsWith('a random text'))
    return execFileSync('sh', ['-c', 'head -c 32 /dev/urandom | base64']).toString().trim();
  throw new Error(`docs/github.md does not say what ${name} holds as ${kind}`);
}
