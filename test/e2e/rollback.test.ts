/** The way back, on the built program and a service that behaves as the measured ones. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ApplyDocument, applyDocument } from '../../src/model/applied.ts';
import type { LiveRule } from '../../src/model/rule.ts';
import { canonicalLive } from '../../src/planning/canonical.ts';
import { type Fault, faulty } from '../harness/faulty.ts';
import { gate } from '../harness/gate.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, type Service, serve, write } from '../harness/project.ts';

const rule = (name: string, action = 'ARCHIVE') =>
  `name: ${name}\ncondition: { conditionalOperator: AND, aiInstructions: find ${name} }\nactions: [{ type: ${action} }]\n`;
const live = (name: string, ...more: unknown[]) => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: `find ${name}` },
  actions: [{ type: 'STAR' }, ...more],
});
const INTEGRATION = { type: 'INTEGRATION', integrationName: 'crm', integrationToolName: 'add' };
const yes = ['--yes', '--max-deletes', '100'];

/** A project, its service, and runs of the program in it. */
async function open({ files = {}, ...options }: Parameters<typeof serve>[0] & { files?: Record<string, string> }) {
  const service = await serve({ profile: 'newer', ...options });
  const cwd = projectOf({ 'inboxctl.yaml': 'version: 1\n', ...files });
  const run = (args: string[], env: Record<string, string> = {}) =>
    inboxctl(args, { cwd, env: { ...service.env, ...env } });
  return { service, cwd, run };
}

const THREE = {
  files: { 'rules/a.yaml': `${rule('Kept')}---\n${rule('New')}` },
  seed: { rules: [live('Gone'), live('Kept')] },
};

