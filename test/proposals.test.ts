/**
 * Each answer that says what to write is followed, in every project of test/invalid and test/mistakes: what it proposes takes
 * the place of what is marked, as a reader would do it; the mistake is then gone, and nothing else is wrong.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inboxctl } from './harness/inboxctl.ts';
import { commandsIn, placesOf, proposalsIn } from './harness/proposals.ts';
import { transcriptIn, transcriptsBelow, typedIn } from './harness/transcript.ts';

interface Notice {
  code: string;
  severity: string;
  message: string;
  source?: { file: string; line: number; column: number };
}

const temporary = mkdtempSync(path.join(tmpdir(), 'inboxctl-proposals-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const MISTAKES = path.join(import.meta.dirname, 'mistakes');

/** The folders that hold a project. */
const PROJECTS = ['invalid', 'mistakes'].flatMap((area) =>
  readdirSync(path.join(import.meta.dirname, area), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'rules' || entry.name === 'inboxctl.yaml')
    .map((entry) => path.relative(import.meta.dirname, entry.parentPath)),
);

let followed = 0;

describe('each proposal, followed, is valid', () => {
  test.each([...new Set(PROJECTS)])('%s', async (name) => {
    const project = path.join(temporary, name);
    cpSync(path.join(import.meta.dirname, name), project, { recursive: true });
    const before = await problemsOf(project);
    const failed: string[] = [];
    for (const { source, message } of before) {
      for (const proposal of source === undefined ? [] : proposalsIn(message)) {
        followed++;
        if (source && !(await isFollowed(project, { source, message }, proposal, before))) {
          failed.push(`${source.file}:${source.line}:${source.column}: ${message}`);
        }
      }
    }
    expect(failed).toEqual([]);
  });
});

/** A folder that no command can run in, so that only its words are read. Some commands have none. */
const NOWHERE = ['-C', '/nowhere'];
const WITHOUT = /^(sandbox|schema|completion|help|-)/;

describe('each command that is proposed is understood', () => {
  test.each(transcriptsBelow(MISTAKES))('%s', async (name) => {
    const failed: string[] = [];
    for (const { line, words, printed } of typedIn(transcriptIn(path.join(MISTAKES, name)))) {
      for (const proposal of commandsIn(printed, words)) {
        followed++;
        const only = WITHOUT.test(proposal[0] ?? '-') ? ['--help'] : NOWHERE;
        const { code, stderr } = await inboxctl([...proposal, ...only]);
        if (code !== 0 && !stderr.includes('There is no folder'))
          failed.push(`${line}: ${proposal.join(' ')}: ${stderr}`);
      }
    }
    expect(failed).toEqual([]);
  });
});

test('there are many', () => {
  expect(followed).toBeGreaterThan(250);
});

/** Whether one of the ways to follow it ends well: it is not said again, and no other error is new. */
async function isFollowed(
  project: string,
  { source, message }: Required<Pick<Notice, 'source' | 'message'>>,
  spellings: readonly string[],
  before: readonly Notice[],
): Promise<boolean> {
  const file = path.join(project, source.file);
  const whole = readFileSync(file, 'utf8');
  const countOf = (notices: readonly Notice[]) => notices.filter((one) => one.message === message).length;
  try {
    // In a file with fewer rules each way is tried sooner.
    const alone = documentAt(whole, source.line);
    writeFileSync(file, alone);
    const ofAlone = await problemsOf(project);
    const isSame = ofAlone.some((one) => one.message === message && one.source?.line === source.line);
    const [text, told] = isSame ? [alone, ofAlone] : [whole, before];
    const known = told.map((one) => one.message);
    const ways = placesOf(text, source).flatMap(([start, end]) =>
      spellings.map((proposal) => [text.slice(0, start) + proposal + text.slice(end), proposal] as const),
    );
    for (const [written, proposal] of new Map(ways)) {
      writeFileSync(file, written);
      const after = await problemsOf(project, named(proposal, file, project));
      const fresh = after.filter(({ severity }) => severity === 'error').filter((one) => !known.includes(one.message));
      if (countOf(after) < countOf(told) && fresh.every((one) => NEEDS.test(one.message))) return true;
    }
    return false;
  } finally {
    writeFileSync(file, whole);
  }
}

/** A file with one of its documents alone, where that was. */
function documentAt(text: string, line: number): string {
  const lines = text.split('\n');
  const starts = [0, ...lines.flatMap((one, index) => (one === '---' ? [index + 1] : [])), lines.length + 1];
  const at = starts.findLastIndex((start) => start < line);
  const [first = 0, next = 0] = starts.slice(at);
  return lines.map((one, index) => (index >= first && index < next - 1 ? one : '')).join('\n');
}

/** What is missing is said once the rest is right. */
const NEEDS = / needs `| is (?:missing|empty)\.| has no /;

/** The variables that a proposal names, with values. The files that it names are made. */
function named(proposal: string, file: string, project: string): Record<string, string> {
  const [, to] = /\{ file: ([\w./-]+) \}/.exec(proposal) ?? [];
  const referred = path.resolve(path.dirname(file), to ?? '.');
  if (to !== undefined && !existsSync(referred) && referred.startsWith(project)) {
    mkdirSync(path.dirname(referred), { recursive: true });
    writeFileSync(referred, 'Is it a newsletter?\n');
  }
  const variables = [...proposal.matchAll(/\{ env: (\w+) \}/g)];
  return Object.fromEntries(variables.map(([, name = '']) => [name, 'https://hooks.example.com/x']));
}

async function problemsOf(project: string, env: Record<string, string> = {}): Promise<Notice[]> {
  const { stdout } = await inboxctl(['validate', '--format', 'json'], { cwd: project, env });
  return JSON.parse(stdout || '{"notices":[]}').notices;
}
