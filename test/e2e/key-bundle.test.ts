/** `--api-keys-file`: one file with the keys of all accounts. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import { planDocument } from '../../src/model/plan.ts';
import { COMMANDS } from '../harness/commands.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { BUNDLES, FLEET_FILES, FLEET_KEYS, serveFleet } from '../harness/keyed-fleet.ts';
import { PROGRAM, withHome } from '../harness/program.ts';
import { projectOf, serve, write } from '../harness/project.ts';

const COMMIT = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', 'rules'];
const OTHER = 'another-key-Zq9x';

it('is an option wherever there is --api-key-file', () => {
  const having = (flag: string) =>
    COMMANDS.filter(({ options }) => options.some(({ flags }) => flags.startsWith(`${flag} `)));
  expect(having('--api-keys-file').map(({ name }) => name)).toEqual(having('--api-key-file').map(({ name }) => name));
  expect(having('--api-keys-file').length).toBeGreaterThan(5);
});

describe('forty accounts and one bundle', () => {
  async function fleet(bundle: string) {
    const { baseUrl, applied } = await serveFleet();
    return { cwd: projectOf({ ...FLEET_FILES, keys: bundle }), env: { INBOXCTL_BASE_URL: baseUrl }, applied };
  }

  it('are planned and applied, and read again', async () => {
    const { cwd, env, applied } = await fleet(BUNDLES.dotenv);
    const planned = await inboxctl(['plan', '--api-keys-file', 'keys', '--format', 'json'], { cwd, env });
    expect(planned.code).toBe(0);
    const plan = planDocument.parse(JSON.parse(planned.stdout));
    expect(plan.accounts).toHaveLength(40);
    expect(plan.summary).toMatchObject({ create: 40 });
    const made = await inboxctl(['apply', '--yes', '--api-keys-file=keys', '--format', 'json'], { cwd, env });
    expect(made.code).toBe(0);
    expect(applyDocument.parse(JSON.parse(made.stdout)).outcome).toBe('converged');
    expect(applied()).toBe(40);
    for (const command of ['list', 'doctor', 'pull', 'stats volume']) {
      const { code, stderr } = await inboxctl([...command.split(' '), '--api-keys-file', 'keys'], { cwd, env });
      expect({ command, code, stderr }).toMatchObject({ code: 0 });
    }
    expect(
      (await inboxctl(['rollback', '--yes', '--max-deletes', '1', '--api-keys-file', 'keys'], { cwd, env })).code,
    ).toBe(0);
    expect(applied()).toBe(0);
  });

  it('are split into shards that all get the whole bundle', async () => {
    const { cwd, env, applied } = await fleet(BUNDLES.json);
    for (const shard of ['1/2', '2/2']) {
      const args = ['apply', '--yes', '--shard', shard, '--api-keys-file', 'keys'];
      expect((await inboxctl(args, { cwd, env })).code).toBe(0);
    }
    expect(applied()).toBe(40);
  });
});

describe('a key that no account of the project has, before its account comes or after it left', () => {
  const SPARE = 'key-of-a-colleague-Zq9x';

  it.each([
    ['dotenv', `${BUNDLES.dotenv}INBOXCTL_ELSE=${SPARE}\n`],
    ['json', JSON.stringify({ ...FLEET_KEYS, INBOXCTL_ELSE: SPARE })],
  ])('stops no command, is named in a warning and shown nowhere: %s', async (_, keys) => {
    const { baseUrl, applied, requests } = await serveFleet();
    const cwd = projectOf({ ...FLEET_FILES, keys });
    chmodSync(path.join(cwd, 'keys'), 0o600);
    const run = async (line: string) => {
      const end = await inboxctl([...line.split(' '), '--api-keys-file', 'keys'], {
        cwd,
        env: { INBOXCTL_BASE_URL: baseUrl },
      });
      expect(end.code, `${line}: ${end.stderr}`).toBe(0);
      expect(end.stderr.replace(/\s+/g, ' '), line).toContain(
        'keys that no `apiKey` of the project names: INBOXCTL_ELSE.',
      );
      expect(end.stdout + end.stderr).not.toContain(SPARE);
      return end.stdout;
    };
    expect(JSON.parse(await run('plan --format json')).notices).toMatchObject([
      { code: 'key-bundle', severity: 'warning' },
    ]);
    await run('apply --yes');
    expect(applied()).toBe(40);
    for (const line of ['list', 'doctor', 'pull', 'stats volume']) await run(line);
    await run('rollback --yes --max-deletes 1');
    expect(applied()).toBe(0);
    expect(JSON.stringify(requests)).not.toContain(SPARE);
  });

  it('is hidden in rules, and a variable of a rule may not hold it', async () => {
    const { baseUrl } = await serveFleet();
    const rule = (text: string) => `name: A\ncondition: { aiInstructions: ${text} }\nactions: [{ type: STAR }]\n`;
    const keys = `${BUNDLES.dotenv}INBOXCTL_ELSE=${SPARE}\n`;
    const plan = (text: string) =>
      inboxctl(['plan', '--account', 'inbox-00', '--api-keys-file', 'keys'], {
        cwd: projectOf({ ...FLEET_FILES, 'rules/a.yaml': rule(text), keys }),
        env: { INBOXCTL_BASE_URL: baseUrl, HOOK: SPARE },
      });
    const literal = await plan(`find ${SPARE}`);
    expect(literal).toMatchObject({ code: 0, stdout: expect.stringContaining('(secret INBOXCTL_ELSE)') });
    const referred = await plan('{ env: HOOK }');
    expect(referred).toMatchObject({ code: 3, stderr: expect.stringContaining('"HOOK" holds the API key') });
    for (const { stdout, stderr } of [literal, referred]) expect(stdout + stderr).not.toContain(SPARE);
  });

  it('may be empty, and its name is not shown: it may be a key itself', async () => {
    const { cwd, env } = await three('INBOXCTL_A=key-of-the-inbox-a\nINBOXCTL_4fJa8Zq=\nINBOXCTL_c2VjcmV0==\n');
    const { code, stdout, stderr } = await inboxctl(['plan', '--account', 'a', '--api-keys-file', 'keys'], {
      cwd,
      env,
    });
    expect(code, stderr).toBe(0);
    expect(stdout + stderr).not.toMatch(/4fJa8Zq|c2VjcmV0/);
  });
});

/** An account with a key in the bundle, one in the environment, and one in both. */
async function three(keys: string) {
  const all = { INBOXCTL_A: 'key-of-the-inbox-a', INBOXCTL_B: 'key-of-the-inbox-b', INBOXCTL_C: 'key-of-the-inbox-c' };
  const service = await serve({
    seed: {
      inboxes: ['a', 'b', 'c'].map((name) => ({ name, rules: [] })),
      keys: ['a', 'b', 'c'].map((name) => ({ key: `key-of-the-inbox-${name}`, inbox: name, scopes: ['RULES_READ'] })),
    },
  });
  const cwd = projectOf({
    'inboxctl.yaml':
      'accounts:\n  a: { apiKey: { env: INBOXCTL_A } }\n  b: { apiKey: { env: INBOXCTL_B } }\n  c: { apiKey: { env: INBOXCTL_C } }\n',
    'rules/a.yaml': FLEET_FILES['rules/a.yaml'],
    keys,
  });
  chmodSync(path.join(cwd, 'keys'), 0o600);
  return { cwd, all, service, env: { INBOXCTL_BASE_URL: service.baseUrl } };
}

