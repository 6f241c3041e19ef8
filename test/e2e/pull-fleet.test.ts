/** `init` and `pull` in a project of several accounts: what all have alike is shared, and each has a folder for the rest. */
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { fleetOf } from '../harness/keyed-fleet.ts';

import { projectOf, serve, write } from '../harness/project.ts';

const live = (name: string, find = name) => ({
  name,
  condition: { aiInstructions: find },
  actions: [{ type: 'ARCHIVE' }],
});
const COMMON = ['Newsletters', 'Receipts', 'Calendar'].map((name) => live(name));

/** Forty inboxes and one that joins them: all have three rules alike; a fourth is as in no other, and each tenth has one more. */
async function forty(files: Record<string, string>) {
  const { keys, seed } = fleetOf(41);
  const inboxes = seed.inboxes.map(({ name }, index) => ({
    name,
    rules: [...COMMON, live('Mine', name), ...(index % 10 === 0 ? [live('Rare')] : [])],
  }));
  const { baseUrl } = await serve({ seed: { ...seed, inboxes } });
  const cwd = projectOf(files);
  /** Puts the keys of so many inboxes into the bundle. */
  const bundle = (count: number) => {
    const lines = Object.entries(keys).map(([name, key]) => `${name}=${key}\n`);
    write(cwd, 'keys', lines.slice(0, count).join(''));
    chmodSync(path.join(cwd, 'keys'), 0o600);
  };
  return { ...projectIn(cwd, { INBOXCTL_BASE_URL: baseUrl }, ['--api-keys-file', 'keys']), bundle };
}

function projectIn(cwd: string, env: Record<string, string>, more: string[] = []) {
  const run = (...args: string[]) => inboxctl([...args, ...more], { cwd, env });
  const files = (folder = 'rules') =>
    readdirSync(cwd, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.startsWith(folder) && file.endsWith('.yaml'))
      .sort();
  const read = (name: string) => readFileSync(path.join(cwd, name), 'utf8');
  /** How many accounts the plan is of, and its changes. */
  const planned = async () => {
    const plan = planDocument.parse(JSON.parse((await run('plan', '--format', 'json')).stdout));
    return {
      accounts: plan.accounts.length,
      changes: plan.changes.map(({ account, op, name }) => `${account}: ${op} ${name}`),
    };
  };
  return { cwd, run, files, read, planned };
}

const entry = (name: string) => `  ${name}: { apiKey: { env: INBOXCTL_KEY_${name.slice(-2)} } } # of ${name}\n`;

describe.each([
  ['listed in the project file', false],
  ['in files of their own', true],
])('forty inboxes that are alike in parts, %s', (_, areFiles) => {
  const names = fleetOf(40).seed.inboxes.map(({ name }) => name);
  const declared = (name: string): [string, string] =>
    areFiles ? [`accounts/${name}.yaml`, `apiKey: { env: INBOXCTL_KEY_${name.slice(-2)} } # of ${name}\n`] : ['', ''];
  const PROJECT = areFiles
    ? { 'inboxctl.yaml': 'rules: [rules/common]\naccounts: accounts\n', ...Object.fromEntries(names.map(declared)) }
    : { 'inboxctl.yaml': `# all\nrules: [rules/common]\naccounts:\n${names.map(entry).join('')}` };

  it('have a file for each rule after init, empty plans, and take in one more', async () => {
    const { cwd, run, files, read, planned, bundle } = await forty(PROJECT);
    bundle(40);
    const begun = await run('init');
    expect(begun).toMatchObject({ code: 0, stderr: '' });
    expect(begun.stdout).toMatch(/No changes/);
    // Three that all have alike, forty of their own, and one more in four.
    expect(files()).toHaveLength(3 + 40 + 4);
    expect(files('rules/common')).toEqual(
      ['calendar', 'newsletters', 'receipts'].map((name) => `rules/common/${name}.yaml`),
    );
    expect(files('rules/inbox-10')).toEqual(['mine', 'rare'].map((name) => `rules/inbox-10/${name}.yaml`));
    expect(await planned()).toEqual({ accounts: 40, changes: [] });
    const [file, text] = areFiles
      ? [
          'accounts/inbox-07.yaml',
          'apiKey: { env: INBOXCTL_KEY_07 } # of inbox-07\nrules:\n  - ../rules/common\n  - ../rules/inbox-07\n',
        ]
      : [
          'inboxctl.yaml',
          '  inbox-07: { apiKey: { env: INBOXCTL_KEY_07 }, rules: [rules/common, rules/inbox-07] } # of inbox-07\n',
        ];
    expect(read(file)).toContain(text);
    expect((await run('pull')).stdout).toContain('Nothing to pull');

    bundle(41);
    if (areFiles) write(cwd, ...declared('inbox-40'));
    else write(cwd, 'inboxctl.yaml', read('inboxctl.yaml') + entry('inbox-40'));
    const dry = await run('pull', '--account', 'inbox-40', '--dry-run');
    expect(dry.stdout).toContain('A pull would write: 2 files created, 1 file changed.');
    const before = files();
    expect(await run('pull', '--account', 'inbox-40')).toMatchObject({ code: 0, stderr: '' });
    expect(files().filter((one) => !before.includes(one))).toEqual([
      'rules/inbox-40/mine.yaml',
      'rules/inbox-40/rare.yaml',
    ]);
    expect(await planned()).toEqual({ accounts: 41, changes: [] });
  });
});

