/** A data file keeps the state of a sandbox, for one sandbox at a time. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { CannotStart } from '../../src/sandbox/cannot-start.ts';
import { startTestSandbox } from '../harness/sandbox/sandbox.ts';
import { body } from './bodies.ts';
import { KEY, serve } from './calling.ts';

let folder = '';
let dataFile = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inboxctl-sandbox-'));
  dataFile = join(folder, 'state.jsonl');
  return () => rmSync(folder, { recursive: true });
});

describe('a data file', () => {
  const profile = 'newer';

  async function written(): Promise<string[]> {
    const service = await serve({ profile, dataFile });
    for (const name of ['A', 'B', 'C']) await service.post(body({ name }));
    const [, b] = service.sandbox.rules();
    await service.put(b?.id ?? '', body({ name: 'B2' }));
    await service.delete(service.sandbox.rules()[0]?.id ?? '');
    await service.sandbox.close();
    return service.sandbox.rules().map((rule) => JSON.stringify(rule));
  }

  it('brings rules and keys back, and the seed is not read again', async () => {
    const rules = await written();
    const sandbox = await startTestSandbox({ profile, dataFile, seed: { rules: [{ name: 'Seeded' }] } });
    onTestFinished(() => sandbox.close());
    expect(sandbox.rules().map((rule) => JSON.stringify(rule))).toEqual(rules);
    expect(sandbox.keys).toHaveLength(3);
    expect(sandbox.keys.map(({ key }) => key)).toContain(KEY);
  });

  it('can be of no other user to read', async () => {
    await written();
    expect(statSync(dataFile).mode & 0o077).toBe(0);
  });

  it.each([
    ['in a folder that is not there', 'nowhere/state.jsonl', { problem: 'unwritable', reason: 'ENOENT' }],
    ['that is a folder', '.', { problem: 'unreadable', reason: 'EISDIR' }],
  ])('%s is refused with the reason', async (_what, name, why) => {
    const error = await startTestSandbox({ dataFile: join(folder, name) }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(CannotStart);
    expect(error.why).toEqual(why);
  });

  it('is not touched by a sandbox that gets no port', async () => {
    await written();
    const before = readFileSync(dataFile, 'utf8');
    const { sandbox } = await serve();
    await expect(startTestSandbox({ profile, dataFile, port: sandbox.port })).rejects.toThrow('EADDRINUSE');
    expect(readFileSync(dataFile, 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['state.jsonl']);
  });

  it.each([
    ['another text', 'name: Receipts', 1],
    ['the beginning of a line', '{"op":"inbox","inbox":{"name":"defa', 1],
    ['a JSON Patch', '{"op":"add","path":"/a","value":1}', 1],
    ['sandbox data and another text', '{"op":"inbox","inbox":{"name":"a"}}\nrules: []', 2],
    ['sandbox data and other JSON', '{"op":"inbox","inbox":{"name":"a"}}\n{"a":1}\n', 2],
  ])('that is not one is refused, and left alone: %s', async (_what, text, line) => {
    writeFileSync(dataFile, text);
    const error = await startTestSandbox({ dataFile }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(CannotStart);
    expect(error.why).toEqual({ problem: 'not-data', line });
    expect(readFileSync(dataFile, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['state.jsonl']);
  });

  it('that is empty is taken', async () => {
    writeFileSync(dataFile, '');
    const sandbox = await startTestSandbox({ dataFile });
    onTestFinished(() => sandbox.close());
    expect(sandbox.rules()).toEqual([]);
  });
});

describe('a data file in use', () => {
  const inUse = () => startTestSandbox({ dataFile }).catch((thrown) => thrown);

  it('is refused where a file of the name of its lock is something else', async () => {
    writeFileSync(`${dataFile}.lock`, '# yarn lockfile v1\n');
    expect((await inUse()).why).toEqual({ problem: 'in-use', holder: null });
    expect(readFileSync(`${dataFile}.lock`, 'utf8')).toBe('# yarn lockfile v1\n');
  });

  it('goes to only one of many that start at once', async () => {
    const started = await Promise.allSettled(Array.from({ length: 8 }, () => startTestSandbox({ dataFile })));
    const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(running.map((sandbox) => sandbox.close()));
    expect(running).toHaveLength(1);
  });

  it('is free after a close, and after a start that failed', async () => {
    await (await startTestSandbox({ dataFile })).close();
    expect(readdirSync(folder)).toEqual(['state.jsonl']);
    await expect(startTestSandbox({ dataFile: join(folder, 'other'), seed: { rulez: [] } })).rejects.toThrow('rulez');
    expect(readdirSync(folder)).toEqual(['state.jsonl']);
  });
});
