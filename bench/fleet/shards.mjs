// Commands on a fleet, each in a process of its own: on all shards at the same time, as on machines of their own, or once.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Takes what gives the words of a command for a shard (from 1), and how many shards there are; gives what `measured` does for
 * each, with what it printed as JSON, and how long all took together, in ms.
 */
export async function onShards(wordsOf, count, where) {
  const began = performance.now();
  const all = Array.from({ length: count }, async (_, index) => {
    const shard = index + 1;
    const words = [...wordsOf(shard), '--shard', `${shard}/${count}`, '--format', 'json'];
    const done = await measured(`shard-${shard}.json`, words, where);
    return { ...done, document: JSON.parse(done.text) };
  });
  const shards = await Promise.all(all);
  return { ms: performance.now() - began, shards };
}

/**
 * Runs a command of the program, which prints into a file of this name in `home`; gives the path of that, the text in it, the
 * exit code, the peak memory in MiB, and how long it took, in ms.
 */
export async function measured(name, words, { node, program, home, cwd, env }) {
  const file = path.join(home, name);
  const [err, memory] = [`${file}.err`, `${file}.memory`];
  const [stdout, stderr] = [openSync(file, 'w'), openSync(err, 'w')];
  const timed = ['--quiet', '--format', '%M', '--output', memory, node, program, ...words];
  const began = performance.now();
  const child = spawn('time', timed, { cwd, env, stdio: ['ignore', stdout, stderr] });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve));
  const ms = performance.now() - began;
  for (const descriptor of [stdout, stderr]) closeSync(descriptor);
  const text = readFileSync(file, 'utf8');
  if (text === '') throw new Error(`${words.join(' ')} printed nothing:\n${readFileSync(err, 'utf8').slice(0, 4_000)}`);
  return { file, text, code, mebibytes: Number(readFileSync(memory, 'utf8')) / 1_024, ms };
}
