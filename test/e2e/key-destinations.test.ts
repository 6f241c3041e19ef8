/** Where keys go, whatever a project file says: it may be that of a repository that was only cloned. */
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve, write } from '../harness/project.ts';

const RULE = 'name: A\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';
const OWN = { INBOXCTL_EVIL_KEY: KEY };

/** The inbox that the environment names, and another server that a project file names; both know the key. */
async function world(account: (baseUrl: string) => string) {
  const [home, other] = [await serve(), await serve()];
  const cwd = projectOf({
    'inboxctl.yaml': `accounts:\n  evil: { ${account(other.baseUrl)} }\n`,
    'rules/a.yaml': RULE,
  });
  return { cwd, home, other, host: new URL(other.baseUrl).host };
}

/** All that send a key. */
const COMMANDS = [['plan'], ['apply', '--yes'], ['pull', '--dry-run'], ['stats', 'volume'], ['doctor']];

describe('INBOXCTL_API_KEY', () => {
  it.each(COMMANDS)('%s sends it to the origin of INBOXCTL_BASE_URL only', async (...args) => {
    const { cwd, home, other } = await world((url) => `baseUrl: "${url}"`);
    const { code, stdout, stderr } = await inboxctl(args, { cwd, env: home.env });
    const said = (stdout + stderr).replace(/\s+/g, ' ');
    expect({ code, requests: other.requests }).toEqual({ code: 4, requests: [] });
    expect(said).toContain(
      `INBOXCTL_API_KEY goes to the origin of INBOXCTL_BASE_URL only, which is ${new URL(home.baseUrl).origin}.`,
    );
    expect(said).toContain(new URL(other.baseUrl).origin);
    expect(home.requests).toEqual([]);
  });

  it.each([
    ['because an account names it', 'INBOXCTL_API_KEY', {}, 'inboxctl.yaml:2:'],
    // Windows reads it as the same variable.
    ['by another spelling of its name', 'INBOXCTL_Api_Key', {}, 'inboxctl.yaml:2:'],
    [
      'where INBOXCTL_BASE_URL is not a URL',
      'INBOXCTL_API_KEY',
      { INBOXCTL_BASE_URL: 'mail.example.com' },
      'INBOXCTL_BASE_URL only, which is not a valid URL',
    ],
  ])('does not go elsewhere %s', async (_, variable, more, said) => {
    const { cwd, home, other } = await world((url) => `baseUrl: "${url}", apiKey: { env: ${variable} }`);
    const { code, stderr } = await inboxctl(['plan'], { cwd, env: { ...home.env, [variable]: KEY, ...more } });
    expect({ code, requests: other.requests }).toEqual({ code: 4, requests: [] });
    expect(stderr.replace(/\s+/g, ' ')).toContain(said);
  });

  it('goes to another path of the same origin', async () => {
    const home = await serve();
    const cwd = projectOf({
      'inboxctl.yaml': `accounts: { a: { baseUrl: "${home.baseUrl}/" } }\n`,
      'rules/a.yaml': RULE,
    });
    const env = { ...home.env, INBOXCTL_BASE_URL: `${new URL(home.baseUrl).origin}/other/api/v1` };
    expect(await inboxctl(['plan'], { cwd, env })).toMatchObject({ code: 0 });
    expect(home.requests).not.toEqual([]);
  });

  it('goes where --base-url says, which is typed for one account, and where the account says', async () => {
    const { cwd, home, other } = await world((url) => `baseUrl: "${url}"`);
    expect(await inboxctl(['plan', '--base-url', other.baseUrl], { cwd, env: home.env })).toMatchObject({ code: 0 });
    // INBOXCTL_BASE_URL is not set.
    expect(await inboxctl(['plan'], { cwd, env: { INBOXCTL_API_KEY: KEY } })).toMatchObject({ code: 0 });
    expect(other.requests).toHaveLength(2);
  });

  it('stops its account only: one with a key of its own is planned', async () => {
    const { cwd, home, other } = await world(
      (url) => `baseUrl: "${url}" }\n  good: { apiKey: { env: INBOXCTL_GOOD_KEY }`,
    );
    const env = { ...home.env, INBOXCTL_API_KEY: 'another-key-of-the-tests', INBOXCTL_GOOD_KEY: KEY };
    const { code, stdout } = await inboxctl(['plan', '--format', 'json'], { cwd, env });
    const { accounts } = JSON.parse(stdout);
    expect(code).toBe(4);
    expect(accounts.map(({ error }: { error?: { code: string } }) => error?.code)).toEqual([
      'api-key-elsewhere',
      undefined,
    ]);
    expect(other.requests).toEqual([]);
    expect(home.requests).not.toEqual([]);
  });
});

