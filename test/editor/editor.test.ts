/** What people see in an editor with a YAML language server, such as the YAML extension of Red Hat. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION_TYPES, FIELD_KEYS } from '../../src/model/action-types.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf } from '../harness/project.ts';
import { type LanguageServer, startLanguageServer } from './language-server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const EXAMPLES = path.join(ROOT, 'examples');
const RULES = '# yaml-language-server: $schema=../schemas/rules.schema.json\n';
const PROJECT = '# yaml-language-server: $schema=../schemas/project.schema.json\n';

const TESTS = '# yaml-language-server: $schema=../schemas/tests.schema.json\n';

let server: LanguageServer;
beforeAll(async () => {
  server = await startLanguageServer();
});
afterAll(() => server.close());

describe('the examples', () => {
  const names = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));

  it.each(names)('%s has no problem, and names its schema in each document', async (name) => {
    const file = path.join(EXAMPLES, name);
    const text = readFileSync(file, 'utf8');
    const folder = path.dirname(file);
    expect(await server.problems(text, folder)).toEqual([]);
    for (const document of text.split(/^---$/m)) expect(document).toMatch(/^# yaml-language-server: \$schema=/m);
    const broken = text.replace(/^(name|rules|tests|version):/gm, 'nmae:');
    expect((await server.problems(broken, folder)).length).toBeGreaterThan(0);
  });
});

describe('a project that init wrote', () => {
  it('fits the schemas', async () => {
    const cwd = projectOf({});
    await inboxctl(['init'], { cwd });
    const project = PROJECT + readFileSync(path.join(cwd, 'inboxctl.yaml'), 'utf8');
    expect(await server.problems(project, EXAMPLES)).toEqual([]);
    expect(await server.hover(project, 'rules:', EXAMPLES)).toContain('Folders of rule files');
    const example = RULES + readFileSync(path.join(cwd, 'rules/example.yaml'), 'utf8');
    expect(await server.problems(example, EXAMPLES)).toEqual([]);
    expect(await server.proposals(`${example}¦`, EXAMPLES)).toContain('condition');
  });
});

const RULE = `${RULES}name: A
condition:
  conditionalOperator: AND
  aiInstructions: { file: a.md }
  static: { from: "@example.com" }
actions:
  - type: CALL_WEBHOOK
    fields: { webhookUrl: { env: HOOK } }
    delayInMinutes: 5
`;

describe('hovering', () => {
  it.each([
    ['name:', 'unique in an inbox'],
    ['conditionalOperator', 'OR: a static match is enough'],
    ['aiInstructions', 'What the AI should look for, in plain words.'],
    ['file:', 'relative to the rule file'],
    ['from:', '`@acme.com` that domain only'],
    ['webhookUrl', 'an https URL'],
    ['env:', 'a secret, never shown'],
    ['CALL_WEBHOOK', '`CALL_WEBHOOK`: Posts the mail to a URL. Needs `webhookUrl`.'],
    ['delayInMinutes', '1 to 129600'],
  ])('%s of a rule', async (word, says) => {
    expect(await server.hover(RULE, word, EXAMPLES)).toContain(says);
  });

  it.each([
    ['undeclared', 'What happens to live rules that no file declares.'],
    ['guard', 'would delete too much'],
    ['maxDeletes', 'rounded down'],
    ['alice', 'One inbox.'],
    ['apiKey', 'The variable that holds the API key.'],
    ['ignore:', '`*` is any run of characters'],
  ])('%s of a project', async (word, says) => {
    const text = `${PROJECT}guard: { maxDeletes: 5 }
accounts:
  alice: { apiKey: { env: INBOXCTL_ALICE_KEY }, ignore: [a], undeclared: keep }
`;
    expect(await server.hover(text, word, EXAMPLES)).toContain(says);
  });
});

describe('completing', () => {
  const action = `${RULES}name: A\ncondition: { aiInstructions: x }\nactions:\n  - type: `;

  it.each([
    ['keys of a rule', `${RULES}name: A\n¦`, ['condition', 'actions', 'runOnThreads', 'enabled', 'renamedFrom']],
    ['either form of a document', `${RULES}¦`, ['name', 'rules']],
    ['keys of a rule in a list', `${RULES}rules:\n  - ¦`, ['name', 'condition', 'actions']],
    ['conditions', `${RULES}name: A\ncondition:\n  ¦`, ['conditionalOperator', 'aiInstructions', 'static']],
    ['operators', `${RULES}name: A\ncondition:\n  conditionalOperator: ¦`, ['AND', 'OR']],
    ['types of actions', `${action}¦`, ACTION_TYPES],
    ['keys of an action', `${action}LABEL\n    ¦`, ['fields', 'delayInMinutes']],
    ['fields', `${action}LABEL\n    fields:\n      ¦`, FIELD_KEYS],
    ['references', `${action}LABEL\n    fields:\n      label:\n        ¦`, ['file', 'env']],
    ['references in braces', `${action}LABEL\n    fields: { label: { e¦ } }`, ['file', 'env']],
    ['keys of a project', `${PROJECT}¦`, ['version', 'rules', 'undeclared', 'guard', 'policy', 'accounts']],
    ['values of undeclared', `${PROJECT}undeclared: ¦`, ['delete', 'keep', 'declared-before']],
    ['keys of an account', `${PROJECT}accounts:\n  alice:\n    ¦`, ['baseUrl', 'apiKey', 'rules', 'undeclared']],
    ['keys of a test', `${TESTS}tests:\n  - ¦`, ['name', 'mail', 'expect', 'others', 'judged']],
    ['keys of a mail', `${TESTS}tests:\n  - name: A\n    mail:\n      ¦`, ['from', 'to', 'subject', 'reply', 'file']],
    ['outcomes', `${TESTS}tests:\n  - name: A\n    others: ¦`, ['matches', 'ai', '"no"']],
    ['types in a policy', `${PROJECT}policy:\n  forbidActions: [¦]`, ACTION_TYPES],
    ['keys of confined actions', `${PROJECT}policy:\n  confine:\n    - ¦`, ['actions', 'files']],
    ['types of confined actions', `${PROJECT}policy:\n  confine:\n    - actions: [¦]`, ACTION_TYPES],
  ])('%s', async (_, text, expected) => {
    expect(await server.proposals(text, EXAMPLES)).toEqual(expect.arrayContaining([...expected]));
  });
});

describe('a broken file', () => {
  it('of rules has its problems at their lines, each in words', async () => {
    const text = `${RULES}nmae: A
condition:
  conditionalOperator: XOR
  aiInstructions: { fil: a.md }
  static: { from: { env: 1st }, to: { env: A, file: b } }
actions:
  - type: LABLE
  - type: LABEL
    fields: { lable: x }
    delayInMinutes: 0
`;
    const problems = await server.problems(text, EXAMPLES);
    expect(problems.map((problem) => problem.slice(0, 60))).toEqual([
      '2: Missing property "name".',
      '2: Property nmae is not allowed.',
      '4: Value is not accepted. Valid values: "AND", "OR", null.',
      '5: Property fil is not allowed.',
      '6: The name of a variable has letters, digits and _, and doe',
      '6: Object has more properties than limit of 1.',
      '8: Value is not accepted. Valid values: "LABEL", "ARCHIVE", ',
      '10: Property lable is not allowed.',
      '11: Value is below the minimum of 1.',
    ]);
  });

  it('of rules in a list, too', async () => {
    const text = `${RULES}rules:\n  - name: A\n    condition: {}\n    actions: [{ type: LABLE }]\n  - nmae: B\n`;
    const lines = (await server.problems(text, EXAMPLES)).map((problem) => Number.parseInt(problem, 10));
    expect(new Set(lines)).toEqual(new Set([5, 6]));
  });

  it('of a project has its problems at their lines, each in words', async () => {
    const text = `${PROJECT}version: 2
rule: [rules]
undeclared: maybe
guard: { maxDeletes: 110% }
policy: { forbidActions: [DELET] }
accounts:
  alice: { apiKey: hush-hush }
  a b: {}
`;
    const problems = await server.problems(text, EXAMPLES);
    expect(problems.map((problem) => problem.slice(0, 60))).toEqual([
      '2: Value is not accepted. Valid values: 1, null.',
      '3: Property rule is not allowed.',
      '4: Value is not accepted. Valid values: "delete", "keep", "d',
      '5: Write a whole number, or a share such as "25%".',
      '6: Value is not accepted. Valid values: "LABEL", "ARCHIVE", ',
      '8: Never write the key itself into a file. Name the variable',
      '9: An account has letters, digits and . _ @ + - in its name,',
    ]);
  });
});
