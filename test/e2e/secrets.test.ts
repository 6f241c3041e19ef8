/** No secret in any byte that a command writes: values of variables, API keys, webhook URLs, now and before. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../harness/commands.ts';
import { faulty } from '../harness/faulty.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { fleetOf } from '../harness/keyed-fleet.ts';
import { KEY, projectOf, serve, write } from '../harness/project.ts';
import { IS_NIGHT, runs } from '../harness/runs.ts';

/** Values that are hard to hide: quotes, lines, patterns, markup, other scripts, and one inside another. */
const VALUES: Record<string, string> = {
  AI: 'ask for "the code" \\ backslash\nand a second line',
  FROM: 'secret-sender@example.com',
  TO: 'me+secret@example.com',
  SUBJECT: '$& $1 .* [a-z]+ (secret)',
  LABEL: 'Geheimes Etikett äöü 😀',
  FIELD_TO: 'forward-here@example.com',
  CC: 'copy-here@example.com',
  BCC: 'blind-copy@example.com, second@example.com',
  TITLE: '<b>secret</b> & ##[error] ::warning::',
  CONTENT: 'zeroth verse\r\nanother verse with copy-here@example.com in it\n\n',
  HOOK: 'https://hooks.example.com/services/T000/B000/token?x=1#y',
  FOLDER: 'Ordner/Geheim',
};
const OLD = Object.fromEntries(Object.entries(VALUES).map(([name, value]) => [name, `earlier ${value} earlier`]));
OLD.HOOK = 'https://hooks.example.com/services/earlier-token';
OLD.FROM = 'earlier-sender@example.com';
const PLAIN_HOOK = 'https://hooks.example.org/in/the/file/token-of-the-file';

const RULE = `name: All of them
condition:
  conditionalOperator: AND
  aiInstructions: { env: AI }
  static: { from: { env: FROM }, to: { env: TO }, subject: { env: SUBJECT } }
actions:
  - type: LABEL
    fields: { label: { env: LABEL } }
  - type: SEND_EMAIL
    fields: { to: { env: FIELD_TO }, cc: { env: CC }, bcc: { env: BCC }, subject: { env: TITLE }, content: { env: CONTENT } }
  - type: CALL_WEBHOOK
    fields: { webhookUrl: { env: HOOK } }
  - type: MOVE_FOLDER
    fields: { folderName: { env: FOLDER } }
---
name: In the file
condition: { aiInstructions: x }
actions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: "${PLAIN_HOOK}" } }]
`;

const SIMPLE = 'condition: { aiInstructions: x }\nactions: [{ type: ARCHIVE }]\n';

/** Sample mails and names with the values in them, and expectations that all fail: each reason is shown. */
function testsWith({ FROM, TO, SUBJECT, LABEL, BCC, HOOK, AI, TITLE }: Record<string, string>): string {
  const tests = [
    { mail: { from: FROM, to: TO, subject: SUBJECT }, expect: { 'All of them': 'no' } },
    { mail: { from: `${LABEL} <x@example.net>`, to: BCC, subject: HOOK }, others: 'matches' },
    { mail: { from: FROM, subject: AI }, expect: { 'In the file': 'matches' } },
  ];
  return JSON.stringify({
    tests: tests.map((test, index) => ({ name: `${index} ${FROM} ${TITLE} ${HOOK}`, ...test })),
  });
}
const TESTS = testsWith(VALUES);

/** The mails of these tests in a mailbox. */
function mboxOf(tests: string): string {
  const all: { mail: { from?: string; to?: string; subject: string } }[] = parse(tests)?.tests ?? [];
  const line = (text = '') => text.replace(/[\r\n]+/g, ' ');
  const written = all.map(
    ({ mail: { from, to, subject } }) =>
      `From 1@xxx Mon Nov 02 10:00:00 +0000 2026\nFrom: ${line(from)}\nTo: ${line(to)}\nSubject: ${line(subject)}\n\n\n`,
  );
  return written.join('');
}

