/** The judge against commands that do everything a command can do wrong. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describe as inEnglish } from '../../src/diagnostics/describe.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { judgeEnvironment } from '../../src/engine/judge/run.ts';
import { askJudge, type Judged } from '../../src/engine/judge.ts';
import type { Asking } from '../../src/mail/judgments.ts';
import { projectOf } from '../harness/project.ts';

const READ = 'const text = await new Response(process.stdin).text().catch(() => "");\n';
const YES = 'process.stdout.write(JSON.stringify({ matches: ["A"], reason: "it fits" }));\n';
/** Does not end by itself, nor when it is asked to. */
const STAY = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);\n';

const mail = { from: 'jane@example.com', to: 'me@example.com', subject: 'Hello', reply: false };

function asking(subject = 'Hello', rules = [{ name: 'A', instructions: 'Greetings.' }]): Asking {
  return { mail: { ...mail, subject }, rules, questions: [] };
}

interface Told {
  askings?: Asking[];
  command?: string[];
  timeoutSeconds?: number;
  signal?: AbortSignal;
  env?: Record<string, string>;
}

interface Asked extends Judged {
  folder: string;
  said: string[];
  told: string[];
}

/** Asks a judge that is this script. */
async function asked(script: string, how: Told = {}): Promise<Asked> {
  const folder = projectOf({ 'judge.mjs': script });
  const { askings = [asking()], command = [process.execPath, './judge.mjs'], timeoutSeconds = 100 } = how;
  const { signal = new AbortController().signal, env = {} } = how;
  const told: string[] = [];
  const around = { folder, env: { PATH: process.env.PATH, ...env }, signal };
  const judged = await askJudge(askings, { command, timeoutSeconds }, around, (one) => void told.push(one));
  const said = judged.failed.map(({ finding }) => {
    const { message, remedy } = inEnglish({ ...finding, severity: 'error' } as Diagnostic);
    return `${message}\n${remedy ?? ''}`;
  });
  return { ...judged, folder, said, told };
}

it('gets a mail and its rules as JSON in the folder of the project, and answers', async () => {
  const rules = [
    { name: 'A', instructions: 'Greetings.\nOf friends.' },
    { name: 'B', instructions: 'Bills. ü' },
  ];
  const script = `import { writeFileSync } from 'node:fs';\n${READ}writeFileSync('got', text);\n${YES}`;
  const { answered, failed, left, folder } = await asked(script, { askings: [asking('Hello', rules)] });
  expect(answered.map(({ answer }) => answer)).toEqual([{ matches: ['A'], reason: 'it fits' }]);
  expect([failed, left]).toEqual([[], 0]);
  expect(JSON.parse(readFileSync(path.join(folder, 'got'), 'utf8'))).toEqual({ mail, rules });
});

