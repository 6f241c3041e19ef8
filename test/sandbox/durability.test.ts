/** A data file holds what was acknowledged, also when the process was killed. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DataFileError } from '../../src/sandbox/data-file.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { bundled } from '../harness/bundled.ts';
import { body } from './bodies.ts';
import { KEY, serve } from './calling.ts';

const SERVER = new URL('./serve-and-report.ts', import.meta.url).pathname;

let folder = '';
let dataFile = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inboxctl-sandbox-'));
  dataFile = join(folder, 'state.jsonl');
  return () => rmSync(folder, { recursive: true });
});

async function servingChild(program: string) {
  const child = fork(program, [dataFile, KEY]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [baseUrl] = await once(child, 'message');
  return { child, baseUrl: String(baseUrl) };
}

describe('a sandbox that is killed amid writes', () => {
  it('has everything that it acknowledged when it starts again', { timeout: 120_000 }, async () => {
    const program = await bundled(`import '${SERVER}';`);
    const acknowledged = new Set<string>();
    const deleted = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const { child, baseUrl } = await servingChild(program);
      const gone = once(child, 'exit');
      const headers = { 'API-Key': KEY };
      const write = async (name: string, removes: boolean) => {
        const sent = await fetch(`${baseUrl}/rules`, { method: 'POST', headers, body: JSON.stringify(body({ name })) });
        const { rule } = (await sent.json()) as { rule: { id: string } };
        acknowledged.add(name);
        if (!removes) return;
        acknowledged.delete(name);
        const removed = await fetch(`${baseUrl}/rules/${rule.id}`, { method: 'DELETE', headers });
        if (removed.status === 204) deleted.add(name);
      };
      const writer = async (lane: number) => {
        for (let index = 0; ; index++) await write(`${round}-${lane}-${index}`, index % 3 === 2);
      };
      const writers = [0, 1, 2, 3].map((lane) => writer(lane).catch(() => 'killed'));
      const enough = acknowledged.size + 40;
      while (acknowledged.size < enough) await new Promise((resolve) => setImmediate(resolve));
      child.kill('SIGKILL');
      await Promise.all([gone, ...writers]);
    }
    const sandbox = await startSandbox({ dataFile, profile: 'newer' });
    onTestFinished(() => sandbox.close());
    const names = new Set(sandbox.rules().map(({ name }) => name));
    expect([...acknowledged].filter((name) => !names.has(name))).toEqual([]);
    expect([...deleted].filter((name) => names.has(name))).toEqual([]);
  });
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
    const sandbox = await startSandbox({ profile, dataFile, seed: { rules: [{ name: 'Seeded' }] } });
    onTestFinished(() => sandbox.close());
    expect(sandbox.rules().map((rule) => JSON.stringify(rule))).toEqual(rules);
    expect(sandbox.keys.map(({ key }) => key)).toEqual([KEY, expect.stringMatching(/^sandbox_/)]);
  });

  it('has rules that several inboxes share once', async () => {
    const rules = Array.from({ length: 20 }, (_, index) => ({ name: `Rule ${index}` }));
    const seed = { inboxes: [{ name: 'a', rules }, ...['b', 'c', 'd'].map((name) => ({ name, rulesOf: 'a' }))] };
    const first = await startSandbox({ profile, dataFile, seed });
    const [rule] = first.rules('b');
    if (rule) first.put({ ...rule, name: 'Of b' }, 'b');
    await first.close();
    await (await startSandbox({ profile, dataFile })).close();
    const again = await startSandbox({ profile, dataFile });
    onTestFinished(() => again.close());
    for (const name of ['a', 'b', 'c', 'd']) expect(again.rules(name)).toEqual(first.rules(name));
    expect(again.rules('b').some((one) => one.name === 'Of b')).toBe(true);
    expect(readFileSync(dataFile, 'utf8').match(/"op":"rule"/g)).toHaveLength(40);
  });

  it('keeps a generated key, and takes one more that is given later', async () => {
    const first = await startSandbox({ dataFile });
    await first.close();
    const second = await startSandbox({ dataFile, key: KEY });
    await second.close();
    const third = await startSandbox({ dataFile });
    onTestFinished(() => third.close());
    expect(third.keys.map(({ key }) => key)).toEqual([...first.keys.map(({ key }) => key), KEY]);
  });

  it('loses nothing but a last line that was cut off', async () => {
    const rules = await written();
    const whole = statSync(dataFile).size;
    appendFileSync(dataFile, '{"op":"rule","inbox":"default","rule":{"id":"x","na');
    const again = await startSandbox({ profile, dataFile });
    await again.close();
    expect(again.rules().map((rule) => JSON.stringify(rule))).toEqual(rules);
    expect(statSync(dataFile).size).toBeLessThan(whole);
    truncateSync(dataFile, statSync(dataFile).size - 1);
    const cut = await startSandbox({ profile, dataFile });
    await cut.close();
    expect(cut.rules().map((rule) => JSON.stringify(rule))).toEqual(rules.slice(0, -1));
  });

  it('is written anew on start without what is superseded', async () => {
    await written();
    const lines = () => readFileSync(dataFile, 'utf8').trimEnd().split('\n').length;
    expect(lines()).toBe(3 + 5);
    const again = await startSandbox({ profile, dataFile });
    await again.close();
    expect(lines()).toBe(3 + 2);
  });

  it('grows by one line a mutation, however many rules there are', async () => {
    const rules = Array.from({ length: 500 }, (_, index) => ({ name: `R${index}` }));
    const service = await serve({ profile, dataFile, seed: { rules } });
    const before = statSync(dataFile).size;
    await service.post(body());
    expect(statSync(dataFile).size - before).toBeLessThan(1500);
  });

  it('can be of no other user to read', async () => {
    await written();
    expect(statSync(dataFile).mode & 0o077).toBe(0);
  });

  it('that is none is refused, and left alone', async () => {
    writeFileSync(dataFile, '{"op":"inbox","inbox":{"name":"a"}}\n{"a":1}\n');
    const error = await startSandbox({ dataFile }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DataFileError);
    expect(error.message).toBe(`${dataFile}: line 2 is not sandbox data`);
    expect(readFileSync(dataFile, 'utf8')).toContain('{"a":1}');
  });

  it.each([
    ['in a folder that is not there', 'nowhere/state.jsonl', 'cannot be written (ENOENT)'],
    ['that is a folder', '.', 'cannot be read (EISDIR)'],
  ])('%s is refused with the reason', async (_what, name, detail) => {
    const file = join(folder, name);
    const error = await startSandbox({ dataFile: file }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DataFileError);
    expect(error.message).toBe(`${file}: ${detail}`);
  });

  it('is not touched by a sandbox that gets no port', async () => {
    await written();
    const before = readFileSync(dataFile, 'utf8');
    const { sandbox } = await serve();
    await expect(startSandbox({ profile, dataFile, port: sandbox.port })).rejects.toThrow('EADDRINUSE');
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
    const error = await startSandbox({ dataFile }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(DataFileError);
    expect(error.message).toMatch(/line [12] is not sandbox data/);
    expect(readFileSync(dataFile, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['state.jsonl']);
  });

  it('that is empty is taken', async () => {
    writeFileSync(dataFile, '');
    const sandbox = await startSandbox({ dataFile });
    onTestFinished(() => sandbox.close());
    expect(sandbox.rules()).toEqual([]);
  });
});
