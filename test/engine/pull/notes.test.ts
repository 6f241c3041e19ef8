/** What no file can say of a rule stands beside it as comments exactly as long as it is true. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveRule } from '../../../src/model/rule.ts';
import { formatRules } from '../../../src/source/formatting/format-rules.ts';
import { projectOf, write } from '../../harness/project.ts';
import { decide, pullOnto } from '../../harness/pulling.ts';
import { live } from './live.ts';

const ARCHIVE = { type: 'ARCHIVE' };
const SLACK = { type: 'INTEGRATION', integrationName: 'slack' };
const OFF = `# Switched off on the service. No file can switch a rule on or off: that is done in the service's web page.
# enabled: false
`;
const BELOW = `# What follows is on the service too, and can be made in its web page only. It stays as long as nothing else of this
# rule changes: a replace would lose it, and is refused.
# - type: INTEGRATION
#   integrationName: slack
`;
const indented = (lines: string, by: number) => lines.replaceAll(/^(?=.)/gm, ' '.repeat(by));

const state = (name: string, { off = false, slack = false } = {}): LiveRule =>
  live(name, { ai: 'x', enabled: !off, actions: slack ? [SLACK, ARCHIVE] : [ARCHIVE] });
const BOTH = { off: true, slack: true };

/** A rule file pulled into, each time with these live rules; gives the file after each. */
async function through(file: string, ...steps: (readonly LiveRule[])[]): Promise<string[]> {
  const folder = projectOf({ 'rules/a.yaml': file });
  const seen: string[] = [];
  for (const rules of steps) {
    await pullOnto({ folder, live: { default: rules } });
    expect(decide({ folder, live: { default: rules } }).files).toEqual([]);
    seen.push(readFileSync(path.join(folder, 'rules/a.yaml'), 'utf8'));
  }
  return seen;
}

const RULE = 'name: A\ncondition:\n  aiInstructions: x\nactions:\n  - type: ARCHIVE\n';
const NOTED = `${OFF}${RULE}${indented(BELOW, 2)}`;

