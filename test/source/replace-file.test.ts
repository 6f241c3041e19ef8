import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { replaceFile } from '../../src/source/replace-file.ts';
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
