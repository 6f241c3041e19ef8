/**
 * What each command loads, as a list that is looked at when it changes: a start-up that has grown slower would otherwise
 * show in benchmarks alone. `UPDATE=1 npx vitest run test/e2e/start-up.test.ts` writes the list anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const LIST = path.join(import.meta.dirname, 'start-up.txt');
const BUILD = path.resolve(import.meta.dirname, '../../build');

/** Writes what is loaded, a line each: chunks by their file, Node's own modules by their name. */
const WITNESS = `
  const { _load } = require('node:module');
  const { appendFileSync } = require('node:fs');
  const told = new Set();
  const tell = (name) => {
    if (told.has(name)) return;
    told.add(name);
    appendFileSync(process.env.WITNESS, name + '\\n');
  };
  require('node:module')._load = function (name, parent) {
    if (name.startsWith('node:')) tell(name);
    else if (parent) tell(require.resolve(require('node:path').resolve(parent.path, name)));
    return _load.apply(this, arguments);
  };
  const { getBuiltinModule } = process;
  process.getBuiltinModule = (name) => (tell(name), getBuiltinModule(name));
`;

const RULE = (name: string) =>
  `name: ${name}\ncondition: { aiInstructions: Mail about ${name} }\nactions: [{ type: ARCHIVE }]\n`;
const LIVE = {
  name: 'News',
  condition: { aiInstructions: 'Mail about News' },
  actions: [{ type: 'ARCHIVE' }],
};

/** What is started, in a project as it is live; for a change, with another rule in it. */
const STARTS: Record<string, { args: string[]; rule?: string; code?: number }> = {
  '--version': { args: ['--version'] },
  '--help': { args: ['--help'] },
  'validate --help': { args: ['validate', '--help'] },
  validate: { args: ['validate'] },
  'fmt --check': { args: ['fmt', '--check'], code: 3 },
  plan: { args: ['plan'] },
  'plan --format json': { args: ['plan', '--format', 'json'] },
  'plan, with a change': { args: ['plan'], rule: 'Bills' },
  apply: { args: ['apply', '--yes'] },
  'apply, with a change': { args: ['apply', '--yes'], rule: 'Bills' },
  pull: { args: ['pull', '--dry-run'] },
  accounts: { args: ['accounts'] },
  runs: { args: ['runs'] },
  doctor: { args: ['doctor'] },
  'completion at a TAB': { args: ['completion', 'bash', '--', 'pl'] },
};

it('each command loads what it needs, and no more than it did', async () => {
  const found: string[] = [];
  for (const [name, start] of Object.entries(STARTS)) found.push(linesOf(name, await loadedBy(start)));
  const list = found.join('\n');
  if (process.env.UPDATE === '1') writeFileSync(LIST, list);
  expect(list).toBe(readFileSync(LIST, 'utf8'));
});

it('the schemas, and what is only for what is wrong, are not loaded where nothing is wrong', async () => {
  const { packages, own } = await loadedBy({ args: ['plan'] });
  expect(packages).not.toContain('zod');
  expect(packages).not.toContain('fast-json-patch');
  expect(own['src/report/messages']).not.toContain('index');
});

async function loadedBy({ args, rule, code = 0 }: { args: string[]; rule?: string; code?: number }) {
  const service = await serve({ seed: { rules: [LIVE] } });
  const folder = projectOf({
    'rules/news.yaml': RULE('News'),
    ...(rule === undefined ? {} : { 'rules/more.yaml': RULE(rule) }),
    'witness.cjs': WITNESS,
    loaded: '',
  });
  const witness = path.join(folder, 'loaded');
  const env = { ...service.env, WITNESS: witness, NODE_OPTIONS: `--require ${path.join(folder, 'witness.cjs')}` };
  const done = await inboxctl(args, { cwd: folder, env });
  expect(done, done.stderr).toMatchObject({ code });
  return sorted(readFileSync(witness, 'utf8').split('\n').filter(Boolean));
}

function linesOf(name: string, { node, packages, own }: Awaited<ReturnType<typeof loadedBy>>): string {
  const ours = Object.entries(own).map(([folder, names]) => `  ${folder}: ${names.join(' ')}`);
  return `${[name, `  node: ${node.join(' ')}`, `  packages: ${packages.join(' ')}`, ...ours].join('\n')}\n`;
}

/** Modules of Node, packages, and files of ours by their folder. */
function sorted(loaded: readonly string[]) {
  const chunks: Record<string, string[]> = JSON.parse(readFileSync(path.join(BUILD, 'modules.json'), 'utf8'));
  const modules = loaded
    .filter((name) => !name.startsWith('node:'))
    .flatMap((file) => chunks[path.relative(BUILD, file)] ?? []);
  const own: Record<string, string[]> = {};
  for (const file of modules.filter((module) => module.startsWith('src/')).sort()) {
    const { dir, name } = path.parse(file);
    own[dir] = [...(own[dir] ?? []), name];
  }
  const packages = modules.flatMap((module) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? []);
  return {
    node: loaded.flatMap((name) => (name.startsWith('node:') ? [name.slice('node:'.length)] : [])).sort(),
    packages: [...new Set(packages)].sort(),
    own,
  };
}
