import { expect, it } from 'vitest';
import * as z from 'zod';
import { planDocument } from '../../src/model/plan.ts';
import { projectFile } from '../../src/model/written-project.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import type { Finished } from '../harness/program.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';

const rule = (name: string, action: object = { type: 'STAR' }) => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: `find ${name}` },
  actions: [action].flat(),
});
const file = (name: string, action?: object) => JSON.stringify(rule(name, action));
const A = { 'rules/a.yaml': file('A') };
const many = (count: number) => Array.from({ length: count }, (_, index) => rule(`Gone ${index}`));

interface Case {
  /** The setting and what it is set to. */
  set: object;
  files?: Record<string, string>;
  live?: object[];
  /** What the plan holds with the setting: `create A`, and why it is refused. */
  expected: string[];
  /** What it holds without. */
  otherwise: string[];
}

const ARCHIVE = { type: 'ARCHIVE' };
const LABEL = { type: 'LABEL', fields: { label: 'X' } };
const move = (folderName: string) => ({ type: 'MOVE_FOLDER', fields: { folderName } });
const forward = { type: 'FORWARD', fields: { to: 'a@example.com; Bob <b@example.net>' } };
const webhook = { type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.example.net/x' } };

const NAMED_SENDER = 'name: A\ncondition: { static: { from: acme } }\nactions: [{ type: STAR }]\n';

/** A policy that refuses the rule A of the file, with this error. */
const refusing = (policy: object, text: string, code: string): Case => ({
  set: { policy },
  files: { 'rules/a.yaml': text },
  expected: ['create A', code],
  otherwise: ['create A'],
});

/** One for each path of the schema, accounts aside. */
const CASES: Record<string, Case> = {
  version: { set: { version: 1 }, files: A, expected: ['create A'], otherwise: ['create A'] },
  rules: {
    set: { rules: ['mine', 'one/file.yaml'] },
    files: { ...A, 'mine/b.yaml': file('B'), 'one/file.yaml': file('C'), 'one/other.yaml': file('D') },
    expected: ['create B', 'create C'],
    otherwise: ['create A'],
  },
  undeclared: {
    set: { undeclared: 'keep' },
    files: A,
    live: [rule('A'), rule('B')],
    expected: [],
    otherwise: ['delete B'],
  },
  ignore: {
    set: { ignore: ['Cold*'] },
    files: A,
    live: [rule('A'), rule('Cold Email'), rule('Warm Email')],
    expected: ['delete Warm Email'],
    otherwise: ['delete Cold Email', 'delete Warm Email'],
  },
  actionOrder: {
    set: { actionOrder: 'any' },
    files: { 'rules/a.yaml': file('A', [ARCHIVE, LABEL]) },
    live: [rule('A', [LABEL, ARCHIVE])],
    expected: [],
    otherwise: ['replace A'],
  },
  ignoreDifferences: {
    set: { ignoreDifferences: [{ rule: 'Move *', fields: ['actions/*/fields/folderName'] }] },
    files: { 'rules/a.yaml': file('Move it', move('In')), 'rules/b.yaml': file('Put it', move('In')) },
    live: [rule('Move it', move('Out')), rule('Put it', move('Out'))],
    expected: ['replace Put it'],
    otherwise: ['replace Move it', 'replace Put it'],
  },
  // Without it, as the case of `policy.forbidPitfalls`.
  acceptPitfalls: {
    set: {
      policy: { forbidPitfalls: true },
      acceptPitfalls: [{ rule: 'A*', codes: ['fits-display-names'] }],
    },
    files: { 'rules/a.yaml': NAMED_SENDER },
    expected: ['create A'],
    otherwise: ['create A'],
  },
  'guard.maxDeletes': {
    set: { guard: { maxDeletes: '75%' } },
    files: A,
    live: [rule('A'), ...many(3)],
    expected: ['delete Gone 0', 'delete Gone 1', 'delete Gone 2'],
    otherwise: ['delete Gone 0', 'delete Gone 1', 'delete Gone 2', 'guard-max-deletes'],
  },
  'policy.forbidActions': refusing({ forbidActions: ['STAR'] }, file('A'), 'policy-action'),
  'policy.forwardTo': refusing({ forwardTo: ['*@example.com'] }, file('A', forward), 'policy-forward'),
  'policy.webhookHosts': refusing({ webhookHosts: ['hooks.example.com'] }, file('A', webhook), 'policy-webhook'),
  'policy.confine.actions': {
    set: { policy: { confine: [{ actions: ['STAR'], files: ['rules/b/*'] }] } },
    files: { ...A, 'rules/b/b.yaml': file('B'), 'rules/c.yaml': file('C', ARCHIVE) },
    expected: ['create A', 'create B', 'create C', 'policy-confined'],
    otherwise: ['create A', 'create B', 'create C'],
  },
  'policy.confine.files': {
    set: { policy: { confine: [{ actions: ['STAR'], files: ['rules/*.yml', '*.yaml'] }] } },
    files: { ...A, 'rules/b.yml': file('B') },
    expected: ['create A', 'create B'],
    otherwise: ['create A', 'create B'],
  },
  'policy.forbidPitfalls': refusing({ forbidPitfalls: true }, NAMED_SENDER, 'policy-pitfall'),
};

/** What a plan holds and what refuses it: changes, then the codes of its errors. */
function told({ stdout }: Finished): string[] {
  const { changes, notices } = planDocument.parse(JSON.parse(stdout));
  const errors = notices.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  return [...changes.map(({ op, name }) => `${op} ${name}`), ...errors];
}

async function planWith(project: object, { files = {}, live: rules = [] }: Case) {
  const { baseUrl } = await serve({ profile: 'newer', seed: { rules } });
  const cwd = projectOf({ 'inboxctl.yaml': JSON.stringify(project), ...files });
  const env = { INBOXCTL_BASE_URL: baseUrl, INBOXCTL_API_KEY: KEY };
  return inboxctl(['plan', '--format', 'json'], { cwd, env });
}

const keys = (schema: unknown, at = ''): string[] => {
  const { properties, anyOf = [], items } = schema as { properties?: object; anyOf?: unknown[]; items?: unknown };
  const inner = [...anyOf.flatMap((one) => keys(one, at)), ...(items === undefined ? [] : keys(items, at))];
  const own = Object.entries(properties ?? {}).flatMap(([key, value]) => {
    const path = at === '' ? key : `${at}.${key}`;
    const below = keys(value, path);
    return below.length > 0 ? below : [path];
  });
  return [...new Set([...own, ...inner])];
};

it('every setting has a test', () => {
  const all = keys(z.toJSONSchema(projectFile, { io: 'input', target: 'draft-7' }));
  const known = all
    .map((key) => key.replace(/^(ignoreDifferences|acceptPitfalls)\..*/, '$1'))
    .filter((key) => key !== 'accounts')
    // Where keys go is tested in key-destinations.test.ts.
    .filter((key) => key !== 'baseUrl' && key !== 'apiKey.env')
    // Tests of rules decide nothing of a plan: see test/commands/tests.
    .filter((key) => key !== 'tests' && key !== 'aiSelection');
  expect([...new Set(known)].sort()).toEqual(Object.keys(CASES).sort());
});

it.each(Object.entries(CASES))('%s', async (key, one) => {
  expect(told(await planWith(one.set, one))).toEqual(one.expected);
  expect(told(await planWith({}, one))).toEqual(one.otherwise);
  if (key === 'version') return;
  const own = { accounts: { a: one.set } };
  expect(told(await planWith(own, one))).toEqual(one.expected);
  // What an account sets takes the place of what the project sets.
  const contrary = Object.fromEntries(
    Object.keys(one.set).map((name) => [name, CONTRARY[name as keyof typeof CONTRARY]]),
  );
  const files = { ...one.files, 'empty/note.txt': '' };
  expect(told(await planWith({ ...contrary, ...own }, { ...one, files }))).toEqual(one.expected);
});

const CONTRARY = {
  rules: ['empty'],
  undeclared: 'delete',
  ignore: ['Nothing'],
  actionOrder: 'exact',
  ignoreDifferences: [{ rule: 'Nothing', fields: ['name'] }],
  acceptPitfalls: [{ rule: 'Nothing', codes: ['fits-display-names'] }],
  guard: { maxDeletes: 0 },
  policy: {
    forbidActions: ['DIGEST'],
    forwardTo: [],
    webhookHosts: [],
    confine: [{ actions: ['STAR', 'FORWARD'], files: ['nowhere/*'] }],
    forbidPitfalls: false,
  },
};
