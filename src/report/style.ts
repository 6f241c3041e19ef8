/** The look of text in a terminal: colors, symbols and width, as one value for all renderers. */
import pc from 'picocolors';

export interface TextOptions {
  color: boolean;
  /** Whether the terminal can show characters beyond ASCII. */
  unicode: boolean;
  /** Columns, 60 to 200. */
  width: number;
  /** Whether to show details that only help to investigate a problem. */
  verbose: boolean;
}

export type Style = ReturnType<typeof styleOf>;

/** Replaces the characters in our own text that the terminal cannot show. */
export function inStyle(text: string, { dots, arrow, minus }: Pick<Style, 'dots' | 'arrow' | 'minus'>): string {
  return text.replaceAll('…', dots).replaceAll('→', arrow).replaceAll('−', minus);
}

export function styleOf(options: TextOptions) {
  const width = Math.min(200, Math.max(60, options.width));
  return {
    color: pc.createColors(options.color),
    // Without color, removed and added text needs marks.
    marked: !options.color,
    unicode: options.unicode,
    arrow: options.unicode ? '→' : '->',
    minus: options.unicode ? '−' : '-',
    dots: options.unicode ? '…' : '...',
    width,
    /** Where lines are broken. */
    breakAt: width,
    verbose: options.verbose,
  };
}
