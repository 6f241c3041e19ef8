// Commands of npm to be timed: installed at their first use, outside the project's own dependencies.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { NO_TELEMETRY, PACKAGES } from './list.mjs';

const FOLDER = path.resolve(import.meta.dirname, '../../node_modules/.cache/inboxctl/peers');

/** Gives the file that starts each package's command, by the package's name. */
export function installedPeers() {
  if (!Object.keys(PACKAGES).every(isInstalled)) install();
  return Object.fromEntries(Object.keys(PACKAGES).map((name) => [name, commandOf(name)]));
}

function install() {
  mkdirSync(FOLDER, { recursive: true });
  const packages = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  // No scripts of theirs: nothing is run that is not timed, and nothing tells anybody of the installation.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', FOLDER, ...options, ...packages], {
    cwd: FOLDER,
    env: { ...process.env, ...NO_TELEMETRY },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function isInstalled(name) {
  return existsSync(packageFile(name)) && packageOf(name).version === PACKAGES[name];
}

function commandOf(name) {
  const { bin } = packageOf(name);
  const file = bin[name] ?? Object.values(bin)[0];
  return path.resolve(path.dirname(packageFile(name)), file);
}

function packageOf(name) {
  return JSON.parse(readFileSync(packageFile(name), 'utf8'));
}

function packageFile(name) {
  return path.join(FOLDER, 'node_modules', name, 'package.json');
}
