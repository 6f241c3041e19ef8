// A company's inboxes at night: 10,000 of them on one sandbox, 50 rules that all share, 4 shards as processes of their own.
// One in twenty lacks two rules; one in a hundred fails, each in its own way. plan, show, apply, plan: the second plan must find
// nothing in the good ones, each bad one must be told for what it is, and show must merge the plans of all shards into the
// same. Ends with 1 where something is otherwise.
// Usage: npm run bench:fleet -- [--inboxes N] [--shards N]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { merge } from './fleet/merging.mjs';
import { onShards } from './fleet/shards.mjs';
import { membersOf, problemsOf } from './fleet/verifying.mjs';
import { fleetOf, sandboxOf, writeFleet } from './fleet/world.mjs';
import { machine } from './results.mjs';
import { bundleSandbox, onSandbox } from './watched-sandbox.mjs';

const { values } = parseArgs({
  options: { inboxes: { type: 'string', default: '10000' }, shards: { type: 'string', default: '4' } },
});
const home = mkdtempSync(path.join(tmpdir(), 'inboxctl-fleet-'));
const fleet = fleetOf(Number(values.inboxes));
const problems = [];
try {
  const { cores, cpu, memoryGiB, date } = machine();
  console.log(`${fleet.length} inboxes, Node ${process.version}, ${date}, ${cores} cores (${cpu}), ${memoryGiB} GiB`);
  const told = await onSandbox(await bundleSandbox(home), sandboxOf(fleet), planApplyPlan);
  console.log(`sandbox: peak ${told.peak.toFixed(0)} MiB; requests: ${countsOf(told.requests)}`);
} finally {
  rmSync(home, { recursive: true, force: true });
}
for (const problem of problems) console.log(problem);
console.log(problems.length === 0 ? 'As it should be.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function planApplyPlan(baseUrl) {
  const cwd = path.join(home, 'project');
  const { PATH } = process.env;
  // Locks are in TMPDIR.
  const own = { PATH, HOME: home, TMPDIR: home };
  const env = { ...own, INBOXCTL_BASE_URL: baseUrl, ...writeFleet(cwd, fleet) };
  const where = { node: process.execPath, program: path.resolve('build/inboxctl.cjs'), home, cwd, env };
  const run = async (words, ofShard = () => []) =>
    told(
      words[0],
      await onShards((shard) => [...words, '--timeout', '5', ...ofShard(shard)], Number(values.shards), where),
    );
  const planFile = (shard) => path.join(home, `plan-${shard}.json`);

  const first = await run(['plan'], (shard) => ['--output', planFile(shard)]);
  const members = membersOf(first, fleet);
  problems.push(...problemsOf('plan', first, members, { changes: true }));
  const files = first.map((_, index) => planFile(index + 1));
  // As on a machine that has neither project nor keys.
  problems.push(...(await merge(files, first, fleet, { ...where, cwd: home, env: own })));
  const applied = await run(['apply', '--yes', '--retry-for', '10', '--concurrency', '8']);
  problems.push(...problemsOf('apply', applied, members, { changes: true }));
  problems.push(...problemsOf('plan', await run(['plan']), members, { changes: false }));
}

/** Prints what a command took; gives its shards. */
function told(name, { ms, shards }) {
  const peaks = shards.map(({ mebibytes }) => mebibytes.toFixed(0)).join(', ');
  const codes = shards.map(({ code }) => code).join(', ');
  console.log(`${name}: ${(ms / 1_000).toFixed(1)} s; peak of each shard ${peaks} MiB; exit codes ${codes}`);
  return shards;
}

/** As `GET 200: 29000`, the most frequent first; status 0 is no answer. */
function countsOf(requests) {
  const counts = new Map();
  for (const { method, status } of requests) {
    counts.set(`${method} ${status}`, (counts.get(`${method} ${status}`) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([what, count]) => `${what}: ${count}`).join(', ');
}
