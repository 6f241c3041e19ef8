/** What was run, as users see it. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Applied } from '../../src/diagnostics/results.ts';
import { listRuns, summaryOf } from '../../src/engine/snapshot/read.ts';
import { runsDocument } from '../../src/model/snapshot.ts';
import { keyIdOf } from '../../src/planning/account-redactor.ts';
import { declaredOf } from '../harness/arbitrary.ts';
import { faulty } from '../harness/faulty.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { program } from '../harness/program.ts';
import { projectOf, serve, write } from '../harness/project.ts';
import { appliedOf, opened, ruleOf, runStart, SEALS, type Status, TAGS, THREE } from '../harness/snapshot.ts';

const env = { INBOXCTL_SIGNING_KEY: TAGS };

/** A run in the snapshots of a project: what became of its changes, in order, and its end; null: it was killed. */
async function ran(
  home: string,
  options: Parameters<typeof runStart>[0],
  statuses: readonly Status[],
  end: Applied['outcome'] | null,
): Promise<string> {
  const start = await runStart(options);
  const snapshot = opened(home, start);
  if (end !== null) expect(snapshot.end(appliedOf(start, end, statuses))).toBeNull();
  return snapshot.run;
}

/** An account with so many rules to create. */
function creating(number: number) {
  return {
    declared: Array.from({ length: number }, (_, index) => declaredOf(ruleOf(`Rule ${index}`), index)),
    live: [],
  };
}

async function storied(): Promise<string> {
  const home = projectOf({});
  const done = Array.from({ length: 18 }, () => 'done' as const);
  const accounts = Object.fromEntries(['alice', 'bob', 'carol', 'dave', 'erin', 'frank'].map((name) => [name, THREE]));
  await ran(home, { at: '2026-10-01T06:00:00Z', salt: 'a', accounts }, done, 'converged');
  const statuses: Status[] = ['done', 'done', 'failed', 'failed', 'refused', 'held', 'not-tried', 'skipped'];
  const bad = await ran(
    home,
    { at: '2026-11-21T09:22:33Z', salt: 'b', accounts: { default: creating(2000) } },
    statuses,
    'partial',
  );
  await ran(home, { at: '2026-11-21T09:30:00Z', salt: 'c', by: 'rollback', rollbackOf: bad }, done, 'converged');
  await ran(home, { at: '2026-11-22T09:30:00Z', salt: 'd' }, [], null);
  return home;
}

