// What is timed must do the work: each says that nothing differs, and finds the one rule that does.
import { spawnSync } from 'node:child_process';

/**
 * Takes the commands that plan rules as they are live, the same for rules of which one was changed, and its name. Throws
 * where one does not say so, or is not installed.
 */
export function requireWork(same, changed, name, where) {
  for (const [peer, command] of Object.entries(same)) {
    const nothing = outputOf(command, where);
    if (!nothing.includes('No changes')) throw new Error(`${peer} finds a difference where there is none:\n${nothing}`);
    const found = outputOf(changed[peer], where);
    if (found.includes('No changes') || !found.includes(name)) {
      throw new Error(`${peer} does not find that ${name} differs:\n${found}`);
    }
  }
}

function outputOf([program, ...args], where) {
  const { status, error, stdout, stderr } = spawnSync(program, args, { ...where, encoding: 'utf8' });
  if (error?.code === 'ENOENT') throw new Error(`${program} is missing: apt-get install curl jq ansible-core`);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
