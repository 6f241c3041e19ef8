/** What people read is in plain words: none of these, in the docs, in messages and comments, and in the examples. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PAGES, ROOT, read } from './pages.ts';

const AVOIDED = [
  ...[/\bshall\b/i, /\bmend(s|ed|ing)?\b/i, /\bcannot be this\b/i],
  ...[/(?<!here )\b(is|are|was) no (?!longer\b|more\b|other\b|less\b)[a-z]+/i, /\bstands here a second time\b/i],
  ...[/\bgot no whole answer\b/i, /\bmade all the same\b/i, /\bSay where\b/, /\bfalls? silent\b/i],
  ...[/\b\d+ rules? live\b/, /\bNot applied: none of\b/, /\b(is|are) said once\b/, /\ball the same\b(?! in both)/],
  ...[/\bso many mails\b/, /\b(has|have|had|found) no room\b/, /\bothers( that)? come and go\b/],
  ...[/\bwhat no rule may do\b/i, /\bAll is written when\b/, /\bup to the AI\b/, /\bthe AI agrees,/],
  ...[/\bnor (do|does) \d/, /\bshould be switched (on|off) and is\b/, /\bnot switched as declared\b/],
  ...[/\bwill not come back\b/, /\blooks at the sender\b/, /\b(errors that|what) may pass\b/, /\bThe review was to\b/],
  ...[/\bTake over what\b/i, /\bPast one\b/, /\banswer was given up\b/],
];

const TEXTS = ['src', 'examples', 'schemas', '.github'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => statSync(path.join(ROOT, file)).isFile()),
);

it.each(AVOIDED.map((words) => [String(words), words] as const))('%s is nowhere', (_, words) => {
  const files = [
    ...PAGES,
    'CONTRIBUTING.md',
    'CODE_OF_CONDUCT.md',
    'SECURITY.md',
    'CHANGELOG.md',
    'action.yml',
    ...TEXTS,
  ];
  const found = files.flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => words.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

/** The paragraphs and list items of a page, without code, tables, headings and comments. */
function paragraphsOf(page: string): string[] {
  const text = read(page).replaceAll(/^( *)```[\s\S]*?^\1```/gm, '');
  const blocks = text.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=\||#|<!--)/);
  return blocks.map((block) => block.trim()).filter((block) => block !== '' && !/^(\||#|<)/.test(block));
}

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

it('no paragraph has more than 90 words', () => {
  const pages = [...PAGES, 'CONTRIBUTING.md', 'CODE_OF_CONDUCT.md', 'SECURITY.md'];
  const long = pages.flatMap((page) =>
    paragraphsOf(page)
      .filter((paragraph) => wordsOf(paragraph) > 90)
      .map((paragraph) => `${page}: ${wordsOf(paragraph)} words: ${paragraph.slice(0, 60)}`),
  );
  expect(long).toEqual([]);
});

it('the pages have at most 30,000 words, and the picture of the whole at most 400', () => {
  const pages = PAGES.filter((page) => !page.startsWith('docs/commands/'));
  expect(pages.reduce((sum, page) => sum + wordsOf(read(page)), 0)).toBeLessThanOrEqual(30_000);
  expect(wordsOf(read('docs/how-it-works.md'))).toBeLessThanOrEqual(400);
});
