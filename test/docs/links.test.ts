/** The docs hold together: links and anchors, the index, the states of a difference, the length of what is read first. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf, PAGES, ROOT, read } from './pages.ts';

const LINKING = [...PAGES, 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'];

const withoutCode = (text: string) => text.replaceAll(/^( *)```[\s\S]*?^\1```/gm, '').replaceAll(/`[^`\n]*`/g, 'code');

/** The links of a page to files of the repository, and its pictures: the file, and the anchor in it. */
function linksOf(page: string): { file: string; anchor: string }[] {
  return [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, image]) => link ?? image ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor = ''] = target.split('#');
      return { file: file === '' ? page : path.posix.join(path.posix.dirname(page), file), anchor };
    });
}

/** The anchors that GitHub makes of the headings of a page. */
function anchorsOf(page: string): string[] {
  const headings = read(page)
    .replaceAll(/^( *)```[\s\S]*?^\1```/gm, '')
    .matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(LINKING)('the links of %s lead somewhere', (page) => {
  const broken = linksOf(page).filter(({ file, anchor }) => {
    if (!existsSync(path.join(ROOT, file))) return true;
    return anchor !== '' && !anchorsOf(file).includes(anchor);
  });
  expect(broken).toEqual([]);
});

it('the index leads to every page, and so does the README but for single commands', () => {
  const linked = (page: string) => new Set(linksOf(page).map(({ file }) => file));
  const commands = PAGES.filter((page) => /^docs\/commands\/(?!README)/.test(page));
  const guides = PAGES.filter((page) => page !== 'README.md' && page !== 'docs/README.md' && !commands.includes(page));
  expect(guides.filter((page) => !linked('docs/README.md').has(page))).toEqual([]);
  expect(guides.filter((page) => !linked('README.md').has(page))).toEqual([]);
  expect(commands.filter((page) => !linked('docs/commands/README.md').has(page))).toEqual([]);
});

it('the diagram and the table of the states of a difference have the same states, each with a way out and who takes it', () => {
  const { text = '' } = blocksOf('docs/github-trust.md').find(({ language }) => language === 'mermaid') ?? {};
  const names = new Map([...text.matchAll(/state "(.*)" as (\w+)/g)].map(([, name = '', alias = '']) => [alias, name]));
  const arrows = [...text.matchAll(/^ *(\S+) --> (\S+): \S/gm)];
  const [, below = ''] = read('docs/github-trust.md').split('| state | is | the way out | who |\n');
  const rows = (below.split('\n\n')[0] ?? '').split('\n').slice(1);
  const cells = rows.map((row) => row.slice(2, -2).split(' | '));
  for (const end of [1, 2]) {
    const states = new Set(arrows.map((arrow) => arrow[end] ?? '').filter((state) => state !== '[*]'));
    expect([...states].map((state) => names.get(state) ?? state).sort()).toEqual(cells.map(([state]) => state).sort());
  }
  for (const row of cells) expect(row.filter((cell) => cell.length > 3)).toHaveLength(4);
});

it('the first plan on GitHub takes at most 800 words', () => {
  expect(read('docs/github.md').split(/\s+/).length).toBeLessThanOrEqual(800);
});

it('the README has at most 900 words', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(900);
});
