/** Journals of real processes that are killed, or whose disk is full. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listRuns, readRun } from '../../../src/engine/journal/read.ts';
import { bundled, firstLineOf, outputOf, started } from '../../harness/bundled.ts';
import { SEALS } from '../../harness/journal.ts';
import { projectOf } from '../../harness/project.ts';

/** Writes outcomes into a journal in HOME; says when the journal is open, and at the end what it lost. */
const WRITER = `
import { openJournal } from './src/engine/journal/write.ts';
import { runStart } from './test/harness/journal.ts';
const [home, outcomes] = process.argv.slice(2);
const start = await runStart();
const journal = openJournal(home, start);
if ('problem' in journal) console.log(JSON.stringify(journal.problem));
else {
  console.log('open');
  const changes = start.parts.flatMap(({ work }) => work.map(({ change }) => change));
  for (let number = 0; number < Number(outcomes); number += 1) {
    journal.outcome(changes[number % 3], { status: 'done', id: String(number) });
    if (outcomes === 'Infinity') await new Promise((resolve) => setImmediate(resolve));
  }
  journal.end('converged');
  console.log(journal.lost);
}
`;

describe('a journal', () => {
  it('of a process that is killed has all outcomes up to the kill, in order', async () => {
    const writer = await bundled(WRITER);
    for (let times = 0; times < 5; times += 1) {
      const home = projectOf({});
      const child = started(writer, [home, 'Infinity']);
      await firstLineOf(child);
      const ended = new Promise((resolve) => child.on('close', resolve));
      child.kill('SIGKILL');
      await ended;
      const run = readRun(home, 'latest', SEALS);
      if ('problem' in run) throw new Error(JSON.stringify(run.problem));
      expect(run.outcomes.map(({ id }) => id)).toEqual(run.outcomes.map((_, index) => String(index)));
      expect(run.end).toBeNull();
      expect(listRuns(home, SEALS).runs).toMatchObject([{ outcome: 'unfinished' }]);
    }
  });

  it('on a disk that is full from the start is a problem, and leaves no file', async () => {
    const writer = await bundled(WRITER);
    for (const home of [projectOf({}), projectOf({ '.inboxctl/.gitignore': '*\n' })]) {
      const told = await outputOf(started(writer, [home, '3'], 0));
      expect(JSON.parse(told)).toMatchObject({ code: 'file-unwritable', args: { reason: 'EFBIG' } });
      expect(readdirSync(home, { recursive: true })).not.toContainEqual(expect.stringContaining('.jsonl'));
    }
  });

  it('on a disk that gets full later loses lines, says so once, and stops nothing', async () => {
    const home = projectOf({});
    const told = await outputOf(started(await bundled(WRITER), [home, '3000'], 8));
    expect(told).toMatch(/^open\n(EFBIG|ENOSPC)\n$/);
    const run = readRun(home, 'latest', SEALS);
    if ('problem' in run) throw new Error(JSON.stringify(run.problem));
    expect(run.plan.changes).toHaveLength(3);
    expect(run.outcomes.map(({ id }) => id)).toEqual(run.outcomes.map((_, index) => String(index)));
    expect(run.outcomes.length).toBeGreaterThan(0);
    expect(run.outcomes.length).toBeLessThan(3000);
  });
});
