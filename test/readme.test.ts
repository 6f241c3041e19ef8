/**
 * The README holds: its commands run, its YAML is valid, its tables and pictures are made from the program.
 * UPDATE=1 writes the tables and pictures anew.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { INPUTS, type InputDefinition, OUTPUTS } from '../src/action/definition.ts';
import type { CommandDefinition, OptionDefinition } from '../src/cli/command.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { ACTION_TYPES } from '../src/model/action-types.ts';
import { FAULT_KINDS } from '../src/sandbox/faults/kinds.ts';
import { inboxctl } from './harness/inboxctl.ts';
import { projectOf, serve } from './harness/project.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const FILE = path.join(ROOT, 'README.md');
const EXAMPLE = path.join(ROOT, 'examples/inbox');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

/** Compares what stands between a marker and its end with what was made; with UPDATE=1 writes it. */
function section(name: string, made: string): void {
  const marker = new RegExp(`(<!-- ${name}: made by test/readme.test.ts -->\n)([\\s\\S]*?)(<!-- end -->)`);
  const text = read('README.md');
  expect(text).toMatch(marker);
  if (process.env.UPDATE === '1')
    writeFileSync(
      FILE,
      text.replace(marker, (_, start, __, end) => start + made + end),
    );
  expect(marker.exec(read('README.md'))?.[2]).toBe(made);
}

/** The blocks of a language, in order; those of a list are indented. */
function blocks(language: string): string[] {
  const fences = new RegExp(`^( *)\`\`\`${language}\n([\\s\\S]*?)^\\1\`\`\``, 'gm');
  return [...read('README.md').matchAll(fences)].map(([, indent = '', text = '']) => {
    return text.replace(new RegExp(`^${indent}`, 'gm'), '');
  });
}

const table = (head: string, rows: string[]) =>
  `| ${head} |\n|${' --- |'.repeat(head.split('|').length)}\n${rows.join('\n')}\n`;
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

