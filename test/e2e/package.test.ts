/** What npm would publish: the program with the licenses of what is in it, and no part that cannot work without another. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

function packed(): string[] {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(printed) as [{ files: { path: string }[] }];
  return files.map((file) => file.path);
}

it('the package has the program, its schemas and licenses; the action, whose bundle is elsewhere, is not in it', () => {
  const files = packed();
  expect(files).toEqual(
    expect.arrayContaining([
      'build/inboxctl.cjs',
      'build/index.js',
      'build/THIRD-PARTY-NOTICES',
      'schemas/rules.schema.json',
    ]),
  );
  expect(files.filter((file) => file === 'action.yml' || file.startsWith('dist/'))).toEqual([]);
});

it('the license of every package that the program is made of is there', () => {
  const notices = readFileSync(path.join(ROOT, 'build/THIRD-PARTY-NOTICES'), 'utf8');
  const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) expect(notices).toContain(`\n${name} `);
  // What those bring with them is there too.
  expect(notices).toContain('\nget-east-asian-width ');
});
