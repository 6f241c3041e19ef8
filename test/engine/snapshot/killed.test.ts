/** Snapshots of real processes that are killed, or whose disk is full. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listRuns, readRun } from '../../../src/engine/snapshot/read.ts';
import { bundled, firstLineOf, killed, outputOf, started } from '../../harness/bundled.ts';
import { projectOf } from '../../harness/project.ts';
import { SEALS } from '../../harness/snapshot.ts';

/**
 * Opens a snapshot in HOME, says so, and adds its end; says what that lost. `forever`: it writes the end again and again, each
 * time as a new run.
 */
const WRITER = `
import { openSnapshot } from './src/engine/snapshot/write.ts';
import { appliedOf, runStart } from './test/harness/snapshot.ts';
const [home, how, size = '0'] = process.argv.slice(2);
const start = await runStart();
const error = { status: null, code: null, message: 'x'.repeat(Number(size)) };
do {
  const snapshot = openSnapshot(home, start);
  if ('problem' in snapshot) {
    console.log(JSON.stringify(snapshot.problem));
    break;
  }
  console.log('open');
  console.log(snapshot.end(appliedOf(start, 'converged', ['done', 'done', 'done'], size === '0' ? {} : { error })));
} while (how === 'forever');
`;

describe('a snapshot', () => {
  it('of a process that is killed while it writes ends has each of them as a whole, or not at all', async () => {
    const writer = await bundled(WRITER);
    for (let times = 0; times < 5; times += 1) {
      const home = projectOf({});
      const child = started(writer, [home, 'forever']);
      await firstLineOf(child);
      await new Promise((resolve) => setTimeout(resolve, 20 * times));
      await killed(child);
      const { runs, problems } = listRuns(home, SEALS);
      expect(runs.length).toBeGreaterThan(0);
      // A run is opened after the end of the one before it, so at most the newest has none, or is not whole itself.
      const cut = runs.filter((run) => run.parts[0]?.opened?.end == null);
      expect(cut.length + problems.length).toBeLessThanOrEqual(1);
      for (const run of runs) expect(run.parts[0]?.opened?.changes).toHaveLength(3);
    }
  });

  it('on a disk that is full from the start is a problem, and leaves no file', async () => {
    const writer = await bundled(WRITER);
    for (const home of [projectOf({}), projectOf({ '.inboxctl/.gitignore': '*\n' })]) {
      const told = await outputOf(started(writer, [home, 'once'], 0));
      expect(JSON.parse(told)).toMatchObject({ code: 'file-unwritable', args: { reason: 'EFBIG' } });
      expect(readdirSync(home, { recursive: true })).not.toContainEqual(expect.stringContaining('.jsonl'));
    }
  });

  it('on a disk that gets full before its end has none, says why, and can be read', async () => {
    const home = projectOf({});
    // The random letters of a seal are not packed: the end does not fit, what comes before it does.
    const told = await outputOf(started(await bundled(WRITER), [home, 'once', '5000000'], 8));
    expect(told).toMatch(/^open\n(EFBIG|ENOSPC)\n$/);
    const run = readRun(home, 'latest', SEALS);
    if ('problem' in run) throw new Error(JSON.stringify(run.problem));
    expect(run.hasEnd).toBe(false);
    expect(run.parts[0]?.opened?.changes).toHaveLength(3);
    expect(readdirSync(`${home}/.inboxctl/runs`)).toHaveLength(1);
  });
});