describe('tables', () => {
  it('of commands and options', () => {
    const commands = (COMMANDS as readonly CommandDefinition[]).map(({ name, arguments: operands = [], summary }) => {
      const usage = [name, ...operands.map((operand) => operand.name)].join(' ');
      return `| \`inboxctl ${cell(usage)}\` | ${cell(summary)} |`;
    });
    const users = new Map<OptionDefinition, string[]>();
    for (const { name, options } of COMMANDS) {
      for (const option of options) users.set(option, [...(users.get(option) ?? []), name]);
    }
    const options = [...users].map(([option, names]) => {
      const fallback = option.defaultText ?? option.default;
      const choices =
        option.choices === undefined ? '' : `: ${option.choices.map((choice) => `\`${choice}\``).join(', ')}`;
      const by = fallback === undefined ? '' : ` (default: ${fallback})`;
      return `| \`${cell(option.flags)}\` | ${names.join(', ')} | ${cell(option.description + choices + by)} |`;
    });
    section('commands', `${table('command | does', commands)}\n${table('option | of | does', options)}`);
  });

  type JsonSchema = { type?: string | string[]; properties?: Record<string, object>; items?: object };

  const keys = (schema: unknown, at = ''): string[] => {
    const { type, properties = {}, items } = schema as JsonSchema;
    // A text, or a reference to one.
    if (type?.includes('string')) return [];
    if (items !== undefined) return keys(items, `${at}[]`);
    return Object.entries(properties).flatMap(([key, property]) => {
      const name = at === '' ? key : `${at}.${key}`;
      const inner =
        (property as { anyOf?: { type?: string }[] }).anyOf?.find(({ type }) => type !== 'null') ?? property;
      const { description = '', default: fallback } = { ...inner, ...property } as {
        description?: string;
        default?: unknown;
      };
      const by = fallback === undefined ? '' : ` (default: \`${JSON.stringify(fallback)}\`)`;
      return [`| \`${name}\` | ${cell(description + by)} |`, ...keys(inner, name)];
    });
  };

  it('of the keys of a rule and of the project file', async () => {
    const print = async (name: string) => JSON.parse((await inboxctl(['schema', name])).stdout);
    const rules = await print('rules');
    const inlined = JSON.parse(JSON.stringify(rules), (_, value) => dereferenced(value, rules));
    section('rule keys', table('key | is', keys(inlined.anyOf[0])));
    const project = keys(await print('project'));
    // What an account may set of the project's own keys is said once.
    const known = new Set(project.map((row) => row.split('`')[1]));
    const own = project.filter(
      (row) =>
        !known.has(
          row
            .split('`')[1]
            ?.replace(/^accounts\.NAME\./, '.')
            .slice(1),
        ),
    );
    section('project keys', table('key | is', own));
  });

  it('of the kinds of faults', () => {
    const rows = Object.entries(FAULT_KINDS)
      .sort(([, a], [, b]) => Number(a.done) - Number(b.done))
      .map(([kind, { done, does, value }]) => {
        const most = value === undefined ? '' : ` (at most ${value.most})`;
        const by = value?.fallback === undefined ? '' : `, by default ${value.fallback}`;
        const written = value === undefined ? kind : `${kind}=${value.unit}`;
        return `| \`${written}\` | ${done ? 'yes' : 'no'} | ${does}${by}${most} |`;
      });
    section('faults', table('kind | carried out | the client gets', rows));
  });

  it('of the inputs and outputs of the action', () => {
    const inputs = Object.entries<InputDefinition>(INPUTS).map(([name, input]) => {
      const values = (input.values ?? []).map((value) => `\`${value}\``).join(', ');
      const does = values === '' ? input.description : `${input.description} ${values}`;
      return `| \`${name}\` | ${cell(does)} | ${input.default === undefined ? '' : `\`${input.default}\``} |`;
    });
    section('inputs', table('input | is | default', inputs));
    const outputs = Object.entries(OUTPUTS).map(([name, does]) => `| \`${name}\` | ${cell(does)} |`);
    section('outputs', table('output | is', outputs));
  });

  it('of action types name every type once', () => {
    const [, reference = ''] = read('README.md').split('Each action type uses these fields:');
    const rows = reference.split('### The project file')[0] ?? '';
    const named = [...rows.matchAll(/`([A-Z_]+)`/g)].map(([, type]) => type);
    expect(named.sort()).toEqual([...ACTION_TYPES].sort());
  });
});

function dereferenced(value: unknown, document: { definitions?: Record<string, unknown> }): unknown {
  if (value === null || typeof value !== 'object' || !('$ref' in value)) return value;
  const name = String(value.$ref).replace('#/definitions/', '');
  return JSON.parse(JSON.stringify(document.definitions?.[name]), (_, inner) => dereferenced(inner, document));
}

