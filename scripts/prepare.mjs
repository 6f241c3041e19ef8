// npm runs this after `npm ci`, before it packs, and where somebody installs from git.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// With --global, npm takes its clone of the repository for the package to install: it installs none of the packages that the
// build needs, and leaves a link to the clone, which it deletes.
if (process.env.npm_config_global === 'true' && !existsSync('node_modules/rolldown')) {
  process.stderr.write(`
error: npm cannot build a package from git and install it with --global at once.
  Do it in two steps, with the address that you gave:
    npm install --global "$(npm pack --silent git+https://…)"

`);
  process.exit(1);
}
execSync('npm run --silent build', { stdio: 'inherit' });
