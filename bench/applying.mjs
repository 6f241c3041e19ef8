// What carries rules out: inboxctl, and for comparison nothing but a pool of connections.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Pool } from 'undici';
import { KEY } from './projects.mjs';

/** How many requests there may be at once. */
const AT_ONCE = 8;

const APPLY = ['apply', '--yes', '--quiet', '--concurrency', String(AT_ONCE)];

/** Rules that differ in their texts. */
export function rulesUpTo(count) {
  return Array.from({ length: count }, (_, index) => ({
    name: `Rule ${index}`,
    runOnThreads: true,
    condition: { aiInstructions: `Mail about project ${index}: questions, answers and minutes.` },
    actions: [{ type: 'LABEL', fields: { label: `Project ${index}` } }, { type: 'ARCHIVE' }],
  }));
}

/** An inbox in which each of the rules is to be replaced. */
export function changedSeed(rules) {
  return { rules: rules.map((rule) => ({ ...rule, runOnThreads: false })) };
}

/** Writes a project that declares the rules, for the inbox at an address. */
export function projectOf({ node, program, home, env }, baseUrl, rules) {
  const cwd = mkdtempSync(path.join(home, 'project-'));
  mkdirSync(path.join(cwd, 'rules'));
  // JSON is YAML, and a file may have 1 MiB.
  for (let from = 0; from < rules.length; from += 1_000) {
    const some = rules.slice(from, from + 1_000);
    writeFileSync(path.join(cwd, 'rules', `from-${from}.yaml`), JSON.stringify({ rules: some }));
  }
  return { command: [node, program], cwd, env: { ...env, INBOXCTL_BASE_URL: baseUrl, INBOXCTL_API_KEY: KEY } };
}

/** A command of inboxctl in a project: its words, and where they run. */
function commandIn({ command, cwd, env }, words) {
  return [[...command, ...words], { cwd, env }];
}

/** Applies a project; throws where that does not succeed. */
export async function apply(project) {
  const [[program, ...args], where] = commandIn(project, APPLY);
  const child = spawn(program, args, { ...where, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.on('exit', resolve));
  if (code !== 0) throw new Error(`inboxctl apply ended with ${code}`);
}

/** Creates rules with nothing but a pool of connections. */
export async function post(baseUrl, rules) {
  const { origin, pathname } = new URL(`${baseUrl}/rules`);
  const pool = new Pool(origin, { connections: AT_ONCE, pipelining: 1 });
  const left = rules.values();
  const headers = { 'API-Key': KEY, 'content-type': 'application/json' };
  const worker = async () => {
    for (const rule of left) {
      const answer = await pool.request({ path: pathname, method: 'POST', headers, body: JSON.stringify(rule) });
      await answer.body.json();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await pool.close();
}
