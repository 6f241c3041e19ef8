/** `inboxctl test --update-judgments`: who is asked what, what is recorded, and what is said. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, write } from '../harness/project.ts';

/** Writes down each question and its environment, and says that a rule fits if its instructions have a word of the subject. */
const JUDGE = `import { appendFileSync, writeFileSync } from 'node:fs';
const text = await new Response(process.stdin).text();
const { mail, rules } = JSON.parse(text);
appendFileSync('asked', text);
writeFileSync('env', JSON.stringify(process.env));
const matches = rules.filter(({ instructions }) => instructions.includes(mail.subject.split(' ')[0])).map(({ name }) => name);
process.stdout.write(JSON.stringify({ matches, reason: 'by the first word' }));
`;

const RULES = `rules:
  - name: Refunds
    condition: { aiInstructions: Mails about a refund. }
    actions: [{ type: STAR }]
  - name: Travel
    condition: { aiInstructions: Tickets. }
    actions: [{ type: STAR }]
  - name: Plain
    condition: { static: { subject: refund } }
    actions: [{ type: STAR }]
`;

const TESTS = `tests:
  - name: a refund is one
    mail: { from: jane@example.com, subject: refund please }
    expect: { Refunds: matches, Plain: matches }
    others: no
  - name: a ticket is none
    mail: { from: jane@example.com, subject: Tickets for you }
    expect: { Refunds: no, Travel: ai }
`;

const PROJECT = {
  'inboxctl.yaml': 'judge: { command: [node, judge.mjs] }\n',
  'judge.mjs': JUDGE,
  'rules/a.yaml': RULES,
  'tests/a.yaml': TESTS,
};

/** A recorded judgment that no test needs. */
const UNUSED = {
  rule: 'Unused',
  subject: 'Hello',
  answer: 'no',
  mail: '0'.repeat(16),
  key: `sha256:${'0'.repeat(64)}`,
};

const UPDATE = ['test', '--update-judgments'];

function run(cwd: string, args: string[] = UPDATE, env: Record<string, string> = {}) {
  return inboxctl(args, { cwd, env });
}

function recorded(folder: string, tests = 'tests'): { rule: string; subject?: string; answer: string }[] {
  return JSON.parse(readFileSync(path.join(folder, tests, 'judgments.json'), 'utf8')).judgments;
}

/** What the judge was asked so far. A line that is still being written is left out. */
function asked(folder: string): { mail: { subject: string }; rules: { name: string }[] }[] {
  const file = path.join(folder, 'asked');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line)).sort((a, b) => (a.mail.subject < b.mail.subject ? -1 : 1));
}

it('asks what tests need, records it, and then needs the judge no more', async () => {
  const folder = projectOf(PROJECT);
  const before = await run(folder, ['test']);
  expect(before.code).toBe(1);
  expect(before.stdout.match(/: expected .*, got ai/g)).toHaveLength(3);
  expect(before.stdout.match(/Ask the judge/g)).toHaveLength(1);
  expect(before.stdout).toMatch(/\nNext: ask the judge, and check again:\n {2}inboxctl test --update-judgments\n$/);
  const { stdout: junit } = await run(folder, ['test', '--format', 'junit']);
  expect(junit).toMatch(/Ask the judge:\n {4}inboxctl test --update-judgments\n {2}Or expect/);
  expect(asked(folder)).toEqual([]);
  const { code, stdout, stderr } = await run(folder);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `Judgments: 3 new, 0 removed  tests/judgments.json
  yes  "Refunds" for "refund please": by the first word
  no   "Travel" for "refund please": by the first word
  no   "Refunds" for "Tickets for you": by the first word

2 tests: 2 passed.
`,
  });
  expect(stderr).toBe('Asking the judge about 2 mails\n');
  expect(asked(folder)).toEqual([
    {
      mail: { from: 'jane@example.com', to: '', subject: 'Tickets for you', reply: false },
      rules: [{ name: 'Refunds', instructions: 'Mails about a refund.' }],
    },
    {
      mail: { from: 'jane@example.com', to: '', subject: 'refund please', reply: false },
      rules: [
        { name: 'Refunds', instructions: 'Mails about a refund.' },
        { name: 'Travel', instructions: 'Tickets.' },
      ],
    },
  ]);
  expect(recorded(folder).map(({ rule, subject, answer }) => [rule, subject, answer])).toEqual([
    ['Refunds', 'Tickets for you', 'no'],
    ['Refunds', 'refund please', 'yes'],
    ['Travel', 'refund please', 'no'],
  ]);
  expect(await run(folder, ['test'])).toMatchObject({ code: 0, stdout: '2 tests: 2 passed.\n', stderr: '' });
  const { mtimeMs, ino } = statSync(path.join(folder, 'tests/judgments.json'));
  expect(await run(folder)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Judgments: nothing changed'),
    stderr: '',
  });
  expect(statSync(path.join(folder, 'tests/judgments.json'))).toMatchObject({ mtimeMs, ino });
  expect(asked(folder)).toHaveLength(2);
  expect(readdirSync(path.join(folder, 'tests')).sort()).toEqual(['a.yaml', 'judgments.json']);
});

