import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeLeftovers, replaceFile } from '../../src/source/replace-file.ts';
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
  const folder = projectOf({ 'b.yaml': 'old', 'folder/x': '' });
  symlinkSync('b.yaml', path.join(folder, 'link.yaml'));
  mkdirSync(path.join(folder, 'c.yaml'));
  writeFileSync(path.join(folder, 'file'), '');
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
  const folder = projectOf(Object.fromEntries([...left, ...kept].map((name) => [name, ''])));
  for (const name of [...left.slice(1), ...kept.slice(1)]) utimesSync(path.join(folder, name), old, old);
  const linked = `.inboxctl-${gone}-bbbbbbbbbbbb.tmp`;
  const inside = `.inboxctl-${gone}-cccccccccccc.tmp`;
  symlinkSync('a.yaml', path.join(folder, linked));
  mkdirSync(path.join(folder, inside));
  removeLeftovers(folder);
  expect(readdirSync(folder).sort()).toEqual([...kept, linked, inside].sort());
  expect(() => removeLeftovers(path.join(folder, 'none'))).not.toThrow();
});