describe('the environment', () => {
  it('has the keys that the bundle does not have, and gives way where both do', async () => {
    const { cwd, env, all } = await three('INBOXCTL_A=key-of-the-inbox-a\nINBOXCTL_C=key-of-the-inbox-c\n');
    const mixed = { ...env, INBOXCTL_B: all.INBOXCTL_B, INBOXCTL_C: OTHER };
    write(cwd, 'rules/b.yaml', `name: ${OTHER}\ncondition: { aiInstructions: b }\nactions: [{ type: STAR }]\n`);
    const { code, stdout, stderr } = await inboxctl(['plan', '--api-keys-file', 'keys'], { cwd, env: mixed });
    expect(code, stderr).toBe(0);
    // The key that was replaced is still secret.
    expect(stdout).toContain('(secret INBOXCTL_C)');
    expect(stdout + stderr).not.toContain(OTHER);
    expect((await inboxctl(['plan'], { cwd, env: mixed })).code).toBe(3);
  });

  it('and the bundle have no key for an account: it is named, and the others are planned', async () => {
    const { cwd, env, all } = await three('INBOXCTL_A=key-of-the-inbox-a\n');
    const { code, stdout, stderr } = await inboxctl(['plan', '--api-keys-file', 'keys'], {
      cwd,
      env: { ...env, INBOXCTL_B: all.INBOXCTL_B },
    });
    expect(code).toBe(3);
    expect(stderr).toContain('INBOXCTL_C');
    expect(stdout).toContain('1 of 3 accounts could not be planned: c.');
  });

  it('gives way to a variable without a value too: its account alone has no key', async () => {
    const { cwd, env, all } = await three('INBOXCTL_A=key-of-the-inbox-a\nINBOXCTL_B=\nINBOXCTL_C=" "\n');
    const { code, stdout, stderr } = await inboxctl(['plan', '--api-keys-file', 'keys'], {
      cwd,
      env: { ...env, INBOXCTL_B: all.INBOXCTL_B },
    });
    expect(code).toBe(3);
    expect(stderr).toContain('b: The API key is not set: the variable is missing or empty: INBOXCTL_B.');
    expect(stdout).toContain('2 of 3 accounts could not be planned: b, c.');
  });

  it('of git has no key of inboxctl', async () => {
    const { cwd, env } = await three(`INBOXCTL_A=key-of-the-inbox-a\nINBOXCTL_C=${'x'.repeat(900_000)}\n`);
    write(
      cwd,
      'bin/git',
      `#!/bin/sh\nenv >> '${cwd}/seen'\nexec ${execFileSync('which', ['git'], { encoding: 'utf8' }).trim()} "$@"\n`,
    );
    chmodSync(path.join(cwd, 'bin/git'), 0o755);
    for (const args of [['init', '-q'], ['add', 'rules', 'inboxctl.yaml'], COMMIT]) execFileSync('git', args, { cwd });
    const args = ['plan', '--account', 'a', '--base', 'HEAD', '--api-keys-file', 'keys'];
    const { code, stderr } = await inboxctl(args, {
      cwd,
      env: { ...env, PATH: `${path.join(cwd, 'bin')}:${process.env.PATH}`, INBOXCTL_B: OTHER },
    });
    expect(code, stderr.slice(0, 1000)).toBe(0);
    const seen = readFileSync(path.join(cwd, 'seen'), 'utf8');
    expect(seen).toContain('PATH=');
    expect(seen).not.toMatch(/INBOXCTL|xxxx/);
  });
});

