// npm runs this after `npm ci`, before it packs, and where somebody installs from git.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const { npm_config_global: isGlobal, npm_config_install_links: copies, ...env } = process.env;

// With --global, npm takes its clone of the repository for the package to install: it installs none of the packages that the
// build needs, and leaves a link to the clone, which it deletes. With --install-links, as pre-commit calls it, it copies.
if (isGlobal === 'true' && !existsSync('node_modules/rolldown')) {
  if (copies !== 'true') {
    process.stderr.write(`
error: With --global alone, npm would install a link to its clone of the repository, which it deletes.
  Add --install-links, before the address that you gave:
    npm install --global --install-links git+https://…

`);
    process.exit(1);
  }
  const local = { ...env, npm_config_global: 'false', npm_config_location: 'project' };
  execSync('npm ci --ignore-scripts --no-audit --no-fund', { stdio: 'inherit', env: local });
}
execSync('npm run --silent build', { stdio: 'inherit' });