function bodies({ rules }: Service) {
  const all = rules().map((one) => canonicalLive(one as LiveRule));
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const ids = ({ rules }: Service) => new Map(rules().map(({ name, id }) => [name, id]));
const writes = ({ requests }: Service) => requests.filter(({ method }) => method !== 'GET').length;

/** A text without its line ends. */
const words = (text: string) => text.replaceAll(/\s+/g, ' ');

function parsed(stdout: string): ApplyDocument {
  return applyDocument.parse(JSON.parse(stdout));
}

function runsOf(cwd: string): string[] {
  const files = readdirSync(path.join(cwd, '.inboxctl/runs')).sort();
  return files.map((file) => file.replace('.jsonl', ''));
}

describe('rollback', () => {
  it.each(['spec', 'older', 'newer'] as const)('goes back, and back again, on profile %s', async (profile) => {
    const { service, run } = await open({ ...THREE, profile });
    const before = bodies(service);
    const kept = ids(service).get('Kept');
    await run(['apply', ...yes]);
    const after = bodies(service);

    const back = await run(['rollback', ...yes]);
    expect(back).toMatchObject({ code: 0 });
    expect(back.stdout).toMatch(
      /^Back to before the apply of .* UTC\n {2}run \S+, converged: 1 created, 1 replaced, 1 deleted\n/,
    );
    expect(back.stdout).toContain('  + create  "Gone"  (it was there before that run)');
    expect(back.stdout).toContain('  ~ replace "Kept"  (back to what it was before that run)');
    expect(back.stdout).toContain('  - delete  "New"  (that run created it)');
    expect(back.stdout).toMatch(/"Gone": is created again, with another id/s);
    expect(back.stdout).toContain('Converged: what that run changed is as before it.');
    expect(back.stdout).toMatch(/The files still declare .*\n {2}git revert COMMIT\n {2}inboxctl plan\n/s);
    expect(bodies(service)).toEqual(before);
    expect(ids(service).get('Kept')).toBe(kept);

    const again = await run(['rollback', ...yes]);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toMatch(/^Back to before the rollback of .*\n {2}it undid \S+, which this redoes\n/s);
    expect(bodies(service)).toEqual(after);
    expect((await run(['plan'])).stdout).toContain('No changes');
  });

  it('has nothing to do twice', async () => {
    const { service, cwd, run } = await open(THREE);
    await run(['apply', ...yes]);
    const [first = ''] = runsOf(cwd);
    await run(['rollback', ...yes]);
    const sent = writes(service);
    const { code, stdout } = await run(['rollback', first]);
    expect(code).toBe(0);
    expect(stdout).toContain('No changes: 2 rules of that run are as before it.');
    expect(writes(service)).toBe(sent);
    expect(runsOf(cwd)).toHaveLength(2);
  });

  it('works when the rule files are broken, or gone', async () => {
    const { service, cwd, run } = await open(THREE);
    const before = bodies(service);
    await run(['apply', ...yes]);
    write(cwd, 'rules/a.yaml', 'name: [');
    expect(await run(['rollback', ...yes])).toMatchObject({ code: 0, stderr: expect.not.stringContaining('error') });
    expect(bodies(service)).toEqual(before);
    rmSync(path.join(cwd, 'rules'), { recursive: true });
    expect(await run(['rollback', ...yes])).toMatchObject({ code: 0 });
  });

  it('leaves a name to a rule of before that took it, and holds deletes back as an apply does', async () => {
    const seed = { rules: [...THREE.seed.rules, live('Web')] };
    const { service, run } = await open({
      ...THREE,
      files: { ...THREE.files, 'inboxctl.yaml': 'ignore: [Web]\n' },
      seed,
    });
    await run(['apply', ...yes]);
    const web = service.rule('Web');
    service.put({ ...web, name: 'Gone' });
    const { code, stdout } = await run(['rollback', ...yes, '--format', 'json']);
    expect(code).toBe(1);
    expect(parsed(stdout)).toMatchObject({
      outcome: 'partial',
      changes: [
        { name: 'Gone', status: 'refused', error: { code: 'name-not-free' } },
        { name: 'Kept', status: 'done' },
        { name: 'New', status: 'held' },
      ],
      notices: [{ code: 'rollback-deletes-held' }, { code: 'rollback-files' }],
    });
    expect(ids(service).get('Gone')).toBe(web.id);
  });

  it('says what cannot come back: actions of the web page, and whether rules are switched on', async () => {
    const seed = { rules: [live('Gone', INTEGRATION), { ...live('Off'), enabled: false }] };
    const { service, run } = await open({ files: { 'rules/a.yaml': rule('New') }, seed });
    await run(['apply', ...yes]);
    const { code, stdout } = await run(['rollback', ...yes, '--format', 'json']);
    expect(code).toBe(0);
    const notices = parsed(stdout).notices.map(({ code: one }) => one);
    expect(notices).toEqual([
      'rollback-actions-lost',
      'rollback-new-ids',
      'rollback-enabled',
      'rollback-new-ids',
      'rollback-switched',
      'rollback-files',
    ]);
    expect(bodies(service)).toMatchObject([{ name: 'Gone', actions: [{ type: 'STAR' }] }, { name: 'Off' }]);
  });
});

describe('a rule that somebody edited after the run', () => {
  async function edited(declared: string) {
    const { service, run } = await open({
      files: { 'rules/a.yaml': declared },
      seed: { rules: [live('Kept'), live('Other')] },
    });
    await run(['apply', ...yes]);
    const kept = service.rule('Kept');
    service.put({ ...kept, condition: { ...kept.condition, aiInstructions: 'edited' } });
    return { service, run };
  }

  it('is left alone, and then nothing is sent: exit 4', async () => {
    const { service, run } = await edited(`${rule('Kept')}---\n${rule('Other').replace('ARCHIVE', 'STAR')}`);
    const sent = writes(service);
    const { code, stdout } = await run(['rollback', ...yes]);
    expect(words(stdout)).toContain('was changed after that run replaced it (condition/aiInstructions)');
    expect(stdout).not.toMatch(/nothing to take back|Converged/);
    expect(code).toBe(4);
    expect(writes(service)).toBe(sent);
    const json = await run(['rollback', ...yes, '--format', 'json']);
    expect(parsed(json.stdout)).toMatchObject({ outcome: 'refused', changes: [{ error: { code: 'edited-since' } }] });
  });

  it('keeps the end from being well where others are taken back', async () => {
    const { service, run } = await edited(`${rule('Kept')}---\n${rule('Other')}`);
    const { code, stdout } = await run(['rollback', ...yes]);
    expect(stdout).toContain('~ replace "Other"');
    expect(stdout).not.toContain('Converged');
    expect(code).toBe(4);
    expect(service.rules().map(({ condition }) => condition.aiInstructions)).toEqual(['edited', 'find Other']);
  });
});

describe('a create that the service answers with another rule', () => {
  const theirs = () => ({ ...live('Theirs'), id: 'theirs' });

  it.each<[string, (service: Service) => Fault]>([
    [
      'and did not make',
      ({ rules }) => ({ status: 201, body: JSON.stringify({ rule: rules().find(({ id }) => id === 'theirs') }) }),
    ],
    [
      'and made',
      ({ rules }) => ({ rewrite: () => JSON.stringify({ rule: rules().find(({ id }) => id === 'theirs') }) }),
    ],
    [
      'by its id alone, and made',
      () => ({
        rewrite: (answer) => JSON.stringify({ rule: { ...JSON.parse(answer).rule, id: 'theirs' } }),
      }),
    ],
    [
      'that is not in the inbox, and made',
      ({ rules }) => ({ rewrite: () => JSON.stringify({ rule: { ...rules()[0], id: 'nowhere' } }) }),
    ],
  ])('%s, is looked up, and taken back alone', async (_, fault) => {
    const settings = 'version: 1\nundeclared: keep\n';
    const { service, cwd, run } = await open({
      files: { 'inboxctl.yaml': settings, 'rules/a.yaml': rule('New') },
      seed: { rules: [theirs()] },
    });
    const baseUrl = await faulty(service.baseUrl, (method, __, count) =>
      method === 'POST' && count === 1 ? fault(service) : null,
    );
    const env = { INBOXCTL_BASE_URL: baseUrl };
    expect(await run(['apply', '--yes'], env)).toMatchObject({ code: 0 });
    const made = ids(service).get('New');
    expect(runsOf(cwd)).toHaveLength(1);
    const shown = await run(['runs', 'show', '--format', 'json'], env);
    expect(JSON.parse(shown.stdout).changes).toMatchObject([{ name: 'New', status: 'done', id: made }]);
    expect(await run(['rollback', ...yes], env)).toMatchObject({ code: 0 });
    expect(service.rules().map(({ id }) => id)).toEqual(['theirs']);
  });

  it('for as long as it is tried, has failed, and a rollback leaves that rule', async () => {
    const { service, run } = await open({
      files: { 'inboxctl.yaml': 'version: 1\nundeclared: keep\n', 'rules/a.yaml': rule('New') },
      seed: { rules: [theirs()] },
    });
    const body = JSON.stringify({ rule: service.rules()[0] });
    const baseUrl = await faulty(service.baseUrl, (method) => (method === 'POST' ? { status: 201, body } : null));
    const env = { INBOXCTL_BASE_URL: baseUrl };
    const { code, stdout } = await run(['apply', '--yes', '--retry-for', '0'], env);
    expect(words(stdout)).toContain(
      'Could not create "New" (rules/a.yaml:1): 201, but with another rule The change was not made.',
    );
    expect(code).toBe(1);
    await run(['rollback', ...yes], env);
    expect(service.rules().map(({ id }) => id)).toEqual(['theirs']);
  });

  it('stored in a way that no service is known for, is not taken for the work of the run', async () => {
    const { service, run } = await open({ files: { 'rules/a.yaml': rule('New') } });
    const otherwise = (answer: string) => answer.replaceAll('find New', 'FIND NEW');
    const baseUrl = await faulty(service.baseUrl, (method) =>
      method === 'POST' || method === 'GET' ? { rewrite: otherwise } : null,
    );
    const env = { INBOXCTL_BASE_URL: baseUrl };
    const { code, stdout } = await run(['apply', '--yes', '--format', 'json'], env);
    expect({ code, ...parsed(stdout) }).toMatchObject({ code: 1, outcome: 'differs', changes: [{ status: 'done' }] });
    expect(await run(['rollback', ...yes], env)).toMatchObject({ code: 4 });
    expect(service.rules()).toHaveLength(1);
  });
});

it('a rollback that was killed: asks which of the two is meant', async () => {
  const { service, cwd, run } = await open(THREE);
  const before = bodies(service);
  await run(['apply', ...yes]);
  const [first = ''] = runsOf(cwd);
  await run(['rollback', ...yes]);
  const second = runsOf(cwd).find((one) => one !== first) ?? '';
  const file = path.join(cwd, '.inboxctl/runs', `${second}.jsonl`);
  const lines = readFileSync(file, 'utf8').split('\n');
  write(cwd, `.inboxctl/runs/${second}.jsonl`, `${lines.slice(0, 2).join('\n')}\n`);
  const { code, stderr } = await run(['rollback', ...yes]);
  expect(code).toBe(3);
  expect(stderr).toContain(`To finish it: inboxctl rollback ${first}\n`);
  expect(stderr).toContain(`To take back what it did: inboxctl rollback ${second}\n`);
  expect(await run(['rollback', first, ...yes])).toMatchObject({ code: 0 });
  expect(bodies(service)).toEqual(before);
});

const THEN = 'https://hooks.example.com/hush-then';
const hook = `name: Hook\ncondition: { conditionalOperator: AND, aiInstructions: all }\nactions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } } }]\n`;
const urls = (service: Service) => service.rules().map(({ actions: [action] }) => action?.fields.webhookUrl);

it('secrets come back though their variable is not set, with a rule that the run deleted', async () => {
  const { service, run } = await open({ files: { 'rules/a.yaml': hook } });
  await run(['apply', ...yes], { HOOK: THEN });
  await run(['rollback', ...yes]);
  expect(service.rules()).toEqual([]);
  const { code, stdout, stderr } = await run(['rollback', ...yes]);
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain('hush');
  expect(urls(service)).toEqual([THEN]);
});

describe('what stops it', () => {
  it('no run: exit 3, with a whole document', async () => {
    const { run } = await open(THREE);
    const none = await run(['rollback', '--format', 'json']);
    expect(none).toMatchObject({ code: 3, stderr: expect.stringContaining('There is no run: nothing was applied') });
    expect(parsed(none.stdout)).toMatchObject({
      run: null,
      outcome: 'refused',
      changes: [],
      notices: [{ code: 'runs-none' }],
    });
  });

  describe('a snapshot that anybody may have made:', () => {
    const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd });
    const WAYS: [string, (file: string, cwd: string) => void, string][] = [
      ['tracked by git', (file, cwd) => git(cwd, 'add', '-f', file), 'git tracks it'],
      ['writable', (file) => chmodSync(file, 0o620), 'others may write it or its folder'],
      ['in a writable folder', (file) => chmodSync(path.dirname(file), 0o777), 'others may write it or its folder'],
      ['changed', (file) => appendFileSync(file, '{"kind":"end"}\n'), 'its end is missing'],
    ];

    it.each(WAYS)('%s', async (_, tamper, why) => {
      const { service, cwd, run } = await open(THREE);
      git(cwd, 'init', '-q');
      await run(['apply', ...yes]);
      const sent = writes(service);
      const [made = ''] = runsOf(cwd);
      tamper(path.join(cwd, `.inboxctl/runs/${made}.jsonl`), cwd);
      const { code, stderr } = await run(['rollback', ...yes]);
      expect(code).toBe(4);
      expect(words(stderr)).toContain(`Refused: the snapshot .inboxctl/runs/${made}.jsonl cannot be trusted`);
      expect(words(stderr)).toContain(why);
      expect(writes(service)).toBe(sent);
    });
  });

  it('a review: only the plan that --expect names is made', async () => {
    const { service, run } = await open(THREE);
    await run(['apply', ...yes]);
    const plan = await run(['rollback', '--verbose']);
    const digest = /replace "Kept".*?(sha256:[0-9a-f]{64})/s.exec(plan.stdout)?.[1] ?? '';
    const { code, stdout } = await run(['rollback', '--expect', digest, '--yes', '--format', 'json']);
    expect(code).toBe(4);
    expect(parsed(stdout).changes).toMatchObject([
      { name: 'Gone', status: 'refused', error: { code: 'unreviewed' } },
      { name: 'Kept', status: 'refused', digest },
      { name: 'New', status: 'refused' },
    ]);
    expect([...ids(service).keys()].sort()).toEqual(['Kept', 'New']);
    const whole = /Digest: (sha256:[0-9a-f]{64})/.exec(plan.stdout)?.[1] ?? '';
    expect(await run(['rollback', '--expect', whole, '--yes'])).toMatchObject({ code: 0 });
    expect([...ids(service).keys()].sort()).toEqual(['Gone', 'Kept']);
  });
});