describe('pictures', () => {
  const picture = (command: string, text: string) => `\n\`\`\`text\n$ ${command}\n${text.trimEnd()}\n\`\`\`\n\n`;

  it('of a plan, in a terminal and in a comment', async () => {
    const cwd = projectOf(EXAMPLE);
    const service = await serve({ profile: 'newer', seed: JSON.parse(read('examples/inbox/sandbox.json')) });
    expect(await inboxctl(['apply', '--yes'], { cwd, env: service.env })).toMatchObject({ code: 0 });
    edit(
      cwd,
      'rules/newsletters.yaml',
      'Newsletters and product updates',
      'Newsletters, product updates and invitations',
    );
    edit(cwd, 'rules/newsletters.yaml', '  - type: DIGEST\n', '');
    edit(cwd, 'rules/newsletters.yaml', '1440', '2880');
    edit(cwd, 'rules/on-call.yaml', /\n---\n[\s\S]*/, '\n');
    const { stdout } = await inboxctl(['plan'], { cwd, env: service.env });
    section(
      'picture of a plan',
      picture('inboxctl plan', stdout.replace(service.baseUrl, 'https://mail.example.com/api/v1')),
    );
    const comment = (await inboxctl(['plan', '--format', 'markdown'], { cwd, env: service.env })).stdout;
    const shown = comment.replace(service.baseUrl, 'https://mail.example.com/api/v1');
    // Below the heading of its section, and apart from the text around it.
    section('picture of a comment', `\n---\n\n${shown.replace('### ', '#### ').trimEnd()}\n\n---\n\n`);
  });

  it('of an apply', async () => {
    const cwd = projectOf(EXAMPLE);
    const service = await serve({ profile: 'newer', seed: JSON.parse(read('examples/inbox/sandbox.json')) });
    const file = path.join(cwd, 'one');
    writeFileSync(path.join(cwd, 'inboxctl.yaml'), 'rules: [one]\nundeclared: keep\n');
    mkdirSync(file);
    writeFileSync(path.join(file, 'calendar.yaml'), readFileSync(path.join(cwd, 'rules/calendar.yaml')));
    writeFileSync(path.join(file, 'invoices.yaml'), readFileSync(path.join(cwd, 'rules/money.yaml')));
    edit(file, 'calendar.yaml', '10080', '1440');
    // One at a time: of several at once none is always the first to be answered.
    const { stdout, stderr } = await inboxctl(['apply', '--yes', '--concurrency', '1'], { cwd, env: service.env });
    const [plan = '', end = ''] = stdout.split(/(?<=^Plan: .*\n)/m);
    const text = (plan + stderr + end).replace(service.baseUrl, 'https://mail.example.com/api/v1');
    section('picture of an apply', picture('inboxctl apply --yes', text));
  });

  it('of the help of each command', async () => {
    const names = ['', ...COMMANDS.map(({ name }) => name)];
    const screens = await Promise.all(
      names.map(async (name) => {
        const words = [name, '--help'].filter((word) => word !== '');
        const { stdout } = await inboxctl(words);
        const command = ['inboxctl', ...words].join(' ');
        return `\n<details>\n<summary><code>${command}</code></summary>\n${picture(command, stdout)}</details>\n`;
      }),
    );
    section('help screens', `${screens.join('')}\n`);
  });

  it('of a mistake', async () => {
    const cwd = projectOf(EXAMPLE);
    edit(cwd, 'rules/calendar.yaml', 'type: LABEL', 'type: LABLE');
    edit(cwd, 'rules/money.yaml', 'label: Receipts', 'lable: Receipts');
    const { stdout } = await inboxctl(['validate'], { cwd });
    section('picture of a mistake', picture('inboxctl validate', stdout));
  });
});

function edit(folder: string, name: string, from: string | RegExp, to: string): void {
  const file = path.join(folder, name);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}

