// Times the built program against the least that any program must do. Prints medians; compares, never fails.
// Usage: node bench/run.mjs [RUNS]
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { pastedLines } from '../scripts/pasted-lines.mjs';

const RUNS = Number(process.argv[2] ?? 11);
const program = path.resolve('build/inboxctl.cjs');
const home = mkdtempSync(path.join(tmpdir(), 'inboxctl-bench-'));
const floor = path.join(home, 'floor.mjs');
const rss = path.join(home, 'rss.mjs');

try {
  buildSync({
    entryPoints: ['bench/floor.mjs'],
    outfile: floor,
    bundle: true,
    format: 'esm',
    platform: 'node',
    minify: true,
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
  });
  writeFileSync(rss, "process.on('exit', () => console.error('maxRSS ' + process.resourceUsage().maxRSS));");
  const nothing = time(['-e', '0'], home);
  row('node -e 0', nothing);
  row('inboxctl --version', time([program, '--version'], home), nothing);
  row('inboxctl --help', time([program, '--help'], home), nothing);
  for (const count of [12, 1_000, 10_000]) await plans(count, nothing);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** A plan with no change of `count` rules, one in each file. */
async function plans(count, nothing) {
  const project = path.join(home, `rules-${count}`);
  mkdirSync(path.join(project, 'rules'), { recursive: true });
  const live = [];
  for (let index = 0; index < count; index += 1) {
    const rule = ruleNumber(index);
    live.push(rule);
    writeFileSync(path.join(project, 'rules', `rule-${index}.yaml`), yamlOf(rule));
  }
  const seed = path.join(home, 'seed.json');
  writeFileSync(seed, JSON.stringify({ rules: live }));
  const sandbox = spawn(process.execPath, [program, 'sandbox', '--port', '0', '--seed', seed], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const env = { ...process.env, ...(await pastedLines(sandbox.stdout)) };
    const least = time([floor], project, env);
    row(`floor, ${count} rules`, least);
    row(`validate, ${count} rules`, time([program, 'validate'], project, env), nothing);
    row(
      `plan, ${count} rules`,
      time([program, 'plan', '--detailed-exitcode'], project, env),
      count > 12 ? least : nothing,
    );
  } finally {
    sandbox.kill();
  }
}

function ruleNumber(index) {
  return {
    name: `Rule ${index}`,
    runOnThreads: index % 3 !== 0,
    condition: {
      conditionalOperator: 'AND',
      aiInstructions: `Mail about project ${index}: questions, answers and minutes.\nNot: newsletters and receipts.\n`,
      static: { from: null, to: `team-${index}@example.com`, subject: null },
    },
    actions: [
      { type: 'LABEL', fields: { label: `Project ${index}` } },
      { type: 'ARCHIVE', delayInMinutes: 60 + (index % 100) },
    ],
  };
}

function yamlOf({ name, runOnThreads, condition, actions }) {
  const [first, second] = condition.aiInstructions.split('\n');
  return `# Rules of one project.
name: ${name}
runOnThreads: ${runOnThreads}
condition:
  conditionalOperator: AND
  aiInstructions: |
    ${first}
    ${second}
  static: { to: ${condition.static.to} }
actions:
  - type: LABEL
    fields: { label: ${actions[0].fields.label} }
  - type: ARCHIVE
    delayInMinutes: ${actions[1].delayInMinutes}
`;
}

/** Median wall time in ms and peak memory in MiB of a node process. */
function time(args, cwd, env = process.env) {
  const times = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const start = process.hrtime.bigint();
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
    // The first run warms the disk's cache.
    if (run > 0) times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  const { stderr } = spawnSync(process.execPath, ['--import', rss, ...args], { cwd, env, encoding: 'utf8' });
  const memory = Number(/maxRSS (\d+)/.exec(stderr)?.[1] ?? 0) / 1024;
  return { ms: times.sort((a, b) => a - b)[Math.floor(times.length / 2)], memory };
}

function row(what, { ms, memory }, base) {
  const ratio =
    base === undefined ? '' : `${(ms / base.ms).toFixed(2)} x time, ${(memory / base.memory).toFixed(2)} x memory`;
  process.stdout.write(
    `${what.padEnd(26)} ${ms.toFixed(0).padStart(6)} ms ${memory.toFixed(0).padStart(6)} MiB   ${ratio}\n`,
  );
}
