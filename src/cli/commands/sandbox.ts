import path from 'node:path';
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { cut } from '../../diagnostics/message.ts';
import { Redactor } from '../../diagnostics/redactor.ts';
import { shellWord } from '../../diagnostics/yaml-text.ts';
import { TEXT } from '../../report/formats.ts';
import { CannotStart } from '../../sandbox/cannot-start.ts';
import { readDataFile } from '../../sandbox/data-file.ts';
import { type ApiKey, SCOPES } from '../../sandbox/key.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import type { LoggedRequest } from '../../sandbox/steps.ts';
import { type ArgumentsOf, type CommandDefinition, type Invocation, option, type Result } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { color, perSecond, wholeNumber } from '../options.ts';
import { readSeedFile, type SeedFile } from '../sandbox/seed-file.ts';
import { UserError, userError } from '../user-error.ts';

export const definition = {
  description:
    'Serves the API, rules and statistics, on 127.0.0.1 until Ctrl-C and prints the two lines that point inboxctl at it. Its rules are gone afterwards, unless --data names a file. Statistics come from a generated mailbox, or from the mails in --seed.',
  options: [
    option('--port <N>', 'the port; 0 is any free one', { parse: wholeNumber(0, 65_535), default: 4747 }),
    option('--data <FILE>', 'keep the rules in FILE'),
    option('--seed <FILE>', 'begin with the inboxes, keys, rules and mails of FILE, which is JSON or YAML'),
    option('--profile <NAME>', 'which deployment to behave like: the contract alone, or one of two measured ones', {
      choices: ['spec', 'older', 'newer'],
      default: 'newer',
    }),
    option('--latency <MS>', 'wait before each answer', { parse: wholeNumber(0, 600_000), default: 0 }),
    option('--rate <N/s>', 'answer 429 to more than N requests a second', { parse: perSecond }),
    option('--log', 'print each request to stderr, with its answer'),
    color,
  ],
  examples: {
    'inboxctl sandbox': 'an inbox without rules',
    'inboxctl sandbox --data inbox.jsonl': 'one that is still there next time',
    'inboxctl sandbox --log': 'see what inboxctl asks, and what it gets',
  },
} as const satisfies CommandDefinition;

type SandboxInvocation = Invocation<ArgumentsOf<typeof definition>>;

/** `inboxctl sandbox`: serves until Ctrl-C. */
export async function run(invocation: SandboxInvocation): Promise<Result<string>> {
  const { io, args, terminal } = invocation;
  const running = await started(invocation);
  // Listens before it prints: a reader may send a signal at once.
  const end = ended(io);
  terminal.write('stdout', linesFor(running));
  terminal.write('stderr', `\nThe sandbox runs (profile ${args.profile}). ${GUIDE}${secondPerson(running)}`);
  await end;
  await running.close();
  return { code: EXIT.done, document: '', formats: TEXT };
}

const GUIDE = 'Paste the lines above into another\nterminal; Ctrl-C ends it.\n';

/** How to change rules behind inboxctl, as somebody in the web page would. */
function secondPerson({ keys: [first, ...others] }: Sandbox): string {
  const isOfFirst = (key: ApiKey) => key.inbox !== null && key.inbox === first?.inbox && limitsOf(key) === '';
  return others.some(isOfFirst)
    ? 'To play a second person, who changes the same rules, use the second key of the\ninbox in a third terminal.\n'
    : 'To play a second person, give the inbox two keys in the seed.\n';
}

/** The two lines that point inboxctl at the sandbox, then the other keys as comments, so that all can be pasted. */
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

function limitsOf({ scopes, expiresAt }: ApiKey): string {
  const limits = [
    ...(scopes.length < SCOPES.length ? [scopes.join(', ') || 'no scope'] : []),
    ...(expiresAt === null ? [] : [`until ${expiresAt}`]),
  ];
  return limits.length === 0 ? '' : ` (${limits.join('; ')})`;
}

async function started({ io, args, terminal }: SandboxInvocation): Promise<Sandbox> {
  const absolute = (file: string) => path.resolve(io.cwd(), file);
  const { port, profile, data, latency, rate } = args;
  const dataFile = data === undefined ? undefined : absolute(data);
  const seed = args.seed === undefined ? null : readSeedFile(absolute(args.seed), args.seed);
  // The keys are known once it runs, before any request.
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
      ratePerSecond: rate,
      log: args.log ? log : undefined,
    });
    line = requestLines(running.keys);
    return running;
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    throw new UserError(obstacles(error, data ?? '', seed), EXIT.wrongInput);
  }
}

function ended(io: Io): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) io.on(signal, () => resolve());
  });
}

const BASE = /^\/api\/v1(?=\/)/;

/** In characters: an id may have any length. */
const LONGEST_PATH = 120;

/** Returns a function that makes the line of `--log` for a request, without any key. */
export function requestLines(keys: readonly { key: string }[]): (request: LoggedRequest) => string {
  const redactor = new Redactor(keys.map(({ key }) => ({ name: '', value: key, shown: '(API key)' })));
  return ({ method, path, query, inbox, status, ms }) => {
    const asked = cut(redactor.wordsOfService(path.replace(BASE, '') + query), LONGEST_PATH);
    const columns = [method.padEnd(6), asked, inbox ?? '(no inbox)', status, `${Math.round(ms)} ms`];
    return `${escapeControl(columns.join('  '))}\n`;
  };
}

/** Why the sandbox could not start. `data` is the path as it was given. */
function obstacles({ why }: CannotStart, data: string, seed: SeedFile | null): Diagnostic[] {
  // Without --seed it is empty, and has no problems.
  if (why.problem === 'seed') return seed?.problemsOf(why.issues) ?? [];
  return [{ ...obstacle(why, data), severity: 'error' } as Diagnostic];
}

function obstacle(why: Exclude<CannotStart['why'], { problem: 'seed' }>, data: string): Finding {
  switch (why.problem) {
    case 'port':
      return { code: 'sandbox-port', args: { port: why.port, reason: why.reason } };
    case 'not-data':
      return { code: 'sandbox-data-broken', args: { data, line: why.line } };
    case 'in-use':
      return { code: 'sandbox-data-in-use', args: { data, holder: why.holder } };
    default: {
      const code = why.problem === 'unreadable' ? 'file-unreadable' : 'file-unwritable';
      return { code, args: { what: 'The data file', file: data, reason: why.reason } };
    }
  }
}
