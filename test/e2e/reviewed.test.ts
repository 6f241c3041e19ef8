/** What was reviewed is what is made: plan files and digests, from the plan to the requests that the service gets. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import type { PlanDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, type Service, serve, write } from '../harness/project.ts';

const HOOK = 'https://hooks.example.com/hush-path-of-the-hook';
const rule = (name: string, find = name) =>
  `name: ${name}\ncondition: { aiInstructions: find ${find} }\nactions: [{ type: ARCHIVE }]\n`;
const hook = `name: Hook\ncondition: { aiInstructions: all }\nactions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } } }]\n`;
const live = (name: string, find = 'old') => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: find },
  actions: [{ type: 'STAR' }],
});

/** A project with a file for each rule, its service, and runs of the program in it. */
async function open(files: Record<string, string>, rules: unknown[] = []) {
  const service = await serve({ profile: 'newer', seed: { rules } });
  const cwd = projectOf(Object.fromEntries(Object.entries(files).map(([name, text]) => [`rules/${name}.yaml`, text])));
  const env: Record<string, string> = { ...service.env, HOOK };
  const run = (...args: string[]) => inboxctl(args, { cwd, env });
  const file = path.join(cwd, 'plan.json');
  const reviewed = async (): Promise<PlanDocument> => {
    await run('plan', '--output', 'plan.json');
    return JSON.parse(readFileSync(file, 'utf8'));
  };
  const edit = (name: string, text: string) => write(cwd, `rules/${name}.yaml`, text);
  return { service, cwd, env, run, file, reviewed, edit };
}

const names = (service: Service) =>
  service
    .rules()
    .map(({ name }) => name)
    .sort();
const writes = ({ requests }: Service) => requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);

/** The status of each change, by name, and why it is refused. */
function statuses(stdout: string) {
  const { outcome, changes } = applyDocument.parse(JSON.parse(stdout));
  return [
    outcome,
    Object.fromEntries(changes.map(({ name, status, error }) => [name, error?.code == null ? status : error.code])),
  ];
}