describe('a snapshot from elsewhere', () => {
  /** A run whose snapshot was carried to another machine, which has no project. */
  async function carried(env: Record<string, string> = {}) {
    const { service, cwd, run } = await open(THREE);
    await run(['apply', ...yes], env);
    const elsewhere = projectOf({});
    const [name = ''] = runsOf(cwd);
    const text = readFileSync(path.join(cwd, `.inboxctl/runs/${name}.jsonl`), 'utf8');
    write(elsewhere, 'downloads/run.jsonl', text);
    const there = (args: string[], more: Record<string, string> = {}) =>
      inboxctl(args, { cwd: elsewhere, env: { ...service.env, ...more } });
    return { service, elsewhere, there, text, name };
  }
  const FROM = ['rollback', '--from', 'downloads/run.jsonl'];

  it('is taken back without a project, and shows nothing without its key', async () => {
    const { service, there, text, name } = await carried();
    // With a quote or a space: Base64 has neither, but may have any short word by chance.
    expect(text).not.toMatch(/"(Gone|Kept|New)\\?"|find /);
    const shown = await there([...FROM, '--dry-run']);
    expect(shown.code).toBe(0);
    expect(words(shown.stdout)).toContain(`run ${name}, converged: 1 created, 1 replaced, 1 deleted`);
    expect(await there([...FROM, ...yes])).toMatchObject({ code: 0 });
    expect([...ids(service).keys()].sort()).toEqual(['Gone', 'Kept']);
  });

  it('opens with an earlier signing key too, and not once that is gone', async () => {
    const [first, second, third] = [
      'first-signing-key-of-many',
      'second-signing-key-of-many',
      'third-signing-key-of-many',
    ];
    const { service, there } = await carried({ INBOXCTL_SIGNING_KEY: first });
    const before = writes(service);
    const gone = await there([...FROM, ...yes], { INBOXCTL_SIGNING_KEY: `${third}\n${second}` });
    expect(gone.code).toBe(4);
    expect(words(gone.stderr)).toMatch(/sealed with another key than the one set now \(key id [\da-f]{8}\)/);
    expect(writes(service)).toBe(before);
    const rotated = { INBOXCTL_SIGNING_KEY: `${third}\n${second}\n${first}` };
    expect(await there([...FROM, ...yes], rotated)).toMatchObject({ code: 0 });
    expect([...ids(service).keys()].sort()).toEqual(['Gone', 'Kept']);
  });

  it('is refused where it is not there, or a run is named too', async () => {
    const { there } = await carried();
    expect(await there(['rollback', '--from', 'none.jsonl'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('it does not exist'),
    });
    expect(await there([...FROM, '20261121T092233Z'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('not both'),
    });
  });
});

describe('a request that lands after its answer was given up', () => {
  const before = [live('Kept'), live('Gone')];
  const CHANGES: [string, string][] = [
    ['create', `${rule('Kept', 'STAR')}---\n${rule('Gone', 'STAR')}---\n${rule('New')}`],
    ['replace', `${rule('Kept')}---\n${rule('Gone', 'STAR')}`],
    ['delete', rule('Kept', 'STAR')],
  ];

  it.each(CHANGES)('is the work of the run that sent it: a %s', async (_, files) => {
    const { service, cwd } = await open({ files: { 'rules/a.yaml': files }, seed: { rules: before } });
    const passed = await gate();
    passed.to(service.baseUrl);
    let land = () => {};
    const isToLand = new Promise<void>((resolve) => {
      land = resolve;
    });
    passed.call({ request: 2, when: 'before' }, () => isToLand);
    const run = async (...args: string[]) => {
      const { code, stdout } = await inboxctl([...args, ...yes, '--format', 'json', '--timeout', '1'], {
        cwd,
        env: { ...service.env, INBOXCTL_BASE_URL: passed.baseUrl },
      });
      return { code, ...parsed(stdout) };
    };
    const was = bodies(service);
    const applied = await run('apply', '--retry-for', '0');
    expect(applied).toMatchObject({ code: 1, outcome: 'partial', changes: [{ status: 'failed' }] });
    expect(applied.notices.map(({ message }) => message).join()).toContain('The service may still make it');

    const early = await run('rollback', applied.run ?? '');
    expect(early).toMatchObject({ code: 0, outcome: 'converged', changes: [] });

    land();
    await expect.poll(() => bodies(service)).not.toEqual(was);
    const late = await run('rollback', applied.run ?? '');
    expect(late).toMatchObject({ code: 0, outcome: 'converged', changes: [{ status: 'done' }] });
    expect(bodies(service)).toEqual(was);
  });
});
