/**
 * What commands print, each with all of it: see harness/transcript.ts. After a change of the wording:
 * UPDATE=1 npx vitest run test/commands.test.ts, and read every transcript that changed.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TRANSCRIPT, transcriptIn, transcriptNow, transcriptsBelow } from './harness/transcript.ts';

const FOLDER = path.join(import.meta.dirname, 'commands');

test.each(transcriptsBelow(FOLDER))('%s', async (name) => {
  const folder = path.join(FOLDER, name);
  const now = await transcriptNow(folder);
  if (process.env.UPDATE) writeFileSync(path.join(folder, TRANSCRIPT), now);
  expect(now).toBe(transcriptIn(folder));
});
