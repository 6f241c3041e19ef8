/** A data file keeps the state of a sandbox, for one sandbox at a time. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DataFileError } from '../../src/sandbox/data-file.ts';
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

  it('has rules that several inboxes share once', async () => {
    const rules = Array.from({ length: 20 }, (_, index) => ({ name: `Rule ${index}` }));
    const seed = { inboxes: [{ name: 'a', rules }, ...['b', 'c', 'd'].map((name) => ({ name, rulesOf: 'a' }))] };
    const first = await startTestSandbox({ profile, dataFile, seed });
    const [rule] = first.rules('b');
    if (rule) first.put({ ...rule, name: 'Of b' }, 'b');
    await first.close();
    await (await startTestSandbox({ profile, dataFile })).close();
    const again = await startTestSandbox({ profile, dataFile });
    onTestFinished(() => again.close());
    for (const name of ['a', 'b', 'c', 'd']) expect(again.rules(name)).toEqual(first.rules(name));
    expect(again.rules('b').some((one) => one.name === 'Of b')).toBe(true);
    expect(readFileSync(dataFile, 'utf8').match(/"op":"rule"/g)).toHaveLength(40);
  });

  it('holds each mutation as soon as it is answered', async () => {
    const service = await serve({ profile, dataFile });
    await service.post(body({ name: 'A' }));
    expect(readFileSync(dataFile, 'utf8')).toContain('"name":"A"');
    await service.delete(service.sandbox.rules()[0]?.id ?? '');
    expect(readFileSync(dataFile, 'utf8')).not.toContain('"name":"A"');
  });

  it('can be of no other user to read', async () => {
    await written();
    expect(statSync(dataFile).mode & 0o077).toBe(0);
  });

  it('that is none is refused, and left alone', async () => {
    writeFileSync(dataFile, '{"op":"inbox","inbox":{"name":"a"}}\n{"a":1}\n');
    const error = await startTestSandbox({ dataFile }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DataFileError);
    expect(error.message).toBe(`${dataFile}: line 2 is not sandbox data`);
    expect(readFileSync(dataFile, 'utf8')).toContain('{"a":1}');
  });

  it.each([
    ['in a folder that is not there', 'nowhere/state.jsonl', 'cannot be written (ENOENT)'],
    ['that is a folder', '.', 'cannot be read (EISDIR)'],
  ])('%s is refused with the reason', async (_what, name, detail) => {
    const file = join(folder, name);
    const error = await startTestSandbox({ dataFile: file }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DataFileError);
    expect(error.message).toBe(`${file}: ${detail}`);
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
    ['one line', 'name: Receipts'],
    ['the beginning of one', '{"op":"inbox","inbox":{"name":"defa'],
    ['a JSON Patch', '{"op":"add","path":"/a","value":1}'],
    ['whole sandbox data and something else', '{"op":"inbox","inbox":{"name":"a"}}\nrules: []'],
  ])('that is another text without a final newline is refused, and left alone: %s', async (_what, text) => {
    writeFileSync(dataFile, text);
    const error = await startTestSandbox({ dataFile }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DataFileError);
    expect(error.message).toMatch(/line [12] is not sandbox data/);
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

  it('is refused to a second sandbox, and the first one goes on writing to it', async () => {
    const first = await serve({ profile: 'newer', dataFile });
    const error = await inUse();
    expect(error).toBeInstanceOf(DataFileError);
    expect(error.message).toBe(
      `${dataFile}: another sandbox uses it, process ${process.pid}; if that is no longer running, delete ${dataFile}.lock`,
    );
    expect((await first.post(body({ name: 'Kept' }))).status).toBe(201);
    await first.sandbox.close();
    const next = await serve({ profile: 'newer', dataFile });
    expect(next.sandbox.rules().map(({ name }) => name)).toEqual(['Kept']);
  });

  it('is refused where a file of the name of its lock is something else', async () => {
    writeFileSync(`${dataFile}.lock`, '# yarn lockfile v1\n');
    expect((await inUse()).message).toBe(
      `${dataFile}: another sandbox uses it; if that is no longer running, delete ${dataFile}.lock`,
    );
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