function liveWith(values: Record<string, string | undefined>, name = 'All of them') {
  const { AI, FROM, TO, SUBJECT, LABEL, FIELD_TO, CC, BCC, TITLE, CONTENT, HOOK, FOLDER } = values;
  return {
    name,
    condition: { conditionalOperator: 'AND', aiInstructions: AI, static: { from: FROM, to: TO, subject: SUBJECT } },
    // In another order than in the files: what was there before must be known all the same.
    actions: [
      { type: 'MOVE_FOLDER', fields: { folderName: FOLDER } },
      { type: 'CALL_WEBHOOK', fields: { webhookUrl: HOOK } },
      { type: 'SEND_EMAIL', fields: { to: FIELD_TO, cc: CC, bcc: BCC, subject: TITLE, content: CONTENT } },
      { type: 'LABEL', fields: { label: LABEL } },
    ],
  };
}

const HTML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The forms that a value may be written in. */
function formsOf(value: string): string[] {
  const unix = value.replaceAll('\r\n', '\n');
  const forms = [value, unix, unix.trim()].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    text.replace(/[&<>"']/g, (character) => HTML[character] ?? character),
    // On a page.
    text.replace(/[&<>"]/g, (character) => HTML[character] ?? character),
    text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
  ]);
  // A value of several lines is given away by one of them.
  const lines = value.split(/\r?\n/).filter((line) => line.length > 8);
  return [...forms, ...lines];
}

const SECRETS = [KEY, PLAIN_HOOK, ...Object.values(VALUES), ...Object.values(OLD)].flatMap((value) =>
  formsOf(value ?? ''),
);

function expectNoSecret(text: string, secrets = SECRETS): void {
  for (const secret of secrets) if (text.includes(secret)) expect.fail(`${JSON.stringify(secret)} is in:\n${text}`);
}

/** All that was written into a project besides what it began with. */
function writtenIn(cwd: string, known: Set<string>): string {
  const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => !known.has(name) && statSync(path.join(cwd, name)).isFile())
    .map((name) => `${name}\n${textOf(path.join(cwd, name))}`)
    .join('\n');
}

/** A webhook that no variable holds stands in a snapshot in full: it is the backup. */
function textOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  return file.includes('.inboxctl/runs/') ? text.replaceAll(PLAIN_HOOK, '') : text;
}

/** Every command but those that know no project, in every format. */
const RUNS = [
  ['validate'],
  ['validate', '--format', 'json'],
  ['plan'],
  ['plan', '--verbose', '--color', 'always'],
  ['plan', '--only', '*'],
  ['list'],
  ['list', '--verbose'],
  ['list', '--format', 'json'],
  ['list', '--format', 'yaml'],
  ['explain'],
  ['explain', '--format', 'json'],
  ['test'],
  ['test', '--format', 'json'],
  ['test', '--format', 'junit'],
  ['explain', '--subject', 'Invoice'],
  ['explain', '--subject', 'Invoice', '--format', 'json'],
  ['explain', '--subject', 'Invoice', '--write-test', 'tests/new.yaml'],
  ['explain', '--live', '--subject', 'Invoice'],
  ['explain', '--live', '--subject', 'Invoice', '--format', 'json'],
  ...['text', 'json'].map((format) => ['explain', '--mails', 'all.mbox', '--verbose', '--format', format]),
  ['explain', '--live', '--mails', 'all.mbox', '--verbose'],
  ['plan', '--mails', 'all.mbox', '--format', 'json'],
  ['plan', '--format', 'json', '--output', 'plan.json'],
  ['plan', '--format', 'markdown'],
  ['plan', '--format', 'html'],
  ['show', 'plan.json', '--verbose'],
  ...['json', 'markdown', 'html'].map((format) => ['show', 'plan.json', '--format', format]),
  ['accounts'],
  ['accounts', '--format', 'json'],
  ['doctor'],
  ['doctor', '--format', 'json'],
  ['init'],
  ['fmt', '--check'],
  ['fmt', '--check', '--format', 'json'],
  ['fmt', '--diff', 'rules'],
  ['validate', 'rules/all.yaml'],
  ['fmt'],
  ['completion', 'bash'],
  ['pull', '--dry-run'],
  ['pull', '--force', '--format', 'json'],
  ['apply', '--yes', '--verbose', '--report', 'done.html'],
  ['apply', '--yes', '--format', 'json'],
  ['runs'],
  ['runs', '--format', 'json'],
  ['runs', '--format', 'csv'],
  ['runs', 'show'],
  ['runs', 'show', '--format', 'json'],
  ['rollback', '--dry-run', '--verbose'],
  ['rollback', '--dry-run', '--format', 'json'],
  ['rollback', '--yes', '--max-deletes', '9'],
  ['rollback', '--yes', '--max-deletes', '9', '--format', 'json'],
  ...['volume', 'response-time'].flatMap((report) =>
    ['text', 'json', 'markdown'].map((format) => ['stats', report, '--format', format]),
  ),
];