describe('the variable of an account', () => {
  it.each([
    ...['AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'PATH', 'INBOXCTL_SIGNING_KEY', 'INBOXCTL_BASE_URL'],
    ...['INBOXCTL_ALLOWED_HOSTS', 'inboxctl_key'],
  ])('%s is not sent', async (variable) => {
    const { cwd, home, other } = await world((url) => `baseUrl: "${url}", apiKey: { env: ${variable} }`);
    const secret = 'value-of-the-variable';
    const env = { ...home.env, [variable]: variable === 'PATH' ? (process.env.PATH ?? '') : secret };
    const { code, stderr } = await inboxctl(['plan'], { cwd, env });
    expect({ code, requests: other.requests }).toEqual({ code: 3, requests: [] });
    expect(stderr).toContain('inboxctl.yaml:2:');
    expect(stderr).toContain(variable);
    expect(stderr).toContain('INBOXCTL_ALICE_KEY');
    expect(stderr).not.toContain(secret);
  });

  it('is told by validate, offline, in the file of an account too', async () => {
    const cwd = projectOf({
      'inboxctl.yaml': 'accounts: accounts\n',
      'accounts/a.yaml': 'rules: [../rules]\napiKey: { env: AWS_SECRET_ACCESS_KEY }\n',
      'rules/a.yaml': RULE,
    });
    const { code, stdout } = await inboxctl(['validate'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toMatch(/accounts\/a\.yaml:2:9[\s\S]*AWS_SECRET_ACCESS_KEY/);
  });
});

describe('NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  const env = {
    INBOXCTL_BASE_URL: 'https://mail.example.com/api/v1',
    INBOXCTL_API_KEY: KEY,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  };
  const cwd = () => projectOf({ 'rules/a.yaml': RULE });

  it.each(COMMANDS)('%s sends no key', async (...args) => {
    const { code, stdout, stderr } = await inboxctl(args, { cwd: cwd(), env });
    expect(code).toBe(4);
    const said = (stdout + stderr).replace(/\s+/g, ' ');
    expect(said).toContain('NODE_TLS_REJECT_UNAUTHORIZED is 0');
    expect(said).toContain('NODE_EXTRA_CA_CERTS');
  });

  it('is overridden by --allow-http', async () => {
    // Nothing is sent: the proxy is none.
    const all = { ...env, HTTPS_PROXY: 'http://127.0.0.1:1' };
    const { code, stderr } = await inboxctl(['plan', '--allow-http'], { cwd: cwd(), env: all });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.not.stringContaining('UNAUTHORIZED') });
  });

  it('does not matter on this machine, offline, or with another value', async () => {
    const home = await serve();
    const local = { ...home.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(await inboxctl(['plan'], { cwd: cwd(), env: local })).toMatchObject({ code: 0 });
    expect(await inboxctl(['validate'], { cwd: cwd(), env })).toMatchObject({ code: 0 });
    const checked = { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '1', HTTPS_PROXY: 'http://127.0.0.1:1' };
    expect(await inboxctl(['plan'], { cwd: cwd(), env: checked })).toMatchObject({ code: 1 });
  });
});

