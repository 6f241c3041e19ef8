/**
 * Prints a report as a page for a browser: its Markdown, rendered into one file that loads and runs nothing. In the
 * Markdown, all text from others is code. Should some break out of it, it still becomes no link, no image and no other
 * element than those that the printer of Markdown writes.
 */
import { createHash } from 'node:crypto';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { ours, theirs } from '../../diagnostics/message.ts';
import type { Report } from '../document.ts';
import { type Inline, line, look } from '../inline.ts';
import { inlineMarkdown } from './inline-markdown.ts';
import { printMarkdown } from './markdown.ts';
import STYLE from './page.css';

/** When (an ISO date), by which version and for which commit a page was made. Pages are kept and read much later. */
export type Made = { at: string; version: string; commit: string | null };

/** What a page says of itself. `keyId`: of the key that signs digests. */
type About = { made: Made; keyId: string | null };

/** Only our own style counts, by its hash. Scripts and requests are forbidden. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** With more changes than this, all of them are folded. */
const MOST_OPEN = 20;

export function printPage(report: Report, about: About): string {
  // In pieces, each of which begins with a folded part: that takes a third of the memory.
  const pieces = printMarkdown(report, { isPage: true }).split(/\n(?=<details>\n)/);
  const folded = withHeadings(pieces.map(rendered).join(''));
  const isShort = folded.split('<details class=').length - 1 <= MOST_OPEN;
  const body = isShort ? folded.replaceAll('<details class=', '<details open class=') : folded;
  const [, title = ''] = /<h1>(.*)<\/h1>/.exec(body) ?? [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title.replace(/<[^>]*>/g, '')}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}</main>
<footer>${rendered(inlineMarkdown(footer(about)))}</footer>
</body>
</html>
`;
}

function footer({ made: { at, version, commit }, keyId }: About): Inline {
  const when = at.replace(/^(.{10})T(.{5}).*$/, '$1 $2 UTC');
  const of = (what: 'commit' | 'key', which: string | null) =>
    which === null ? [] : line` · ${what} ${look('code', [theirs(which)])}`;
  return line`inboxctl ${ours(version)} · ${ours(when)}${of('commit', commit)}${of('key', keyId)}`;
}

/** Renders Markdown. Exported for tests, which give it texts that are not escaped. */
export function rendered(markdown: string): string {
  const html = micromark(markdown, {
    extensions: [gfmTable(), { disable: { null: LINKS } }],
    htmlExtensions: [
      gfmTableHtml(),
      {
        exit: {
          htmlFlowData(token) {
            this.raw(this.sliceSerialize(token).replace(OTHER_TAGS, '&lt;'));
          },
        },
      },
    ],
  });
  return styled(html);
}

/** The names that micromark has for what becomes a link or an image. */
const LINKS = ['labelStartLink', 'labelStartImage', 'definition', 'autolink'];

/** The start of any tag that the printer of Markdown does not write. */
const OTHER_TAGS = /<(?!\/?(?:details|summary|b|code)>)/g;

const LABELS = { CAUTION: 'Caution', WARNING: 'Warning', TIP: 'Tip', IMPORTANT: 'Important' };

/** Adds what the style goes by. In HTML of micromark, a `<` always begins a tag. */
function styled(html: string): string {
  return html
    .replace(/<blockquote>\n<p>\[!(CAUTION|WARNING|TIP|IMPORTANT)\]/g, (_, kind: keyof typeof LABELS) => {
      return `<blockquote class="${kind.toLowerCase()}">\n<p><b>${LABELS[kind]}</b>`;
    })
    .replace(/<table>.*?<\/table>/gs, '<div class="wide" role="region" aria-label="Table" tabindex="0">$&</div>')
    .replace(/<details>\n<summary><b>(. (create|replace|delete))<\/b>/g, '<details class="$2">\n<summary><b>$1</b>')
    .replace(/(?<=<code class="language-diff">)[^<]+/g, (diff) => diff.replace(/.*\n/g, diffLine));
}

const SIGNS: Record<string, string> = { '-': 'del', '+': 'ins', '!': 'mark' };

function diffLine(text: string): string {
  const element = SIGNS[text.charAt(0)] ?? 'span';
  return `<${element}><b>${text.charAt(0)}</b>${text.slice(1)}</${element}>`;
}

/** The first heading is the title. Its counts get colors. The headings of accounts are below those of parts. */
function withHeadings(html: string): string {
  return html
    .replace(/<h3>(.*)<\/h3>/, (_, title: string) => `<h1>${title.replace(COUNTS, countHtml)}</h1>`)
    .replace(/<(\/?)h3>/g, '<$1h2>')
    .replaceAll('<h4>', '<h2 class="account">')
    .replaceAll('</h4>', '</h2>');
}

const COUNTS = /([\d,]+) to (create|replace|delete)(, )?/g;

/** A comma between two counts is only for those who listen to the page. */
function countHtml(_: string, number: string, op: string, comma = ''): string {
  return `<span class="${number === '0' ? 'none' : op}">${number} to ${op}</span><i>${comma}</i>`;
}
