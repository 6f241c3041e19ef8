/** Inline text as HTML. Text from others is isolated from the text direction around it. */
import type { Inline, Span } from '../document.ts';
import { type Html, html, lines, name, raw } from '../html/markup.ts';

/** With `isCode`, the result is inside code, where text from others needs no isolation. */
export function inlineHtml(parts: Inline, isCode = false): Html {
  const pieces: Html[] = [];
  let isInBackticks = false;
  for (const part of parts) {
    if (typeof part === 'string') {
      for (const [index, text] of part.split('`').entries()) {
        if (index > 0) {
          isInBackticks = !isInBackticks;
          pieces.push(raw(isInBackticks ? '<code>' : '</code>'));
        }
        pieces.push(lines(text));
      }
    } else if ('theirs' in part)
      pieces.push(isInBackticks || isCode ? html`${part.show(part.theirs)}` : name(part.show(part.theirs)));
    else pieces.push(spanHtml(part));
  }
  if (isInBackticks) pieces.push(raw('</code>'));
  return html`${pieces}`;
}

function spanHtml({ look, inside, to }: Span): Html {
  const text = inlineHtml(inside, look === 'code');
  if (to !== undefined) return html`<a href="${look === 'link' ? to : `#${to}`}">${text}</a>`;
  switch (look) {
    case 'strong':
    case 'rule':
      return html`<b>${text}</b>`;
    case 'code':
      return html`<code class="copied">${text}</code>`;
    case 'quote':
      return html`<q>${text}</q>`;
    default:
      return text;
  }
}
