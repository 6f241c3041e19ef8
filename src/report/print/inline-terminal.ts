/** Inline text for a terminal. */
import { escapeControl, escapeQuotes } from '../../diagnostics/escape-control.ts';
import type { Inline, Span, Tone } from '../inline.ts';
import { inStyle, type Style } from '../style.ts';

/** Prints on one line. Control characters in text from others are escaped. */
export function printed(parts: Inline, style: Style): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return inStyle(part, style);
      return 'theirs' in part ? escapeControl(part.show(part.theirs)) : spanText(part, style);
    })
    .join('');
}

function spanText({ look, inside }: Span, style: Style): string {
  if (look === 'rule') return `"${printed(inside.map(withQuotesEscaped), style)}"`;
  const text = printed(inside, style);
  if (look === 'quote') return `"${text.replaceAll('"', "'")}"`;
  if (look === 'strong') return style.color.bold(text);
  // Links are plain text in a terminal.
  return look === 'code' || look === 'name' || look === 'link' ? text : painted(look, text, style);
}

/** Escapes quotes within quotes, so that the end of a text is clear. */
function withQuotesEscaped(part: Inline[number]): Inline[number] {
  if (typeof part === 'string' || 'look' in part) return part;
  return { ...part, show: (text) => part.show(escapeQuotes(text)) };
}

/** Colors a text by its tone. */
export function painted(tone: Tone, text: string, { color }: Style): string {
  switch (tone) {
    case 'danger':
    case 'delete':
      return color.red(text);
    case 'warning':
    case 'replace':
      return color.yellow(text);
    case 'good':
    case 'create':
      return color.green(text);
    case 'note':
      return color.cyan(text);
    case 'quiet':
      return color.dim(text);
    case 'plain':
      return text;
  }
}