describe('notes of a rule', () => {
  it('go when they are no longer true, and come when they are', async () => {
    const folder = projectOf({});
    const file = path.join(folder, 'rules/a.yaml');
    await pullOnto({ folder, live: { default: [state('A', BOTH)] } });
    expect(readFileSync(file, 'utf8')).toBe(NOTED);
    await pullOnto({ folder, live: { default: [state('A')] } });
    expect(readFileSync(file, 'utf8')).toBe(RULE);
    await pullOnto({ folder, live: { default: [state('A', BOTH)] } });
    expect(readFileSync(file, 'utf8')).toBe(NOTED);
  });

  const layouts: Record<string, [before: string, after: string]> = {
    'a document': [RULE, NOTED],
    'no line end at the end': [RULE.slice(0, -1), NOTED.slice(0, -1)],
    'Windows line ends': [RULE.replaceAll('\n', '\r\n'), NOTED.replaceAll('\n', '\r\n')],
    'a byte order mark': [`\ufeff${RULE}`, `\ufeff${NOTED}`],
    'comments of people': [
      `# mine\n\n# too\n${RULE}    # inside\n  # - type: STAR\n\n# the end\n`,
      `# mine\n\n# too\n${OFF}${RULE}    # inside\n${indented(BELOW, 2)}  # - type: STAR\n\n# the end\n`,
    ],
    'dashes below their key, and keys after them': [
      '# mine\nactions:\n- type: ARCHIVE\nname: A\ncondition: { aiInstructions: x }\n',
      `# mine\n${OFF}actions:\n- type: ARCHIVE\n${BELOW}name: A\ncondition: { aiInstructions: x }\n`,
    ],
    'a list of rules': [
      'rules:\n    # one\n    - name: A\n      condition: { aiInstructions: x }\n      actions: [{ type: ARCHIVE }]\n    # two\n    - name: B\n      condition: { aiInstructions: x }\n      actions:\n          - type: ARCHIVE\n',
      `rules:\n    # one\n${indented(OFF, 4)}    - name: A\n      condition: { aiInstructions: x }\n      actions: [{ type: ARCHIVE }]\n${indented(BELOW, 10)}    # two\n${indented(OFF, 4)}    - name: B\n      condition: { aiInstructions: x }\n      actions:\n          - type: ARCHIVE\n${indented(BELOW, 10)}`,
    ],
    'several documents': [
      `--- # first\n${RULE}---\n${RULE.replace('A', 'B')}...\n# last\n---\n# of C\n&c\n${RULE.replace('A', 'C')}`,
      `--- # first\n${NOTED}---\n${NOTED.replace('name: A', 'name: B')}...\n# last\n---\n# of C\n&c\n${OFF}${RULE.replace('A', 'C')}${indented(BELOW, 2)}`,
    ],
    'brackets: only above': [
      '# mine\n{name: A, condition: {aiInstructions: x}, actions: [{type: ARCHIVE}]}\n',
      `# mine\n${OFF}{name: A, condition: {aiInstructions: x}, actions: [{type: ARCHIVE}]}\n`,
    ],
    'brackets in brackets: not at all': [
      'rules: [{name: A, condition: {aiInstructions: x}, actions: [{type: ARCHIVE}]}]\n',
      'rules: [{name: A, condition: {aiInstructions: x}, actions: [{type: ARCHIVE}]}]\n',
    ],
    'the switch declared': [`enabled: false\n${RULE}`, `enabled: false\n${RULE}${indented(BELOW, 2)}`],
  };

  it.each(Object.entries(layouts))('stand in their place: %s', async (_, [before, after]) => {
    const names = [...before.matchAll(/name: ([A-C])/g)].map(([, name = '']) => name);
    const on = names.map((name) => state(name));
    const off = names.map((name) => state(name, BOTH));
    const switched = before.startsWith('enabled') ? before.replace('false', 'true') : before;
    expect(await through(before, off, on, off)).toEqual([after, switched, after]);
  });

  it('follow what is true', async () => {
    const other = live('A', { ai: 'x', enabled: false, actions: [{ ...SLACK, integrationName: 'crm' }, ARCHIVE] });
    const more = live('A', { ai: 'x', actions: [SLACK, ARCHIVE, { type: 'TELEPATHY' }, { type: 'STAR' }] });
    expect(await through(NOTED, [other], [more], [state('A', BOTH)])).toEqual([
      NOTED.replace('slack', 'crm'),
      `${RULE}  - type: STAR\n${indented(BELOW, 2)}  # - type: TELEPATHY\n`,
      NOTED,
    ]);
  });

  it.each([
    ['above', NOTED.replace('Switched off on', 'Switched off by us on')],
    ['the switch', NOTED.replace('enabled: false', 'enabled: false, in May')],
    ['below', NOTED.replace('rule changes:', 'rule changes, we think:')],
    ['an action', NOTED.replace('type: INTEGRATION', 'type: INTEGRATION # our CRM')],
    ['more of an action', `${NOTED}  #   integrationArgs: {}\n`],
  ])('are left where a person changed them: %s', async (_, file) => {
    const [on, off] = await through(file, [state('A')], [state('A', BOTH)]);
    expect([on?.includes(OFF), on?.includes(indented(BELOW, 2))]).toEqual(
      file.includes(OFF) ? [false, file.includes('integrationArgs')] : [false, false],
    );
    for (const line of file.split('\n')) if (!NOTED.split('\n').includes(line)) expect(on).toContain(line);
    expect(off?.split('\n').sort()).toEqual(file.split('\n').sort());
  });

  it('are not mistaken for texts', async () => {
    const text = `x: |\n${indented(OFF + BELOW, 4)}`.slice(3);
    const file = `name: A\ncondition:\n  aiInstructions: ${text}actions:\n  - type: ARCHIVE\n`;
    const rule = live('A', { ai: OFF + BELOW });
    expect(await through(file, [rule])).toEqual([file]);
  });

  it('of accounts that share a file are written where these agree', async () => {
    const project =
      'accounts:\n  a: { baseUrl: "https://a.example", apiKey: { env: INBOXCTL_A_KEY } }\n  b: { baseUrl: "https://b.example", apiKey: { env: INBOXCTL_B_KEY } }\n';
    const pull = async (file: string, rules: Record<string, LiveRule[] | null>) => {
      const folder = projectOf({ 'inboxctl.yaml': project, 'rules/a.yaml': file });
      await pullOnto({ folder, live: rules });
      return readFileSync(path.join(folder, 'rules/a.yaml'), 'utf8');
    };
    expect(await pull(RULE, { a: [state('A', BOTH)], b: [state('A', { off: true })] })).toBe(OFF + RULE);
    expect(await pull(RULE, { a: [state('A', BOTH)], b: [state('A', BOTH)] })).toBe(NOTED);
    expect(await pull(NOTED, { a: [state('A', BOTH)], b: [state('A')] })).toBe(NOTED);
    expect(await pull(NOTED, { a: [state('A')], b: null })).toBe(NOTED);
    expect(await pull(NOTED, { a: [state('A')] })).toBe(NOTED);
    expect(await pull(NOTED, { a: [state('A')], b: [] })).toBe(NOTED);
  });

  it('are known to fmt', async () => {
    const folder = projectOf({});
    const file = path.join(folder, 'rules/a.yaml');
    const rules = [state('A', BOTH)];
    for (const before of Object.values(layouts)
      .map(([first]) => first)
      .filter((first) => !/B|[{]name/.test(first))) {
      write(folder, 'rules/a.yaml', before);
      await pullOnto({ folder, live: { default: rules } });
      write(folder, 'rules/a.yaml', formatRules(readFileSync(file, 'utf8')) ?? '');
      expect(decide({ folder, live: { default: rules } }).files).toEqual([]);
      await pullOnto({ folder, live: { default: [state('A')] } });
      expect(readFileSync(file, 'utf8')).not.toMatch(/Switched off|What follows/);
    }
  });
});

it('pulled and pulled back, a file has its first bytes', async () => {
  const facts = fc.record({ off: fc.boolean(), slack: fc.boolean() });
  const inboxes = fc.array(facts, { minLength: 3, maxLength: 3 });
  const files = fc.constantFrom(
    ...[false, true].flatMap((singleFile) => ['\n', '\r\n'].map((eol) => ({ singleFile, eol }))),
  );
  const folder = projectOf({});
  await fc.assert(
    fc.asyncProperty(inboxes, inboxes, files, async (first, second, { singleFile, eol }) => {
      const names = ['a', 'b', 'c'];
      rmSync(path.join(folder, 'rules'), { recursive: true, force: true });
      const pull = (all: typeof first) =>
        pullOnto({
          folder,
          live: { default: all.map((fact, at) => state(names[at] ?? '', fact)) },
          options: { singleFile, prune: true },
        });
      const bytes = () =>
        Object.fromEntries(
          readdirSync(path.join(folder, 'rules')).map((name) => [
            name,
            readFileSync(path.join(folder, 'rules', name), 'utf8'),
          ]),
        );
      await pull(first);
      for (const [name, text] of Object.entries(bytes())) write(folder, `rules/${name}`, text.replaceAll('\n', eol));
      const before = bytes();
      await pull(second);
      if (JSON.stringify(first) !== JSON.stringify(second)) expect(bytes()).not.toEqual(before);
      await pull(first);
      expect(bytes()).toEqual(before);
    }),
    { numRuns: 50 },
  );
});
