/** What was run, as users see it. */
import { type ChildProcess, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listRuns } from '../../src/engine/journal/read.ts';
import { openJournal } from '../../src/engine/journal/write.ts';
import { type OutcomeLine, runsDocument } from '../../src/model/journal.ts';
import { declaredOf } from '../harness/arbitrary.ts';
import { faulty } from '../harness/faulty.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { ruleOf, runStart, SEALS, TAGS, THREE } from '../harness/journal.ts';
import { program } from '../harness/program.ts';
import { projectOf, serve, write } from '../harness/project.ts';

type Status = OutcomeLine['status'];

/** A run in the journals of a project: what became of its changes, in order, and its end; null: it was killed. */
async function ran(
  home: string,
  options: Parameters<typeof runStart>[0],
  statuses: readonly Status[],
  end: 'converged' | 'partial' | null,
): Promise<string> {
  const start = await runStart(options);
  const journal = openJournal(home, start);
  if ('problem' in journal) throw new Error(JSON.stringify(journal.problem));
  const changes = start.parts.flatMap(({ work }) => work.map(({ change }) => change));
  statuses.forEach((status, index) => {
    const change = changes[index];
    if (change !== undefined) journal.outcome(change, { status });
  });
  if (end !== null) journal.end(end);
  return journal.run;
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
  const done = ['done', 'done', 'done'] as const;
  const accounts = Object.fromEntries(['alice', 'bob', 'carol', 'dave', 'erin', 'frank'].map((name) => [name, THREE]));
  await ran(home, { at: '2026-10-01T06:00:00Z', salt: 'a', accounts }, [...done, ...done, ...done], 'converged');
  const statuses: Status[] = ['done', 'done', 'failed', 'failed', 'refused', 'held', 'not-tried', 'skipped'];
  const bad = await ran(
    home,
    { at: '2026-11-21T09:22:33Z', salt: 'b', accounts: { default: creating(2000) } },
    statuses,
    'partial',
  );
  await ran(home, { at: '2026-11-21T09:30:00Z', salt: 'c', by: 'rollback', rollbackOf: bad }, done, 'converged');
  await ran(home, { at: '2026-11-22T09:30:00Z', salt: 'd' }, ['done', 'held'], null);
  return home;
}