it('every command is looked at in every format', () => {
  const formatOf = (args: string[]) => (args.includes('--format') ? args[args.indexOf('--format') + 1] : 'text');
  const ran = new Set(RUNS.map((args) => `${args[0]} ${formatOf(args)}`));
  const all = COMMANDS.filter(({ name }) => !['sandbox', 'schema'].includes(name)).flatMap(({ name, options }) => {
    const format = options.find(({ flags }) => flags.startsWith('--format'));
    const choices = format !== undefined && 'choices' in format ? format.choices : ['text'];
    return choices.map((choice) => `${name} ${choice}`);
  });
  expect(all.filter((one) => !ran.has(one))).toEqual([]);
});

/** `keys`: the file of a bundle; then only the commands that take one run. */
async function runAll(
  env: Record<string, string>,
  files: Record<string, string>,
  { tests = TESTS, secrets = SECRETS, keys = '' } = {},
): Promise<string[]> {
  const own = { ...files, 'tests/all.yaml': tests, 'all.mbox': mboxOf(tests) };
  const cwd = projectOf(own);
  const known = new Set(Object.keys(own));
  const codes: string[] = [];
  const bundled = RUNS.filter(([name = '']) => TAKES_BUNDLE.has(name)).map((run) => [...run, '--api-keys-file', keys]);
  for (const args of keys === '' ? RUNS : bundled) {
    const { code, stdout, stderr } = await inboxctl(args, { cwd, env });
    expectNoSecret(stdout, secrets);
    expectNoSecret(stderr, secrets);
    expectNoSecret(writtenIn(cwd, known), secrets);
    expect(stderr).not.toMatch(/^ {4}at /m);
    codes.push(`${args[0]} ${code}`);
  }
  return codes;
}

const TAKES_BUNDLE = new Set<string>(
  COMMANDS.flatMap(({ name, options }) => (options.some(({ flags }) => flags.includes('-keys-file')) ? name : [])),
);

