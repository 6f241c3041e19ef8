import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeLeftovers, replaceFile, tryOutput, writeOutput } from '../../src/source/replace-file.ts';
import { bundled, outputOf, started } from '../harness/bundled.ts';
import { projectOf } from '../harness/project.ts';

it('makes a file, and replaces one as a whole', () => {
  const folder = projectOf({});
  const file = path.join(folder, 'a.yaml');
  for (const text of ['long and new', 'new \u{1f600}']) {
    replaceFile(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
  expect(readdirSync(folder)).toEqual(['a.yaml']);
});

it('takes the place of no link and no folder, and leaves nothing behind', () => {
  const folder = projectOf({ 'b.yaml': 'old', 'c.yaml/x': '', 'folder/x': '', file: '' });
  symlinkSync('b.yaml', path.join(folder, 'link.yaml'));
  const refusals = { 'link.yaml': 'ELOOP', 'c.yaml': 'EISDIR', 'none/a.yaml': 'ENOENT', 'file/a.yaml': 'ENOTDIR' };
  for (const [file, code] of Object.entries(refusals)) {
    expect(() => replaceFile(path.join(folder, file), 'new')).toThrow(expect.objectContaining({ code }));
  }
  expect(readFileSync(path.join(folder, 'b.yaml'), 'utf8')).toBe('old');
  expect(readdirSync(folder).sort()).toEqual(['b.yaml', 'c.yaml', 'file', 'folder', 'link.yaml']);
});

it('removes what a killed process left, and nothing else', () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const [random, old] = ['0123456789ab', new Date(Date.now() - 2 * 3_600_000)];
  const left = [`.inboxctl-${gone}-${random}.tmp`, `.inboxctl-${process.pid}-${random}.tmp`];
  const kept = [
    `.inboxctl-${process.pid}-aaaaaaaaaaaa.tmp`,
    `.inboxctl-${random}.tmp`,
    `.inboxctl-${gone}-${random}.tmp.yaml`,
    `.inboxctl-${gone}-0123.tmp`,
    `inboxctl-${gone}-${random}.tmp`,
    '.inboxctl-notes.tmp',
    'a.yaml',
  ];
  const inside = `.inboxctl-${gone}-cccccccccccc.tmp`;
  const folder = projectOf(Object.fromEntries([...left, ...kept, `${inside}/x`].map((name) => [name, ''])));
  for (const name of [...left.slice(1), ...kept.slice(1)]) utimesSync(path.join(folder, name), old, old);
  const linked = `.inboxctl-${gone}-bbbbbbbbbbbb.tmp`;
  symlinkSync('a.yaml', path.join(folder, linked));
  removeLeftovers(folder);
  expect(readdirSync(folder).sort()).toEqual([...kept, linked, inside].sort());
  expect(() => removeLeftovers(path.join(folder, 'none'))).not.toThrow();
});

it('writes a file that a user named through a link, and keeps its mode', async () => {
  const folder = projectOf({ 'in/real.json': 'old' });
  const at = (name: string) => path.join(folder, name);
  chmodSync(at('in/real.json'), 0o640);
  symlinkSync('in/real.json', at('link.json'));
  symlinkSync('in/new.json', at('dangling.json'));
  for (const name of ['link.json', 'dangling.json', 'plain.json']) {
    await tryOutput(at(name));
    await writeOutput(at(name), 'new');
    expect(readFileSync(at(name), 'utf8')).toBe('new');
  }
  expect(readlinkSync(at('link.json'))).toBe('in/real.json');
  expect(readlinkSync(at('dangling.json'))).toBe('in/new.json');
  expect(statSync(at('in/real.json')).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder).sort()).toEqual(['dangling.json', 'in', 'link.json', 'plain.json']);
  expect(readdirSync(at('in')).sort()).toEqual(['new.json', 'real.json']);
});

it('knows beforehand what cannot be written, and leaves nothing of the attempt', async () => {
  const folder = projectOf({ file: 'old', 'folder/x': '' });
  for (const [name, code] of Object.entries({ folder: 'EISDIR', 'none/a': 'ENOENT', 'file/a': 'ENOTDIR' })) {
    const error = expect.objectContaining({ code });
    expect(() => tryOutput(path.join(folder, name))).toThrow(error);
    expect(() => writeOutput(path.join(folder, name), 'new')).toThrow(error);
  }
  tryOutput(path.join(folder, 'file'));
  tryOutput(path.join(folder, 'new'));
  expect(readdirSync(folder).sort()).toEqual(['file', 'folder']);
  expect(readFileSync(path.join(folder, 'file'), 'utf8')).toBe('old');
});

it('writes a pipe or a device as it is, and does not open it to try', async () => {
  const pipe = path.join(projectOf({}), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const read = readFile(pipe, 'utf8');
  tryOutput(pipe);
  writeOutput(pipe, 'through the pipe');
  expect(await read).toBe('through the pipe');
  expect(statSync(pipe).isFIFO()).toBe(true);
  writeOutput('/dev/null', 'gone');
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

/** Writes a file whose disk is full after the first bytes; says what came of it. */
const CUT = `
import { writeOutput } from './src/source/replace-file.ts';
try {
  writeOutput(process.argv[2], 'x'.repeat(1_000_000));
} catch (error) {
  console.log(error.code);
}
`;

it('leaves the earlier file where the disk is full, and no part of the new one', async () => {
  const folder = projectOf({ 'plan.json': 'of yesterday' });
  const cut = await bundled(CUT);
  for (const name of ['plan.json', 'new.json']) {
    expect(await outputOf(started(cut, [path.join(folder, name)], 1))).toBe('EFBIG\n');
  }
  expect(readdirSync(folder)).toEqual(['plan.json']);
  expect(readFileSync(path.join(folder, 'plan.json'), 'utf8')).toBe('of yesterday');
});
