/** A data file belongs to one sandbox at a time, also after one was killed. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DataFileError } from '../../src/sandbox/data-file.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { body } from './bodies.ts';
import { serve } from './calling.ts';

let folder = '';
let dataFile = '';
let lock = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inboxctl-lock-'));
  dataFile = join(folder, 'state.jsonl');
  lock = `${dataFile}.lock`;
  return () => rmSync(folder, { recursive: true });
});

const refusal = () => startSandbox({ dataFile }).catch((thrown) => thrown);

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '0']).pid;
}

describe('a data file in use', () => {
  it('is refused to a second sandbox, and the first one goes on writing to it', async () => {
    const first = await serve({ profile: 'newer', dataFile });
    const error = await refusal();
    expect(error).toBeInstanceOf(DataFileError);
    expect(error.message).toBe(
      `${dataFile}: another sandbox uses it, process ${process.pid}; if that is none, delete ${lock}`,
    );
    expect((await first.post(body({ name: 'Kept' }))).status).toBe(201);
    await first.sandbox.close();
    const next = await serve({ profile: 'newer', dataFile });
    expect(next.sandbox.rules().map(({ name }) => name)).toEqual(['Kept']);
  });

  it('is refused while a process of another program has it', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    onTestFinished(() => {
      other.kill('SIGKILL');
    });
    writeFileSync(lock, `${other.pid}\n`);
    expect((await refusal()).message).toContain(`process ${other.pid}`);
    expect(existsSync(dataFile)).toBe(false);
    expect(readFileSync(lock, 'utf8')).toBe(`${other.pid}\n`);
  });

  it('is refused where a file of the name of its lock is something else', async () => {
    writeFileSync(lock, '# yarn lockfile v1\n');
    expect((await refusal()).message).toBe(`${dataFile}: ${lock} is in the way, and no lock of a sandbox`);
    expect(readFileSync(lock, 'utf8')).toBe('# yarn lockfile v1\n');
  });

  it('goes to only one of many that start at once', async () => {
    writeFileSync(lock, `${deadPid()}\n`);
    const started = await Promise.allSettled(Array.from({ length: 8 }, () => startSandbox({ dataFile })));
    const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(running.map((sandbox) => sandbox.close()));
    expect(running).toHaveLength(1);
  });
});

describe('a lock that nobody holds any more', () => {
  it.each([
    ['of a dead process', () => `${deadPid()}\n`],
    // In a container every program may have the same id.
    ['of this process, which has none', () => `${process.pid}\n`],
    ['without a process, cut off by a kill', () => ''],
  ])('%s is taken over', async (_what, text) => {
    writeFileSync(lock, text());
    const sandbox = await startSandbox({ dataFile });
    expect(readFileSync(lock, 'utf8')).toBe(`${process.pid}\n`);
    await sandbox.close();
    expect(readdirSync(folder)).toEqual(['state.jsonl']);
  });

  it('is gone after a close, and after a start that failed', async () => {
    await (await startSandbox({ dataFile })).close();
    expect(existsSync(lock)).toBe(false);
    await expect(startSandbox({ dataFile: join(folder, 'other'), seed: { rulez: [] } })).rejects.toThrow('rulez');
    expect(readdirSync(folder)).toEqual(['state.jsonl']);
  });

  it('that belongs to someone else by now is not removed', async () => {
    const sandbox = await startSandbox({ dataFile });
    writeFileSync(lock, '1\n');
    await sandbox.close();
    expect(readFileSync(lock, 'utf8')).toBe('1\n');
  });
});