describe('INBOXCTL_ALLOWED_HOSTS', () => {
  const withOwnKey = (url: string) => `baseUrl: "${url}", apiKey: { env: INBOXCTL_EVIL_KEY }`;

  it.each(COMMANDS)('%s sends no key to another host', async (...args) => {
    const { cwd, other, host } = await world(withOwnKey);
    const env = { ...OWN, INBOXCTL_ALLOWED_HOSTS: 'mail.example.com, other.example.com' };
    const { code, stdout, stderr } = await inboxctl(args, { cwd, env });
    expect({ code, requests: other.requests }).toEqual({ code: 4, requests: [] });
    expect((stdout + stderr).replace(/\s+/g, ' ')).toContain(`${host}, which INBOXCTL_ALLOWED_HOSTS does not list`);
  });

  it.each(['--base-url', '--api-key-file'])('holds for %s too', async (flag) => {
    const { cwd, other } = await world(withOwnKey);
    write(cwd, 'key', KEY);
    const value = flag === '--base-url' ? other.baseUrl : 'key';
    const env = { ...OWN, INBOXCTL_ALLOWED_HOSTS: 'mail.example.com' };
    expect(await inboxctl(['plan', flag, value], { cwd, env })).toMatchObject({ code: 4 });
    expect(other.requests).toEqual([]);
  });

  it('lets keys go to the hosts that it lists, in any case, with their ports', async () => {
    const { cwd, host } = await world(withOwnKey);
    const env = { ...OWN, INBOXCTL_ALLOWED_HOSTS: `Mail.Example.com\n ${host.toUpperCase()}` };
    expect(await inboxctl(['plan'], { cwd, env })).toMatchObject({ code: 0 });
    const withoutPort = { ...OWN, INBOXCTL_ALLOWED_HOSTS: host.replace(/:\d+$/, '') };
    expect(await inboxctl(['plan'], { cwd, env: withoutPort })).toMatchObject({ code: 4 });
  });

  it.each([
    ['', 0],
    [' , ', 4],
  ])('%j is exit code %i', async (hosts, code) => {
    const { cwd } = await world(withOwnKey);
    expect(await inboxctl(['plan'], { cwd, env: { ...OWN, INBOXCTL_ALLOWED_HOSTS: hosts } })).toMatchObject({ code });
  });
});

describe('`baseUrl` and `apiKey` at the top of the project file', () => {
  /** Two services, whose keys differ, and a project at the second. */
  async function shared(settings: (url: string) => string) {
    const [home, other] = [await serve(), await serve({ key: 'another-key-of-the-tests' })];
    const cwd = projectOf({ 'inboxctl.yaml': settings(other.baseUrl), 'rules/a.yaml': RULE });
    return { cwd, home, other };
  }
  const TOP = (url: string) => `baseUrl: "${url}"\napiKey: { env: INBOXCTL_TEAM_KEY }\n`;
  const TEAM = { INBOXCTL_TEAM_KEY: 'another-key-of-the-tests' };

  it('are those of an account that has none of its own, and listed by accounts and by doctor', async () => {
    const { cwd, other } = await shared(TOP);
    expect(await inboxctl(['plan'], { cwd, env: TEAM })).toMatchObject({ code: 0 });
    expect(other.requests).not.toEqual([]);
    const accounts = await inboxctl(['accounts', '--format', 'json'], { cwd, env: TEAM });
    expect(JSON.parse(accounts.stdout).accounts[0]).toMatchObject({
      baseUrl: other.baseUrl,
      baseUrlFrom: 'project',
      apiKey: { env: 'INBOXCTL_TEAM_KEY', set: true },
    });
    const doctor = await inboxctl(['doctor'], { cwd, env: TEAM });
    expect(doctor).toMatchObject({ code: 0 });
    for (const part of [other.baseUrl, 'INBOXCTL_TEAM_KEY']) expect(doctor.stdout).toContain(part);
  });

  it('do not let INBOXCTL_API_KEY go to another origin than that of INBOXCTL_BASE_URL', async () => {
    const { cwd, home, other } = await shared((url) => `baseUrl: "${url}"\n`);
    const { code, stderr } = await inboxctl(['plan'], { cwd, env: home.env });
    expect({ code, requests: other.requests }).toEqual({ code: 4, requests: [] });
    const said = stderr.replace(/\s+/g, ' ');
    expect(said).toContain('INBOXCTL_API_KEY goes to the origin of INBOXCTL_BASE_URL only');
    for (const { baseUrl } of [home, other]) expect(said).toContain(new URL(baseUrl).origin);
  });
});
