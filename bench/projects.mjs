// Projects of any number of rules, and sandboxes whose inboxes are as they declare it.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pastedLines } from '../scripts/pasted-lines.mjs';

/** The one key of every sandbox here. */
export const KEY = 'benchmark';

/** Takes a folder that is not there yet, and how many rules: writes them there, one in each file. */
export function writeProject(folder, count, rule = ruleNumber) {
  mkdirSync(path.join(folder, 'rules'), { recursive: true });
  for (let index = 0; index < count; index += 1) {
    writeFileSync(path.join(folder, 'rules', `rule-${index}.yaml`), yamlOf(rule(index)));
  }
}

/** The seed of an inbox that holds so many rules. */
export function seedOf(count, rule = ruleNumber) {
  return { rules: Array.from({ length: count }, (_, index) => rule(index)), keys: [{ key: KEY, inbox: 'default' }] };
}

/**
 * Starts the sandbox of the built program in a process of its own, on the Node that runs this; gives its base URL and
 * process id, and what ends it. `home`: a folder that may hold its seed.
 */
export async function startSandbox(seed, { program, home, options = [] }) {
  const file = path.join(mkdtempSync(path.join(home, 'seed-')), 'seed.json');
  writeFileSync(file, JSON.stringify(seed));
  const child = spawn(process.execPath, [program, 'sandbox', '--port', '0', '--seed', file, ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { INBOXCTL_BASE_URL: baseUrl } = await pastedLines(child.stdout);
  return { baseUrl, pid: child.pid, stop: () => child.kill() };
}

/** What a project of usual rules has in it; `index` makes each another one. */
export function ruleNumber(index) {
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
