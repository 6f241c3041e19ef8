// Many inboxes with the same rules: against their requests alone, in waves of as many at once; and with their keys in one
// bundle, against a variable for each.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ratio, timed } from './measuring.mjs';
import { ruleNumber, startSandbox, writeProject } from './projects.mjs';

const RULES = 50;
/** In ms. */
const LATENCY = 20;
/** How many inboxes a plan reads at once. */
const AT_ONCE = 8;

/** Takes the surroundings (see index.mjs); yields each target's name with what was measured. */
async function* measure(surroundings) {
  const { plan, where, sandbox } = await inboxesUpTo(1_000, surroundings);
  try {
    const waves = [surroundings.node, surroundings.waves, where.env.INBOXCTL_BASE_URL, String(AT_ONCE)];
    yield ['inboxes', ratio(timed([plan, waves], { ...where, rounds: surroundings.rounds(5) }), 0, 1)];
  } finally {
    sandbox.stop();
  }
}

async function* measureBundle(surroundings) {
  const { plan, where, sandbox, keys } = await inboxesUpTo(400, surroundings);
  try {
    const bundle = path.join(surroundings.home, 'keys.json');
    writeFileSync(bundle, JSON.stringify(keys), { mode: 0o600 });
    yield [
      'bundle',
      ratio(timed([[...plan, '--api-keys-file', bundle], plan], { ...where, rounds: surroundings.rounds(9) }), 0, 1),
    ];
  } finally {
    sandbox.stop();
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
  return { plan: [node, program, 'plan', '--detailed-exitcode'], where, sandbox, keys };
}

export const inboxes = { names: ['inboxes'], measure };
export const bundle = { names: ['bundle'], measure: measureBundle };
