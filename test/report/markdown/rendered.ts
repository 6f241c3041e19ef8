/** Markdown as GitHub and GitLab render it, and what a text in it must never have become. */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect } from 'vitest';

export interface Rendered {
  html: string;
  /** The names of the elements, in their order. */
  elements: string[];
  /** All text, by whether it stands in code. */
  plain: string;
  code: string[];
}

const OURS = new Set([
  ...['h3', 'h4', 'p', 'ul', 'li', 'code', 'pre', 'details', 'summary', 'b', 'strong', 'blockquote'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);
/** Stands for code in what is plain: words on both sides of it do not touch. */
export const CODE = '▪';
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Takes Markdown; gives what it becomes. Fails on HTML that is not well formed, or not of ours. */
export function rendered(markdown: string): Rendered {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  const open: string[] = [];
  const result: Rendered = { html, elements: [], plain: '', code: [] };
  for (const [piece, slash, name, attributes] of html.matchAll(/<(\/?)([a-z][\w-]*)([^>]*)>|<|[^<]+/gi)) {
    if (name === undefined) {
      if (piece === '<') refuse('< that begins no element', html);
      const text = decoded(piece);
      if (open.includes('code')) result.code.push(text);
      else result.plain += text;
    } else if (slash === '/') {
      if (open.pop() !== name) refuse(`</${name}> of nothing that is open`, html);
    } else {
      if (!OURS.has(name)) refuse(`<${name}>`, html);
      if (!/^( class="language-(diff|yaml|sh)"| align="right")?$/.test(attributes ?? '')) {
        refuse(`<${name}${attributes}>`, html);
      }
      open.push(name);
      if (name === 'code') result.plain += CODE;
      result.elements.push(name);
    }
  }
  if (open.length > 0) refuse(`<${open.join('> <')}> without an end`, html);
  return result;
}

/** As `expect` does, which takes longer than to render: this is asked of each element. */
function refuse(what: string, html: string): never {
  throw new Error(`There is ${what} in\n${html}`);
}

export function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (_whole, code?: string, name = '') =>
    code === undefined ? (ENTITIES[name] ?? '?') : String.fromCodePoint(Number(code)),
  );
}

/** What GitHub or GitLab acts on in a text that is not code. */
const ACTIVE = [
  ...[/@[\w-]/, /#\d/, /\bGH-\d/i, /[A-Za-z]-?\d/, /\b[\da-f]{7,}/i, /\/\//, /www\./i, /:\w+:/, /\$/, /[!%&^][\w"{]/],
  ...[/\{[%+-]/, /[<>[\]|*_~`\\]/],
];

/** Fails where a text in the Markdown does anything, or could to a runner that prints it. */
export function expectInert(markdown: string): Rendered {
  const found = rendered(markdown);
  const own = found.plain.replace(/\[!(CAUTION|WARNING|IMPORTANT)\]|^~(?= replace ▪)/gm, '');
  expect(
    ACTIVE.filter((active) => active.test(own)),
    markdown,
  ).toEqual([]);
  expect(markdown).not.toContain('<!--');
  expect(markdown).not.toContain('##[');
  expect(markdown).not.toMatch(/^\s*::/m);
  // At the start of a line GitLab takes `/merge` for an order, `>>>` for a quote, and `:` for a description.
  expect(markdown.replace(/^(`{3,})[^`][\s\S]*?^\1$/gm, '')).not.toMatch(/^\s*(\/|>>>|:)/m);
  expect(markdown.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Bidi_Control}|[\u200b\ufeff]/u);
  return found;
}