describe('no command writes a secret', () => {
  it('when everything differs', async () => {
    const hidden = { ...liveWith(VALUES, `Named ${VALUES.LABEL}`), id: 'x' };
    const seed = { rules: [liveWith(OLD), { ...hidden, condition: { aiInstructions: `has ${VALUES.FROM} in it` } }] };
    const { env } = await serve({ profile: 'spec', seed });
    const codes = await runAll({ ...env, ...VALUES } as Record<string, string>, { 'rules/all.yaml': RULE });
    expect(codes).toContain('test 1');
    expect(codes).toContain('plan 0');
    expect(codes).toContain('apply 0');
  });

  it('whatever the secrets are, in every field of a rule, in names and in mails', async () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{11}$/);
    // Without likely words such as `constructor`: one address must not be in the list of another by chance.
    const mailbox = fc.noBias(word).map((one) => `${one}@example.com`);
    const hard = fc.string({
      unit: fc.constantFrom(...'abXY019-_./+=&<>"\'%\\ :;#?@$`[](){}|*ÄöЖ€', '😀', '\n'),
      maxLength: 12,
    });
    const text = fc.tuple(word, hard, word).map((parts) => parts.join(''));
    const values = fc.record({
      ...{ AI: text, SUBJECT: text, LABEL: text, TITLE: text, CONTENT: text, FOLDER: text },
      ...{ FROM: mailbox, TO: mailbox, FIELD_TO: mailbox, CC: mailbox },
      BCC: fc.tuple(mailbox, mailbox).map((both) => both.join(', ')),
      HOOK: word.map((one) => `https://hooks.example.com/${one}`),
    });
    await fc.assert(
      fc.asyncProperty(values, values, async (now, before) => {
        const named = {
          ...liveWith({}, `${now.LABEL} or ${now.FROM.toUpperCase()}`),
          condition: { aiInstructions: now.AI },
        };
        const { env } = await serve({ profile: 'spec', seed: { rules: [liveWith(before), named] } });
        const secrets = [KEY, ...Object.values(now), ...Object.values(before)].flatMap(formsOf);
        const files = {
          'rules/all.yaml': RULE,
          'rules/named.yaml': `name: ${JSON.stringify(`About ${now.CC} ${now.TITLE}`)}\n${SIMPLE}`,
        };
        const codes = await runAll({ ...env, ...now }, files, { tests: testsWith(now), secrets });
        expect(codes).toContain('apply 0');
      }),
      { numRuns: runs(1), endOnFailure: true },
    );
  });

  it('when the service says them in its errors', async () => {
    const { baseUrl, env } = await serve({ profile: 'spec', seed: { rules: [liveWith(OLD)] } });
    const message = `bad: ${Object.values(VALUES).join(' / ')} ${KEY}`;
    const body = JSON.stringify({ error: { code: 'BAD_REQUEST', message, hint: message } });
    const proxy = await faulty(baseUrl, (method) => (method === 'GET' ? null : { status: 400, body }));
    const codes = await runAll({ ...env, ...VALUES, INBOXCTL_BASE_URL: proxy } as Record<string, string>, {
      'rules/all.yaml': RULE,
    });
    expect(codes).toContain('apply 1');
  });

  it('when one was pasted into a file that is wrong', async () => {
    const { env } = await serve({ profile: 'spec' });
    const pasted = `name: ${VALUES.FROM}\nconditon: { aiInstructions: ${VALUES.FIELD_TO} }\nactions: [{ type: ${VALUES.CC} }]\n`;
    const files = { 'rules/all.yaml': RULE, 'rules/wrong.yaml': pasted };
    const codes = await runAll({ ...env, ...VALUES } as Record<string, string>, files);
    expect(codes).toContain('validate 3');
  });

  it('when they are not what they should be', async () => {
    const { env } = await serve({ profile: 'spec' });
    const odd = {
      ...VALUES,
      FROM: 'Jane <secret-sender@example.com>',
      HOOK: 'http://10.0.0.1/token-of-the-hook',
      TO: ' \n',
    };
    const files = { 'rules/all.yaml': RULE, 'inboxctl.yaml': 'policy: { forwardTo: [], webhookHosts: [] }\n' };
    const cwd = projectOf(files);
    for (const args of [['validate'], ['plan']]) {
      const { code, stdout, stderr } = await inboxctl(args, { cwd, env: { ...env, ...odd } as Record<string, string> });
      expect(code).toBe(3);
      expectNoSecret(stdout + stderr);
      expect(stdout + stderr).not.toMatch(/10\.0\.0\.1|token-of-the-hook|Jane/);
    }
  });
});

