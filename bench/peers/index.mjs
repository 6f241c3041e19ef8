// The same work by what people would use instead: a plan of the 12 rules of one inbox, without a change, on the sandbox;
// and how long other commands that configure a service from code take to start. All in the same run, on Node 24.
// Usage: npm run bench:peers -- [--runs N] [--record]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { nodeOf } from '../../scripts/installed-node.mjs';
import { median, ratio, timed, usualPeak } from '../measuring.mjs';
import { KEY, seedOf, startSandbox } from '../projects.mjs';
import { machine, record, today, versionOf } from '../results.mjs';
import { writeTables } from '../tables.mjs';
import { requireWork } from './checking.mjs';
import { installedPeers } from './installed.mjs';
import { NO_TELEMETRY, PEERS } from './list.mjs';
import { plansIn, writeRules } from './plans.mjs';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, record: { type: 'boolean', default: false } },
});
const program = path.resolve('build/inboxctl.cjs');
const node = nodeOf(24);
const home = mkdtempSync(path.join(tmpdir(), 'inboxctl-peers-'));
const sandbox = await startSandbox(seedOf(12), { program, home });
try {
  const { PATH } = process.env;
  const own = { PATH, HOME: home, XDG_CACHE_HOME: home, ANSIBLE_LOCALHOST_WARNING: 'false' };
  const env = { ...own, ...NO_TELEMETRY, INBOXCTL_BASE_URL: sandbox.baseUrl, INBOXCTL_API_KEY: KEY };
  const where = { cwd: home, env };

  const asLive = writeRules(path.join(home, 'as-live'));
  const oneChanged = writeRules(path.join(home, 'one-changed'), 'Rule 3');
  const words = { node, program };
  requireWork(plansIn(asLive, words), plansIn(oneChanged, words), 'Rule 3', where);

  const commands = { ...plansIn(asLive, words), ...starts(words) };
  const measured = measure(commands, where);
  print(measured);
  if (values.record) {
    record('peers', '24', { ...machine(), node: versionOf(node), measured });
    writeTables();
  }
} finally {
  sandbox.stop();
  rmSync(home, { recursive: true, force: true });
}

/** The starts of inboxctl and of the others. */
function starts(words) {
  const files = { inboxctl: words.program, ...installedPeers() };
  const all = Object.entries(files).flatMap(([name, file]) =>
    ['--version', '--help'].map((flag) => [`${name} ${flag}`, [words.node, file, flag]]),
  );
  return Object.fromEntries(all);
}

/** Of each command the median time in ms, how often that of the plan or start of inboxctl it is, and its peak memory. */
function measure(commands, where) {
  const names = Object.keys(commands);
  const times = timed(Object.values(commands), { ...where, rounds: Number(values.runs) });
  const entries = names.map((name, index) => {
    const [, flag] = name.split(' ');
    const ours = names.indexOf(flag === undefined ? 'inboxctl' : `inboxctl ${flag}`);
    const ms = Math.round(median(times.map((round) => round[index])));
    const mebibytes = Math.round(usualPeak(commands[name], where));
    return [name, { ms, times: Number(ratio(times, index, ours).toFixed(1)), mebibytes }];
  });
  return Object.fromEntries(entries);
}

function print(measured) {
  console.log(`Node ${versionOf(node)}, ${today()}`);
  console.log(`${'what'.padEnd(36)} ${'time'.padStart(8)} ${'to inboxctl'.padStart(12)} ${'peak memory'.padStart(12)}`);
  for (const [name, { ms, times, mebibytes }] of Object.entries(measured)) {
    const figures = [`${ms} ms`.padStart(8), `${times.toFixed(1)} ×`.padStart(12), `${mebibytes} MiB`.padStart(12)];
    console.log(`${PEERS[name].what.padEnd(36)} ${figures.join(' ')}`);
  }
}
