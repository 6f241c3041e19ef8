/** Which address and which key are used: those of a flag, else those of the files, else those of the environment. */
import { describe, expect, it } from 'vitest';
import { doctorDocument } from '../../src/model/doctor.ts';
import { planDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve, write } from '../harness/project.ts';
import { IS_NIGHT } from '../harness/runs.ts';

const rule = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n`;

/** Where a setting may be. The first that has it counts. */
const PLACES = ['flag', 'account', 'top', 'environment'] as const;
type Place = (typeof PLACES)[number];
type Places = readonly Place[];

const keyOf = (inbox: string) => `key-of-the-inbox-${inbox}`;
const VARIABLES = { account: 'INBOXCTL_OWN_KEY', top: 'INBOXCTL_TEAM_KEY' };

/** Inboxes of these names, each with a key; `asked` has the inbox of each request. */
async function serveInboxes(names: readonly string[] = PLACES) {
  const asked: (string | null)[] = [];
  const seed = { inboxes: names.map((name) => ({ name })), keys: names.map((inbox) => ({ key: keyOf(inbox), inbox })) };
  const service = await serve({ key: undefined, seed, log: ({ inbox }) => asked.push(inbox) });
  return { ...service, asked };
}

/** Every choice of places. */
const CHOICES = Array.from({ length: 2 ** PLACES.length }, (_, bits) => PLACES.filter((_, bit) => bits & (2 ** bit)));
const first = (places: Places) => PLACES.find((place) => places.includes(place));

/** A service for each place, and a project with an address and a key from some of them, each another. */
async function world() {
  const services = new Map<Place, Awaited<ReturnType<typeof serveInboxes>>>();
  for (const place of PLACES) services.set(place, await serveInboxes());
  const urlOf = (place: Place) => services.get(place)?.baseUrl ?? '';
  const cwd = projectOf({ 'rules/a.yaml': rule('A'), key: keyOf('flag') });
  /** What a plan asks and says. `home`: the place whose address the environment has. */
  const planned = async (addresses: Places, keys: Places, home: Place) => {
    const named = (place: 'account' | 'top') => [
      ...(addresses.includes(place) ? [`baseUrl: "${urlOf(place)}"`] : []),
      ...(keys.includes(place) ? [`apiKey: { env: ${VARIABLES[place]} }`] : []),
    ];
    write(cwd, 'inboxctl.yaml', [...named('top'), `accounts: { a: { ${named('account').join(', ')} } }`].join('\n'));
    const env = {
      INBOXCTL_OWN_KEY: keyOf('account'),
      INBOXCTL_TEAM_KEY: keyOf('top'),
      ...(addresses.includes('environment') && { INBOXCTL_BASE_URL: urlOf(home) }),
      ...(keys.includes('environment') && { INBOXCTL_API_KEY: keyOf('environment') }),
    };
    const flags = [
      ...(addresses.includes('flag') ? ['--base-url', urlOf('flag')] : []),
      ...(keys.includes('flag') ? ['--api-key-file', 'key'] : []),
    ];
    for (const { asked } of services.values()) asked.length = 0;
    const { stdout } = await inboxctl(['plan', '--format', 'json', ...flags], { cwd, env });
    const { notices } = planDocument.parse(JSON.parse(stdout));
    return {
      problems: notices.flatMap(({ code, severity }) => (severity === 'error' ? code : [])),
      isUnusedSaid: notices.some(({ code }) => code === 'base-url-unused'),
      asked: [...services].flatMap(([address, { asked }]) => asked.map((key) => ({ address, key }))),
    };
  };
  return { planned };
}

/** Where the one request goes, or what is wrong. */
function expected(addresses: Places, keys: Places, home: Place) {
  const [address, key] = [first(addresses), first(keys)];
  const isByFiles = address === 'account' || address === 'top';
  const isUnused = isByFiles && addresses.includes('environment') && home !== address;
  const problems = [
    ...(address === undefined ? ['base-url-missing'] : []),
    ...(key === undefined ? ['api-key-missing'] : []),
    // Without a name it is INBOXCTL_API_KEY, set or not.
    ...(isUnused && (key ?? 'environment') === 'environment' ? ['api-key-elsewhere'] : []),
  ];
  const isUnusedSaid = isUnused && !problems.includes('api-key-elsewhere');
  return { problems, isUnusedSaid, asked: problems.length > 0 ? [] : [{ address, key }] };
}

describe.each(CHOICES)('an address by %s %s %s %s', (...given) => {
  const addresses = given.filter((place) => place !== undefined);
  const byFiles = addresses.filter((place) => place === 'account' || place === 'top');
  const homes: Places = addresses.includes('environment') ? ['environment', ...byFiles] : ['environment'];

  it.each(homes)('and a key by any of them, where the environment has the address of: %s', async (home) => {
    const { planned } = await world();
    const some = CHOICES.filter(({ length }) => length < 2 || length === PLACES.length);
    for (const keys of IS_NIGHT || addresses.length === 1 ? CHOICES : some) {
      const found = await planned(addresses, keys, home);
      expect(found, `keys: ${keys.join(', ')}`).toEqual(expected(addresses, keys, home));
    }
  });
});

describe('a project that names the address and the key of its inbox', () => {
  const SETTINGS = (url: string) => `baseUrl: "${url}"\napiKey: { env: INBOXCTL_TEAM_KEY }\n`;

  /** The team's inbox, and a personal one at the same address or at another, which the environment has. */
  async function personal(at: 'the same address' | 'another address', settings = SETTINGS) {
    const team = await serveInboxes(['team', 'personal']);
    const home = at === 'the same address' ? team : await serveInboxes(['personal', 'team']);
    const cwd = projectOf({ 'inboxctl.yaml': settings(team.baseUrl), 'rules/a.yaml': rule('A') });
    const own = { INBOXCTL_BASE_URL: home.baseUrl, INBOXCTL_API_KEY: keyOf('personal') };
    const run = (args: string[], more: Record<string, string> = {}) =>
      inboxctl(args, { cwd, env: { ...own, INBOXCTL_TEAM_KEY: keyOf('team'), ...more } });
    return { team, home, cwd, run };
  }

  it.each(['the same address', 'another address'] as const)('works on it beside a personal one at %s', async (at) => {
    const { team, home, run } = await personal(at);
    for (const args of [['plan'], ['apply', '--yes'], ['pull'], ['stats', 'volume'], ['list'], ['doctor']]) {
      const { code, stdout, stderr } = await run(args);
      expect({ args, code }).toEqual({ args, code: 0 });
      const said = (stdout + stderr).replace(/\s+/g, ' ');
      expect(said.split('INBOXCTL_BASE_URL is set').length - 1, said).toBe(at === 'another address' ? 1 : 0);
    }
    expect(new Set(team.asked)).toEqual(new Set(['team']));
    expect(team.rules('team').map(({ name }) => name)).toEqual(['A']);
    expect(home.rules('personal')).toEqual([]);
    if (home !== team) expect(home.asked).toEqual([]);
  });

  it('is told by doctor, with what is not used, and what names the rest', async () => {
    const { team, run } = await personal('another address');
    const { stdout, code } = await run(['doctor', '--format', 'json']);
    const { notices, probes } = doctorDocument.parse(JSON.parse(stdout));
    expect({ code, notices }).toEqual({ code: 0, notices: [] });
    const settings = probes.filter(({ probe }) => probe === 'base-url' || probe === 'api-key');
    expect(settings.map(({ result, detail }) => [result, detail])).toEqual([
      ['ok', `${team.baseUrl}, from the top level of inboxctl.yaml; INBOXCTL_BASE_URL is set to another, and not used`],
      [
        'ok',
        'from INBOXCTL_TEAM_KEY, by the top level of inboxctl.yaml; INBOXCTL_API_KEY is set to another, and not used',
      ],
    ]);
  });

  it.each([
    ['the account', (url: string) => `accounts: { a: { baseUrl: "${url}", apiKey: { env: INBOXCTL_TEAM_KEY } } }`],
    ['the environment', () => ''],
    ['flags', SETTINGS],
  ])('doctor says where an address and a key come from: %s', async (of, settings) => {
    const { team, cwd, run } = await personal('the same address', settings);
    write(cwd, 'key', keyOf('team'));
    const flags = of === 'flags' ? ['--base-url', team.baseUrl, '--api-key-file', 'key'] : [];
    const { stdout } = await run(['doctor', ...flags, '--format', 'json'], { INBOXCTL_API_KEY: keyOf('team') });
    const { probes } = doctorDocument.parse(JSON.parse(stdout));
    const settled = probes.filter(({ probe }) => probe === 'base-url' || probe === 'api-key');
    const from = {
      'the account': ["the account's settings", "INBOXCTL_TEAM_KEY, by the account's settings"],
      'the environment': ['INBOXCTL_BASE_URL', 'INBOXCTL_API_KEY'],
      flags: ['--base-url', 'key'],
    }[of];
    expect(settled.map(({ detail }) => detail)).toEqual([`${team.baseUrl}, from ${from?.[0]}`, `from ${from?.[1]}`]);
  });

  it('needs its key: that of the environment does not take its place', async () => {
    const { team, run } = await personal('the same address');
    for (const command of ['plan', 'doctor']) {
      const { code, stdout, stderr } = await run([command], { INBOXCTL_TEAM_KEY: '' });
      expect({ code, asked: team.asked }).toEqual({ code: 3, asked: [] });
      expect((stdout + stderr).replace(/\s+/g, ' ')).toContain('missing or empty: INBOXCTL_TEAM_KEY');
    }
  });

  it('by the name INBOXCTL_API_KEY has that key, at the address of INBOXCTL_BASE_URL only', async () => {
    const named = (url: string) => SETTINGS(url).replace('INBOXCTL_TEAM_KEY', 'INBOXCTL_API_KEY');
    const same = await personal('the same address', named);
    expect(await same.run(['plan'])).toMatchObject({ code: 0 });
    expect(same.team.asked).toEqual(['personal']);
    const other = await personal('another address', named);
    const { code, stderr } = await other.run(['plan']);
    expect({ code, asked: [...other.team.asked, ...other.home.asked] }).toEqual({ code: 4, asked: [] });
    for (const { baseUrl } of [other.team, other.home]) expect(stderr).toContain(new URL(baseUrl).origin);
  });

  it('has the keys of a bundle before those of the environment, under the name that the files say', async () => {
    const { team, cwd, run } = await personal('the same address');
    write(cwd, 'keys', `INBOXCTL_TEAM_KEY=${keyOf('team')}\nINBOXCTL_API_KEY=${keyOf('personal')}\n`);
    const { code, stderr } = await run(['plan', '--api-keys-file', 'keys'], {
      INBOXCTL_TEAM_KEY: 'of-the-environment',
    });
    expect({ code, asked: team.asked }).toEqual({ code: 0, asked: ['team'] });
    expect(stderr.replace(/\s+/g, ' ')).toContain('keys that no `apiKey` of the project names: INBOXCTL_API_KEY.');
  });
});

describe('INBOXCTL_BASE_URL that is not used', () => {
  it('is no warning where it is the address of one of the selected accounts', async () => {
    const [own, home] = [await serveInboxes(), await serveInboxes()];
    const settings = `accounts:
  a: { baseUrl: "${own.baseUrl}/", apiKey: { env: INBOXCTL_A_KEY } }
  b: { apiKey: { env: INBOXCTL_B_KEY } }
`;
    const cwd = projectOf({ 'inboxctl.yaml': settings, 'rules/a.yaml': rule('A') });
    const keys = { INBOXCTL_A_KEY: keyOf('account'), INBOXCTL_B_KEY: keyOf('top') };
    const said = async (url: string, ...args: string[]) => {
      const { code, stderr } = await inboxctl(['plan', ...args], { cwd, env: { INBOXCTL_BASE_URL: url, ...keys } });
      expect(code).toBe(0);
      return stderr.includes('INBOXCTL_BASE_URL is set');
    };
    expect(await said(home.baseUrl)).toBe(false);
    expect(await said(home.baseUrl, '--account', 'b')).toBe(false);
    expect(await said(home.baseUrl, '--account', 'a')).toBe(true);
    // The same but for a slash.
    expect(await said(own.baseUrl, '--account', 'a')).toBe(false);
    expect(await said(home.baseUrl, '--account', 'a', '--base-url', own.baseUrl)).toBe(false);
  });
});
