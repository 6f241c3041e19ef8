// All checks. The types take as long as everything else, so the two go on at the same time; what a check prints comes in
// one piece, when it has ended. In a row of checks those after one that failed are left out.
import { spawn } from 'node:child_process';

const ROWS = [
  ['tsc --noEmit'],
  [
    'biome check --error-on-warnings .',
    'npm run --silent check:layers',
    'knip',
    // It builds: last, when nothing reads the folder any more.
    'npm run --silent check:schemas',
  ],
];

const passed = await Promise.all(ROWS.map(allPass));
process.exitCode = passed.every(Boolean) ? 0 : 1;

async function allPass(commands) {
  for (const command of commands) if (!(await passes(command))) return false;
  return true;
}

/** As npm does it: what `npm run` puts on the PATH is found. */
function passes(command) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const pieces = [];
    child.stdout.on('data', (piece) => pieces.push(piece));
    child.stderr.on('data', (piece) => pieces.push(piece));
    child.on('error', (error) => pieces.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      if (code !== 0) pieces.push(Buffer.from(`failed: ${command}\n`));
      process.stdout.write(Buffer.concat(pieces));
      resolve(code === 0);
    });
  });
}