it.each<[string, string, Told, RegExp]>([
  [
    'is not there',
    '',
    { command: ['./none', 'x'] },
    /The judge "\.\/none" cannot be started: there is no such program/,
  ],
  ['is a folder', '', { command: ['.'] }, /The judge "\." cannot be started: it may not be executed/],
  ['has a name that no program has', '', { command: ['a\0b'] }, /cannot be started: ERR_INVALID_ARG_VALUE/],
  [
    'fails',
    `${READ}for (let i = 0; i < 9; i++) console.error('\\x1b[31mline ' + i); process.exit(7);`,
    {},
    /exited with code 7\. The end of its stderr:\n {2}line 4\n {2}line 5\n {2}line 6\n {2}line 7\n {2}line 8\n/,
  ],
  [
    'fails after many words',
    `for (let i = 0; i < 5000; i++) process.stderr.write('line ' + i + '\\n'); process.exitCode = 7;`,
    {},
    /The end of its stderr:\n {2}line 4995\n(?: {2}line \d+\n){3} {2}line 4999\n/,
  ],
  [
    'fails with line ends of other systems',
    `process.stderr.write('one\\r\\n10 %\\r20 %\\r\\n\\r\\n'); process.exitCode = 7;`,
    {},
    /The end of its stderr:\n {2}one\n {2}10 %\n {2}20 %\n/,
  ],
  ['fails without a word', 'process.exit(1);', {}, /exited with code 1\. It wrote nothing to stderr\./],
  ['fails with an answer', `${YES}process.exitCode = 2;`, {}, /exited with code 2/],
  ['crashes', 'process.kill(process.pid, "SIGSEGV"); setInterval(() => {}, 1000);', {}, /was ended by SIGSEGV/],
  ['says nothing', READ, {}, /wrote no answer to stdout/],
  ['says something else', 'console.log("Yes, it fits.");', {}, /is not JSON: "Yes, it fits\."/],
  ['says more than its answer', `console.log('thinking');${YES}`, {}, /not JSON: "thinking/],
  [
    'answers with a list',
    'console.log("[\\"A\\"]");',
    {},
    /The judge's answer is not an object\.\nExpected an answer such as/,
  ],
  ['leaves matches out', 'console.log(\'{"reason":"x"}\');', {}, /`matches` is missing/],
  ['misspells a key', 'console.log(\'{"match":["A"]}\');', {}, /there is no key `match`\.\nDid you mean `matches`\?/],
  ['adds a key', 'console.log(\'{"matches":["A"],"sure":0.9}\');', {}, /there is no key `sure`/],
  ['answers yes', 'console.log(\'{"matches":true}\');', {}, /`matches` has an invalid value/],
  ['answers with numbers', 'console.log(\'{"matches":[0]}\');', {}, /`matches\.0` has an invalid value/],
  [
    'names another rule',
    'console.log(\'{"matches":["a"]}\');',
    {},
    /names "a", which it was not asked about\.\nIt was asked about "A"\. Names are compared exactly/,
  ],
  [
    'misspells a rule',
    'console.log(\'{"matches":["Refund request"]}\');',
    { askings: [asking('Hello', [{ name: 'Refund requests', instructions: 'x' }])] },
    /Did you mean "Refund requests"\?/,
  ],
  ['hangs', STAY, { timeoutSeconds: 0.5 }, /did not answer within 0\.5 seconds and was ended/],
  ['hangs after its answer', YES + STAY, { timeoutSeconds: 0.5 }, /did not answer within/],
  [
    'gives a reason of 1 MiB',
    'process.stdout.write(JSON.stringify({ matches: ["A"], reason: "x".repeat(1024 * 1024) }));',
    {},
    /more than 1 MiB/,
  ],
  [
    'never ends its output',
    'for (;;) await new Promise((r) => process.stdout.write("x".repeat(65536), r));',
    {},
    /more than 1 MiB/,
  ],
])('tells of a judge that %s', async (_, script, told, expected) => {
  const { answered, said, left } = await asked(script, told);
  expect(said).toEqual([expect.stringMatching(expected)]);
  expect([answered, left]).toEqual([[], 0]);
});

it('takes an answer from a judge that closes stdin, and does not choke on a long question', async () => {
  const rules = [{ name: 'A', instructions: 'x'.repeat(3_000_000) }];
  const script = `process.stdin.destroy();\n${YES}`;
  const { answered } = await asked(script, { askings: [asking('Hello', rules)] });
  expect(answered).toHaveLength(1);
});

it('takes a long answer as it is, and one with a byte order mark', async () => {
  const reason = '€'.repeat(100_000);
  const long = await asked(`process.stdout.write(JSON.stringify({ matches: [], reason: '€'.repeat(100_000) }));`);
  expect(long.answered[0]?.answer.reason === reason).toBe(true);
  expect((await asked(`process.stdout.write('\\ufeff');\n${YES}`)).answered).toHaveLength(1);
});

it('takes an answer from a judge that writes much to stderr', async () => {
  const script = `${READ}for (let i = 0; i < 100; i++) await new Promise((r) => process.stderr.write('x'.repeat(65536), r));\n${YES}`;
  expect((await asked(script)).answered).toHaveLength(1);
});

/** Starts a process that stays, with the judge's own output, and writes down its id. */
const FORK = `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const child = spawn(process.execPath, ['-e', ${JSON.stringify(STAY)}], { stdio: 'inherit' });
writeFileSync('child', String(child.pid));
child.unref();
`;

/** Whether a process runs. One that nobody waits for stays in the list when it is over. */
function runs(pid: string): boolean {
  try {
    return !/^(Z.*)?$/.test(execFileSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).trim());
  } catch {
    return false;
  }
}

