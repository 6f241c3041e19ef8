/**
 * What people install: the tarball that npm makes of the repository, in an empty folder, without a network and without any
 * other package. Its program and its library work on every version of Node that is supported.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nodeOf } from '../../scripts/installed-node.mjs';
import { blocksOf } from '../docs/pages.ts';
import { IS_NIGHT } from '../harness/runs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const INSTALLED = 'node_modules/inboxctl';

const folder = mkdtempSync(path.join(tmpdir(), 'inboxctl-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const REPOSITORY = path.join(folder, 'inboxctl.git');

const npm = (cwd: string, ...args: string[]) => npmWith(process.env, cwd, ...args);
const npmWith = (env: NodeJS.ProcessEnv, cwd: string, ...args: string[]) =>
  execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const installed = (name: string) => readFileSync(path.join(folder, INSTALLED, name), 'utf8');

/** What npm printed when it made the tarball. */
let packed = '';

beforeAll(() => {
  commitFiles(REPOSITORY);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(REPOSITORY, 'node_modules'));
  packed = npm(REPOSITORY, 'pack', '--loglevel=error', '--pack-destination', folder);
  writeFileSync(path.join(folder, 'package.json'), '{"private": true, "type": "module"}\n');
  npm(folder, 'install', '--offline', '--no-audit', '--no-fund', path.join(folder, packed.trim()));
}, 400_000);

/** Makes a repository of the files that are here, committed or not. */
function commitFiles(repository: string): void {
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' });
  const files = git(ROOT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0');
  for (const file of new Set(files)) {
    const from = path.join(ROOT, file);
    if (file !== '' && existsSync(from)) cpSync(from, path.join(repository, file));
  }
  git(repository, 'init', '--quiet');
  git(repository, 'add', '.');
  git(repository, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'Files');
}

describe('the package', () => {
  it('has the program, the library, its types, schemas and licenses, and nothing of the action', () => {
    const files = readdirSync(path.join(folder, INSTALLED), { recursive: true, encoding: 'utf8' });
    expect(files).toEqual(
      expect.arrayContaining([
        'build/inboxctl.cjs',
        'build/index.js',
        'build/types/index.d.ts',
        'build/THIRD-PARTY-NOTICES',
        'schemas/rules.schema.json',
        'README.md',
        'LICENSE',
      ]),
    );
    const top = new Set(files.map((file) => file.replace(/\/.*/, '')));
    expect([...top].sort()).toEqual(['LICENSE', 'README.md', 'build', 'package.json', 'schemas']);
  });

  it('is packed with nothing on stdout but the name of the tarball, which hooks read there', () => {
    expect(packed).toMatch(/^inboxctl-[\d.]+\.tgz\n$/);
  });

  it('is built of packages that all run on this Node: `npm ci` warns of none', () => {
    const cwd = path.join(folder, 'engines');
    mkdirSync(cwd);
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(path.join(ROOT, name), path.join(cwd, name));
    npm(cwd, 'ci', '--dry-run', '--engine-strict', '--ignore-scripts', '--offline');
  });

  it('brings no other package', () => {
    const folders = readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(folders).toEqual(['inboxctl']);
  });

  it('has the license of every package that it is made of', () => {
    const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => file.endsWith('.ts') && !file.startsWith('action'));
    const used = sources.flatMap((file) => {
      const text = readFileSync(path.join(ROOT, 'src', file), 'utf8');
      return [...text.matchAll(/(?:^(?:import|\}).*from |import\()'((?:@[\w-]+\/)?[\w-]+)/gm)].map(
        ([, name = '']) => name,
      );
    });
    const packages = new Set(used.filter((name) => name !== 'node'));
    expect(packages.size).toBeGreaterThan(10);
    const notices = installed('build/THIRD-PARTY-NOTICES');
    for (const name of packages) expect(notices).toContain(`\n${name} `);
    // What those bring with them is there too.
    expect(notices).toContain('\ncharacter-entities ');
  });

  it('has types that need no package, and that tell a mistake', () => {
    const right = "await createClient({ baseUrl: 'x', apiKey: 'y' }).listRules({ once: true });";
    const wrong = "createClient({ baseUrl: 1, apiKey: 'y' });";
    expect(typeErrors(`${right}\n${wrong}`)).toEqual([expect.stringContaining("'number'")]);
  });
});

/** What TypeScript says of a module that uses the library, and of the library's types; not of those of Node. */
function typeErrors(statements: string): string[] {
  const file = path.join(folder, 'typed.ts');
  writeFileSync(file, `import { createClient } from 'inboxctl';\n${statements}\n`);
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    types: [path.join(ROOT, 'node_modules/@types/node')],
  });
  const checked = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
  expect(checked.length).toBeGreaterThan(2);
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...checked.flatMap((source) => [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]),
  ];
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('is installed from git with --global, if npm makes no link to what it deletes', () => {
  const prefix = path.join(folder, 'from-git');
  // As docs/install.md says it. npm builds the program: it has the packages for that from the `npm ci` of before.
  const words = ['--global', '--install-links', '--prefix', prefix, '--prefer-offline'];
  npmWith(IS_NIGHT ? process.env : withQuickCi(), folder, 'install', ...words, `git+file://${REPOSITORY}`);
  const printed = execFileSync(path.join(prefix, 'bin/inboxctl'), ['--version'], { encoding: 'utf8' });
  expect(printed).toMatch(/^\d+\.\d+\.\d+\n$/);
  // Of a clone npm packs the same files as of the repository here; names of chunks have a hash of where they were built.
  const files = (...at: string[]) =>
    readdirSync(path.join(...at), { recursive: true, encoding: 'utf8' })
      .map((file) => file.replace(/-[\w-]{8}(?=\.c?js$)/, ''))
      .sort();
  expect(files(prefix, 'lib/node_modules/inboxctl')).toEqual(files(folder, INSTALLED));
}, 400_000);