describe('apply PLANFILE', () => {
  it('makes what was reviewed, and nothing more, and that once', async () => {
    const { service, run, reviewed, edit } = await open({ a: rule('A'), b: rule('B') }, [live('A'), live('Gone')]);
    await reviewed();
    edit('c', rule('C'));
    const first = await run('apply', 'plan.json', '--yes');
    expect(first.code).toBe(4);
    expect(first.stdout).toContain('Not in the review, and so refused: 1 change\n  create "C"\n');
    expect(first.stdout).toContain('\n  inboxctl plan --output plan.json\n  inboxctl apply plan.json\n');
    expect(names(service)).toEqual(['A', 'B']);
    expect(writes(service).sort()).toEqual(['DELETE', 'POST', 'PUT']);

    edit('c', '# nothing');
    const second = await run('apply', 'plan.json', '--yes', '--format', 'json');
    expect(second.code).toBe(4);
    expect(second.stderr).toContain('The plan file plan.json was carried out by the run');
    expect(writes(service)).toHaveLength(3);
  });

  it('holds deletes back where a create of the same review is not made: it may be the same rule under another name', async () => {
    const { service, run, reviewed, edit } = await open({ a: rule('New name') }, [live('Old name')]);
    await reviewed();
    edit('a', rule('New name', 'something else'));
    const { code, stdout } = await run('apply', 'plan.json', '--yes', '--max-deletes', '1', '--format', 'json');
    expect(code).toBe(1);
    expect(statuses(stdout)).toEqual(['partial', { 'New name': 'changed-since-review', 'Old name': 'held' }]);
    expect(names(service)).toEqual(['Old name']);
  });

  it('does not make what the files changed since, and shows how it differs', async () => {
    const { service, run, reviewed, edit } = await open({ a: rule('A', 'the first'), b: rule('B') });
    await reviewed();
    edit('a', rule('A', 'the second'));
    const text = await run('apply', 'plan.json', '--yes');
    expect(text.code).toBe(4);
    expect(text.stdout).toContain(
      'Not as reviewed, and so refused: 1 change\n\n' +
        '  + create  "A"  rules/a.yaml:1\n' +
        '      What it creates changed since the review:\n' +
        '        aiInstructions: "find the first" → "find the second"\n',
    );
    expect(names(service)).toEqual(['B']);
    const json = await run('apply', 'plan.json', '--yes', '--format', 'json');
    expect(json.code).toBe(4);
    expect(statuses(json.stdout)).toEqual(['refused', { A: 'changed-since-review', B: 'skipped' }]);
    expect(json.stderr).toContain('Not as reviewed');
  });

  it('goes by accounts, not by where the plan was made: another clone', async () => {
    const { cwd, env, service, reviewed, file } = await open({ a: rule('A') }, [live('A')]);
    await reviewed();
    const clone = path.join(projectOf({}), 'deep', 'clone');
    mkdirSync(path.join(clone, 'rules'), { recursive: true });
    writeFileSync(path.join(clone, 'rules', 'moved.yaml'), readFileSync(path.join(cwd, 'rules', 'a.yaml')));
    const { code } = await inboxctl(['apply', '-C', clone, path.relative(clone, file), '--yes'], { env });
    expect(code).toBe(0);
    expect(service.rules()).toMatchObject([{ actions: [{ type: 'ARCHIVE' }] }]);
  });

  it.each([
    ['in words', [], [live('A')]],
    ['with --quiet', ['--quiet'], [live('A')]],
    ['where nothing is left to do', [], []],
  ])('does nothing at another address, and names both and how to plan again: %s', async (_, more, there) => {
    const { run, env, reviewed, service } = await open({ a: rule('A') }, [live('A')]);
    await reviewed();
    const elsewhere = await serve({ profile: 'newer', seed: { rules: there } });
    if (there.length === 0) {
      env.INBOXCTL_BASE_URL = elsewhere.baseUrl;
      await run('apply', '--yes');
    }
    const before = writes(elsewhere);
    env.INBOXCTL_BASE_URL = `${elsewhere.baseUrl}/`;
    const { code, stderr } = await run('apply', 'plan.json', '--yes', ...more);
    const said = stderr.replaceAll(/\s+/g, ' ');
    expect([code, said]).toEqual([4, expect.stringContaining(`was made at ${service.baseUrl}`)]);
    expect(said).toContain(elsewhere.baseUrl);
    expect(said).toContain('inboxctl plan --output plan.json');
    expect(writes(elsewhere)).toEqual(before);
    const json = await run('apply', 'plan.json', '--yes', '--format', 'json', ...more);
    expect(applyDocument.parse(JSON.parse(json.stdout))).toMatchObject({ outcome: 'refused', changes: [] });
    // The same address, written in another way.
    env.INBOXCTL_BASE_URL = `${service.baseUrl.replace('http', 'HTTP')}//`;
    expect((await run('apply', 'plan.json', '--yes', ...more)).code).toBe(0);
    expect(service.rules()).toMatchObject([{ actions: [{ type: 'ARCHIVE' }] }]);
  });

  it('stops an account at another address, and no other', async () => {
    const of = (name: string) =>
      serve({ seed: { inboxes: [{ name }], keys: [{ key: `key-of-${name}`, inbox: name }] } });
    const [alice, bob, moved] = [await of('alice'), await of('bob'), await of('bob')];
    const settings = (name: string, { baseUrl }: Service) =>
      `  ${name}: { baseUrl: "${baseUrl}", apiKey: { env: INBOXCTL_${name.toUpperCase()}_KEY } }\n`;
    const project = (ofBob: Service) => `accounts:\n${settings('alice', alice)}${settings('bob', ofBob)}`;
    const cwd = projectOf({ 'inboxctl.yaml': project(bob), 'rules/a.yaml': rule('A') });
    const env = { INBOXCTL_ALICE_KEY: 'key-of-alice', INBOXCTL_BOB_KEY: 'key-of-bob' };
    const run = (...args: string[]) => inboxctl(args, { cwd, env });
    expect(await run('plan', '--output', 'plan.json')).toMatchObject({ code: 0 });
    write(cwd, 'inboxctl.yaml', project(moved));
    const { code, stderr } = await run('apply', 'plan.json', '--yes', '--quiet');
    expect(code).toBe(4);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`was made at ${bob.baseUrl}`);
    expect([names(alice), names(bob), names(moved)]).toEqual([['A'], [], []]);
    expect(moved.requests).toEqual([]);
  });

  it('covers the accounts of the run alone', async () => {
    const inboxes = [{ name: 'alice' }, { name: 'bob' }];
    const keys = inboxes.map(({ name }) => ({ key: `key-of-${name}`, inbox: name }));
    const service = await serve({ profile: 'newer', seed: { inboxes, keys } });
    const cwd = projectOf({
      'inboxctl.yaml':
        'accounts:\n  alice: { apiKey: { env: INBOXCTL_ALICE_KEY } }\n  bob: { apiKey: { env: INBOXCTL_BOB_KEY } }\n',
      'rules/a.yaml': rule('A'),
    });
    const own = { INBOXCTL_ALICE_KEY: 'key-of-alice', INBOXCTL_BOB_KEY: 'key-of-bob' };
    const env = { INBOXCTL_BASE_URL: service.baseUrl, ...own };
    const run = (...args: string[]) => inboxctl(args, { cwd, env });
    await run('plan', '--output', 'plan.json');
    const { accounts, keyId } = JSON.parse(readFileSync(path.join(cwd, 'plan.json'), 'utf8')) as PlanDocument;
    expect([keyId, new Set(accounts.map((account) => account.keyId)).size]).toEqual([null, 2]);
    const one = await run('apply', 'plan.json', '--yes', '--account', 'bob', '--format', 'json');
    expect(one.code).toBe(0);
    expect(applyDocument.parse(JSON.parse(one.stdout)).changes).toMatchObject([{ account: 'bob', status: 'done' }]);
    const both = await run('apply', 'plan.json', '--yes', '--format', 'json');
    expect(both.code).toBe(0);
    expect(applyDocument.parse(JSON.parse(both.stdout)).changes).toMatchObject([
      { account: 'alice', status: 'done' },
      { account: 'bob', status: 'skipped' },
    ]);
  });
});

