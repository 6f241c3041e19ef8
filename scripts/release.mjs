/**
 * What the tag of a release means: `node scripts/release.mjs FOLDER`, in a checkout with all branches and tags.
 *
 * Writes notes.md, the section of the version in CHANGELOG.md, into the folder, and for the jobs of release.yml:
 * - npm-tag: the dist-tag on npm: `latest`, or that of an older line, such as `v1-latest` or `v1.4-latest`
 * - latest: whether it is the newest version of all
 * - major-tag: the git tag that moves to it, such as `v1`; empty if that major version has a newer one
 *
 * Says everything that is wrong with a release, and then exits with 1.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const VERSION = /^v(\d+)\.(\d+)\.(\d+)$/;

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));
const numbersOf = (tag) => VERSION.exec(tag)?.slice(1).map(Number);

const { GITHUB_REF_NAME: tag = '', GITHUB_OUTPUT } = process.env;
const own = numbersOf(tag);
if (own === undefined) fail([`${tag || 'The tag'} is not a version such as v1.2.3.`]);
const [major, minor] = own;
const version = tag.slice(1);

const newer = git('tag', '--list', 'v*').filter((other) => isNewer(numbersOf(other), own));
const isOfLine = (depth) => (other) => numbersOf(other).slice(0, depth).join() === own.slice(0, depth).join();
const npmTag = npmTagOf();
const branches = newer.length === 0 ? ['main'] : ['main', `v${major}.x`, `v${major}.${minor}.x`];
const notes = notesOf(readFileSync('CHANGELOG.md', 'utf8'));
fail(problems());

const outputs = {
  'npm-tag': npmTag,
  latest: newer.length === 0,
  'major-tag': newer.some(isOfLine(1)) ? '' : `v${major}`,
};
const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}\n`);
process.stdout.write(lines.join(''));
if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, lines.join(''));
const folder = process.argv[2] ?? '.';
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'notes.md'), notes);

function problems() {
  const found = [];
  for (const file of ['package.json', 'package-lock.json']) {
    const { version: there } = json(file);
    if (there !== version) found.push(`${file} has version ${there}, and the tag is ${tag}.`);
  }
  const [later] = newer.filter(isOfLine(2));
  if (later !== undefined) found.push(`${later} is out already, and newer than ${tag}.`);
  const having = git('branch', '--remotes', '--contains', 'HEAD', '--format=%(refname:lstrip=3)');
  if (!branches.some((branch) => having.includes(branch))) {
    found.push(`The commit of ${tag} is not on ${branches.join(' or ')}.`);
  }
  if (notes === '') found.push(`CHANGELOG.md has no section "## ${version}".`);
  return found;
}

/** A dist-tag must not read as a range of versions, as `v1` does. */
function npmTagOf() {
  if (newer.length === 0) return 'latest';
  return newer.some(isOfLine(1)) ? `v${major}.${minor}-latest` : `v${major}-latest`;
}

/** The text below the heading of the version. */
function notesOf(changelog) {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((one) => one.startsWith(`${version}\n`)) ?? '';
  return section.slice(version.length).trim();
}

function isNewer(one, other) {
  if (one === undefined) return false;
  const at = one.findIndex((number, index) => number !== other[index]);
  return at !== -1 && one[at] > other[at];
}

function fail(found) {
  if (found.length === 0) return;
  for (const problem of found) process.stderr.write(`error: ${problem}\n`);
  process.exit(1);
}
