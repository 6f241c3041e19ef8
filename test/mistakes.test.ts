/**
 * The table of mistakes: each is made in a project of its own, and the answer says what is wrong, where, and what to do.
 * The rows are in test/mistakes, a file for each area.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { inboxctl } from './harness/inboxctl.ts';
import { projectOf, serve } from './harness/project.ts';
import { TRANSCRIPT, transcriptNow, transcriptsBelow } from './harness/transcript.ts';
import type { Mistake } from './mistakes/mistake.ts';

const FOLDER = path.join(import.meta.dirname, 'mistakes');

/** A project with one rule. */
const PROJECT = {
  'rules/newsletters.yaml':
    'name: Newsletters\ncondition:\n  static: { from: "@news.example.com" }\nactions:\n  - type: ARCHIVE\n',
};

const areas = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && file !== 'mistake.ts');
const tables = await Promise.all(
  areas.map(async (area): Promise<[string, readonly Mistake[]]> => {
    const { MISTAKES } = await import(path.join(FOLDER, area));
    return [area, MISTAKES];
  }),
);

describe.each(tables)('%s', (_area, mistakes) => {
  test.each(mistakes.map((mistake) => [mistake.did, mistake] as const))('%s', async (_did, mistake) => {
    const { files = PROJECT, sandbox, exit, says, not = [] } = mistake;
    const service = sandbox === undefined ? undefined : await serve(sandbox);
    const origin = service === undefined ? '' : new URL(service.baseUrl).origin;
    const [run, own] = JSON.parse(JSON.stringify([mistake.run, mistake.env ?? {}]).replaceAll('{origin}', origin));
    const env = { ...service?.env, ...own };
    const { code, stdout, stderr } = await inboxctl(run, { cwd: projectOf(files), env });
    const text = oneLine(stdout + stderr);
    for (const part of says) expect(text).toContain(oneLine(part));
    for (const part of ['TypeError', ...not]) expect(text).not.toContain(oneLine(part));
    expect(code, text).toBe(exit);
  });
});

test.each(transcriptsBelow(FOLDER))('%s has the transcript that is in it', async (name) => {
  const folder = path.join(FOLDER, name);
  const now = await transcriptNow(folder);
  const file = path.join(folder, TRANSCRIPT);
  if (process.env.UPDATE) writeFileSync(file, now);
  expect(now).toBe(readFileSync(file, 'utf8'));
});

function oneLine(text: string): string {
  return stripVTControlCharacters(text).replace(/\s+/g, ' ').trim();
}

test('the table is large enough, and no mistake is in it twice', () => {
  const all = tables.flatMap(([, mistakes]) => mistakes.map(({ did }) => did));
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(LEAST);
});

/** Grows with the table: a row is only taken out for a better one. */
const LEAST = 200;
