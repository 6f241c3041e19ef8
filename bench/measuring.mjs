// How commands are timed. hyperfine runs one command after the other, and a machine that others share changes its speed
// by a fifth within minutes: what was timed a minute apart cannot be compared. So all commands of a comparison run next to
// each other in many short rounds, in turns of who is first, and what counts is the median of what the rounds say.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Takes commands (each a list of words) with the folder and environment that they run in; gives for each round the median
 * wall time in ms of each command. Throws where one fails, or hyperfine is missing.
 */
export function timed(commands, { cwd, env, rounds, runs = 1 }) {
  const home = mkdtempSync(path.join(tmpdir(), 'inboxctl-hyperfine-'));
  try {
    return Array.from({ length: rounds }, (_, round) => {
      const turns = [...commands.keys()];
      if (round % 2 === 1) turns.reverse();
      const file = path.join(home, 'times.json');
      // The first round fills the caches of the system.
      const options = ['--shell=none', '--style=none', '--runs', runs, '--warmup', round === 0 ? 2 : runs > 1 ? 1 : 0];
      const args = [...options, '--export-json', file, ...turns.map((turn) => written(commands[turn]))];
      done('hyperfine', args.map(String), { cwd, env });
      const { results } = JSON.parse(readFileSync(file, 'utf8'));
      return commands.map((_command, index) => results[turns.indexOf(index)].median * 1_000);
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Takes a command; gives the most memory in MiB that it, or a process that it started, held at once. `exit`: what it ends with. */
function peak(command, { cwd, env, exit = 0 }) {
  // Of the process as the system counts it: nothing runs inside it that would weigh.
  const { stderr } = done('time', ['--quiet', '--format', '\n%M', ...command], { cwd, env, exit });
  return Number(stderr.trim().split('\n').at(-1)) / 1_024;
}

/** Of several times the command, the median of its peaks in MiB. */
export function usualPeak(command, options, times = 3) {
  return median(Array.from({ length: times }, () => peak(command, options)));
}

/** The middle one of some numbers; of an even count the mean of the two. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

/** The median over rounds of how often command `a` takes as long as command `b`, by their places. */
export function ratio(rounds, a, b) {
  return median(rounds.map((times) => times[a] / times[b]));
}

/**
 * The exponent of time over input, of each round: the slope of the line through (log input, log time) of two sizes, one ten
 * times the other, the time being what is taken beyond that of next to no input, which is all start-up and comes first.
 */
export function exponents(rounds) {
  return rounds.map(([startUp, small, large]) => Math.log10((large - startUp) / (small - startUp)));
}

/** Runs a program to its end; throws where it ends with anything but `exit`. */
function done(program, args, { cwd, env, exit = 0 }) {
  const options = { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 30 };
  const { status, error, stdout, stderr } = spawnSync(program, args, options);
  if (error?.code === 'ENOENT') throw new Error(`${program} is missing: apt-get install hyperfine time`);
  if (status !== exit) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return { stdout, stderr };
}

/** As hyperfine reads it back into words. */
function written(words) {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}
