// What a command costs that does next to nothing: as in a save hook, a hundred times a day. Measured in two environments:
// a bare one, and one that names certificates to trust, as many a company's does, which Node 20 reads at each start.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { ratio, timed } from './measuring.mjs';
import { KEY, seedOf, startSandbox, writeProject } from './projects.mjs';

const NAMES = ['version', 'help', 'validate', 'plan', 'plan-floor', 'floor'];
const WITH_CERTIFICATES = '-certificates';
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
      [node, program, 'validate'],
      [node, program, 'plan', '--detailed-exitcode'],
      [node, floor, project, sandbox.baseUrl],
    ];
    const own = { ...env, INBOXCTL_BASE_URL: sandbox.baseUrl, INBOXCTL_API_KEY: KEY };
    const certificates = path.join(home, 'certificates.pem');
    writeFileSync(certificates, rootCertificates.join('\n'));
    const environments = { '': own, [WITH_CERTIFICATES]: { ...own, NODE_EXTRA_CA_CERTS: certificates } };
    for (const [ending, environment] of Object.entries(environments)) {
      const times = timed(commands, { cwd: project, env: environment, rounds: rounds(40), runs: 3 });
      const [nothing, version, help, validate, plan, least] = commands.keys();
      yield [`version${ending}`, ratio(times, version, nothing)];
      yield [`help${ending}`, ratio(times, help, nothing)];
      yield [`validate${ending}`, ratio(times, validate, nothing)];
      yield [`plan${ending}`, ratio(times, plan, nothing)];
      yield [`plan-floor${ending}`, ratio(times, plan, least)];
      yield [`floor${ending}`, ratio(times, least, nothing)];
    }
  } finally {
    sandbox.stop();
  }
}

export const startUp = { names: [...NAMES, ...NAMES.map((name) => name + WITH_CERTIFICATES)], measure };
