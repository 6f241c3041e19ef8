/** One folder for what the tests of a run share; processes of tests are killed at their end, and could not remove it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The variable that names it. */
export const RUNTIME = 'INBOXCTL_TESTS_RUNTIME';

export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'inboxctl-runtime-'));
  process.env[RUNTIME] = folder;
  process.env.OWN_HOME = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