describe('four inboxes', () => {
  const KEYS = Object.fromEntries(
    ['A', 'B', 'C', 'D'].map((name) => [`INBOXCTL_${name}_KEY`, `key-of-the-inbox-${name}`]),
  );
  const four = async (rules: Record<string, object[]>, env = KEYS) => {
    const keys = Object.keys(rules).map((inbox) => ({ key: KEYS[`INBOXCTL_${inbox.toUpperCase()}_KEY`], inbox }));
    const inboxes = Object.entries(rules).map(([name, own]) => ({ name, rules: own }));
    const { baseUrl } = await serve({ seed: { inboxes, keys } as never });
    const accounts = Object.keys(rules).map(
      (name) => `  ${name}: { apiKey: { env: INBOXCTL_${name.toUpperCase()}_KEY } }\n`,
    );
    const cwd = projectOf({ 'inboxctl.yaml': `rules: [rules/common]\naccounts:\n${accounts.join('')}` });
    return projectIn(cwd, { INBOXCTL_BASE_URL: baseUrl, ...env });
  };

  it('that share nothing do not end in deletes', async () => {
    const own = (name: string) => [live(`Of ${name}`), live('Same name', name)];
    const { run, files, planned } = await four({ a: own('a'), b: own('b'), c: own('c'), d: own('d') });
    expect(await run('init')).toMatchObject({ code: 0, stderr: '' });
    expect(files()).toHaveLength(8);
    expect(files('rules/common')).toEqual([]);
    expect(await planned()).toEqual({ accounts: 4, changes: [] });
  });

  it('of which one cannot be read: what the others have alike is not guessed to be shared', async () => {
    const rules = { a: [...COMMON, live('Mine')], b: COMMON, c: COMMON, d: COMMON };
    const wrong = { ...KEYS, INBOXCTL_D_KEY: 'a-key-that-nobody-has' };
    const { run, files } = await four(rules, wrong);
    const { code, stderr } = await run('pull');
    expect(code).toBe(1);
    expect(files()).toEqual(['rules/a/mine.yaml']);
    const said = stderr.replaceAll(/\s+/g, ' ');
    expect(said).toContain(
      'a, b, c: "Calendar" is on the service and in no file; not written, since an account that could not be read shares the rules folder: d.',
    );
  });

  it('whose shared file declares something else than a new one has: it is named, and the file stays', async () => {
    const { cwd, run, read, planned } = await four({
      a: COMMON,
      b: [live('Newsletters', 'other'), ...COMMON.slice(1)],
    });
    write(cwd, 'inboxctl.yaml', read('inboxctl.yaml').replace(/ {2}b: .*\n/, ''));
    await run('pull');
    write(cwd, 'inboxctl.yaml', `${read('inboxctl.yaml')}  b: { apiKey: { env: INBOXCTL_B_KEY } }\n`);
    const before = read('rules/common/newsletters.yaml');
    const { code, stderr } = await run('pull', '--account', 'b');
    expect(code).toBe(0);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      '"Newsletters" changed in the inbox of b; not written, since an account that was not selected shares its file: a.',
    );
    expect(read('rules/common/newsletters.yaml')).toBe(before);
    expect((await planned()).changes).toEqual(['b: replace Newsletters']);
  });

  it('whose webhooks have one name: each variable is listed with the file of its inbox', async () => {
    const hook = (inbox: string) => ({
      ...live('Hook'),
      actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: `https://hooks.example.com/of-${inbox}` } }],
    });
    const { run, read } = await four({ a: [hook('a')], b: [hook('b')] });
    const { stderr } = await run('pull');
    for (const [inbox, variable] of Object.entries({ a: 'HOOK_WEBHOOK', b: 'HOOK_WEBHOOK_2' })) {
      expect(stderr).toMatch(
        new RegExp(`  ${variable} +https://hooks.example.com/…  "Hook"  rules/${inbox}/hook.yaml\n`),
      );
      expect(read(`rules/${inbox}/hook.yaml`)).toContain(`{ env: ${variable} }`);
    }
  });
});