it('fails a test whose instructions changed, says which command to run, and tells what that changed', async () => {
  const folder = projectOf(PROJECT);
  await run(folder);
  write(folder, 'rules/a.yaml', RULES.replace('a refund.', 'something else.'));
  const { code, stdout } = await run(folder, ['test']);
  expect(code).toBe(1);
  expect(stdout).toContain('"Refunds": expected matches, got ai');
  expect(stdout).toMatch(/no answer to\s+these instructions is recorded/);
  expect(stdout).toMatch(/^ +inboxctl test --update-judgments$/m);
  const updated = await run(folder, [...UPDATE, '--format', 'json']);
  expect(updated.code).toBe(1);
  const { judgments, summary } = JSON.parse(updated.stdout);
  expect(summary).toEqual({ passed: 1, failed: 1 });
  expect(judgments).toEqual({
    added: [
      { rule: 'Refunds', subject: 'refund please', answer: 'no', was: 'yes', reason: 'by the first word' },
      { rule: 'Refunds', subject: 'Tickets for you', answer: 'no', was: null, reason: 'by the first word' },
    ],
    removed: 2,
  });
  const last = await run(folder, ['test']);
  expect(last.stdout).toContain('the recorded answer of the judge is no');
});

it('counts the answers that changed', async () => {
  const folder = projectOf(PROJECT);
  await run(folder);
  write(folder, 'rules/a.yaml', RULES.replace('a refund.', 'Tickets.'));
  const { stdout } = await run(folder);
  expect(stdout).toContain('Judgments: 2 new, 1 changed from no to yes, 1 changed from yes to no, 2 removed');
  expect(stdout).toContain('  yes (was no)   "Refunds" for "Tickets for you": by the first word\n');
});

it('records no subjects where none are wanted, now and later', async () => {
  const folder = projectOf(PROJECT);
  await run(folder, [...UPDATE, '--no-subjects']);
  expect(recorded(folder)).toHaveLength(3);
  write(folder, 'rules/a.yaml', RULES.replace('a refund.', 'any refund.'));
  await run(folder);
  const text = readFileSync(path.join(folder, 'tests/judgments.json'), 'utf8');
  expect(recorded(folder)).toHaveLength(3);
  expect(text).not.toContain('refund please');
});

it('goes on to record subjects where only some judgments have none', async () => {
  const folder = projectOf(PROJECT);
  await run(folder, [...UPDATE, '--only', 'a ticket*', '--no-subjects']);
  const judgments = [...recorded(folder), UNUSED];
  write(folder, 'tests/judgments.json', JSON.stringify({ formatVersion: 1, judgments }));
  await run(folder);
  const subjects = recorded(folder).map(({ subject }) => subject);
  expect(subjects).toEqual(['Tickets for you', 'refund please', 'refund please']);
});

