// A command on all shards of a fleet at the same time, each in a process of its own, as on machines of their own.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Takes the words of a command and how many shards there are; gives for each shard its exit code, its peak memory in MiB
 * and what it printed as JSON, and how long all took together, in ms. `home`: a folder for what they print.
 */
export async function onShards(words, count, { node, program, home, cwd, env }) {
  const began = performance.now();
  const all = Array.from({ length: count }, (_, index) => {
    const at = (end) => path.join(home, `${words[0]}-${index + 1}.${end}`);
    const command = [node, program, ...words, '--shard', `${index + 1}/${count}`, '--format', 'json'];
    return shard(command, { out: at('json'), err: at('txt'), memory: at('memory') }, { cwd, env });
  });
  const shards = await Promise.all(all);
  return { ms: performance.now() - began, shards };
}

async function shard(command, { out, err, memory }, { cwd, env }) {
  const [stdout, stderr] = [openSync(out, 'w'), openSync(err, 'w')];
  const timed = ['--quiet', '--format', '%M', '--output', memory, ...command];
  const child = spawn('time', timed, { cwd, env, stdio: ['ignore', stdout, stderr] });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve));
  for (const descriptor of [stdout, stderr]) closeSync(descriptor);
  const text = readFileSync(out, 'utf8');
  if (text === '')
    throw new Error(`${command.join(' ')} printed nothing:\n${readFileSync(err, 'utf8').slice(0, 4_000)}`);
  return { code, mebibytes: Number(readFileSync(memory, 'utf8')) / 1_024, document: JSON.parse(text) };
}