describe('runs', () => {
  it('are listed, the newest first, on lines that fit', async () => {
    const { code, stdout, stderr } = await inboxctl(['runs'], {
      cwd: await storied(),
      env: { INBOXCTL_SIGNING_KEY: TAGS },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "20261122T093000Z-18ac3e7343f0  2026-11-22 09:30:00 UTC  apply     unfinished
        1 replaced; 1 held back, 1 not known

      20261121T093000Z-2e7d2c03a950  2026-11-21 09:30:00 UTC  rollback  converged
        1 created, 1 replaced, 1 deleted
        back to before 20261121T092233Z-3e23e8160039

      20261121T092233Z-3e23e8160039  2026-11-21 09:22:33 UTC  apply     partial
        2 created; 2 failed, 1 refused, 1 held back, 1 skipped, 1 not tried, 1,992 not
        known

      20261001T060000Z-ca978112ca1b  2026-10-01 06:00:00 UTC  apply     converged
        3 created, 3 replaced, 3 deleted; 9 not known
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
    const { code, stdout, stderr } = await inboxctl(['runs', '--format', 'json'], {
      cwd: home,
      env: { INBOXCTL_SIGNING_KEY: TAGS },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const document = runsDocument.strict().parse(JSON.parse(stdout));
    expect(document).toEqual({ formatVersion: 1, notices: [], runs: listRuns(home, SEALS).runs });
  });

  it('are those beside the project file, wherever one stands', async () => {
    const home = await storied();
    write(home, 'inboxctl.yaml', 'version: 1\n');
    write(home, 'rules/a.yaml', '');
    const { stdout } = await inboxctl(['runs', '-C', 'rules', '--format', 'json'], {
      cwd: home,
      env: { INBOXCTL_SIGNING_KEY: TAGS },
    });
    const { runs } = JSON.parse(stdout);
    expect(runs).toHaveLength(4);
    expect(runs[0].file).toMatch(/^\.\.\/\.inboxctl\/runs\/20261122T093000Z-/);
  });

  it('are none at first, which is said', async () => {
    const cwd = projectOf({});
    const text = await inboxctl(['runs'], { cwd, env: { INBOXCTL_SIGNING_KEY: TAGS } });
    expect(text).toEqual({ code: 0, stdout: 'No runs: nothing was applied from this folder yet.\n', stderr: '' });
    const json = await inboxctl(['runs', '--format', 'json'], { cwd, env: { INBOXCTL_SIGNING_KEY: TAGS } });
    expect(JSON.parse(json.stdout)).toEqual({ formatVersion: 1, notices: [], runs: [] });
  });

  it('that cannot be read are named', async () => {
    const cwd = projectOf({ '.inboxctl/runs/20261121T092233Z-0123456789ab.jsonl': 'x' });
    const { code, stdout, stderr } = await inboxctl(['runs'], { cwd, env: { INBOXCTL_SIGNING_KEY: TAGS } });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'No runs: nothing was applied from this folder yet.\n' });
    expect(stderr).toMatchInlineSnapshot(`
      "warning: The journal .inboxctl/runs/20261121T092233Z-0123456789ab.jsonl cannot
               be read: it does not begin with the plan of a run.
      "
    `);
    expect(await inboxctl(['runs', '--quiet'], { cwd, env: { INBOXCTL_SIGNING_KEY: TAGS } })).toMatchObject({
      stderr: '',
    });
    const json = JSON.parse(
      (await inboxctl(['runs', '--format', 'json'], { cwd, env: { INBOXCTL_SIGNING_KEY: TAGS } })).stdout,
    );
    expect(json).toMatchObject({ runs: [], notices: [{ code: 'journal-unreadable', severity: 'warning' }] });
  });
});

describe('plan names a run that was killed', () => {
  const RULE = 'name: New\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';

  it('and says what to do', async () => {
    const env = { ...(await serve()).env, INBOXCTL_SIGNING_KEY: TAGS };
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    const run = await ran(cwd, { at: '2026-11-21T09:22:33Z' }, ['done'], null);
    const { code, stdout } = await inboxctl(['plan'], { cwd, env });
    expect(code).toBe(0);
    expect(stdout).toContain(`warning: The apply of 2026-11-21 09:22:33 UTC was cut off before its end. This
         plan shows what is left.
  To finish it: inboxctl apply
  To go back to before it: inboxctl rollback ${run}
`);
    const json = JSON.parse((await inboxctl(['plan', '--format', 'json'], { cwd, env })).stdout);
    expect(json.notices).toMatchObject([{ code: 'run-unfinished', severity: 'warning' }]);
  });

  it('also when nothing is left of it, but no other run', async () => {
    const env = { ...(await serve()).env, INBOXCTL_SIGNING_KEY: TAGS };
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    await ran(cwd, { at: '2026-11-21T09:22:33Z' }, [], 'converged');
    expect((await inboxctl(['plan'], { cwd, env })).stdout).not.toContain('2026-11-21');
    await ran(cwd, { at: '2026-11-22T09:22:33Z' }, [], null);
    write(cwd, 'rules/a.yaml', '');
    expect((await inboxctl(['plan'], { cwd, env })).stdout).toContain('note: The apply of 2026-11-22 09:22:33 UTC');
  });

  it('unless a rollback would not go by its journal', async () => {
    const { env } = await serve();
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    const run = await ran(cwd, { at: '2026-11-21T09:22:33Z' }, [], null);
    const planned = async (more = {}) => (await inboxctl(['plan'], { cwd, env: { ...env, ...more } })).stdout;
    expect(await planned()).not.toContain(run);
    expect(await planned({ INBOXCTL_SIGNING_KEY: TAGS })).toContain(run);
    execFileSync('git', ['init', '-q'], { cwd });
    expect(await planned({ INBOXCTL_SIGNING_KEY: TAGS })).toContain(run);
    execFileSync('git', ['add', '-f', '.inboxctl'], { cwd });
    expect(await planned({ INBOXCTL_SIGNING_KEY: TAGS })).not.toContain(run);
  });
});

describe('an apply', () => {
  const rule = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n`;
  const outcomes = async (cwd: string, env: Record<string, string>) => {
    const { stdout } = await program(['runs', '--format', 'json'], { cwd, env });
    return runsDocument.parse(JSON.parse(stdout)).runs.map(({ outcome, changes }) => ({ outcome, ...changes.create }));
  };

  it('is running while it runs, keeps others out from anywhere, and is unfinished once it was killed', async () => {
    const { baseUrl, env } = await serve();
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
    expect(await outcomes(cwd, slow)).toEqual([{ outcome: 'running', done: 1, unknown: 1 }]);
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
    expect(await outcomes(cwd, slow)).toEqual([{ outcome: 'unfinished', done: 1, unknown: 1 }]);
    const next = await program(['apply', '--yes'], { cwd, env: slow });
    expect(next).toMatchObject({ code: 0 });
    expect(next.stdout + next.stderr).toContain('was cut off before its end');
    expect(await outcomes(cwd, slow)).toEqual([
      { outcome: 'converged', done: 1 },
      { outcome: 'unfinished', done: 1, unknown: 1 },
    ]);
    expect((await program(['plan'], { cwd, env: slow })).stdout).not.toContain('cut off');
  });
});

function pidOf(child: ChildProcess | null): number | undefined {
  return child?.pid;
}

describe('a disk that is full in the middle of a run', () => {
  it('is told, also with --quiet: no later command knows what was lost', async () => {
    const rules = Array.from({ length: 40 }, (_, index) => {
      return `name: Rule ${index}\ncondition: { aiInstructions: all }\nactions: [{ type: STAR }]\n`;
    });
    const [service, other] = [await serve(), await serve()];
    const cwd = projectOf({ 'rules/a.yaml': rules.join('---\n') });
    const whole = projectOf(cwd);
    expect(await inboxctl(['apply', '--yes'], { cwd: whole, env: other.env })).toMatchObject({ code: 0 });
    const [head = '', plan = ''] = readFileSync(journalIn(whole), 'utf8').split('\n');

    const diskFull = Math.ceil((head.length + plan.length + 2) / 512);
    const { code, stdout } = await inboxctl(['apply', '--yes', '--quiet'], { cwd, env: service.env, diskFull });
    expect(service.rules()).toHaveLength(40);
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Not all outcomes could be written to the journal .inboxctl/runs/',
    );
  });
});

function journalIn(home: string): string {
  const folder = path.join(home, '.inboxctl/runs');
  return path.join(folder, readdirSync(folder)[0] ?? '');
}
