/** When Ctrl-C begins to mean "after what is under way". */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { worldOf } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const { run } = await import('../../src/cli/run.ts');

it('a signal never finds a snapshot begun and nobody to heed it: no run looks killed that sent nothing', async () => {
  const service = await serve();
  const cwd = projectOf({
    'rules/a.yaml': 'name: A\ncondition: { aiInstructions: find A }\nactions: [{ type: ARCHIVE }]\n',
  });
  const seen: boolean[] = [];
  const argv = ['node', 'inboxctl', 'apply', '--yes', '--quiet'];
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough().resume(), new PassThrough().resume()];
  const io: Io = {
    ...worldOf({ argv, env: service.env, cwd: () => cwd, stdin, stdout, stderr }),
    on: () => {
      seen.push(existsSync(path.join(cwd, '.inboxctl')));
    },
  };
  expect(await run(io)).toBe(0);
  expect(seen).toEqual([false, false, false]);
});
