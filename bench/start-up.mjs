// What a command costs that does next to nothing: as in a save hook, a hundred times a day.
import path from 'node:path';
import { ratio, timed } from './measuring.mjs';
import { KEY, seedOf, startSandbox, writeProject } from './projects.mjs';

const RULES = 12;

/** Takes the surroundings (see index.mjs); yields each target's name with what was measured. */
async function* measure({ node, program, floor, home, env, rounds }) {
  const project = path.join(home, 'start-up');
  writeProject(project, RULES);
  const sandbox = await startSandbox(seedOf(RULES), { program, home });
  try {
    const commands = [
      [node, '-e', '0'],
      [node, program, '--version'],
      [node, program, '--help'],
      [node, program, 'plan', '--detailed-exitcode'],
      [node, floor, project, sandbox.baseUrl],
    ];
    const own = { ...env, INBOXCTL_BASE_URL: sandbox.baseUrl, INBOXCTL_API_KEY: KEY };
    const times = timed(commands, { cwd: project, env: own, rounds: rounds(40), runs: 3 });
    const [nothing, version, help, plan, least] = commands.keys();
    yield ['version', ratio(times, version, nothing)];
    yield ['help', ratio(times, help, nothing)];
    yield ['plan-12', ratio(times, plan, least)];
  } finally {
    sandbox.stop();
  }
}

export const startUp = { names: ['version', 'help', 'plan-12'], measure };
