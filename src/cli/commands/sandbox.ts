import path from 'node:path';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { shellWord } from '../../diagnostics/shell-word.ts';
import { TEXT } from '../../report/formats.ts';
import { readDataFile } from '../../sandbox/data-file.ts';
import { type ApiKey, SCOPES } from '../../sandbox/key.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { mailLines, readMails } from '../sandbox/mails.ts';
import { requestLines } from '../sandbox/request-line.ts';
import { readSeedFile } from '../sandbox/seed-file.ts';
import { startProblems } from '../sandbox/start-problems.ts';
import { UserError, userError } from '../user-error.ts';

type SandboxInvocation = Invocation<Arguments<'sandbox'>>;

/** `inboxctl sandbox`: serves until Ctrl-C. */
export async function sandbox(invocation: SandboxInvocation): Promise<Result<string>> {
  const { io, args, terminal } = invocation;
  const mails = args.mail === undefined ? [] : readMails(path.resolve(io.cwd(), args.mail), args.mail);
  const running = await started(invocation);
  // Before anything is printed: whoever reads it may send a signal at once.
  const end = ended(io);
  terminal.write('stdout', linesFor(running));
  terminal.write(
    'stderr',
    `\nThe sandbox runs (profile ${args.profile}). ${GUIDE}${secondPerson(running)}${mailLines(mails, running)}`,
  );
  await end;
  await running.close();
  return { code: EXIT.done, document: '', formats: TEXT };
}

const GUIDE = 'Paste the lines above into another\nterminal; Ctrl-C ends it.\n';

/** How to change rules behind one's own back, as somebody in the web page would. */
function secondPerson({ keys: [first, ...others] }: Sandbox): string {
  const isOfFirst = (key: ApiKey) => key.inbox !== null && key.inbox === first?.inbox && limitsOf(key) === '';
  return others.some(isOfFirst)
    ? 'To play a second person, who changes the same rules, use the second key of the\ninbox in a third terminal.\n'
    : 'To play a second person, give the inbox two keys in the seed.\n';
}

/** The two lines that point inboxctl at it; then the other keys, as comments, so that all can be pasted. */
function linesFor({ baseUrl, keys }: Sandbox): string {
  const [first, ...others] = keys;
  const exports = [
    `export INBOXCTL_BASE_URL=${baseUrl}`,
    `export INBOXCTL_API_KEY=${first === undefined ? '' : shellWord(first.key)}`,
  ];
  const comments = others.map((one) => escapeControl(`# ${boundTo(one, first?.inbox)}${limitsOf(one)}: ${one.key}`));
  return `${[...exports, ...comments].join('\n')}\n`;
}

function boundTo(key: ApiKey, first: string | null | undefined): string {
  const { inbox } = key;
  if (inbox === null) return 'no inbox';
  if (inbox !== first) return `inbox ${inbox}`;
  return limitsOf(key) === '' ? 'a second key of the same inbox' : 'a key of the same inbox';
}

/** What a key may do, and until when, where that is not everything and for ever. */
function limitsOf({ scopes, expiresAt }: ApiKey): string {
  const limits = [
    ...(scopes.length < SCOPES.length ? [scopes.join(', ') || 'no scope'] : []),
    ...(expiresAt === null ? [] : [`until ${expiresAt}`]),
  ];
  return limits.length === 0 ? '' : ` (${limits.join('; ')})`;
}

async function started({ io, args, terminal }: SandboxInvocation): Promise<Sandbox> {
  const absolute = (file: string) => path.resolve(io.cwd(), file);
  const { port, profile, data, latency, rate, fault, reorderActions } = args;
  const dataFile = data === undefined ? undefined : absolute(data);
  const seed = args.seed === undefined ? null : readSeedFile(absolute(args.seed), args.seed);
  // Which keys there are is known once it runs, before any request.
  let line: ReturnType<typeof requestLines> = () => '';
  const log: SandboxOptions['log'] = (request) => terminal.write('stderr', line(request));
  try {
    if (args.seed !== undefined && data !== undefined && dataFile !== undefined && readDataFile(dataFile) !== null) {
      throw userError({ code: 'sandbox-seed-unused', args: { seed: args.seed, data } });
    }
    const running = await startSandbox({
      port,
      profile,
      dataFile,
      seed: seed?.value,
      latencyMs: latency,
      ...rate,
      faults: fault,
      log: args.log ? log : undefined,
      reorderActions: reorderActions ? 'all' : false,
    });
    line = requestLines(running.keys);
    return running;
  } catch (error) {
    const problems = startProblems(error, { data, seed });
    throw problems === null ? error : new UserError(problems, EXIT.wrongInput);
  }
}

function ended(io: Io): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) io.on(signal, () => resolve());
  });
}