it('runs the judge in the folder of the project, wherever it is started from', async () => {
  const folder = projectOf(PROJECT);
  expect(await run(path.join(folder, 'rules'))).toMatchObject({ code: 0 });
});

it('with --only asks about these tests, and removes nothing', async () => {
  const folder = projectOf(PROJECT);
  await run(folder, [...UPDATE, '--only', 'a ticket*']);
  expect(recorded(folder)).toHaveLength(1);
  await run(folder, [...UPDATE, '--only', 'a refund*']);
  expect(recorded(folder)).toHaveLength(3);
});

it('leaves alone what the tests of other accounts need', async () => {
  const accounts = 'accounts:\n  alice: { rules: [rules/a.yaml] }\n  bob: { rules: [rules/b.yaml] }\n';
  const folder = projectOf({
    ...PROJECT,
    'inboxctl.yaml': PROJECT['inboxctl.yaml'] + accounts,
    'rules/b.yaml': 'name: Bills\ncondition: { aiInstructions: Bills. }\nactions: [{ type: STAR }]\n',
    'tests/b.yaml': 'tests: [{ name: b, mail: { subject: Bills }, expect: { Bills: matches } }]\n',
  });
  await run(folder);
  expect(recorded(folder)).toHaveLength(4);
  await run(folder, [...UPDATE, '--account', 'bob']);
  expect(recorded(folder)).toHaveLength(4);
});

it('writes the answers of each account to its own file', async () => {
  const account = (name: string) => `{ rules: [rules/a.yaml], tests: [tests/${name}] }`;
  const of = (subject: string) => `tests: [{ name: t, mail: { subject: ${subject} }, expect: { Refunds: no } }]\n`;
  const folder = projectOf({
    ...PROJECT,
    'inboxctl.yaml': `${PROJECT['inboxctl.yaml']}accounts: { alice: ${account('alice')}, bob: ${account('bob')} }\n`,
    'tests/alice/a.yaml': of('Hers'),
    'tests/bob/b.yaml': of('His'),
  });
  expect(await run(folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('Judgments: 2 new, 0 removed') });
  const subjects = (name: string) => recorded(folder, `tests/${name}`).map(({ subject }) => subject);
  expect([subjects('alice'), subjects('bob')]).toEqual([['Hers'], ['His']]);
});

it('does not ask where the answers could not be written', async () => {
  // A path that is so long that there is room for the file, but not for the one that takes its place.
  const root = projectOf(PROJECT);
  const length = 4073 - root.length - 1;
  const tests = 'tests/'.padEnd(length, `${'d'.repeat(100)}/`).replace(/\/$/, 'd');
  write(root, `${tests}/a.yaml`, TESTS);
  write(root, 'inboxctl.yaml', `${PROJECT['inboxctl.yaml']}tests: [${tests}]\n`);
  const { code, stderr } = await run(root);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('The file of judgments') });
  expect(asked(root)).toEqual([]);
});

it('takes the command of --judge, and none without --update-judgments', async () => {
  const folder = projectOf({ ...PROJECT, 'inboxctl.yaml': '' });
  expect(await run(folder)).toMatchObject({ code: 3, stderr: expect.stringContaining('There is no judge to ask') });
  expect(await run(folder, ['test', '--judge', 'node judge.mjs'])).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('--judge needs --update-judgments'),
  });
  expect(asked(folder)).toEqual([]);
  expect(await run(folder, [...UPDATE, '--judge', ' node  judge.mjs '])).toMatchObject({ code: 0 });
  expect(recorded(folder)).toHaveLength(3);
});

it('gives the command of --judge the time that the project gives', async () => {
  const folder = projectOf({
    ...PROJECT,
    'inboxctl.yaml': 'judge: { command: [./none], timeoutSeconds: 1 }\n',
    'hang.mjs': 'setInterval(() => {}, 1000);',
  });
  const { code, stderr } = await run(folder, [...UPDATE, '--judge', 'node hang.mjs']);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('did not answer within 1 second') });
});

