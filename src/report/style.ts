/** How text for a terminal looks: colours, symbols and width, as one value that renderers are given. */
import pc from 'picocolors';

export interface TextOptions {
  color: boolean;
  /** Whether the terminal can show characters beyond ASCII. */
  unicode: boolean;
  /** Columns, 60 to 200. */
  width: number;
  /** Whether to say what only helps when something is looked into. */
  verbose: boolean;
}

export interface Style {
  color: ReturnType<typeof pc.createColors>;
  marked: boolean;
  unicode: boolean;
  arrow: string;
  dots: string;
  width: number;
  verbose: boolean;
}

/** A text of ours, as far as the terminal can show it. */
export function inStyle(text: string, { dots }: Pick<Style, 'dots'>): string {
  return text.replaceAll('…', dots);
}

const WIDEST = 200;
const NARROWEST = 60;

export function styleOf(options: TextOptions): Style {
  return {
    color: pc.createColors(options.color),
    // Without colour, what was removed and added needs marks of its own.
    marked: !options.color,
    unicode: options.unicode,
    arrow: options.unicode ? '→' : '->',
    dots: options.unicode ? '…' : '...',
    width: Math.min(WIDEST, Math.max(NARROWEST, options.width)),
    verbose: options.verbose,
  };
}
