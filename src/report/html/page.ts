/**
 * The frame of a page: one file that loads nothing. Its policy allows only our own script and style, by hash, so that
 * even a mistake in escaping would run nothing.
 */
import { createHash } from 'node:crypto';
import { type Html, html, raw } from './markup.ts';
import SCRIPT from './page.browser.js';
import STYLE from './page.css';

/** Returns the file. `title` is shown in the browser's tab. */
export function page(title: string, body: Html): string {
  const policy = [
    "default-src 'none'",
    `style-src '${hash(STYLE)}'`,
    `script-src '${hash(SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
${body}
<script>${raw(SCRIPT)}</script>
</body>
</html>`.markup
  }\n`;
}

/** Hashes the content of an element as a content security policy expects it. */
function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