it.each(['create', 'done', 'STAR', 'environment', 'exact', 'delete'])(
  'a secret that is a word of ours leaves that word alone: %s',
  async (WORD) => {
    const { env } = await serve();
    const rule = 'name: A\ncondition: { aiInstructions: { env: WORD } }\nactions: [{ type: STAR }]\n';
    const cwd = projectOf({ 'rules/a.yaml': rule });
    const run = (...args: string[]) => inboxctl(args, { cwd, env: { ...env, WORD } });
    expect(await run('apply', '--yes')).toMatchObject({ code: 0 });
    expect((await run('runs', 'show')).stdout).toMatch(/^ {2}\+ create {2}"A" {2}\(created\)$/m);
    const shown = JSON.parse((await run('runs', 'show', '--format', 'json')).stdout);
    expect(shown.run).toMatchObject({ by: 'apply', outcome: 'converged' });
    expect(shown.changes).toMatchObject([{ op: 'create', status: 'done', after: { actions: [{ type: 'STAR' }] } }]);
    expect(shown.changes[0].after.condition.aiInstructions).toBe('(secret WORD)');
    expect((await run('accounts')).code).toBe(0);
    const { accounts } = JSON.parse((await run('accounts', '--format', 'json')).stdout);
    expect(accounts).toMatchObject([{ baseUrlFrom: 'environment', undeclared: 'delete', actionOrder: 'exact' }]);
  },
);

describe('NODE_DEBUG, with which Node prints headers', () => {
  it.each(['http', 'net', '*'])('stops a command before it sends a key: %s', async (NODE_DEBUG) => {
    const { baseUrl, requests } = await serve();
    const env = { INBOXCTL_BASE_URL: baseUrl, INBOXCTL_API_KEY: KEY, NODE_DEBUG };
    const { code, stdout, stderr } = await inboxctl(['plan'], { cwd: projectOf({ 'rules/.keep': '' }), env });
    expect(code).toBe(3);
    expect(stderr).toContain(`NODE_DEBUG is set to \`${NODE_DEBUG}\``);
    expect(stdout + stderr).not.toContain(KEY);
    expect(requests).toEqual([]);
  });

  it('stops no command that sends none', async () => {
    const cwd = projectOf({
      'rules/a.yaml': '{ name: A, condition: { aiInstructions: a }, actions: [{ type: ARCHIVE }] }',
    });
    expect((await inboxctl(['validate'], { cwd, env: { NODE_DEBUG: 'http' } })).code).toBe(0);
  });
});

describe('a secret in other letter case', () => {
  it('is in no plan, whoever wrote it so', async () => {
    const live = [
      { name: 'Live', condition: { static: { from: 'SECRET-sender@Example.com' } }, actions: [{ type: 'ARCHIVE' }] },
    ];
    const { baseUrl } = await serve({ seed: { rules: live } });
    const rule = (name: string, from: string) =>
      `{ name: ${name}, condition: { static: { from: ${from} } }, actions: [{ type: ARCHIVE }] }`;
    const rules = `rules:\n  - ${rule('A', '{ env: FROM }')}\n  - ${rule('About Secret-Sender@example.COM', 'a@x.com')}\n`;
    const cwd = projectOf({ 'rules/a.yaml': rules });
    const env = { INBOXCTL_BASE_URL: baseUrl, INBOXCTL_API_KEY: KEY, FROM: 'secret-sender@example.com' };
    for (const format of ['text', 'json', 'markdown', 'html']) {
      const { stdout, stderr } = await inboxctl(['plan', '--format', format, '--allow-empty', '--max-deletes', '9'], {
        cwd,
        env,
      });
      expect(stdout).toContain('About (secret FROM)');
      expect(stdout + stderr).not.toMatch(/secret-sender@/i);
    }
  });
});

describe('validate', () => {
  it('works without the variables, and says which are missing', async () => {
    const cwd = projectOf({ 'rules/all.yaml': RULE });
    const { code, stdout } = await inboxctl(['validate', '--verbose'], { cwd });
    expect(code).toBe(0);
    for (const name of Object.keys(VALUES)) expect(stdout).toContain(`The variable ${name} is not set.`);
  });

  it('and plan does not', async () => {
    const { env } = await serve();
    const cwd = projectOf({ 'rules/all.yaml': RULE });
    write(cwd, 'rules/other.yaml', 'name: B\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n');
    const { code, stdout, stderr } = await inboxctl(['plan'], { cwd, env });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('rules/all.yaml:4:19');
  });
});

