/** Node 24, on which the action runs, beside the one that runs the tests: installed from npm at its first use. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const VERSION = '24.21.0';
const ROOT = path.resolve(import.meta.dirname, '../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/inboxctl');
/** npm's packages of Node itself, one a platform; `node` installs one of them by a script, and scripts may be off. */
const PACKAGE = `${onAppleSilicon() ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
const BINARY = `node_modules/${PACKAGE}/bin/node`;

let installed: string | null = null;

/** Gives the path of a Node 24; throws where there is none to be had: a test on it is never left out. */
export function node24(): string {
  installed ??= process.version.startsWith('v24.') ? process.execPath : inCache();
  return installed;
}

/** What runs the bundle, as cases of a test: the Node of the tests, and 24. */
export const NODES: readonly (readonly [name: string, find: () => string])[] = [
  [`Node ${process.version.slice(1).split('.')[0]}`, () => process.execPath],
  ...(process.version.startsWith('v24.') ? [] : [['Node 24', node24] as const]),
];

/**
 * Test files run at the same time in processes of their own. Each installs into a folder of its own and moves it to its
 * place as a whole: the first one wins, and nobody waits or meets half of it.
 */
function inCache(): string {
  const place = path.join(CACHE, `node-${VERSION}`);
  if (!existsSync(path.join(place, BINARY))) {
    const own = `${place}.${process.pid}`;
    mkdirSync(own, { recursive: true });
    try {
      execFileSync('npm', ['install', '--prefix', own, '--no-audit', '--no-fund', `${PACKAGE}@${VERSION}`], {
        cwd: own,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      moveTo(own, place);
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  }
  const found = path.join(place, BINARY);
  const version = execFileSync(found, ['--version'], { encoding: 'utf8' }).trim();
  if (version !== `v${VERSION}`) throw new Error(`${found} is ${version}, not v${VERSION}`);
  return found;
}

function moveTo(own: string, place: string): void {
  try {
    renameSync(own, place);
  } catch (error) {
    if (!existsSync(path.join(place, BINARY))) throw error;
  }
}

function onAppleSilicon(): boolean {
  return process.platform === 'darwin' && process.arch === 'arm64';
}