it('keeps the answers that came, and goes on with the rest next time', async () => {
  const folder = projectOf({
    ...PROJECT,
    'judge.mjs': `${JUDGE}if (mail.subject.startsWith('T')) { console.error('no'); process.exit(9); }`,
  });
  const { code, stderr, stdout } = await run(folder);
  expect(code).toBe(1);
  expect(stderr).toContain(
    'error: The judge exited with code 9. The end of its stderr:\n         no\n  tests/a.yaml:6:',
  );
  expect(stdout).toContain('2 tests: 1 passed, 1 failed.');
  expect(recorded(folder).map(({ subject }) => subject)).toEqual(['refund please', 'refund please']);
  write(folder, 'judge.mjs', JUDGE);
  expect(await run(folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 new') });
});

it('removes nothing before all is judged, so that it can tell what changed', async () => {
  const folder = projectOf(PROJECT);
  await run(folder);
  write(folder, 'rules/a.yaml', RULES.replace('a refund.', 'Tickets.'));
  write(folder, 'judge.mjs', `${JUDGE}if (mail.subject.startsWith('T')) process.exit(9);`);
  expect(await run(folder)).toMatchObject({ code: 1, stdout: expect.stringContaining('1 new, 1 changed from yes to') });
  write(folder, 'judge.mjs', JUDGE);
  const { stdout } = await run(folder);
  expect(stdout).toContain('Judgments: 1 new, 1 changed from no to yes, 2 removed');
  expect(recorded(folder)).toHaveLength(3);
});

it('says once what goes wrong for several mails', async () => {
  const folder = projectOf({ ...PROJECT, 'judge.mjs': 'process.exit(9);' });
  const { stderr } = await run(folder);
  expect(stderr.match(/exited with code 9/g)).toHaveLength(1);
  expect(stderr).toMatch(/ {2}tests\/a\.yaml:2:\d+\n {2}Also: tests\/a\.yaml:6:\d+\n/);
  expect(stderr).not.toContain('not asked about');
  const { stdout } = await run(folder, [...UPDATE, '--format', 'json']);
  expect(JSON.parse(stdout).notices).toMatchObject([{ code: 'judge-exited', severity: 'error' }]);
});

it('says how many mails are left where the judge keeps failing', async () => {
  const tests = [...Array(10).keys()].map((at) => {
    return `  - { name: n${at}, mail: { subject: n${at} }, expect: { Refunds: no } }\n`;
  });
  const files = { 'judge.mjs': 'process.exit(9);', 'tests/a.yaml': `tests:\n${tests.join('')}` };
  const { stderr } = await run(projectOf({ ...PROJECT, ...files }));
  const [, failed, left] = /failed for (\d+) mails, so it was not asked about the other (\d+)/.exec(stderr) ?? [];
  expect(Number(failed) + Number(left)).toBe(10);
});

it('says what is next where the judge did not answer', async () => {
  const { stdout } = await run(projectOf({ ...PROJECT, 'judge.mjs': 'process.exit(9);' }));
  expect(stdout).toMatch(/\nNext: fix what kept the judge .*:\n {2}inboxctl test --update-judgments\n$/);
});

it.each([
  [
    'another test fails for another reason',
    'expect: { Refunds: no } }\n  - { name: b, mail: { subject: x }, expect: { Plain: matches } }',
  ],
  ['the same test fails for another reason', 'expect: { Refunds: no, Plain: matches } }'],
])('does not say that the judge is all that is missing where %s', async (_, rest) => {
  const folder = projectOf({ ...PROJECT, 'tests/a.yaml': `tests:\n  - { name: a, mail: { subject: x }, ${rest}\n` });
  const { stdout } = await run(folder, ['test']);
  expect(stdout).toContain('Ask the judge');
  expect(stdout).toContain('\nNext: correct the rule, or what the test expects, and check again:\n');
});

it('says how to allow a judge that is a script', async () => {
  const folder = projectOf({ ...PROJECT, 'inboxctl.yaml': 'judge: { command: [./judge.mjs] }\n' });
  const { code, stderr } = await run(folder);
  expect(code).toBe(3);
  expect(stderr).toContain('cannot be started: it may not be executed');
  expect(stderr).toMatch(/\n {2}chmod \+x \.\/judge\.mjs\n/);
});

it('says once that the judge cannot be started', async () => {
  const folder = projectOf({ ...PROJECT, 'inboxctl.yaml': 'judge: { command: [./none] }\n' });
  const { code, stderr } = await run(folder);
  expect(code).toBe(3);
  expect(stderr.match(/cannot be started/g)).toHaveLength(1);
  expect(existsSync(path.join(folder, 'tests/judgments.json'))).toBe(false);
});

it('gives the judge no secret: not in its environment, and not as instructions', async () => {
  const folder = projectOf({
    ...PROJECT,
    'rules/a.yaml': `${RULES}  - name: Secret
    condition: { aiInstructions: { env: PROMPT } }
    actions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } } }]
`,
    'tests/a.yaml': TESTS.replace('    others: no\n', ''),
    'tests/b.yaml': 'tests: [{ name: c, mail: { subject: word }, expect: { Secret: matches } }]\n',
  });
  const secrets = {
    PROMPT: 'a secret prompt',
    HOOK: 'https://hooks.example.com/secret',
    INBOXCTL_API_KEY: 'inbox-key-of-mine',
    GITHUB_TOKEN: 'github-token',
    GH_TOKEN: 'another-token',
    COPY_OF_HOOK: 'https://hooks.example.com/secret',
    RUNNER_TEMP: '/tmp',
    ACTIONS_RUNTIME_TOKEN: 'runtime-token',
    INPUT_X: 'input',
  };
  const { code, stderr } = await run(folder, UPDATE, { ...secrets, OWN_KEY: 'own-key' });
  expect(code).toBe(1);
  expect(stderr).toContain('The judge was not asked about "Secret"');
  const env = JSON.parse(readFileSync(path.join(folder, 'env'), 'utf8'));
  expect(env).toMatchObject({ OWN_KEY: 'own-key', PATH: process.env.PATH });
  expect(Object.keys(secrets).filter((name) => name in env)).toEqual([]);
  expect(asked(folder).flatMap(({ rules }) => rules.map(({ name }) => name))).not.toContain('Secret');
});

it('takes what a test says itself before what is recorded', async () => {
  const folder = projectOf(PROJECT);
  await run(folder);
  write(folder, 'tests/a.yaml', `${TESTS}    judged: { Refunds: yes }\n`);
  const { code, stdout } = await run(folder, ['test']);
  expect(code).toBe(1);
  expect(stdout).toContain('"Refunds": expected no, got matches');
});

it.each(['text', 'json', 'junit'])('shows and records no secret of mails, rules and reasons as %s', async (format) => {
  const secret = 'boss@example.com';
  const folder = projectOf({
    ...PROJECT,
    'judge.mjs': JUDGE.replace('by the first word', `since ${secret} wrote it`),
    'rules/a.yaml': `rules:
  - name: From ${secret}
    condition: { static: { from: { env: BOSS } }, aiInstructions: Reports. }
    actions: [{ type: STAR }]
`,
    'tests/a.yaml': `tests:
  - { name: for ${secret}, mail: { from: ${secret}, subject: Reports. for ${secret} }, others: no }
`,
  });
  const { code, stdout, stderr } = await run(folder, [...UPDATE, '--format', format], { BOSS: secret });
  expect(code).toBe(1);
  expect(stdout).toContain('From (secret BOSS)');
  expect(recorded(folder)).toMatchObject([{ rule: 'From (secret BOSS)', subject: 'Reports. for (secret BOSS)' }]);
  expect(stdout + stderr + readFileSync(path.join(folder, 'tests/judgments.json'), 'utf8')).not.toContain(secret);
});

it('gives the judge no variable that a broken file of another account refers to', async () => {
  const folder = projectOf({
    ...PROJECT,
    'inboxctl.yaml': `${PROJECT['inboxctl.yaml']}accounts: { mine: {}, theirs: { rules: [theirs] } }\n`,
    'theirs/a.yaml': 'name: A\nconditon: { aiInstructions: { env: PROMPT } }\n',
  });
  await run(folder, [...UPDATE, '--account', 'mine'], { PROMPT: 'a secret prompt', OWN_KEY: 'own-key' });
  const env = JSON.parse(readFileSync(path.join(folder, 'env'), 'utf8'));
  expect(env).toMatchObject({ OWN_KEY: 'own-key' });
  expect(env).not.toHaveProperty('PROMPT');
});

it('gives the judge no secret in a mail or in the name of a rule', async () => {
  const folder = projectOf({
    ...PROJECT,
    'rules/a.yaml': `rules:
  - name: From boss@example.com
    condition: { static: { from: { env: BOSS } }, aiInstructions: Reports. }
    actions: [{ type: STAR }]
`,
    'tests/a.yaml': `tests:
  - name: a report
    mail: { from: Boss <Boss@example.com>, to: boss@example.com, subject: Reports. for boss@example.com }
    others: matches
`,
  });
  const { code, stdout } = await run(folder, UPDATE, { BOSS: 'boss@example.com' });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('1 test: 1 passed.') });
  expect(asked(folder)).toEqual([
    {
      mail: { from: 'Boss <(secret BOSS)>', to: '(secret BOSS)', subject: 'Reports. for (secret BOSS)', reply: false },
      rules: [{ name: 'From (secret BOSS)', instructions: 'Reports.' }],
    },
  ]);
  expect(await run(folder, ['test'], { BOSS: 'boss@example.com' })).toMatchObject({ code: 0 });
});

