/** What is made from the program is in the docs as it is made: tables, pictures, a page for each command. UPDATE=1 writes it. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { INPUTS, type InputDefinition, OUTPUTS } from '../../src/action/definition.ts';
import type { OptionDefinition } from '../../src/cli/command.ts';
import { ACTION_TYPES, ACTIONS, fieldsOf } from '../../src/model/action-types.ts';
import { commandFile } from '../harness/command-file.ts';
import { COMMANDS } from '../harness/commands.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';
import { edit } from './edit.ts';
import { type Block, blocksOf, ROOT, read, section, wholePage } from './pages.ts';

const EXAMPLE = path.join(ROOT, 'examples/inbox');

const table = (head: string, rows: string[]) =>
  `| ${head} |\n|${' --- |'.repeat(head.split('|').length)}\n${rows.join('\n')}\n`;
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

describe('tables', () => {
  it('of commands and options', () => {
    const commands = COMMANDS.map(({ name, arguments: operands = [], summary }) => {
      const usage = [name, ...operands.map((operand) => operand.name)].join(' ');
      return `| [\`inboxctl ${cell(usage)}\`](${name}.md) | ${cell(summary)} |`;
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
    section('commands', table('command | does', commands));
    section('options', table('option | of | does', options));
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
      // Which types use a field, the table of action types says.
      const does = description.replace(/^[A-Z_]+(?:(?:, | and )[A-Z_]+)*: (.)/, (_, first) => first.toUpperCase());
      return [`| \`${name}\` | ${cell(does + by)} |`, ...keys(inner, name)];
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

  it('of action types and the fields that each uses', () => {
    const code = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');
    const types = new Map<string, string[]>();
    for (const type of ACTION_TYPES) {
      const fields = [...(ACTIONS[type].channel ? ['messagingChannelId'] : []), ...fieldsOf(type)];
      const used = fields.length === 0 ? 'none' : code(fields);
      types.set(used, [...(types.get(used) ?? []), type]);
    }
    section(
      'action types',
      table(
        'type | fields',
        [...types].map(([used, all]) => `| ${code(all)} | ${used} |`),
      ),
    );
  });
});

function dereferenced(value: unknown, document: { definitions?: Record<string, unknown> }): unknown {
  if (value === null || typeof value !== 'object' || !('$ref' in value)) return value;
  const name = String(value.$ref).replace('#/definitions/', '');
  return JSON.parse(JSON.stringify(document.definitions?.[name]), (_, inner) => dereferenced(inner, document));
}

describe('pictures', () => {
  const picture = (command: string, text: string) => `\n\`\`\`text\n$ ${command}\n${text.trimEnd()}\n\`\`\`\n\n`;

  it('of an apply', async () => {
    const cwd = projectOf(EXAMPLE);
    const service = await serve({ profile: 'newer', seed: JSON.parse(read('examples/inbox/sandbox.json')) });
    const file = path.join(cwd, 'one');
    writeFileSync(path.join(cwd, 'inboxctl.yaml'), 'rules: [one]\ntests: []\nundeclared: keep\n');
    mkdirSync(file);
    writeFileSync(path.join(file, 'calendar.yaml'), readFileSync(path.join(cwd, 'rules/calendar.yaml')));
    writeFileSync(path.join(file, 'invoices.yaml'), readFileSync(path.join(cwd, 'rules/money.yaml')));
    edit(file, 'invoices.yaml', / {2}- name: Receipts[\s\S]*?\n\n/, '');
    edit(file, 'calendar.yaml', '10080', '1440');
    // One at a time: of several at once none is always the first to be answered.
    const { stdout, stderr } = await inboxctl(['apply', '--yes', '--concurrency', '1'], { cwd, env: service.env });
    const below = stdout.indexOf('\n\n', stdout.indexOf('\nPlan: ')) + 1;
    const text = (stdout.slice(0, below) + stderr + stdout.slice(below)).replace(
      service.baseUrl,
      'https://mail.example.com/api/v1',
    );
    section('picture of an apply', picture('inboxctl apply --yes', text));
  });

  it('of the help of inboxctl, and a page for each command', async () => {
    const screen = async (...words: string[]) => picture(`inboxctl ${words.join(' ')}`, (await inboxctl(words)).stdout);
    section('help', await screen('--help'));
    for (const { name, summary } of COMMANDS) {
      const more = [...guidesTo(name), '[All commands](README.md)'].join(' · ');
      const text = `# inboxctl ${name}\n\n${cell(summary)}\n${await screen(name, '--help')}${more}\n`;
      wholePage(`docs/commands/${name}.md`, text);
    }
    const pages = ['README', ...COMMANDS.map(({ name }) => name)].map((name) => `docs/commands/${name}.md`);
    expect(readdirSync('docs/commands').map((page) => `docs/commands/${page}`)).toEqual(pages.sort());
  });

  it('of the walk with a mailbox', async () => {
    const { baseUrl, env } = await serve();
    const isTyped = ({ language, text }: Block) => language === 'sh' && !text.startsWith('inboxctl sandbox');
    const typed = blocksOf('docs/mailboxes.md').flatMap((block) => (isTyped(block) ? [block.text] : []));
    // A form feed is before each screen.
    const script = typed.join('').replace(/^inboxctl /gm, "printf '\\f'; $&");
    const PATH = `${path.dirname(await commandFile())}${path.delimiter}${process.env.PATH}`;
    const options = { cwd: projectOf({}), env: { ...env, PATH } };
    const { stdout } = await promisify(execFile)('bash', ['-ec', script], options);
    const screens = stdout.replaceAll(baseUrl, 'https://mail.example.com/api/v1').split('\f');
    const show = (name: string, begin: string) => {
      const screen = screens.find((one) => one.includes(begin)) ?? '';
      section(`picture of ${name}`, `\`\`\`text\n${screen.trim()}\n\`\`\`\n`);
    };
    show('the mails of a mailbox', 'Matches of each rule');
    show('a plan with a mailbox', 'mails are affected');
  });

  it('of a mistake', async () => {
    const cwd = projectOf(EXAMPLE);
    edit(cwd, 'rules/money.yaml', 'label: Receipts', 'lable: Receipts');
    const { stdout } = await inboxctl(['validate'], { cwd });
    section('picture of a mistake', picture('inboxctl validate', stdout));
  });
});

/** Links from the page of a command to the guides that have a block of shell with it, at most three: the first ones. */
function guidesTo(command: string): string[] {
  const isRun = ({ language, text }: Block) =>
    /^(sh|bash)$/.test(language) && new RegExp(`(^|[(])inboxctl ${command}\\b`, 'm').test(text);
  const guides = INDEX.filter((page) => blocksOf(page).some(isRun)).slice(0, 3);
  return guides.map((page) => `[${/^# (.*)$/m.exec(read(page))?.[1]}](${path.posix.relative('docs/commands', page)})`);
}

/** The guides in the order of docs/README.md; how to install says little of commands. */
const INDEX = [...read('docs/README.md').matchAll(/\]\(([\w-]+\.md)\)/g)]
  .map(([, page]) => `docs/${page}`)
  .filter((page) => page !== 'docs/install.md');
