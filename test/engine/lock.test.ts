import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs, {
  chownSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inboxId, isRunning, lockInbox, type Machine, thisMachine } from '../../src/engine/lock.ts';
import { bundled, firstLineOf, killed, outputOf, started } from '../harness/bundled.ts';
import { withHome } from '../harness/program.ts';
import { projectOf, write } from '../harness/project.ts';

const ID = inboxId('key-of-an-inbox');
const START = 'since then';

/** A machine on which these processes live, all of them since then. */
function machineOf(
  alive: readonly number[],
  own = 100,
  folder = path.join(projectOf({}), 'locks'),
): Machine & { folder: string } {
  return {
    folder,
    folders: [folder],
    uid: userInfo().uid,
    pid: own,
    startOf: (pid) => (pid === own || alive.includes(pid) ? START : null),
    wait: async () => {},
    random: () => 0.5,
  };
}

function withFile({ folder }: { folder: string }, name: string, ageInSeconds = 0, text = START): string {
  write(folder, name, text);
  const file = path.join(folder, name);
  const then = Date.now() / 1000 - ageInSeconds;
  utimesSync(file, then, then);
  return file;
}

describe('the name of a lock', () => {
  it('tells inboxes apart by their keys, and does not give the key away', () => {
    const ids = [ID, inboxId('another-key')];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(inboxId('key-of-an-inbox')).toBe(ID);
  });
});

describe('a lock', () => {
  it('is a file of the process, gone when it is released, however often', async () => {
    const machine = machineOf([]);
    const lock = await lockInbox(ID, machine);
    if (!('release' in lock)) throw new Error(JSON.stringify(lock));
    expect(readdirSync(machine.folder)).toEqual([`${ID}.100`]);
    expect(statSync(machine.folder).mode & 0o777).toBe(0o700);
    lock.release();
    lock.release();
    expect(readdirSync(machine.folder)).toEqual([]);
    expect(await lockInbox(ID, machine)).toHaveProperty('release');
  });

  it.each<[string, number[], string, string]>([
    ['of another inbox is no obstacle', [7], `${inboxId('k')}.7`, START],
    ['of a process that is gone is removed', [], `${ID}.7`, START],
    ['of a process that began at another time is removed: its id was given again', [7], `${ID}.7`, 'since before'],
    ['that an earlier process of our own id left behind is ours now', [], `${ID}.100`, START],
  ])('%s', async (_, alive, name, text) => {
    const machine = machineOf(alive);
    withFile(machine, name, 0, text);
    expect(await lockInbox(ID, machine)).toHaveProperty('release');
    const others = name.startsWith(ID) ? [] : [name];
    expect(readdirSync(machine.folder).sort()).toEqual([`${ID}.100`, ...others].sort());
  });

  it('of a living process is waited for three times, then that process and its file are named', async () => {
    const waited: number[] = [];
    const machine = { ...machineOf([7]), wait: async (ms: number) => void waited.push(ms) };
    const file = withFile(machine, `${ID}.7`);
    expect(await lockInbox(ID, machine)).toEqual({ pid: 7, file });
    expect(waited).toEqual([70, 70]);
    expect(readdirSync(machine.folder)).toEqual([`${ID}.7`]);
  });

  it('is had as soon as the other is gone', async () => {
    const machine = machineOf([7]);
    const file = withFile(machine, `${ID}.7`);
    const wait = async () => rmSync(file, { force: true });
    expect(await lockInbox(ID, { ...machine, wait })).toHaveProperty('release');
  });

  it.each([-3_700, 10 * 365 * 86_400])('is as good whatever the clock says: %i s old', async (age) => {
    const machine = machineOf([7]);
    const file = withFile(machine, `${ID}.7`, age);
    expect(await lockInbox(ID, machine)).toEqual({ pid: 7, file });
  });

  it('that is being written, or of a process whose start cannot be told, counts', async () => {
    const machine = machineOf([7]);
    const file = withFile(machine, `${ID}.7`, 0, '');
    expect(await lockInbox(ID, machine)).toEqual({ pid: 7, file });
    withFile(machine, `${ID}.7`);
    expect(await lockInbox(ID, { ...machine, startOf: () => '' })).toEqual({ pid: 7, file });
  });

  it('is had once in a process too', async () => {
    const machine = machineOf([]);
    expect(await lockInbox(ID, machine)).toHaveProperty('release');
    expect(await lockInbox(ID, machine)).toEqual({ pid: 100, file: path.join(machine.folder, `${ID}.100`) });
  });
});