it.each([
  ['in a long line', "'x'.repeat(290) + ' hunter2-hunter2'"],
  ['far before the end', "'hunter2-hunter2'.repeat(1000) + 'xxxxx'"],
  ['before many lines', "'hunter2-hunter2'.repeat(500) + '\\nthe end'.repeat(100)"],
])('shows no part of a secret that the judge wrote to stderr: %s', async (_, written) => {
  const folder = projectOf({ ...PROJECT, 'judge.mjs': `process.stderr.write(${written}, () => process.exit(9));` });
  write(folder, 'rules/b.yaml', 'name: B\ncondition: { aiInstructions: { env: WORD } }\nactions: [{ type: STAR }]\n');
  const { stderr } = await run(folder, UPDATE, { WORD: 'hunter2-hunter2' });
  expect(stderr).toContain('exited with code 9. The end of its stderr:');
  expect(stderr).not.toMatch(/hun|ter2/);
});

it.each([
  ['of another repository', 'pull_request', { head: 'stranger/rules', base: 'acme/rules' }, 4],
  ['of another repository, with secrets', 'pull_request_target', { head: 'stranger/rules', base: 'acme/rules' }, 4],
  ['of another repository, reviewed', 'pull_request_review', { head: 'stranger/rules', base: 'acme/rules' }, 4],
  ['of a repository that is gone', 'pull_request', { head: null, base: 'acme/rules' }, 4],
  ['of this repository', 'pull_request', { head: 'acme/rules', base: 'acme/rules' }, 0],
  ['that is merged', 'push', { head: 'stranger/rules', base: 'acme/rules' }, 0],
])('for a pull request %s (%s) exits %j', async (_, event, { head, base }, code) => {
  const repo = (name: string | null) => ({ repo: name === null ? null : { full_name: name } });
  const folder = projectOf({
    ...PROJECT,
    'event.json': JSON.stringify({ pull_request: { head: repo(head), base: repo(base) } }),
  });
  const env = { GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: path.join(folder, 'event.json') };
  expect((await run(folder, UPDATE, env)).code).toBe(code);
  expect(asked(folder)).toHaveLength(code === 0 ? 2 : 0);
});

