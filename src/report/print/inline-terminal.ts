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

const COLORS = {
  danger: 'red',
  delete: 'red',
  warning: 'yellow',
  replace: 'yellow',
  good: 'green',
  create: 'green',
  note: 'cyan',
  quiet: 'dim',
} as const;

/** Colors a text by its tone. */
export function painted(tone: Tone, text: string, { color }: Style): string {
  return tone === 'plain' ? text : color[COLORS[tone]](text);
}