describe('commands', () => {
  const all = blocks('sh');
  /** Run by CI from a clean checkout, or by a test of their own. */
  const elsewhere = (block: string) => block.startsWith('npm ci && ') || block.startsWith('inboxctl sandbox');

  it('run, one block after the other, in one project', async () => {
    const cwd = projectOf({ 'bin/.keep': '' });
    symlinkSync(path.join(ROOT, 'build/inboxctl.cjs'), path.join(cwd, 'bin/inboxctl'));
    const PATH = `${path.join(cwd, 'bin')}${path.delimiter}${process.env.PATH}`;
    const sandboxes = all
      .filter((block) => block.startsWith('inboxctl sandbox'))
      .map((line) => {
        const sandbox = spawn('sh', ['-c', `exec ${line.trim()} --port 0`], {
          cwd,
          env: { PATH },
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        onTestFinished(() => {
          sandbox.kill();
        });
        return exported(sandbox);
      });
    const [first] = await Promise.all(sandboxes);
    const env = { PATH, ...first };
    for (const block of all.filter((one) => !elsewhere(one))) {
      const { status, stderr } = spawnSync('sh', ['-e', '-c', block], { cwd, env, encoding: 'utf8' });
      expect({ block, status, stderr: status === 0 ? '' : stderr }).toEqual({ block, status: 0, stderr: '' });
    }
    for (const block of blocks('bash')) {
      expect(spawnSync('bash', ['--norc', '-e', '-c', block], { cwd, env, encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      });
    }
  });

  it('that install, test and show are what CI calls, or run here', () => {
    const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts;
    const words = all.filter((block) => block.startsWith('npm ci')).flatMap((block) => block.trim().split(' && '));
    expect(words.sort()).toEqual([
      'npm ci',
      'npm ci',
      'npm ci',
      'npm install --global .',
      'npm run build',
      'npm run demo',
      'npm test',
    ]);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['build', 'demo', 'test', 'check']));
    expect(read('.ci/run')).toMatch(/npm ci\nnpm run check\nnpm test/);
  });

  it('the demo shows a plan, an apply, an empty plan, an edit', () => {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/demo.mjs'], { cwd: ROOT, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout.match(/Plan: 1[0-9] to create/)).toBeTruthy();
    expect(stdout.match(/No changes: 15 rules are live as declared/)).toBeTruthy();
    expect(stdout.match(/Plan: 0 to create, 1 to replace/)).toBeTruthy();
    expect(stdout.match(/Converged/g)).toHaveLength(2);
  });

  it('an installed copy has its command, library, types and schemas', () => {
    const folder = projectOf({
      'use.mjs':
        "import { createClient, ServiceError } from 'inboxctl';\nconsole.log(typeof createClient, ServiceError.name);\n",
    });
    const npm = (...args: string[]) => spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8' });
    const packed = JSON.parse(npm('pack', '--json', '--dry-run', '--ignore-scripts').stdout)[0].files;
    const names = packed.map(({ path: name }: { path: string }) => name);
    for (const name of [
      'build/inboxctl.cjs',
      'build/index.js',
      'build/types/index.d.ts',
      'schemas/rules.schema.json',
      'README.md',
      'LICENSE',
    ]) {
      expect(names).toContain(name);
    }
    mkdirSync(path.join(folder, 'node_modules'));
    symlinkSync(ROOT, path.join(folder, 'node_modules/inboxctl'));
    const { stdout } = spawnSync(process.execPath, ['use.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('function ServiceError\n');
  });
});

/** The variables of the two lines that a sandbox prints. */
async function exported(sandbox: ChildProcess): Promise<Record<string, string>> {
  const variables: Record<string, string> = {};
  if (sandbox.stdout === null) throw new Error('The sandbox has no stdout');
  for await (const line of createInterface({ input: sandbox.stdout })) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) variables[name] = value;
    if (Object.keys(variables).length === 2) return variables;
  }
  throw new Error('The sandbox printed no lines to paste');
}

it('every YAML block is valid where it is a rule or a project', async () => {
  const rule = 'name: Shared\ncondition: { aiInstructions: find }\nactions: [{ type: STAR }]\n';
  for (const [index, block] of blocks('yaml').entries()) {
    const isRule = /^ *(- )?name: /m.test(block);
    const file = isRule ? 'rules/common/block.yaml' : 'inboxctl.yaml';
    const files = {
      'rules/sales/a.yaml': rule.replace('Shared', 'Sales'),
      'rules/prompts/newsletters.md': 'Newsletters.\n',
      'accounts/sales.yaml': 'rules: [../rules/sales]\n',
      [file]: block,
    };
    const { code, stdout } = await inboxctl(['validate'], {
      cwd: projectOf({
        'rules/common/a.yaml': rule,
        ...files,
        ...(isRule ? { 'inboxctl.yaml': 'rules: [rules/common]\n' } : {}),
      }),
    });
    expect({ index, code, stdout }).toMatchObject({ index, code: 0 });
  }
  expect(z.array(z.string()).min(3).safeParse(blocks('yaml')).success).toBe(true);
});