describe('tags', () => {
  it('are made with the signing key where there is one, so that a changed key is told by keyId', async () => {
    const { env } = await serve();
    const cwd = projectOf({ 'rules/all.yaml': RULE });
    const plan = async (more: Record<string, string>) => {
      const { stdout } = await inboxctl(['plan', '--format', 'json'], {
        cwd,
        env: { ...env, ...VALUES, ...more } as Record<string, string>,
      });
      const { keyId, digest } = JSON.parse(stdout);
      return { keyId, digest };
    };
    const [plain, signed] = [await plan({}), await plan({ INBOXCTL_SIGNING_KEY: 'another-key-for-tags' })];
    expect(signed.keyId).not.toBe(plain.keyId);
    expect(signed.digest).not.toBe(plain.digest);
    expect(await plan({})).toEqual(plain);
  });

  it('are made with the first of several signing keys', async () => {
    const { env } = await serve();
    const cwd = projectOf({ 'rules/all.yaml': RULE });
    const plan = async (INBOXCTL_SIGNING_KEY: string) => {
      const { stdout, stderr } = await inboxctl(['plan', '--format', 'json'], {
        cwd,
        env: { ...env, ...VALUES, INBOXCTL_SIGNING_KEY } as Record<string, string>,
      });
      expect(stdout + stderr).not.toMatch(/newest-signing-key-of-all|signing-key-older-than-that/);
      const { keyId, digest } = JSON.parse(stdout);
      return { keyId, digest };
    };
    expect(await plan('newest-signing-key-of-all\nsigning-key-older-than-that\n')).toEqual(
      await plan('newest-signing-key-of-all'),
    );
    expect(await plan('signing-key-older-than-that\nnewest-signing-key-of-all')).toEqual(
      await plan('signing-key-older-than-that'),
    );
  });
});

describe('no command writes a key of a bundle', () => {
  const fleet = fleetOf(IS_NIGHT ? 40 : 6);
  const FIRST = Object.keys(fleet.keys)[0] ?? '';

  it('of many accounts', async () => {
    const { baseUrl, applied } = await fleet.serve();
    // A key in the environment that gives way to one of the bundle, one of no account, and a rule that has keys in its text.
    const env = { INBOXCTL_BASE_URL: baseUrl, [FIRST]: 'another-key-Zq9x' };
    const more = ['another-key-Zq9x', 'key-of-a-colleague-Zq9x'];
    const said = Object.values(fleet.keys).slice(0, 3).concat(more).join(' ');
    const rule = fleet.files['rules/a.yaml'].replace('aiInstructions: a', `aiInstructions: ${said}`);
    const secrets = [...Object.values(fleet.keys), ...more].flatMap(formsOf);
    const files = { ...fleet.files, 'rules/a.yaml': rule, keys: `${fleet.bundles.dotenv}INBOXCTL_ELSE=${more[1]}\n` };
    const tests = 'tests: [{ name: a, mail: { subject: a }, expect: { A: matches } }]\n';
    const codes = await runAll(env, files, { tests, secrets, keys: 'keys' });
    expect(codes).toEqual(expect.arrayContaining(['plan 0', 'apply 0', 'rollback 0', 'doctor 0', 'stats 0']));
    // The second rollback made the rule again, with the keys in its text.
    expect(applied()).toBe(Object.keys(fleet.keys).length);
  });

  it.each([
    ['with an unknown variable', (bundle: string) => `${bundle}NPM_TOKEN=s3cr3t-of-npm\n`],
    ['with a line that cannot be read', (bundle: string) => `${bundle}s3cr3t-of-npm\n`],
    ['with a key twice', (bundle: string) => `${bundle}${FIRST}=s3cr3t-of-npm\n`],
    ['that is not JSON', (bundle: string) => `{ "${FIRST}": "s3cr3t-of-npm", ${bundle}`],
  ])('%s', async (_, wrong) => {
    const { baseUrl, requests } = await fleet.serve();
    const secrets = [...Object.values(fleet.keys), 's3cr3t-of-npm'].flatMap(formsOf);
    const files = { ...fleet.files, keys: wrong(fleet.bundles.dotenv) };
    const codes = await runAll({ INBOXCTL_BASE_URL: baseUrl }, files, { tests: '', secrets, keys: 'keys' });
    expect(codes).toEqual(expect.arrayContaining([...TAKES_BUNDLE].map((name) => `${name} 3`)));
    expect(requests).toEqual([]);
  });
});

