import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

/** Replaces a text, which must be there, in a file of a folder. */
export function edit(folder: string, name: string, from: string | RegExp, to: string): void {
  const file = path.join(folder, name);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}