async function isGone(folder: string): Promise<boolean> {
  const pid = readFileSync(path.join(folder, 'child'), 'utf8');
  while (runs(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  return true;
}

it('ends what a judge leaves behind when it answers', async () => {
  const { answered, folder } = await asked(`${FORK}${READ}${YES}process.exitCode = 0;`);
  expect(answered).toHaveLength(1);
  expect(await isGone(folder)).toBe(true);
});

it('ends what a judge started when it is ended itself', async () => {
  const { said, folder } = await asked(
    `${FORK}for (;;) await new Promise((r) => process.stdout.write('x'.repeat(65536), r));`,
  );
  expect(said).toEqual([expect.stringMatching(/more than 1 MiB/)]);
  expect(await isGone(folder)).toBe(true);
});

it('ends what runs on an interruption, keeps the answers so far and asks no more', async () => {
  const stop = new AbortController();
  const folder = projectOf({
    'judge.mjs': `${FORK}${READ}if (JSON.parse(text).mail.subject === 'first') { ${YES} process.exit(0); } ${STAY}`,
  });
  const askings = ['first', 'second', 'third', '4', '5', '6', '7'].map((subject) => asking(subject));
  const around = { folder, env: { PATH: process.env.PATH }, signal: stop.signal };
  const judge = { command: [process.execPath, './judge.mjs'], timeoutSeconds: 100 };
  const judged = await askJudge(askings, judge, around, () => stop.abort());
  expect(judged.answered.map(({ asking: { mail } }) => mail.subject)).toEqual(['first']);
  expect([judged.failed, judged.left]).toEqual([[], 6]);
  expect(await isGone(folder)).toBe(true);
});

it('starts nothing after an interruption', async () => {
  const { failed, left } = await asked('', { command: ['./none'], signal: AbortSignal.abort() });
  expect([failed, left]).toEqual([[], 1]);
});

it('does not wait for a process outside of its group that holds its output open', async () => {
  const { answered, folder } = await asked(`${FORK.replace('{ stdio', '{ detached: true, stdio')}${READ}${YES}`);
  process.kill(Number(readFileSync(path.join(folder, 'child'), 'utf8')), 'SIGKILL');
  expect(answered).toHaveLength(1);
});

it('asks about four mails at once', async () => {
  const script = `import { readdirSync, rmSync, writeFileSync } from 'node:fs';
${READ}const { subject } = JSON.parse(text).mail;
writeFileSync('on-' + subject, '');
writeFileSync('seen-' + subject, String(readdirSync('.').filter((name) => name.startsWith('on-')).length));
while (readdirSync('.').filter((name) => name.startsWith('seen-')).length < 4) await new Promise((r) => setTimeout(r, 10));
rmSync('on-' + subject);
${YES}`;
  const askings = Array.from({ length: 8 }, (_, index) => asking(String(index)));
  const { answered, folder } = await asked(script, { askings });
  expect(answered).toHaveLength(8);
  const seen = readdirSync(folder).filter((name) => name.startsWith('seen-'));
  expect(Math.max(...seen.map((name) => Number(readFileSync(path.join(folder, name), 'utf8'))))).toBe(4);
});

it('goes on after a failure, and gives a judge up that keeps failing', async () => {
  const askings = Array.from({ length: 40 }, (_, index) => asking(String(index)));
  const once = await asked(`${READ}if (JSON.parse(text).mail.subject === '3') process.exit(1);\n${YES}`, { askings });
  expect([once.answered.length, once.failed.length, once.left]).toEqual([39, 1, 0]);
  expect(once.told.filter((how) => how === 'failed')).toHaveLength(1);
  expect(once.told).toHaveLength(40);
  const { answered, failed, left } = await asked('process.exit(1);', { askings });
  expect(answered).toEqual([]);
  expect(failed.length).toBeGreaterThanOrEqual(5);
  expect(failed.length).toBeLessThanOrEqual(8);
  expect(left).toBe(40 - failed.length);
});

it('does not try again what cannot be started', async () => {
  const askings = Array.from({ length: 40 }, (_, index) => asking(String(index)));
  const { failed } = await asked('', { askings, command: ['./none'] });
  expect(failed.length).toBeLessThanOrEqual(4);
});

it('is no shell', async () => {
  const command = [
    process.execPath,
    '-e',
    `${YES}require("fs").writeFileSync("got", process.argv[1])`,
    '$(touch made); `x`',
  ];
  const { answered, folder } = await asked('', { command });
  expect(answered).toHaveLength(1);
  expect(readFileSync(path.join(folder, 'got'), 'utf8')).toBe('$(touch made); `x`');
  expect(existsSync(path.join(folder, 'made'))).toBe(false);
});

it('gets the environment without the secrets of inboxctl and of the runner', () => {
  const env = {
    PATH: '/bin',
    HOME: '/home/me',
    OPENAI_API_KEY: 'own-key',
    INBOXCTL_API_KEY: 'inbox-key',
    INBOXCTL_BASE_URL: 'https://mail.example.com',
    inboxctl_lower: 'x',
    INPUT_KEY: 'x',
    ACTIONS_RUNTIME_TOKEN: 'x',
    RUNNER_TEMP: 'x',
    GITHUB_TOKEN: 'x',
    GITHUB_ENV: '/tmp/env',
    GH_TOKEN: 'gh-token',
    DIGEST_WEBHOOK: 'https://hooks.example.com/x',
    COPY_OF_KEY: ' inbox-key ',
    COPY_OF_WORD: 'a word',
    MENTIONED: 'in a broken file',
    EMPTY: '',
  };
  const secrets = ['INBOXCTL_API_KEY', 'GH_TOKEN', 'DIGEST_WEBHOOK'] as const;
  const known = [...secrets.map((name) => ({ name, value: env[name] })), { name: 'WORD', value: 'a word\n' }];
  const { PATH, HOME, OPENAI_API_KEY, EMPTY } = env;
  expect(judgeEnvironment(env, known, ['MENTIONED'])).toEqual({ PATH, HOME, OPENAI_API_KEY, EMPTY });
});