describe('keys', () => {
  it.each([
    ['signing key', { INBOXCTL_SIGNING_KEY: 'päss phrase of the tests', SIGN: 'päss phrase of the tests' }],
    [
      'signing key',
      { INBOXCTL_SIGNING_KEY: 'the newest signing key\n päss phrase of the tests', SIGN: 'päss phrase of the tests' },
    ],
    ['GitHub token', { GITHUB_TOKEN: 'ghs_token', SIGN: 'with ghs_token in it' }],
  ])('a rule cannot hold the %s', async (of, more) => {
    const { env, requests } = await serve();
    const rule = 'name: A\ncondition: { aiInstructions: { env: SIGN } }\nactions: [{ type: STAR }]\n';
    const { code, stderr } = await inboxctl(['plan'], {
      cwd: projectOf({ 'rules/a.yaml': rule }),
      env: { ...env, ...more },
    });
    expect(code).toBe(3);
    expect(stderr).toContain(`holds the ${of}`);
    // The live rules are asked for before the files are read.
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('the GitHub token is never sent, whatever it stands in', async () => {
    const { env, requests } = await serve();
    const cwd = projectOf({ 'rules/a.yaml': RULE, key: 'ghs_0123456789\n' });
    const token = { ...env, ...VALUES, GITHUB_TOKEN: 'ghs_0123456789' } as Record<string, string>;
    expect(await inboxctl(['plan', '--api-key-file', 'key'], { cwd, env: token })).toMatchObject({ code: 3 });
    expect(await inboxctl(['plan'], { cwd, env: { ...token, INBOXCTL_API_KEY: ' ghs_0123456789 ' } })).toMatchObject({
      code: 3,
    });
    expect(requests).toEqual([]);
  });

  it('an older signing key is never sent as an API key', async () => {
    const { env, requests } = await serve();
    const keys = {
      ...env,
      ...VALUES,
      INBOXCTL_SIGNING_KEY: `the-newest-signing-key\n${env.INBOXCTL_API_KEY}`,
    } as Record<string, string>;
    const { code, stderr } = await inboxctl(['plan'], { cwd: projectOf({ 'rules/a.yaml': RULE }), env: keys });
    expect(code).toBe(3);
    expect(stderr).toContain('INBOXCTL_API_KEY holds the signing key');
    expect(requests).toEqual([]);
  });
});

describe('what is hidden does not depend on the accounts that are selected', () => {
  const RULE_OF_A = 'name: A\ncondition: { aiInstructions: it has token-value-99 in it }\nactions: [{ type: STAR }]\n';
  const project = (ofA = RULE_OF_A) =>
    projectOf({
      'inboxctl.yaml': 'accounts: { a: { rules: [a] }, b: { rules: [b], apiKey: { env: INBOXCTL_OTHER_KEY } } }\n',
      'a/a.yaml': ofA,
      'b/b.yaml': 'name: B\ncondition: { aiInstructions: { env: TV } }\nactions: [{ type: STAR }]\n',
      'tests/a.yaml': 'tests: [{ name: t, mail: { subject: a token-value-99 }, expect: { A: matches } }]\n',
    });

  it.each([
    ['plan'],
    ['explain'],
    ['explain', '--subject', 'a token-value-99'],
    ['test'],
    ['test', '--format', 'json'],
  ])('in %s', async (...args) => {
    const { env } = await serve();
    const { stdout, stderr } = await inboxctl([...args, '--account', 'a'], {
      cwd: project(),
      env: { ...env, TV: 'token-value-99' },
    });
    expect(stdout).toContain('(secret TV)');
    expect(stdout + stderr).not.toContain('token-value-99');
  });

  it.each([
    ['explain'],
    ['explain', '--format', 'json'],
    ['explain', '--subject', 'a token-value-99'],
    ['explain', '--live', '--subject', 'a token-value-99'],
    ['list'],
    ['plan'],
  ])('in %s, where the file that refers to it is broken', async (...args) => {
    const seed = {
      rules: [{ name: 'Live token-value-99', condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }] }],
    };
    const { env } = await serve({ seed });
    const cwd = project(RULE_OF_A.replace('A', 'A token-value-99'));
    write(cwd, 'b/b.yaml', 'name: B\nconditon: { aiInstructions: { env: TV } }\n');
    const { stdout, stderr } = await inboxctl([...args, '--account', 'a'], {
      cwd,
      env: { ...env, TV: 'token-value-99' },
    });
    expect(stdout).toContain('(secret TV)');
    expect(stdout + stderr).not.toContain('token-value-99');
  });

  it('in a test that is written', async () => {
    const cwd = project();
    const add = ['explain', '--subject', 'a token-value-99', '--write-test', 'tests/new.yaml'];
    const { code, stdout, stderr } = await inboxctl(add, { cwd, env: { TV: 'token-value-99' } });
    expect(code).toBe(3);
    expect(stdout + stderr).not.toContain('token-value-99');
    expect(existsSync(path.join(cwd, 'tests/new.yaml'))).toBe(false);
  });

  it('in validate', async () => {
    const cwd = project(RULE_OF_A.replace('in it', 'in it, statik: {}'));
    const { code, stdout } = await inboxctl(['validate', '--account', 'a'], { cwd, env: { TV: 'token-value-99' } });
    expect(code).toBe(3);
    expect(stdout).toContain('it has **************');
  });
});