describe('where a key of a bundle goes', () => {
  it('INBOXCTL_API_KEY goes to the origin of INBOXCTL_BASE_URL only', async () => {
    const service = await serve();
    const cwd = projectOf({
      'inboxctl.yaml': `accounts: { a: { baseUrl: "http://127.0.0.1:1/api/v1" } }\n`,
      'rules/a.yaml': FLEET_FILES['rules/a.yaml'],
      keys: 'INBOXCTL_API_KEY=sandbox-key-of-the-tests\n',
    });
    const env = { INBOXCTL_BASE_URL: service.baseUrl };
    const { code, stderr } = await inboxctl(['plan', '--api-keys-file', 'keys'], { cwd, env });
    expect(code).toBe(4);
    expect(stderr.replace(/\s+/g, ' ')).toContain('INBOXCTL_API_KEY goes to the origin of INBOXCTL_BASE_URL only');
  });

  it('it is the key of a project that names none', async () => {
    const service = await serve();
    const cwd = projectOf({
      'rules/a.yaml': FLEET_FILES['rules/a.yaml'],
      keys: '{"INBOXCTL_API_KEY": "sandbox-key-of-the-tests"}',
    });
    const env = { INBOXCTL_BASE_URL: service.baseUrl };
    expect(await inboxctl(['plan', '--api-keys-file', 'keys'], { cwd, env })).toMatchObject({ code: 0 });
  });

  it('the next command has the bundle too', async () => {
    const { cwd, env } = await three('INBOXCTL_A=key-of-the-inbox-a\n');
    const { stdout } = await inboxctl(['plan', '--account', 'a', '--api-keys-file', 'keys'], { cwd, env });
    expect(stdout).toContain('inboxctl apply --account a --api-keys-file keys');
  });
});