describe('runs', () => {
  it('are listed, the newest first, on lines that fit', async () => {
    const { code, stdout, stderr } = await inboxctl(['runs'], { cwd: await storied(), env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "20261122T093000Z-18ac3e7343f0  2026-11-22 09:30:00 UTC  apply     cut off
        3 not known

      20261121T093000Z-2e7d2c03a950  2026-11-21 09:30:00 UTC  rollback  converged
        1 created, 1 replaced, 1 deleted
        back to before 20261121T092233Z-3e23e8160039

      20261121T092233Z-3e23e8160039  2026-11-21 09:22:33 UTC  apply     partial
        2 created; 2 failed, 1 refused, 1 held back, 1 skipped, 1,993 not tried

      20261001T060000Z-ca978112ca1b  2026-10-01 06:00:00 UTC  apply     converged
        6 created, 6 replaced, 6 deleted
        in alice, bob, carol, dave, erin and 1 more account

      To see what is left of the newest: inboxctl plan
      To see what a run did: inboxctl runs show RUN
      To go back to before a run: inboxctl rollback RUN
      "
    `);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('are JSON of a documented shape', async () => {
    const home = await storied();
    const { code, stdout, stderr } = await inboxctl(['runs', '--format', 'json'], { cwd: home, env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const document = runsDocument.strict().parse(JSON.parse(stdout));
    const runs = listRuns(home, SEALS).runs.map((run) => summaryOf(run, home));
    expect(document).toEqual({ formatVersion: 1, notices: [], runs });
  });

  it('are those beside the project file, wherever one looks from', async () => {
    const home = await storied();
    write(home, 'inboxctl.yaml', 'version: 1\n');
    write(home, 'rules/a.yaml', '');
    const { stdout } = await inboxctl(['runs', '-C', 'rules', '--format', 'json'], { cwd: home, env });
    const { runs } = JSON.parse(stdout);
    expect(runs).toHaveLength(4);
    expect(runs[0].file).toMatch(/^\.\.\/\.inboxctl\/runs\/20261122T093000Z-/);
  });

  it('are those of one account, where one is named', async () => {
    const home = await storied();
    const { stdout } = await inboxctl(['runs', '--account', 'ali*', '--format', 'json'], { cwd: home, env });
    expect(JSON.parse(stdout).runs).toMatchObject([
      { accounts: [{ name: 'alice' }], changes: { create: { done: 1 } } },
    ]);
  });

  it('are listed also by who has no key, with the id of the key that is needed', async () => {
    const { code, stdout } = await inboxctl(['runs'], { cwd: await storied() });
    expect(code).toBe(0);
    expect(stdout).toMatch(/2026-11-22 09:30:00 UTC {2}apply +cut off/);
    expect(stdout).toMatch(/2026-11-21 09:30:00 UTC {2}rollback +sealed/);
    expect(stdout).toContain(`the key with the id ${keyIdOf(TAGS)} opens it`);
    expect(stdout).not.toMatch(/created|replaced|deleted/);
  });

  it('are none at first, which is said', async () => {
    const cwd = projectOf({});
    const text = await inboxctl(['runs'], { cwd, env });
    expect(text).toEqual({ code: 0, stdout: 'No runs: nothing was applied from this folder yet.\n', stderr: '' });
    const json = await inboxctl(['runs', '--format', 'json'], { cwd, env });
    expect(JSON.parse(json.stdout)).toEqual({ formatVersion: 1, notices: [], runs: [] });
  });

  it('are those of a folder from elsewhere, over all accounts, with no key and no project, as text and as a table', async () => {
    const [home, place] = [await storied(), projectOf({})];
    const names = readdirSync(path.join(home, '.inboxctl/runs')).sort();
    for (const [index, name] of names.entries()) {
      const text = readFileSync(path.join(home, '.inboxctl/runs', name), 'utf8');
      write(place, `artifacts/inboxctl-run-${index}/${name}`, text);
      write(place, `artifacts/again/${name}`, text);
    }
    write(place, 'artifacts/notes.txt', 'Not a snapshot');
    write(place, 'artifacts/plan/plan.json', '{}');
    const listed = (words: readonly string[], keys = {}) =>
      inboxctl(['runs', '--from', 'artifacts', ...words], { cwd: place, env: keys });
    const text = await listed([]);
    expect(text.code).toBe(0);
    expect(text.stderr.replace(/\s+/g, ' ')).toContain('artifacts/notes.txt cannot be read: it is not the snapshot of');
    expect(text.stderr).toContain('artifacts/plan/plan.json');
    expect(text.stdout.match(/^2026\S+/gm)).toEqual(names.map((name) => name.replace('.jsonl', '')).reverse());
    expect(text.stdout).toMatch(/at https:\/\/mail\.example\.com\/api\/v1\n +artifacts\/\S+\.jsonl\n/);
    expect(text.stdout).not.toContain('inboxctl rollback');
    const rows = (await listed(['--format', 'csv', '--account', 'ali*'], env)).stdout;
    expect(rows).toMatchInlineSnapshot(`
      "startedAt,run,by,rollbackOf,commit,actor,pullRequests,approvedBy,account,baseUrl,outcome,created,replaced,deleted,notDone,url
      2026-10-01T06:00:00.000Z,20261001T060000Z-ca978112ca1b,apply,,,,,,alice,https://mail.example.com/api/v1,converged,1,1,1,0,
      "
    `);
    expect((await listed(['--format', 'csv'])).stdout.trim().split('\n')).toHaveLength(1 + 3 + 6);
    expect(await inboxctl(['runs', '--from', 'nothing'], { cwd: place })).toMatchObject({ code: 3, stdout: '' });
    const file = `artifacts/again/${names[0]}`;
    const shown = await inboxctl(['runs', 'show', '--from', file], { cwd: place, env });
    expect(shown.stdout).toContain(`inboxctl rollback --from ${file}`);
  });

  it('of others are no formula in a spreadsheet', async () => {
    const origin = { actor: '=cmd|"calc"!A1', commit: '@SUM(1;2)', url: 'https://example.com/7,8' };
    const home = projectOf({});
    opened(home, { ...(await runStart()), origin });
    const { stdout } = await inboxctl(['runs', '--format', 'csv'], { cwd: home });
    expect(stdout).toContain(`,"'@SUM(1;2)","'=cmd|""calc""!A1",`);
    expect(stdout).toMatch(/,"https:\/\/example\.com\/7,8"\n$/);
  });

  it('that cannot be read are named', async () => {
    const cwd = projectOf({ '.inboxctl/runs/20261121T092233Z-0123456789ab.jsonl': 'x' });
    const { code, stdout, stderr } = await inboxctl(['runs'], { cwd, env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'No runs: nothing was applied from this folder yet.\n' });
    expect(stderr).toMatchInlineSnapshot(`
      "warning: The snapshot .inboxctl/runs/20261121T092233Z-0123456789ab.jsonl cannot
               be read: it is not the snapshot of a run.
      "
    `);
    expect(await inboxctl(['runs', '--quiet'], { cwd, env })).toMatchObject({ stderr: '' });
    const json = JSON.parse((await inboxctl(['runs', '--format', 'json'], { cwd, env })).stdout);
    expect(json).toMatchObject({ runs: [], notices: [{ code: 'snapshot-unreadable', severity: 'warning' }] });
  });
});

describe('a plan after a run that was killed', () => {
  const RULE = 'name: New\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';

  it('is that of the files and the live rules alone: no snapshot is read for it', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    const planned = () => inboxctl(['plan', '--format', 'json'], { cwd, env: { ...service.env, ...env } });
    const before = await planned();
    await ran(cwd, { at: '2026-11-21T09:22:33Z' }, [], null);
    expect(await planned()).toEqual(before);
    write(cwd, '.inboxctl/runs/20261122T092233Z-0123456789ab.jsonl', 'not a snapshot');
    execFileSync('git', ['init', '-q'], { cwd });
    execFileSync('git', ['add', '-f', '.inboxctl'], { cwd });
    expect(await planned()).toEqual(before);
  });
});

describe('an apply', () => {
  const rule = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n`;
  const outcomes = async (cwd: string, env: Record<string, string>) => {
    const { stdout } = await program(['runs', '--format', 'json'], { cwd, env });
    return runsDocument.parse(JSON.parse(stdout)).runs.map(({ outcome, changes }) => ({ outcome, ...changes.create }));
  };

  it('is running while it runs, keeps others out from anywhere, and is cut off once it was killed', async () => {
    const { baseUrl, env, rules } = await serve();
    const files = { 'rules/a.yaml': `${rule('A')}---\n${rule('B')}` };
    const [cwd, clone] = [projectOf(files), projectOf(files)];
    let hanging: () => void = () => {};
    const hangs = new Promise<void>((resolve) => {
      hanging = resolve;
    });
    const proxy = await faulty(baseUrl, (method, _, count) => {
      if (method !== 'POST' || count !== 2) return null;
      hanging();
      return 'hang';
    });
    const slow = { ...env, INBOXCTL_BASE_URL: proxy };
    let child: ChildProcess | null = null;
    const killed = program(['apply', '--yes', '--concurrency', '1'], {
      cwd,
      env: slow,
      started: (process) => {
        child = process;
      },
    });
    await hangs;
    expect(await outcomes(cwd, slow)).toEqual([{ outcome: 'running', unknown: 2 }]);
    const other = await program(['apply', '--yes'], { cwd: clone, env: slow });
    expect(other).toMatchObject({ code: 4, stdout: '' });
    const shown = other.stderr.replace(/\s+/g, ' ');
    expect(shown).toContain('works on this inbox, or waits for an answer');
    expect(shown).toContain(`(process ${pidOf(child)})`);
    // What is live at this moment is neither what was nor what will be.
    const pulled = await program(['pull'], { cwd: clone, env: slow });
    expect(pulled.code).toBe(4);
    expect(pulled.stderr).toContain('another inboxctl');
    const looked = await program(['pull', '--dry-run'], { cwd: clone, env: slow });
    expect(looked.stderr).not.toContain('another inboxctl');
    expect(await outcomes(clone, slow)).toEqual([]);

    (child as ChildProcess | null)?.kill('SIGKILL');
    await killed;
    expect(await outcomes(cwd, slow)).toEqual([{ outcome: 'cut-off', unknown: 2 }]);
    // It is finished by planning again, from another machine too.
    expect(await program(['apply', '--yes'], { cwd: clone, env: slow })).toMatchObject({ code: 0 });
    expect(await outcomes(clone, slow)).toEqual([{ outcome: 'converged', done: 1 }]);
    const listed = await program(['runs'], { cwd, env: slow });
    expect(listed.stdout).toContain('To see what is left of the newest: inboxctl plan');
    expect((await program(['plan'], { cwd, env: slow })).stdout).not.toContain('cut off');
    const back = await program(['rollback', '--yes'], { cwd, env: slow });
    expect(back).toMatchObject({ code: 0 });
    // Both rules are as the killed run would have made them, whoever did.
    expect(rules()).toEqual([]);
    expect(await outcomes(cwd, slow)).toEqual([{ outcome: 'converged' }, { outcome: 'cut-off', unknown: 2 }]);
  });
});

function pidOf(child: ChildProcess | null): number | undefined {
  return child?.pid;
}

describe('a disk that is full at the end of a run', () => {
  it('is told, also with --quiet, and the run can be taken back', async () => {
    const rules = Array.from({ length: 40 }, (_, index) => {
      return `name: Rule ${index}\ncondition: { aiInstructions: all }\nactions: [{ type: STAR }]\n`;
    });
    const [service, other] = [await serve(), await serve()];
    const cwd = projectOf({ 'rules/a.yaml': rules.join('---\n') });
    const whole = projectOf(cwd);
    expect(await inboxctl(['apply', '--yes'], { cwd: whole, env: other.env })).toMatchObject({ code: 0 });
    const [head = '', part = ''] = readFileSync(snapshotIn(whole), 'utf8').split('\n');

    const diskFull = Math.ceil((head.length + part.length + 2) / 512);
    const { code, stdout } = await inboxctl(['apply', '--yes', '--quiet'], { cwd, env: service.env, diskFull });
    expect(service.rules()).toHaveLength(40);
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('How this run ended could not be written to .inboxctl/runs/');
    expect((await inboxctl(['runs'], { cwd, env: service.env })).stdout).toMatch(/apply +cut off/);
    const back = await inboxctl(['rollback', '--yes', '--max-deletes', '40'], { cwd, env: service.env });
    expect(back).toMatchObject({ code: 0 });
    expect(service.rules()).toHaveLength(0);
  });
});

function snapshotIn(home: string): string {
  const folder = path.join(home, '.inboxctl/runs');
  return path.join(folder, readdirSync(folder)[0] ?? '');
}
