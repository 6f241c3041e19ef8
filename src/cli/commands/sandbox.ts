import { readFileSync } from 'node:fs';
import path from 'node:path';
import { distance } from 'fastest-levenshtein';
import type { ArgsOf, Diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { shellWord } from '../../diagnostics/shell-word.ts';
import { systemReason } from '../../model/system-reason.ts';
import { TEXT } from '../../report/formats.ts';
import { DataFileError } from '../../sandbox/data-file.ts';
import { FaultError } from '../../sandbox/faults/fault.ts';
import { PortUnavailable } from '../../sandbox/loopback.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { SeedError } from '../../sandbox/seed.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { UserError, userError } from '../user-error.ts';

type SandboxInvocation = Invocation<Arguments<'sandbox'>>;

/** `inboxctl sandbox`: serves until Ctrl-C. */
export async function sandbox(invocation: SandboxInvocation): Promise<Result<string>> {
  const { io, args, terminal } = invocation;
  const running = await started(invocation);
  // Before anything is printed: whoever reads it may send a signal at once.
  const end = ended(io);
  terminal.write('stdout', linesFor(running));
  terminal.write(
    'stderr',
    `\nThe sandbox runs (profile ${args.profile}). Paste the lines above into another\nterminal; Ctrl-C ends it.\n`,
  );
  await end;
  await running.close();
  return { code: EXIT.done, document: '', formats: TEXT };
}

/** The two lines that point inboxctl at it; then the other keys, as comments, so that all can be pasted. */
function linesFor({ baseUrl, keys }: Sandbox): string {
  const [first, ...others] = keys;
  const exports = [
    `export INBOXCTL_BASE_URL=${baseUrl}`,
    `export INBOXCTL_API_KEY=${first === undefined ? '' : shellWord(first.key)}`,
  ];
  const comments = others.map(({ inbox, key }) => escapeControl(`# ${boundTo(inbox, first?.inbox)}: ${key}`));
  return `${[...exports, ...comments].join('\n')}\n`;
}

function boundTo(inbox: string | null, first: string | null | undefined): string {
  if (inbox === null) return 'no inbox';
  return inbox === first ? 'another key of the same inbox, as for somebody in the web page' : `inbox ${inbox}`;
}

async function started(invocation: SandboxInvocation): Promise<Sandbox> {
  const { io, args } = invocation;
  const seed = seedOf(invocation);
  const { port } = args;
  try {
    return await startSandbox({
      port,
      profile: args.profile,
      dataFile: args.data === undefined ? undefined : path.resolve(io.cwd(), args.data),
      seed,
      latencyMs: args.latency,
      ...args.rate,
      faults: args.fault,
      reorderActions: args.reorderActions ? 'all' : false,
    });
  } catch (error) {
    if (error instanceof FaultError) throw new UserError(error.problems.map(unusableFault));
    if (error instanceof SeedError)
      throw new UserError(error.problems.map((problem) => unusable(`${args.seed}: ${problem}`)));
    if (error instanceof PortUnavailable && error.reason === 'EADDRINUSE') {
      throw userError({ code: 'sandbox-port-taken', args: { port } });
    }
    if (error instanceof PortUnavailable || error instanceof DataFileError)
      throw new UserError([unusable(error.message)]);
    throw error;
  }
}

function seedOf({ io, args: { seed: file } }: SandboxInvocation): unknown {
  if (file === undefined) return undefined;
  const text = seedText(path.resolve(io.cwd(), file), file);
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's message may quote several lines.
    const reason = String(error instanceof Error ? error.message : error).replace(/\s+/g, ' ');
    throw new UserError([unusable(`${file} is not JSON: ${reason}`)]);
  }
}

function seedText(absolute: string, file: string): string {
  try {
    return readFileSync(absolute, 'utf8');
  } catch (error) {
    const reason = systemReason(error);
    throw userError({ code: 'file-unreadable', args: { what: 'The seed file', file, reason } });
  }
}

function unusable(detail: string): Diagnostic {
  return { code: 'sandbox-unusable', args: { detail }, severity: 'error' };
}

function ended(io: Io): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) io.on(signal, () => resolve());
  });
}

/** Longer words are no slips, and slow to compare. */
const LONGEST_COMPARED = 40;

/** What is wrong with `--fault`, with what was probably meant. */
export function unusableFault({ text, part, word, allowed }: Omit<ArgsOf<'sandbox-fault'>, 'proposals'>): Diagnostic {
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
