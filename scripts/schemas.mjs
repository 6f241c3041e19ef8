// Writes schemas/ from what the built program prints; with --check it only compares.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const check = process.argv.includes('--check');
for (const name of ['rules', 'tests', 'project', 'account', 'plan', 'sandbox']) {
  const file = `schemas/${name}.schema.json`;
  const text = execFileSync(process.execPath, ['build/inboxctl.cjs', 'schema', name], { encoding: 'utf8' });
  if (!check) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${file} is not current: run npm run schemas\n`);
    process.exitCode = 1;
  }
}
