// How fast an apply writes, on the sandbox: against the least time there is, and against a bare undici pool that does
// the same POSTs; then under limits of so many requests a second, of which the service gives no hint but 429.
// Usage: node bench/apply.mjs [RUNS]. Says which targets were missed; compares, never fails.
import { fork, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { Pool } from 'undici';

const RUNS = Number(process.argv[2] ?? 3);
const LATENCY = 50;
const KEY = 'benchmark';
const program = path.resolve('build/inboxctl.cjs');
const home = mkdtempSync(path.join(tmpdir(), 'inboxctl-bench-'));
const served = path.join(home, 'sandbox.mjs');

try {
  bundleSandbox();
  console.log(`${'what'.padEnd(56)} ${'target'.padStart(8)} ${'measured'.padStart(9)}`);
  await atFullSpeed();
  for (const rate of [10, 20, 50]) await limited('creates', rate);
  await limited('replaces', 10);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** 1,000 creates, 8 at once. In each run inboxctl and the bare pool take turns on sandboxes of their own. */
async function atFullSpeed() {
  const writes = 1_000;
  const concurrency = 8;
  const rules = Array.from({ length: writes }, (_, index) => ruleNumber(index));
  const ours = [];
  const bare = [];
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await onSandbox({ latencyMs: LATENCY }, (address) => post(address, rules, concurrency)));
    ours.push(await onSandbox({ latencyMs: LATENCY }, (address) => apply(address, rules, concurrency)));
  }
  const least = (writes * LATENCY) / concurrency;
  const poolTime = median(bare.map(writeTime));
  const time = median(ours.map(writeTime));
  const what = `${writes} creates at ${LATENCY} ms, ${concurrency} at once`;
  row(`${what}: time / least (${seconds(least)})`, 1.1, time / least);
  row('  a bare undici pool / least', null, poolTime / least);
  row('  time / a bare undici pool', 1.05, time / poolTime);
  row('  requests / writes', 1.05, median(ours.map((log) => log.length / writes)));
}

/** 500 writes under a limit, whose burst is one second's worth: the sandbox's own default. */
async function limited(kind, rate) {
  const writes = 500;
  const rules = Array.from({ length: writes }, (_, index) => ruleNumber(index));
  const seed = kind === 'replaces' ? { rules: rules.map((rule) => ({ ...rule, runOnThreads: false })) } : undefined;
  const options = { latencyMs: LATENCY, ratePerSecond: rate, seed };
  const log = await onSandbox(options, (address) => apply(address, rules, 8));
  const least = ((writes - rate) / rate) * 1_000;
  const refused = log.filter(({ status }) => status === 429).length;
  row(`${writes} ${kind}, ${rate}/s: time / least (${seconds(least)})`, 1.05, writeTime(log) / least);
  row('  share of 429', 0.1, refused / log.length);
  row('  requests that were let through / writes', 1.05, (log.length - refused) / writes);
}

/** From when the first write came to when the last one was answered, in ms. */
function writeTime(log) {
  const times = log.filter(({ method }) => method !== 'GET').map(({ at }) => at);
  return Math.max(...times) - (Math.min(...times) - LATENCY);
}

function ruleNumber(index) {
  return {
    name: `Rule ${index}`,
    runOnThreads: true,
    condition: { aiInstructions: `Mail about project ${index}: questions, answers and minutes.` },
    actions: [{ type: 'LABEL', fields: { label: `Project ${index}` } }, { type: 'ARCHIVE' }],
  };
}

/** Applies rules with the built program. */
async function apply(baseUrl, rules, concurrency) {
  const project = mkdtempSync(path.join(home, 'project-'));
  mkdirSync(path.join(project, 'rules'));
  // JSON is YAML.
  writeFileSync(path.join(project, 'rules', 'rules.yaml'), JSON.stringify({ rules }));
  const args = [program, 'apply', '--yes', '--quiet', '--concurrency', String(concurrency)];
  const env = { ...process.env, INBOXCTL_BASE_URL: baseUrl, INBOXCTL_API_KEY: KEY };
  const child = spawn(process.execPath, args, { cwd: project, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) throw new Error(`inboxctl apply ended with ${code}`);
}

/** Creates rules with nothing but a pool of connections. */
async function post(baseUrl, rules, concurrency) {
  const { origin, pathname } = new URL(`${baseUrl}/rules`);
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
  const left = rules.values();
  const headers = { 'API-Key': KEY, 'content-type': 'application/json' };
  const worker = async () => {
    for (const rule of left) {
      const answer = await pool.request({ path: pathname, method: 'POST', headers, body: JSON.stringify(rule) });
      await answer.body.json();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await pool.close();
}

/** Runs something on a sandbox in a process of its own; gives the log of its requests. */
async function onSandbox(options, run) {
  const sandbox = fork(served, [JSON.stringify({ profile: 'newer', key: KEY, ...options })]);
  const message = () => new Promise((resolve) => sandbox.once('message', resolve));
  try {
    await run(await message());
    sandbox.send('log');
    return await message();
  } finally {
    sandbox.kill();
  }
}

/** A sandbox that tells its address, and then its log of requests when it is asked. */
function bundleSandbox() {
  buildSync({
    stdin: {
      contents: `
        import { startSandbox } from './src/sandbox/sandbox.ts';
        const sandbox = await startSandbox(JSON.parse(process.argv[2]));
        process.on('message', () => process.send(sandbox.requests));
        process.send(sandbox.baseUrl);`,
      resolveDir: process.cwd(),
      loader: 'ts',
    },
    outfile: served,
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
  });
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** `target`: what it may be at most; null where there is none. */
function row(what, target, measured) {
  const shown = target === null ? '' : target.toFixed(2);
  const verdict = target !== null && measured > target ? '  missed' : '';
  console.log(`${what.padEnd(56)} ${shown.padStart(8)} ${measured.toFixed(3).padStart(9)}${verdict}`);
}
