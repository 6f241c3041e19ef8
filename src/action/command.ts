/** Commands of inboxctl run inside the action: what they print is read as JSON, what they say goes to the log. */
import { Writable } from 'node:stream';
import type { ExitCode } from '../cli/exit-code.ts';
import type { Io } from '../cli/io.ts';
import { invoke } from '../cli/run-command.ts';

declare const INBOXCTL_VERSION: string;

/** Takes a command and options by their names in code; gives how it ended and the JSON that it printed. */
export type CliRun = (
  command: 'validate' | 'plan' | 'apply' | 'pull',
  options?: Record<string, unknown>,
) => Promise<{ code: ExitCode; document: unknown }>;

/** Takes the world that commands see, and what all of them are given. */
export function cliRun(io: Io, settings: Record<string, unknown>): CliRun {
  return async (command, options = {}) => {
    const chunks: Buffer[] = [];
    const stdout = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(Buffer.from(chunk));
        done();
      },
    });
    const all = { ...settings, ...options, format: 'json', color: 'never' };
    const code = await invoke({ ...io, stdout }, INBOXCTL_VERSION, command, all);
    const text = Buffer.concat(chunks).toString('utf8');
    return { code, document: text === '' ? null : JSON.parse(text) };
  };
}
