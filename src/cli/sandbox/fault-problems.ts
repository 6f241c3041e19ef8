/** What is wrong with `--fault`, with what was probably meant. */
import { distance } from 'fastest-levenshtein';
import type { ArgsOf, Diagnostic } from '../../diagnostics/diagnostic.ts';

type FaultProblem = Omit<ArgsOf<'sandbox-fault'>, 'proposals'>;

/** Longer words are no slips, and slow to compare. */
const LONGEST_COMPARED = 40;

/** Takes a problem of the sandbox; gives it as one of a setting. */
export function unusableFault({ text, part, word, allowed }: FaultProblem): Diagnostic {
  const proposals = part === 'kind' || part === 'method' ? proposalsFor(word, allowed) : [];
  return { code: 'sandbox-fault', args: { text, part, word, allowed, proposals }, severity: 'error' };
}

/** Those that begin with the word, such as the two kinds of reset; else those within a third of their letters. */
function proposalsFor(word: string, allowed: readonly string[]): string[] {
  const wanted = word.toLowerCase();
  const nameOf = (known: string) => known.replace(/[[=].*/, '').toLowerCase();
  const completions = allowed.filter((known) => wanted !== '' && nameOf(known).startsWith(wanted));
  if (completions.length > 0 || word.length > LONGEST_COMPARED) return completions;
  const steps = (known: string) => distance(wanted.replace(/=.*/, ''), nameOf(known));
  const near = allowed.filter((known) => steps(known) <= nameOf(known).length / 3);
  return near.sort((a, b) => steps(a) - steps(b)).slice(0, 2);
}
