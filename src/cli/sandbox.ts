import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PortUnavailable } from '../sandbox/loopback.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/sandbox.ts';
import type { Command, Invocation } from './definition.ts';
import { EXIT } from './exit-code.ts';
import type { Io } from './io.ts';
import { stop } from './stop.ts';

/** `inboxctl sandbox`: serves until Ctrl-C. */
export const sandbox: Command = async (invocation) => {
  const { io, options } = invocation;
  const running = await started(invocation);
  const [first] = running.keys;
  io.stdout.write(`export INBOXCTL_BASE_URL=${running.baseUrl}\nexport INBOXCTL_API_KEY=${first?.key ?? ''}\n`);
  io.stderr.write(
    `\nThe sandbox runs (profile ${options.profile}). Paste the two lines above into another terminal; Ctrl-C ends it.\n`,
  );
  await ended(io);
  await running.close();
  return EXIT.done;
};

async function started({ io, options }: Invocation): Promise<Sandbox> {
  const file = (name: unknown) => (typeof name === 'string' ? path.resolve(io.cwd(), name) : undefined);
  const seedFile = file(options.seed);
  const port = Number(options.port);
  try {
    return await startSandbox({
      port,
      profile: options.profile as SandboxOptions['profile'],
      dataFile: file(options.data),
      seed: seedFile === undefined ? undefined : JSON.parse(readFileSync(seedFile, 'utf8')),
      latencyMs: Number(options.latency),
      ratePerSecond: typeof options.rate === 'number' ? options.rate : undefined,
    });
  } catch (error) {
    if (error instanceof PortUnavailable) throw stop({ code: 'sandbox-port-taken', args: { port } });
    throw stop({ code: 'sandbox-unusable', args: { detail: error instanceof Error ? error.message : String(error) } });
  }
}

function ended(io: Io): Promise<void> {
  return new Promise((resolve) => {
    io.on('SIGINT', () => resolve());
    io.on('SIGTERM', () => resolve());
  });
}