describe('the file', () => {
  it.each([
    ['--api-keys-file', 'inboxctl.yaml', 40],
    ['--api-key-file', 'none.yaml', 1],
  ])(
    'of %s may be a pipe, which is read once though a command opens several sessions',
    async (option, file, inboxes) => {
      const { baseUrl, requests } = await serveFleet();
      const { 'inboxctl.yaml': accounts } = FLEET_FILES;
      const keys = inboxes === 1 ? (Object.values(FLEET_KEYS)[0] ?? '') : BUNDLES.json;
      const cwd = projectOf({ [file]: accounts, text: keys });
      const command = `'${process.execPath}' '${PROGRAM}' init ${option} <(cat text)`;
      const env = { PATH: process.env.PATH, INBOXCTL_BASE_URL: baseUrl, ...withHome(cwd) };
      const child = spawn('bash', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
      expect(requests).toHaveLength(inboxes);
    },
  );

  it('gets a warning if everybody can read it', async () => {
    const { cwd, env } = await three('INBOXCTL_A=key-of-the-inbox-a\n');
    const args = ['plan', '--account', 'a', '--api-keys-file', 'keys'];
    expect((await inboxctl(args, { cwd, env })).stderr).toBe('');
    chmodSync(path.join(cwd, 'keys'), 0o644);
    expect((await inboxctl(args, { cwd, env })).stderr).toContain('Run: chmod 600 keys');
  });

  it('is looked for in the folder of -C', async () => {
    const { cwd, env } = await three('INBOXCTL_A=key-of-the-inbox-a\n');
    const args = ['plan', '-C', path.basename(cwd), '--account', 'a', '--api-keys-file', 'keys'];
    expect(await inboxctl(args, { cwd: path.dirname(cwd), env })).toMatchObject({ code: 0 });
  });
});

describe('a bundle that is wrong', () => {
  it.each([
    ['is not there', ['--api-keys-file', 'none'], 'The bundle of keys none cannot be read: it does not exist'],
    ['is a folder', ['--api-keys-file', 'rules'], 'The bundle of keys rules cannot be read: it is a folder'],
    ['is named twice', ['--api-keys-file', 'keys', '--api-keys-file', 'text'], 'It takes one value'],
    [
      'is beside the key of one account',
      ['--api-keys-file', 'keys', '--api-key-file', 'keys'],
      'with the key of one: --api-key-file',
    ],
  ])('it %s', async (_, args, says) => {
    const { cwd, env, service } = await three('INBOXCTL_A=key-of-the-inbox-a\n');
    const { code, stdout, stderr } = await inboxctl(['plan', ...args], { cwd, env });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr.replace(/\s+/g, ' ')).toContain(says);
    expect(service.requests).toEqual([]);
  });

  it.each([
    ['is empty', '', 'cannot be read: line 1.'],
    ['is not JSON', '{"INBOXCTL_A": "s3cr3t-one",}', 'cannot be read: line 1.'],
    ['has a line that is not one', 'INBOXCTL_A=s3cr3t-one\ns3cr3t-two\n', 'cannot be read: line 2.'],
    ['has words of the message in it', 'INBOXCTL_A=s3cr3t-one\nthe line cannot be read: s3cr3t-two\n', 'read: line 2.'],
    ['has a private key', `INBOXCTL_A=s3cr3t-one\n${'s3cr3t\n'.repeat(30)}\ns3cr3t`, 'read: lines 2 to 31, line 33.'],
    [
      'has a variable twice',
      '{"INBOXCTL_A": "s3cr3t-one", "INBOXCTL_A": "s3cr3t-two"}',
      'variables more than once: INBOXCTL_A.',
    ],
    [
      'has all secrets',
      '{"INBOXCTL_A": "s3cr3t-one", "NPM_TOKEN": "s3cr3t-two", "github_token": "s3cr3t-three"}',
      'cannot be read: line 1.',
    ],
    ['has another setting', 'INBOXCTL_A=s3cr3t-one\nINBOXCTL_SIGNING_KEY=s3cr3t-two\n', 'cannot be read: line 2.'],
    ['has a secret of a rule', 'INBOXCTL_A=s3cr3t-one\nHOOK=s3cr3t-two\n', 'cannot be read: line 2.'],
    ['has a secret for a name', 'INBOXCTL_A=s3cr3t-one\ns3cr3t=INBOXCTL_B\n', 'cannot be read: line 2.'],
    [
      'has a key that cannot be one',
      'INBOXCTL_A="s3cr3t one"\nINBOXCTL_B=key-of-the-inbox-b',
      'has white space or a line break',
    ],
  ])('it %s: exit 3, and no value is shown', async (_, text, says) => {
    const { cwd, env, service } = await three(text);
    write(
      cwd,
      'rules/a.yaml',
      'name: A\ncondition: { aiInstructions: a }\nactions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } } }]\n',
    );
    for (const more of [[], ['--format', 'json']]) {
      const args = ['list', '--account', 'a', '--api-keys-file', 'keys', ...more];
      const { code, stdout, stderr } = await inboxctl(args, { cwd, env });
      expect(code).toBe(3);
      expect(stderr.replace(/\s+/g, ' ')).toContain(says);
      expect(stdout + stderr).not.toMatch(/s3cr3t/);
    }
    expect(service.requests).toEqual([]);
  });

  it('is told by doctor as a wrong option', async () => {
    const { cwd, env } = await three('INBOXCTL_A=key-of-the-inbox-a\nOTHER=s3cr3t\n');
    const { code, stdout, stderr } = await inboxctl(['doctor', '--api-keys-file', 'keys'], { cwd, env });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('cannot be read: line 2.');
  });

  it('hides its values in what else is wrong', async () => {
    const { cwd, env } = await three('INBOXCTL_A=s3cr3t-one\nOTHER=s3cr3t-two\n');
    write(cwd, 'inboxctl.yaml', 'acounts: { s3cr3t-one: s3cr3t-two }\n');
    const { code, stdout, stderr } = await inboxctl(['plan', '--api-keys-file', 'keys'], { cwd, env });
    expect(code).toBe(3);
    expect(stderr).toContain('acounts');
    expect(stdout + stderr).not.toMatch(/s3cr3t/);
  });
});

it('the keys of the fleet are forty', () => {
  expect(new Set(Object.values(FLEET_KEYS)).size).toBe(40);
});
