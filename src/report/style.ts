/** How text for a terminal looks: colours, symbols and width, as one value that renderers are given. */
import pc from 'picocolors';
import type { Change, Counts, PlannedAccount } from '../model/plan.ts';

export interface TextOptions {
  color: boolean;
  /** Whether the terminal can show characters beyond ASCII. */
  unicode: boolean;
  /** Columns, 60 to 200. */
  width: number;
  /** Whether to say what only helps when something is looked into. */
  verbose: boolean;
  /** How the plan is spoken of; left out: as one of the files. */
  wording?: Wording | undefined;
}

export interface Style {
  color: ReturnType<typeof pc.createColors>;
  marked: boolean;
  unicode: boolean;
  arrow: string;
  dots: string;
  width: number;
  verbose: boolean;
  /** As in TextOptions; wordingIn gives it. */
  wording: Wording | undefined;
}

/** How a plan is spoken of: see wording.ts. */
export interface Wording {
  /** The command that carries the plan out, as it is typed. */
  command: string;
  /** Above the changes of an account. */
  heading: (account: PlannedAccount) => string;
  /** Beside a change that no file declares. */
  origin: (change: Change) => string;
  /** Why there is no change. */
  nothing: (counts: Counts) => string;
  /** What is said at an end that is well; `rules`: of which rules. */
  converged: (rules: string) => string;
  /** What the live rules are, or are not, at the end. */
  wanted: string;
  /** What a value is that the service stored in another way. */
  value: string;
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
    wording: options.wording,
  };
}