it.each([
  ['stranger/rules', 4],
  ['acme/rules', 0],
])('in a workflow that follows one for a pull request of %s exits %j', async (head, code) => {
  const followed = { head_repository: { full_name: head }, repository: { full_name: 'acme/rules' } };
  const folder = projectOf({ ...PROJECT, 'event.json': JSON.stringify({ workflow_run: followed }) });
  const env = { GITHUB_EVENT_NAME: 'workflow_run', GITHUB_EVENT_PATH: path.join(folder, 'event.json') };
  expect((await run(folder, UPDATE, env)).code).toBe(code);
});

it.each([
  ['a pull request, of whatever repository', { pull_request: {} }, 4],
  ['an issue', {}, 0],
])('for a comment on %s (%j) exits %j', async (_, issue, code) => {
  const folder = projectOf({ ...PROJECT, 'event.json': JSON.stringify({ issue }) });
  const env = { GITHUB_EVENT_NAME: 'issue_comment', GITHUB_EVENT_PATH: path.join(folder, 'event.json') };
  expect((await run(folder, UPDATE, env)).code).toBe(code);
});

it('does not run the judge for an event that nobody can read', async () => {
  const folder = projectOf(PROJECT);
  expect((await run(folder, UPDATE, { GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: '' })).code).toBe(4);
});

