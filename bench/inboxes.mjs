// Many inboxes with the same rules: the service's latency is what it takes, the files are read once, and an inbox that
// was looked at weighs nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { median, peak, timed } from './measuring.mjs';
import { ruleNumber, startSandbox, writeProject } from './projects.mjs';

const RULES = 50;
/** In ms. */
const LATENCY = 20;
/** How many inboxes a plan reads at once. */
const AT_ONCE = 8;

/** Takes the surroundings (see index.mjs); yields each target's name with what was measured. */
async function* measure(surroundings) {
  const thousand = await inboxesUpTo(1_000, surroundings);
  const hundred = await inboxesUpTo(100, surroundings);
  try {
    const rounds = surroundings.rounds(5);
    const times = timed([thousand.plan], { ...thousand.where, rounds }).flat();
    yield ['inboxes', median(times) / ((1_000 * LATENCY) / AT_ONCE)];
    yield ['inboxes-reads', readsOfFiles(thousand, surroundings)];
    const peaks = Array.from({ length: rounds }, () => [thousand, hundred].map(({ plan, where }) => peak(plan, where)));
    yield ['inboxes-memory', median(peaks.map(([of1000, of100]) => of1000 / of100))];
  } finally {
    thousand.sandbox.stop();
    hundred.sandbox.stop();
  }
}

/** A project of so many accounts, on a sandbox where nothing is to change. */
async function inboxesUpTo(count, { node, program, home, env }) {
  const project = path.join(home, `inboxes-${count}`);
  writeProject(project, RULES);
  const names = Array.from({ length: count }, (_, index) => `inbox-${index}`);
  const variable = (index) => `INBOXCTL_KEY_${index}`;
  const rules = Array.from({ length: RULES }, (_, index) => ruleNumber(index));
  const seed = {
    inboxes: names.map((name) => ({ name, rules })),
    keys: names.map((inbox) => ({ key: `key of ${inbox}`.replaceAll(' ', '-'), inbox })),
  };
  const sandbox = await startSandbox(seed, { program, home, options: ['--latency', String(LATENCY)] });
  const accounts = names.map((name, index) => `  ${name}: { apiKey: { env: ${variable(index)} } }\n`).join('');
  writeFileSync(path.join(project, 'inboxctl.yaml'), `accounts:\n${accounts}`);
  const keys = Object.fromEntries(seed.keys.map(({ key }, index) => [variable(index), key]));
  const where = { cwd: project, env: { ...env, ...keys, INBOXCTL_BASE_URL: sandbox.baseUrl } };
  return { plan: [node, program, 'plan', '--detailed-exitcode'], where, sandbox, project };
}

/** How often the file that is read most often is read: what the program asks of Node is counted on its way. */
function readsOfFiles({ plan, where, project }, { home }) {
  const counts = path.join(home, 'reads.json');
  const counter = path.join(home, 'count-reads.cjs');
  writeFileSync(
    counter,
    `const fs = require('node:fs');
    const reads = {};
    for (const name of ['readFileSync', 'openSync']) {
      const original = fs[name];
      fs[name] = (file, ...rest) => {
        if (typeof file === 'string') reads[file] = (reads[file] ?? 0) + 1;
        return original(file, ...rest);
      };
    }
    process.on('exit', () => fs.writeFileSync(${JSON.stringify(counts)}, JSON.stringify(reads)));`,
  );
  const [node, ...rest] = plan;
  peak([node, '--require', counter, ...rest], where);
  const reads = Object.entries(JSON.parse(readFileSync(counts, 'utf8')));
  const ofRules = reads.filter(([file]) => file.startsWith(path.join(project, 'rules'))).map(([, times]) => times);
  if (ofRules.length !== RULES) throw new Error(`Of ${RULES} rule files ${ofRules.length} were read`);
  return Math.max(...ofRules);
}

export const inboxes = { names: ['inboxes', 'inboxes-reads', 'inboxes-memory'], measure };
