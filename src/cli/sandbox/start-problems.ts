/** What kept a sandbox from starting, in terms of the command line. */
import { distance } from 'fastest-levenshtein';
import type { ArgsOf, Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../model/nearest.ts';
import { DataFileError } from '../../sandbox/data-file.ts';
import { FaultError } from '../../sandbox/faults/fault.ts';
import { PortUnavailable } from '../../sandbox/loopback.ts';
import { SeedError } from '../../sandbox/seed.ts';
import type { SeedFile } from './seed-file.ts';

/** Gives the problems that an error of the start tells of; null for an error of another kind. `data`: as it was given. */
export function startProblems(
  error: unknown,
  { data = '', seed }: { data?: string | undefined; seed: SeedFile | null },
): Diagnostic[] | null {
  if (error instanceof FaultError) return error.problems.map(unusableFault);
  if (error instanceof SeedError && seed !== null) return seed.problemsOf(error.problems);
  if (error instanceof PortUnavailable) {
    return [{ code: 'sandbox-port', args: { port: error.port, reason: error.reason }, severity: 'error' }];
  }
  if (error instanceof DataFileError) return [{ ...dataFinding(error, data), severity: 'error' } as Diagnostic];
  return null;
}

function dataFinding({ why }: DataFileError, data: string): Finding {
  if (why.problem === 'not-data') return { code: 'sandbox-data-broken', args: { data, line: why.line } };
  if (why.problem === 'in-use') return { code: 'sandbox-data-in-use', args: { data, holder: why.holder } };
  const code = why.problem === 'unreadable' ? 'file-unreadable' : 'file-unwritable';
  return { code, args: { what: 'The data file', file: data, reason: why.reason } };
}

/** Longer words are not slips, and slow to compare. */
const LONGEST_COMPARED = 40;

/** What is wrong with `--fault`, with what was probably meant. */
export function unusableFault({ text, part, word, allowed }: Omit<ArgsOf<'sandbox-fault'>, 'proposals'>): Diagnostic {
  const proposals = part === 'kind' || part === 'method' ? proposalsFor(word, allowed) : [];
  const inbox = part === 'inbox-unknown' ? nearest(word.replace('inbox=', ''), allowed) : null;
  if (inbox !== null) proposals.push(`inbox=${inbox}`);
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