it.each([
  ['judge: node judge.mjs', 'Invalid value for `judge`: `node judge.mjs`'],
  ['judge: { command: node judge.mjs }', 'Invalid value for `judge.command`: `node judge.mjs`'],
  ['judge: { command: [] }', 'judge.command'],
  ['judge: { comand: [node] }', 'Did you mean `command`?'],
  ['judge: { command: [node], timeoutSeconds: 0 }', 'a whole number of seconds from 1 to 3600'],
])('refuses the setting %s', async (text, expected) => {
  const { code, stderr } = await run(projectOf({ ...PROJECT, 'inboxctl.yaml': text }));
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(expected) });
});

it('reads no tests where the file of judgments is broken', async () => {
  const folder = projectOf({ ...PROJECT, 'tests/judgments.json': '{\n<<<<<<< HEAD\n=======\n>>>>>>> theirs\n}' });
  for (const args of [UPDATE, ['test']]) {
    const { code, stderr } = await run(folder, args);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('tests/judgments.json:2:1') });
  }
  expect(asked(folder)).toEqual([]);
});

it('on Ctrl-C ends the judge, records the answers so far, removes none and exits 130', async () => {
  // Four are asked about at once: the fifth is, once there is an answer to one.
  const tests = ['1', '2', '3', '4', 'last'].map((subject) => {
    return `  - { name: n${subject}, mail: { subject: ${JSON.stringify(subject)} }, expect: { Refunds: no } }\n`;
  });
  const folder = projectOf({
    ...PROJECT,
    'tests/a.yaml': `tests:\n${tests.join('')}`,
    'judge.mjs': `${JUDGE}if (mail.subject === 'last') setInterval(() => {}, 1000);`,
    'tests/judgments.json': JSON.stringify({ formatVersion: 1, judgments: [UNUSED] }),
  });
  const { code, stderr } = await inboxctl(UPDATE, {
    cwd: folder,
    started: async (child) => {
      while (!asked(folder).some(({ mail }) => mail.subject === 'last')) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      child.kill('SIGINT');
    },
  });
  expect(code).toBe(130);
  const answered = /Interrupted: the judge answered for ([1-4]) of 5 mails\./.exec(stderr)?.[1];
  expect(recorded(folder)).toHaveLength(Number(answered) + 1);
});
