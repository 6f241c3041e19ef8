/** `pull` with the key of another inbox: its rules do not get into the files of the account. */
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { serve } from '../harness/project.ts';
import { type Files, git, repository } from '../source/git-repository.ts';

const rule = (name: string, more = '') =>
  `name: ${name}\n${more}condition: { aiInstructions: ${name} }\nactions: [{ type: ARCHIVE }]\n`;
const live = (name: string) => ({ name, condition: { aiInstructions: name }, actions: [{ type: 'ARCHIVE' }] });

/** Two accounts with a folder each, after those that they share. */
const project = (shared: string[] = [], settings = '') =>
  `${settings}accounts:\n${['alice', 'bob']
    .map((name) => {
      const rules = [...shared, `rules/${name}`].join(', ');
      return `  ${name}: { apiKey: { env: INBOXCTL_${name} }, rules: [${rules}] }\n`;
    })
    .join('')}`;

/** Pulls with the key of this inbox for alice; bob has his own. */
async function pulled(files: Files, inboxes: Record<string, string[]>, ...args: string[]) {
  const cwd = repository([{ 'inboxctl.yaml': project(), ...files }]);
  const seed = {
    inboxes: Object.entries(inboxes).map(([name, rules]) => ({ name, rules: rules.map(live) })),
    keys: Object.keys(inboxes).map((inbox) => ({ key: `the-key-of-${inbox}`, inbox })),
  };
  const { env } = await serve({ seed });
  const keys = { INBOXCTL_alice: 'the-key-of-another', INBOXCTL_bob: 'the-key-of-bob', INBOXCTL_API_KEY: '' };
  const { code, stdout, stderr } = await inboxctl(['pull', ...args], { cwd, env: { ...env, ...keys } });
  const changed = git(cwd, ['status', '--short', '--untracked-files=all']).split('\n').filter(Boolean).sort();
  return { code, stdout, said: stderr.replaceAll(/\s+/g, ' '), changed };
}

const OWN = { 'rules/alice/a.yaml': rule('Of alice'), 'rules/bob/b.yaml': rule('Of bob') };
/** With a folder that both read. */
const SHARING = { ...OWN, 'inboxctl.yaml': project(['rules/common']), 'rules/common/c.yaml': rule('Both') };
const INBOXES = { another: ['Of another', 'More'], bob: ['Of bob', 'New of bob'] };

describe('pull into files none of whose rules is live', () => {
  it('is refused for that account, which is named with its address, and others go on', async () => {
    const { code, said, changed } = await pulled(OWN, INBOXES);
    expect(code).toBe(4);
    expect(said).toMatch(
      /^error: alice: Refused: no declared rule is live: 1 declared, 2 live at http:\/\/127\.0\.0\.1:\d+\/api\/v1\. Is this the key of another inbox\?/,
    );
    expect(said).toContain('add them with --force');
    expect(changed).toEqual(['?? rules/bob/new-of-bob.yaml']);
  });

  it.each([[['--prune']], [['Mo*']], [['Of alice', '--prune']], [['--dry-run']], [['--account', 'alice']]])(
    'is refused with %j',
    async (args) => {
      const { code, said, changed } = await pulled(OWN, INBOXES, ...args);
      expect([code, said.includes('alice: Refused: no declared rule is live')]).toEqual([4, true]);
      expect(changed.filter((file) => file.includes('alice'))).toEqual([]);
    },
  );

  it('is refused in a dry run as JSON, with what the others would write', async () => {
    const { code, stdout } = await pulled(OWN, INBOXES, '--dry-run', '--format', 'json');
    const { files, notices } = JSON.parse(stdout) as { files: { file: string }[]; notices: { code: string }[] };
    expect(code).toBe(4);
    expect(files.map(({ file }) => file)).toEqual(['rules/bob/new-of-bob.yaml']);
    expect(notices).toEqual([
      expect.objectContaining({ code: 'pull-nothing-in-common', severity: 'error', account: 'alice' }),
    ]);
  });

  it('is refused where its own files override a shared rule', async () => {
    const files = { ...SHARING, 'rules/alice/a.yaml': rule('Both', 'overrides: true\n') };
    expect(await pulled(files, { ...INBOXES, bob: ['Of bob', 'Both'] })).toMatchObject({ code: 4, changed: [] });
  });

  it('leaves a shared file as it is, and says which account stands against it', async () => {
    const files = { ...SHARING, 'rules/common/c.yaml': rule('Both').replace('Both }', 'other }') };
    const { code, said, changed } = await pulled(files, { ...INBOXES, bob: ['Of bob', 'Both'] });
    expect(code).toBe(4);
    expect(said).toContain(
      '"Both" changed in the inbox of bob; not written, since an account that was refused shares its file: alice.',
    );
    expect(changed).toEqual([]);
  });

  it('is done with --force', async () => {
    const { code, changed } = await pulled(OWN, INBOXES, '--account', 'alice', '--force');
    expect(code).toBe(0);
    expect(changed).toEqual(['?? rules/alice/more.yaml', '?? rules/alice/of-another.yaml']);
  });
});

describe('pull goes on', () => {
  it.each<[string, Files, Record<string, string[]>]>([
    ['where one declared rule is live', OWN, { ...INBOXES, another: ['Of alice', 'More'] }],
    ['where a shared one is', SHARING, { another: ['Both', 'More'], bob: ['Of bob'] }],
    [
      'where one is renamed from a live one',
      { ...OWN, 'rules/alice/a.yaml': rule('Of alice', 'renamedFrom: Old\n') },
      { ...INBOXES, another: ['Old', 'More'] },
    ],
    ['where the files declare nothing', { 'rules/alice/.gitkeep': '', 'rules/bob/b.yaml': rule('Of bob') }, INBOXES],
    [
      'into the first files of an account that joins others',
      { ...SHARING, 'rules/alice/a.yaml': '' },
      { ...INBOXES, bob: ['Of bob', 'Both'] },
    ],
  ])('%s', async (_what, files, inboxes) => {
    const { code, changed } = await pulled(files, inboxes, '--account', 'alice');
    expect(code).toBe(0);
    expect(changed).toContain('?? rules/alice/more.yaml');
  });

  it.each<[string, Files, string[]]>([
    ['where nothing is live', OWN, []],
    [
      'where all that is live is ignored',
      { ...OWN, 'inboxctl.yaml': project([], 'ignore: ["Cold*"]\n') },
      ['Cold Email'],
    ],
  ])('%s, and writes nothing', async (_what, files, rules) => {
    const found = await pulled(files, { ...INBOXES, another: rules }, '--account', 'alice');
    expect(found).toMatchObject({ code: 0, changed: [] });
    expect(found.said).toContain('"Of alice" is not on the service.');
  });
});