describe('the folder of locks is not used', () => {
  const problem = (name: string) => ({ problem: { code: 'lock-folder-unusable', args: { problem: name } } });

  it('where it is a link or a file', async () => {
    const [folder, elsewhere] = [projectOf({ file: '' }), projectOf({})];
    symlinkSync(elsewhere, path.join(folder, 'link'));
    expect(await lockInbox(ID, machineOf([], 100, path.join(folder, 'link')))).toMatchObject(problem('link'));
    expect(await lockInbox(ID, machineOf([], 100, path.join(folder, 'file')))).toMatchObject(problem('no-folder'));
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('where it is of another user', async () => {
    const machine = machineOf([], 100, projectOf({}));
    expect(await lockInbox(ID, { ...machine, uid: machine.uid + 1 })).toMatchObject(problem('owner'));
  });

  it('where there is no place for it', async () => {
    const folder = path.join(projectOf({ file: '' }), 'file/locks');
    expect(await lockInbox(ID, machineOf([], 100, folder))).toMatchObject({
      problem: { code: 'file-unwritable', args: { reason: 'ENOTDIR' } },
    });
  });

  it('where another one can be', async () => {
    const [squatted, own] = [projectOf({}), projectOf({})];
    const machine = machineOf([], 100, path.join(own, 'locks'));
    symlinkSync(own, path.join(squatted, 'link'));
    const folders = [path.join(squatted, 'link'), ...machine.folders];
    expect(await lockInbox(ID, { ...machine, folders })).toHaveProperty('release');
    expect(readdirSync(machine.folder)).toEqual([`${ID}.100`]);
  });

  it.each([
    ['EROFS', true],
    ['EACCES', true],
    ['ENOSPC', false],
    ['EDQUOT', false],
  ])('where the system says %s; another one is: %s', async (code, isNext) => {
    const machine = machineOf([]);
    const first = path.join(projectOf({}), 'locks');
    const { mkdirSync } = fs;
    const patch = (fake: typeof mkdirSync) => {
      fs.mkdirSync = fake;
      syncBuiltinESMExports();
    };
    onTestFinished(() => patch(mkdirSync));
    patch(((folder: string, ...rest: []) => {
      if (folder === first) throw Object.assign(new Error(code), { code });
      return mkdirSync(folder, ...rest);
    }) as typeof mkdirSync);
    // What passes must not make the next process choose another place than this one.
    expect(await lockInbox(ID, { ...machine, folders: [first, machine.folder] })).toEqual(
      isNext
        ? { release: expect.any(Function) }
        : { problem: expect.objectContaining({ args: expect.objectContaining({ file: first, reason: code }) }) },
    );
  });
});

describe('this machine', () => {
  /** With these variables; null for one that is not set. */
  const foldersIn = (variables: Record<string, string | null>) => {
    const before = { ...process.env };
    onTestFinished(() => {
      process.env = before;
    });
    process.env = { ...before };
    for (const [name, value] of Object.entries(variables)) {
      if (value === null) delete process.env[name];
      else process.env[name] = value;
    }
    return thisMachine().folders;
  };
  const temporary = `/tmp/inboxctl-locks-${process.geteuid?.()}`;

  it('keeps locks in the home that the system has for the user, whatever the environment says', () => {
    const [home, elsewhere] = [projectOf({}), projectOf({})];
    const folders = foldersIn({ OWN_HOME: home });
    expect(folders).toEqual([path.join(home, '.local/state/inboxctl', hostname()), temporary]);
    for (const value of [elsewhere, '/nowhere', '/proc', '', null]) {
      for (const name of ['HOME', 'XDG_RUNTIME_DIR', 'XDG_STATE_HOME', 'TMPDIR', 'USER', 'HOSTNAME']) {
        expect(foldersIn({ OWN_HOME: home, [name]: value }), name).toEqual(folders);
      }
    }
  });

  it('has no other place than /tmp for a user without a home', () => {
    const folder = projectOf({ file: '' });
    for (const home of ['/nowhere', '/dev/null', '/dev/null/x', '', path.join(folder, 'file')]) {
      expect(foldersIn({ OWN_HOME: home })).toEqual([temporary]);
    }
    // The home of a service may be a folder of root; as root, any folder of another user is not ours.
    const theirs = process.geteuid?.() === 0 ? folder : '/';
    if (theirs === folder) chownSync(folder, 4242, -1);
    expect(foldersIn({ OWN_HOME: theirs })).toEqual([temporary]);
  });

  it('tells when a process started, the same each time, and that one is gone', async () => {
    const { startOf, pid } = thisMachine();
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    onTestFinished(() => void other.kill('SIGKILL'));
    const start = startOf(other.pid ?? 0);
    expect(start).toMatch(/\d/);
    expect(start).toBe(startOf(other.pid ?? 0));
    expect(start).not.toBe(startOf(pid));
    await killed(other);
    expect(startOf(other.pid ?? 0)).toBeNull();
  });
});

describe('a run is running', () => {
  it('while its process lives and has a lock that is older than it', () => {
    const machine = machineOf([7]);
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    expect(isRunning({ pid: 7, startedAt: at(0) }, machine)).toBe(false);
    withFile(machine, `${ID}.7`, 10);
    expect(isRunning({ pid: 7, startedAt: at(-5) }, machine)).toBe(true);
    expect(isRunning({ pid: 8, startedAt: at(-5) }, machine)).toBe(false);
    // Another run, whose process had this id before.
    expect(isRunning({ pid: 7, startedAt: at(-20) }, machine)).toBe(false);
    expect(isRunning({ pid: 7, startedAt: at(-5) }, { ...machine, startOf: () => null })).toBe(false);
    expect(readdirSync(machine.folder)).toEqual([]);
  });
});

/** Takes the id of an inbox, and holds its lock; says what came of it. */
const HOLDER = `
import { lockInbox } from './src/engine/lock.ts';
const lock = await lockInbox(process.argv[2] ?? '${ID}');
console.log('release' in lock ? 'has it' : JSON.stringify(lock));
setInterval(() => {}, 1000);
`;

/** Tries again and again, and counts how often it was alone and how often it was not. */
const RIVAL = `
import { mkdirSync, rmdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { lockInbox } from './src/engine/lock.ts';
const [inside, rounds] = process.argv.slice(2);
let had = 0;
let together = 0;
for (let round = 0; round < Number(rounds); round += 1) {
  const lock = await lockInbox('${ID}');
  if (!('release' in lock)) continue;
  had += 1;
  try {
    mkdirSync(inside);
    await setTimeout(Math.random() * 3);
    rmdirSync(inside);
  } catch {
    together += 1;
  }
  lock.release();
  await setTimeout(Math.random() * 3);
}
console.log(JSON.stringify({ had, together }));
`;

describe('of real processes', () => {
  const within = async <T>(environment: NodeJS.ProcessEnv, body: () => Promise<T>): Promise<T> => {
    const before = process.env;
    process.env = { ...before, ...environment };
    try {
      return await body();
    } finally {
      process.env = before;
    }
  };
  const withFolder = (body: () => Promise<void>) => within(withHome(projectOf({})), body);

  it('one that was killed leaves a lock behind, which the next one removes', async () => {
    const holder = await bundled(HOLDER);
    await withFolder(async () => {
      const first = started(holder, []);
      expect(await firstLineOf(first)).toBe('has it');
      const startedAt = new Date().toISOString();
      expect(isRunning({ pid: first.pid ?? 0, startedAt })).toBe(true);
      expect(await lockInbox(ID)).toMatchObject({ pid: first.pid });

      await killed(first);
      const second = started(holder, []);
      expect(await firstLineOf(second)).toBe('has it');
      expect(isRunning({ pid: first.pid ?? 0, startedAt })).toBe(false);
    });
  });

  it.each([
    ['the home', undefined],
    ['no home', '/nowhere'],
  ])('of whoever runs this, with %s: one keeps out another, whatever their environments are', async (_, home) => {
    const [holder, id, elsewhere] = [await bundled(HOLDER), inboxId(randomUUID()), projectOf({})];
    const user = { ...withHome(''), OWN_HOME: home };
    const names = { HOME: elsewhere, TMPDIR: elsewhere, XDG_RUNTIME_DIR: elsewhere, XDG_STATE_HOME: elsewhere };
    const first = await within({ ...user, ...names }, async () => started(holder, [id]));
    expect(await firstLineOf(first)).toBe('has it');
    await within(user, async () => {
      expect(await lockInbox(id)).toMatchObject({ pid: first.pid });
      await killed(first);
      const lock = await lockInbox(id);
      expect(lock).toHaveProperty('release');
      if ('release' in lock) lock.release();
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('one that lives keeps its lock when the clock jumps, and one that only has its id has none', async () => {
    const holder = await bundled(HOLDER);
    await withFolder(async () => {
      const first = started(holder, []);
      expect(await firstLineOf(first)).toBe('has it');
      const file = path.join(thisMachine().folders[0] ?? '', `${ID}.${first.pid}`);
      for (const time of [0, Date.now() / 1000 + 86_400]) {
        utimesSync(file, time, time);
        expect(await lockInbox(ID)).toEqual({ pid: first.pid, file });
      }
      // As an earlier process of this id left it.
      writeFileSync(file, `${readFileSync(file, 'utf8').trim()}0\n`);
      const lock = await lockInbox(ID);
      expect(lock).toHaveProperty('release');
      if ('release' in lock) lock.release();
    });
  });

  it('never two have it, however often they try', async () => {
    const rival = await bundled(RIVAL);
    await withFolder(async () => {
      const inside = path.join(projectOf({}), 'inside');
      const told = await Promise.all([1, 2, 3].map(() => outputOf(started(rival, [inside, '60']))));
      const counts = told.map((text) => JSON.parse(text));
      expect(counts.map(({ together }) => together)).toEqual([0, 0, 0]);
      expect(counts.reduce((sum, { had }) => sum + had, 0)).toBeGreaterThan(0);
    });
  });
});
