/** An `inboxctl` for shells, which the process of the tests answers: most of the time of a program is its start. */
import { chmodSync, createReadStream, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { inboxctl } from './inboxctl.ts';
import { listening } from './loopback.ts';
import { PROGRAM } from './program.ts';
import { projectOf } from './project.ts';

/** Sends the words it is called with, and who it is; gets an exit code, and the folder with what to print, if it is something. */
const ASK = `exec 3<>/dev/tcp/127.0.0.1/PORT
printf '%s\\0' "$#" "$$" "$PWD" "$@" >&3
read -r -u 3 code folder
[ -s "$folder/stdout" ] && cat "$folder/stdout"
[ -s "$folder/stderr" ] && cat "$folder/stderr" >&2
exit "$code"`;

/**
 * Gives the path of an executable file, gone after the test, that does what `inboxctl` does. With PROCESSES=1 it starts
 * the built program.
 */
export async function commandFile(): Promise<string> {
  const folder = projectOf({});
  const file = path.join(folder, 'inboxctl');
  const body = process.env.PROCESSES === '1' ? `exec '${process.execPath}' '${PROGRAM}' "$@"` : ASK;
  writeFileSync(file, `#!/bin/bash\n${body.replace('PORT', String(await answering(folder)))}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** The port of a server that runs what it is asked to. */
function answering(folder: string): Promise<number> {
  const server = createServer((socket) => {
    let asked = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      asked += text;
      const [count = '', pid = '', cwd = '', ...args] = asked.split('\0').slice(0, -1);
      if (cwd !== '' && args.length === Number(count)) void answer(socket, { folder, pid, cwd, args });
    });
  });
  return listening(server);
}

interface Asked {
  /** For what is printed. */
  folder: string;
  /** Of the process that asks: its environment and its input are those of the run. */
  pid: string;
  cwd: string;
  args: string[];
}

async function answer(socket: Socket, { folder, pid, cwd, args }: Asked): Promise<void> {
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').slice(0, -1);
  const env = Object.fromEntries(
    variables.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  );
  const stdin = createReadStream(`/proc/${pid}/fd/0`).on('error', () => {});
  const { code, stdout, stderr } = await inboxctl(args, { cwd, env, stdin });
  stdin.destroy();
  const printed = mkdtempSync(path.join(folder, 'printed-'));
  writeFileSync(path.join(printed, 'stdout'), stdout);
  writeFileSync(path.join(printed, 'stderr'), stderr);
  socket.end(`${code} ${printed}\n`);
}
