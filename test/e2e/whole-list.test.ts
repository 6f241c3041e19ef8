import { describe, expect, it } from 'vitest';
import { type Fault, faulty } from '../harness/faulty.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const RULE = 'name: Kept\ncondition: { aiInstructions: find }\nactions: [{ type: ARCHIVE }]\n';

/** A sandbox with the rules Kept and Old, and a project that declares the first; `spoil` changes the lists of these turns. */
async function world(spoil: (list: { rules: { name: string }[] }) => object, isSpoilt = (_turn: number) => true) {
  const { env, baseUrl, requests } = await serve({
    seed: {
      rules: ['Kept', 'Old'].map((name) => ({
        name,
        condition: { aiInstructions: 'find' },
        actions: [{ type: name === 'Kept' ? 'STAR' : 'ARCHIVE' }],
      })),
    },
  });
  const headers = { 'API-Key': env.INBOXCTL_API_KEY ?? '' };
  const list = await (await fetch(`${baseUrl}/rules`, { headers })).json();
  const body = JSON.stringify(spoil(list as Parameters<typeof spoil>[0]));
  const fault: Fault = { status: 200, body };
  const url = await faulty(baseUrl, (method, _path, turn) => (method === 'GET' && isSpoilt(turn) ? fault : null));
  const cwd = projectOf({ 'rules/kept.yaml': RULE });
  const run = (...args: string[]) => inboxctl(args, { cwd, env: { ...env, INBOXCTL_BASE_URL: url } });
  const written = () => requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  return { run, written };
}

const twice = ({ rules }: { rules: { name: string }[] }) => ({ rules: [...rules, ...rules.slice(0, 1)] });

describe('a list that may not be all of it', () => {
  it.each<[string, Parameters<typeof world>[0], string]>([
    ['repeats an id', twice, 'twice'],
    ['has a next page', ({ rules }) => ({ rules: rules.slice(1), nextCursor: 'abc' }), 'nextCursor is "abc"'],
    ['has too few rules', ({ rules }) => ({ rules: rules.slice(1), total: 2 }), 'total is 2, but it has 1 rule '],
  ])('that %s is asked for again, then nothing is planned or sent', async (_what, spoil, why) => {
    const { run, written } = await world(spoil);
    for (const args of [['plan'], ['apply', '--yes', '--retry-for', '1']]) {
      const { code, stderr } = await run(...args);
      // A message may be wrapped anywhere.
      expect({ code, stderr: stderr.replace(/\s+/g, ' ') }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(why),
      });
    }
    expect(written()).toEqual([]);
  });

  it('is good once it is whole, also in the middle of an apply', async () => {
    const { run, written } = await world(twice, (turn) => turn < 3 || turn === 4);
    expect(await run('apply', '--yes')).toMatchObject({ code: 0 });
    expect(written()).toEqual(['PUT', 'DELETE']);
  });
});
