// Other versions of Node than the one that runs: installed from npm at their first use.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Of each major version that is tested or measured, the one that is; 18 is too old. */
const VERSIONS = { 18: '18.20.8', 20: '20.20.2', 22: '22.23.2', 24: '24.21.0' };

const CACHE = path.resolve(import.meta.dirname, '../node_modules/.cache/inboxctl');
/** npm's packages of Node itself, one a platform; `node` installs one of them by a script, and scripts may be off. */
const PACKAGE = `${onAppleSilicon() ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
const BINARY = `node_modules/${PACKAGE}/bin/node`;

const known = new Map();

/**
 * Takes a major version, 18, 20, 22 or 24; gives the path of a Node of it: the one that runs, where it is of that version. Throws
 * where there is none to be had: what is to be looked at on it is never left out.
 */
export function nodeOf(major) {
  if (!known.has(major)) known.set(major, isOwn(major) ? process.execPath : inCache(VERSIONS[major]));
  return known.get(major);
}

/** Whether the Node that runs is of this major version. */
export function isOwn(major) {
  return process.version.startsWith(`v${major}.`);
}

/**
 * Test files run at the same time in processes of their own. Each installs into a folder of its own and moves it to its
 * place as a whole: the first one wins, and nobody waits or meets half of it.
 */
function inCache(version) {
  const place = path.join(CACHE, `node-${version}`);
  if (!existsSync(path.join(place, BINARY))) {
    const own = `${place}.${process.pid}`;
    mkdirSync(own, { recursive: true });
    try {
      execFileSync('npm', ['install', '--prefix', own, '--no-audit', '--no-fund', `${PACKAGE}@${version}`], {
        cwd: own,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      moveTo(own, place);
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  }
  const found = path.join(place, BINARY);
  const said = execFileSync(found, ['--version'], { encoding: 'utf8' }).trim();
  if (said !== `v${version}`) throw new Error(`${found} is ${said}, not v${version}`);
  return found;
}

function moveTo(own, place) {
  try {
    renameSync(own, place);
  } catch (error) {
    if (!existsSync(path.join(place, BINARY))) throw error;
  }
}

function onAppleSilicon() {
  return process.platform === 'darwin' && process.arch === 'arm64';
}