/**
 * An environment in which `npm ci` checks that it could install, and takes the packages that are here, and the build is the one
 * that was made here. Most of the time of the test is to unpack and to build; by night npm does both.
 */
function withQuickCi(): NodeJS.ProcessEnv {
  const bin = path.join(folder, 'quick');
  mkdirSync(bin);
  const [real = ''] = execFileSync('which', ['npm'], { encoding: 'utf8' }).split('\n');
  const ci = `'${real}' "$@" --dry-run --offline && exec ln -s '${ROOT}/node_modules' node_modules`;
  const build = `exec cp -R '${REPOSITORY}/build' .`;
  const script = `#!/bin/sh
case "$1 $3" in
"ci "*) ${ci} ;;
"run build") ${build} ;;
*) exec '${real}' "$@" ;;
esac
`;
  writeFileSync(path.join(bin, 'npm'), script, { mode: 0o755 });
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
}

it('says how to install it from git with --global', () => {
  const env = { ...process.env, npm_config_global: 'true' };
  const script = path.join(ROOT, 'scripts/prepare.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: folder, env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('npm install --global --install-links git+https://…');
});

it('leads from an empty folder to a first plan by the commands of docs/install.md', () => {
  const [block] = blocksOf('docs/install.md').filter(({ text }) => text.includes('.tgz\n'));
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  expect(block?.text).toContain(tarball);
  const cwd = path.join(folder, 'first-plan');
  const prefix = path.join(folder, 'global');
  mkdirSync(cwd);
  copyFileSync(path.join(folder, tarball), path.join(cwd, tarball));
  const env = {
    ...process.env,
    npm_config_prefix: prefix,
    npm_config_offline: 'true',
    PATH: `${path.join(prefix, 'bin')}${path.delimiter}${process.env.PATH}`,
  };
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-ec', block?.text ?? ''], {
    cwd,
    env,
    encoding: 'utf8',
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('No changes: nothing is declared.');
});

it('is released by the steps of release.yml, which run here as they are, but reach neither npm nor GitHub', () => {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const [tag, tarball] = [`v${version}`, `inboxctl-${version}.tgz`];
  const major = tag.replace(/\..*/, '');
  const changelog = path.join(REPOSITORY, 'CHANGELOG.md');
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace(/^## .*/m, `## ${version}`));
  for (const ref of [`refs/tags/${tag}`, 'refs/remotes/origin/main']) {
    execFileSync('git', ['update-ref', ref, 'HEAD'], { cwd: REPOSITORY });
  }
  const { run, decided, said } = releaseSteps(tag);
  run('package', REPOSITORY);
  expect([...decided]).toEqual([
    ['npm-tag', 'latest'],
    ['latest', 'true'],
    ['major-tag', major],
  ]);
  const release = path.join(REPOSITORY, 'release');
  expect(readdirSync(release).sort()).toEqual([tarball, 'notes.md', 'sbom.cdx.json']);
  const { bomFormat, components } = JSON.parse(readFileSync(path.join(release, 'sbom.cdx.json'), 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['yaml', 'zod', 'undici', '@actions/core']));
  const tar = ['-xzOf', tarball, 'package/package.json'];
  const here = 'https://github.com/example-org/inboxctl';
  expect(JSON.parse(execFileSync('tar', tar, { cwd: release, encoding: 'utf8' }))).toMatchObject({
    repository: { url: `git+${here}.git` },
    homepage: `${here}#readme`,
    bugs: { url: `${here}/issues` },
    keywords: expect.arrayContaining(['inbox', 'rules']),
  });

  // npm refuses a dist-tag that reads as a range of versions.
  decided.set('npm-tag', 'v1.4-latest');
  run('publish', release);
  expect(said()).toContain('with tag v1.4-latest and public access (dry-run)');
  run('release', release);
  expect(said()).toBe(
    `gh release create ${tag} ./${tarball} sbom.cdx.json --repo example-org/inboxctl --verify-tag --notes-file notes.md --latest=true\n`,
  );
  run('major-tag', release);
  const refs = 'repos/example-org/inboxctl/git/refs';
  expect(said()).toBe(
    `gh api --method PATCH ${refs}/tags/${major} -f sha=abc -F force=true\ngh api --method POST ${refs} -f ref=refs/tags/${major} -f sha=abc\n`,
  );
});

/** Runs the steps of a job of release.yml. `gh` only says how it was called, and fails to change a tag. */
function releaseSteps(tag: string) {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin);
  const gh = '#!/bin/sh\necho "gh $*" >&2\ncase "$*" in *PATCH*) exit 1 ;; esac\n';
  writeFileSync(path.join(bin, 'gh'), gh, { mode: 0o755 });
  const outputs = path.join(folder, 'outputs');
  const { jobs } = parse(readFileSync(path.join(ROOT, '.github/workflows/release.yml'), 'utf8')) as {
    jobs: Record<string, { steps: { run?: string; env?: Record<string, string> }[] }>;
  };
  const decided = new Map<string, string>();
  let last = '';
  const envOf = (env: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(env).map(([name, value]) => {
        return [
          name,
          value.replace(/\$\{\{ needs\.package\.outputs\.([\w-]+) \}\}/, (_, output) => decided.get(output) ?? ''),
        ];
      }),
    );
  const run = (job: string, cwd: string): void => {
    for (const { run: script = 'npm ci', env = {} } of jobs[job]?.steps ?? []) {
      if (script === 'npm ci') continue;
      const { status, stderr } = spawnSync('bash', ['-e', '-c', script], {
        cwd,
        encoding: 'utf8',
        env: {
          ...process.env,
          ...envOf(env),
          PATH: `${bin}${path.delimiter}${process.env.PATH}`,
          GITHUB_REF_NAME: tag,
          GITHUB_REPOSITORY: 'example-org/inboxctl',
          GITHUB_SHA: 'abc',
          GITHUB_OUTPUT: outputs,
          npm_config_dry_run: String(job === 'publish'),
          npm_config_ignore_scripts: 'true', // it is built already
          npm_config_registry: 'http://127.0.0.1:1',
          npm_config_fetch_retries: '0',
        },
      });
      expect({ script, status, stderr: status === 0 ? '' : stderr }).toEqual({ script, status: 0, stderr: '' });
      last = stderr;
    }
    if (job !== 'package') return;
    const lines = readFileSync(outputs, 'utf8').trim().split('\n');
    for (const line of lines) decided.set(...(line.split('=') as [string, string]));
  };
  return { run, decided, said: () => last };
}

// What the oldest and the newest Node run is run by those between them.
it.each([20, 24] as const)(
  'the demo works on Node %i: a plan, an apply, a web edit, an undo, in at most 120 lines',
  (major) => {
    const program = path.join(folder, INSTALLED, 'build/inboxctl.cjs');
    const { status, stdout, stderr } = spawnSync(nodeOf(major), ['scripts/demo.mjs', program], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    const told = [
      /Plan: 1 to create/,
      /Done: 1 created/,
      /Pulled: 1 file/,
      /^\+ .*bills/m,
      /\+ 2\. DELETE/,
      /- 2\. DELETE/,
    ];
    for (const words of [...told, /No changes: 1 rule is live as declared/]) expect(stdout).toMatch(words);
    expect(stdout.match(/Converged/g)).toHaveLength(3);
    expect(stdout.split('\n').length).toBeLessThanOrEqual(120);
  },
);

it.each([20, 22, 24] as const)('the client of the library works on Node %i, with the rules of a sandbox', (major) => {
  const script = path.join(folder, 'use.mjs');
  writeFileSync(script, USE);
  const { status, stdout, stderr } = spawnSync(nodeOf(major), [script], { cwd: folder, encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'Receipts Receipts ServiceError\n', stderr: '' });
});

/** Starts a sandbox of the package, and uses it with the library. */
const USE = `
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createClient, ServiceError } from 'inboxctl';

const sandbox = spawn(process.execPath, ['${INSTALLED}/build/inboxctl.cjs', 'sandbox', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
const values = {};
for await (const line of createInterface({ input: sandbox.stdout })) {
  const [, name, value] = /^export (\\w+)=(.*)$/.exec(line) ?? [];
  if (name !== undefined) values[name] = value;
  if (Object.keys(values).length === 2) break;
}
const client = createClient({ baseUrl: values.INBOXCTL_BASE_URL, apiKey: values.INBOXCTL_API_KEY });
const rule = { name: 'Receipts', condition: { aiInstructions: 'Receipts.' }, actions: [{ type: 'ARCHIVE' }] };
const { name, id } = await client.createRule(rule);
const [live] = await client.listRules();
await client.deleteRule(id);
const failed = await client.getRule(id).catch((error) => error);
console.log(name, live.name, failed instanceof ServiceError ? failed.constructor.name : failed);
await client.close();
sandbox.kill();
`;
