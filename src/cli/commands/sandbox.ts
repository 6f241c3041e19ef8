import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { DataFileError } from '../../sandbox/data-file.ts';
import { FaultError } from '../../sandbox/faults/fault.ts';
import { PortUnavailable } from '../../sandbox/loopback.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import { SeedError } from '../../sandbox/seed.ts';
import type { Command, Invocation } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import type { Io } from '../io.ts';
import type { Rate } from '../rate.ts';
import { UserError, userError } from '../user-error.ts';
import { unusableFault } from './fault-problems.ts';

/** `inboxctl sandbox`: serves until Ctrl-C. */
export const sandbox: Command = async (invocation) => {
  const { io, options } = invocation;
  const running = await started(invocation);
  // Before anything is printed: whoever reads it may send a signal at once.
  const end = ended(io);
  io.stdout.write(linesFor(running));
  io.stderr.write(
    `\nThe sandbox runs (profile ${options.profile}). Paste the lines above into another\nterminal; Ctrl-C ends it.\n`,
  );
  await end;
  await running.close();
  return EXIT.done;
};

/** The two lines that point inboxctl at it; then the other keys, as comments, so that all can be pasted. */
function linesFor({ baseUrl, keys }: Sandbox): string {
  const [first, ...others] = keys;
  const exports = [`export INBOXCTL_BASE_URL=${baseUrl}`, `export INBOXCTL_API_KEY=${quoted(first?.key ?? '')}`];
  const comments = others.map(({ inbox, key }) => escapeControl(`# ${boundTo(inbox, first?.inbox)}: ${key}`));
  return `${[...exports, ...comments].join('\n')}\n`;
}

function boundTo(inbox: string | null, first: string | null | undefined): string {
  if (inbox === null) return 'no inbox';
  return inbox === first ? 'another key of the same inbox, as for somebody in the web page' : `inbox ${inbox}`;
}

/** As a shell reads it back: a seed's keys may hold anything. */
function quoted(key: string): string {
  return /^[\w.-]*$/.test(key) ? key : `'${key.replaceAll("'", "'\\''")}'`;
}

async function started(invocation: Invocation): Promise<Sandbox> {
  const { io, options } = invocation;
  const seed = seedOf(invocation);
  const port = Number(options.port);
  try {
    return await startSandbox({
      port,
      profile: options.profile as SandboxOptions['profile'],
      dataFile: typeof options.data === 'string' ? path.resolve(io.cwd(), options.data) : undefined,
      seed,
      latencyMs: Number(options.latency),
      ...(options.rate as Rate | undefined),
      faults: options.fault as string[] | undefined,
      reorderActions: options.reorderActions === true ? 'all' : false,
    });
  } catch (error) {
    if (error instanceof FaultError) throw new UserError(error.problems.map(unusableFault));
    if (error instanceof SeedError)
      throw new UserError(error.problems.map((problem) => unusable(`${options.seed}: ${problem}`)));
    if (error instanceof PortUnavailable && error.reason === 'EADDRINUSE') {
      throw userError({ code: 'sandbox-port-taken', args: { port } });
    }
    if (error instanceof PortUnavailable || error instanceof DataFileError)
      throw new UserError([unusable(error.message)]);
    throw error;
  }
}

function seedOf({ io, options: { seed: file } }: Invocation): unknown {
  if (typeof file !== 'string') return undefined;
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
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
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
