// Measures the built program against every target, on Node 20 and 24. Ends with 1 where one is missed.
// Usage: npm run bench -- [--node 20|24] [--only NAME]... [--runs N] [--record]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { nodeOf } from '../scripts/installed-node.mjs';
import { creates, limited } from './apply.mjs';
import { bundleFloor } from './floor-bundle.mjs';
import { bundle, inboxes } from './inboxes.mjs';
import { mailboxes } from './mailboxes.mjs';
import { mails } from './mails.mjs';
import { machine, record, today, versionOf } from './results.mjs';
import { growth, longLine, tenThousand, thousand } from './size.mjs';
import { startUp } from './start-up.mjs';
import { writeTables } from './tables.mjs';
import { isMissed, shown, TARGETS } from './targets.mjs';

const GROUPS = [
  startUp,
  thousand,
  tenThousand,
  growth,
  longLine,
  creates,
  ...limited,
  inboxes,
  bundle,
  ...mails,
  mailboxes,
];

const { values } = parseArgs({
  options: {
    node: { type: 'string', multiple: true, default: ['20', '24'] },
    only: { type: 'string', multiple: true, default: Object.keys(TARGETS) },
    runs: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
});
const unknown = values.only.find((name) => !Object.hasOwn(TARGETS, name));
if (unknown !== undefined) throw new Error(`--only ${unknown}: it is one of ${Object.keys(TARGETS).join(' ')}`);

if (values.record && values.only.length < Object.keys(TARGETS).length) {
  throw new Error('--record takes all targets: what stands in one table was measured in one run');
}

let missed = 0;
for (const major of values.node) {
  const measured = await measureOn(nodeOf(Number(major)));
  if (values.record) record('targets', major, { ...machine(), node: versionOf(nodeOf(Number(major))), measured });
}
if (values.record) writeTables();
process.exitCode = missed > 0 ? 1 : 0;

/** Measures what was asked for on a Node; prints each as soon as it is known, and gives them by name. */
async function measureOn(node) {
  const measured = {};
  console.log(`\nNode ${versionOf(node)}, ${today()}`);
  console.log(`${'what'.padEnd(58)} ${'against'.padEnd(17)} ${'at most'.padStart(7)} ${'measured'.padStart(9)}`);
  for (const { names, measure } of GROUPS) {
    if (!names.some((name) => values.only.includes(name))) continue;
    const home = mkdtempSync(path.join(tmpdir(), 'inboxctl-bench-'));
    try {
      for await (const [name, value] of measure(await surroundings(node, home))) {
        if (!values.only.includes(name)) continue;
        measured[name] = Number(shown(name, value));
        print(name, value);
      }
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }
  return measured;
}

/** What every measurement gets: what to run, on which Node, where, and how often (`usual` unless --runs says it). */
async function surroundings(node, home) {
  const [floor, waves] = ['floor', 'waves'].map((name) => path.join(home, `${name}.cjs`));
  await bundleFloor('bench/floor.mjs', floor);
  await bundleFloor('bench/waves.mjs', waves);
  const { PATH } = process.env;
  return {
    node,
    program: path.resolve('build/inboxctl.cjs'),
    floor,
    waves,
    home,
    // No setting of the caller counts.
    env: { PATH, HOME: home },
    rounds: (usual) => Number(values.runs ?? usual),
  };
}

function print(name, value) {
  const { what, against, atMost, unit = '×' } = TARGETS[name];
  const is = isMissed(name, value);
  if (is) missed += 1;
  const text = `${what.padEnd(58)} ${against.padEnd(17)} ${String(atMost).padStart(7)}`;
  console.log(`${text} ${shown(name, value).padStart(6)} ${unit}${is ? '  MISSED' : '  met'}`);
}
