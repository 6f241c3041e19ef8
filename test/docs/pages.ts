/** The README and the pages of docs/: their text, their blocks of code, and the parts that are made from the program. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** All pages, as paths below the root with `/`. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
    .sort(),
];

/** A file of the repository. */
export function read(name: string): string {
  return readFileSync(path.join(ROOT, name), 'utf8');
}

/** Whether what is made is written (UPDATE=1) before it is compared. */
const UPDATES = process.env.UPDATE === '1';

/** Compares what is between a marker and its end, on the one page that has it, with what was made. */
export function section(name: string, made: string): void {
  const start = `<!-- ${name}: made by test/docs -->\n`;
  const pages = PAGES.filter((page) => read(page).includes(start));
  expect({ name, pages }).toEqual({ name, pages: [expect.any(String)] });
  const [page = ''] = pages;
  const [before = '', after = ''] = read(page).split(start);
  const end = after.indexOf('<!-- end -->');
  expect({ name, end }).not.toEqual({ name, end: -1 });
  wholePage(page, before + start + made + after.slice(end));
}

/** Compares a page with what was made. */
export function wholePage(page: string, made: string): void {
  if (UPDATES) writeFileSync(path.join(ROOT, page), made);
  expect(read(page)).toBe(made);
}

export interface Block {
  language: string;
  text: string;
}

/** The blocks of code of a page in order, those of a list without their indentation. */
export function blocksOf(page: string): Block[] {
  const fences = /^( *)```(\w+)\n([\s\S]*?)^\1```/gm;
  return [...read(page).matchAll(fences)].map(([, indent = '', language = '', text = '']) => {
    return { language, text: text.replace(new RegExp(`^${indent}`, 'gm'), '') };
  });
}