describe('apply --expect', () => {
  it('makes nothing of the digest of a single change, and says how to make the plan as it is', async () => {
    const { service, run, reviewed } = await open({ a: rule('A'), b: rule('B') });
    const { digest: whole, changes } = await reviewed();
    const digest = changes[1]?.digest.toUpperCase().replace('SHA', 'sha') ?? '';
    const { code, stdout } = await run('apply', '--yes', '--expect', digest);
    expect([code, names(service)]).toEqual([4, []]);
    const [, left = ''] = /\n {2}inboxctl apply --expect (sha256:[0-9a-f]{64})\n/.exec(stdout) ?? [];
    // The plan, the review and the end say it, each once.
    expect(stdout).toContain('(rules/a.yaml:1), create "B" (rules/b.yaml:1)\n  It is not in what was reviewed.\n');
    expect(left).toBe(whole);
    expect(await run('apply', '--expect', left, '--yes')).toMatchObject({ code: 0 });
    expect(names(service).sort()).toEqual(['A', 'B']);
  });

  it('covers the address: digests of one make nothing at another', async () => {
    const { run, env, reviewed, service } = await open({ a: rule('A') });
    const { digest, changes } = await reviewed();
    const elsewhere = await serve({ profile: 'newer' });
    env.INBOXCTL_BASE_URL = elsewhere.baseUrl;
    for (const given of [digest, changes[0]?.digest ?? '']) {
      const { code, stdout } = await run('apply', '--yes', '--expect', given);
      expect([code, stdout.replaceAll(/\s+/g, ' ')]).toEqual([
        4,
        expect.stringContaining('A digest is of a whole plan, of its address and its inboxes'),
      ]);
    }
    expect(writes(elsewhere)).toEqual([]);
    env.INBOXCTL_BASE_URL = service.baseUrl;
    expect(await run('apply', '--yes', '--expect', digest)).toMatchObject({ code: 0 });
  });

  it('makes the whole plan of a digest, and only that one', async () => {
    const { service, run, reviewed, edit } = await open({ a: rule('A'), b: rule('B') });
    const { digest } = await reviewed();
    edit('c', rule('C'));
    const other = await run('apply', '--yes', '--expect', digest);
    expect([other.code, names(service)]).toEqual([4, []]);
    edit('c', '# nothing');
    const same = await run('apply', '--yes', '--expect', digest);
    expect([same.code, names(service)]).toEqual([0, ['A', 'B']]);
  });
});

describe('secrets', () => {
  it('stand in no plan file in the clear, and are reviewed all the same', async () => {
    const { service, run, reviewed, file, env } = await open({ hook });
    env.INBOXCTL_SIGNING_KEY = 'signing key of the tests';
    await reviewed();
    const text = readFileSync(file, 'utf8');
    for (const secret of [HOOK, 'hush', service.env.INBOXCTL_API_KEY, env.INBOXCTL_SIGNING_KEY])
      expect(text).not.toContain(secret);
    const changed = await inboxctl(['apply', 'plan.json', '--yes'], {
      cwd: path.dirname(file),
      env: { ...env, HOOK: `${HOOK}-of-another` },
    });
    expect(changed.code).toBe(4);
    expect(changed.stdout).toContain('webhookUrl: (secret HOOK) (changed)');
    expect(changed.stdout + changed.stderr).not.toContain('hush');
    env.INBOXCTL_SIGNING_KEY = 'another signing key of the tests';
    expect(await run('apply', 'plan.json', '--yes')).toMatchObject({ code: 4 });
    env.INBOXCTL_SIGNING_KEY = 'another signing key of the tests\nsigning key of the tests';
    const rotated = await run('apply', 'plan.json', '--yes');
    expect(rotated.code).toBe(4);
    expect(rotated.stderr + rotated.stdout).toContain('the review was made with another key');
    env.INBOXCTL_SIGNING_KEY = 'signing key of the tests';
    const same = await run('apply', 'plan.json', '--yes');
    expect(same.code).toBe(0);
    expect(service.rules()).toMatchObject([{ actions: [{ fields: { webhookUrl: HOOK } }] }]);
  });
});

describe('a plan file that cannot be used', () => {
  it('sends nothing and exits 3, as text and as JSON', async () => {
    const { service, run, reviewed, file } = await open({ a: rule('A'), b: rule('B') });
    const plan = await reviewed();
    const before = service.requests.length;
    // What else can be wrong with one is held by test/engine/plan-file.test.ts.
    writeFileSync(file, JSON.stringify({ ...plan, changes: plan.changes.slice(1) }));
    const { code, stderr } = await run('apply', 'plan.json', '--yes');
    expect(code).toBe(3);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('was edited: its digest is not that of its changes');
    const json = await run('apply', 'missing.json', '--yes', '--format', 'json');
    expect(json.code).toBe(3);
    expect(applyDocument.parse(JSON.parse(json.stdout))).toMatchObject({
      outcome: 'refused',
      changes: [],
      notices: [{ code: 'file-unreadable', severity: 'error' }],
    });
    expect(service.requests).toHaveLength(before);
  });
});