it('a secret that stands in place of its name is not shown, nor is one beside another mistake', async () => {
  const cwd = projectOf({
    'rules/a.yaml': 'name: A\ncondition: { aiInstructions: { env: "sk live hunter2" } }\nactions: [{ type: STAR }]\n',
    'rules/b.yaml':
      'name: B\nstatik: the-value-of-it\ncondition: { aiInstructions: { env: SEC } }\nactions: [{ type: STAR }]\n',
  });
  const { code, stdout } = await inboxctl(['validate'], { cwd, env: { SEC: 'the-value-of-it' } });
  expect(code).toBe(3);
  expect(stdout).not.toMatch(/hunter2|the-value-of-it/);
});

it('a service that names one sender of a secret list, in its own spelling, gives nothing away', async () => {
  const { baseUrl, env } = await serve();
  const message =
    'Cannot create this rule because it overlaps the existing "A" rule on sender scope secret.one@evil.test.';
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST', message, hint: message } });
  const proxy = await faulty(baseUrl, (method) => (method === 'GET' ? null : { status: 400, body }));
  const rule = 'name: B\ncondition: { static: { from: { env: FROM } } }\nactions: [{ type: STAR }]\n';
  for (const format of ['text', 'json']) {
    const { code, stdout, stderr } = await inboxctl(['apply', '--yes', '--format', format], {
      cwd: projectOf({ 'rules/a.yaml': rule }),
      env: { ...env, INBOXCTL_BASE_URL: proxy, FROM: 'SECRET.One@Evil.test, two@evil.test' },
    });
    expect(code).toBe(1);
    expect(stdout + stderr).not.toMatch(/one@evil/i);
  }
});
