/**
 * Applies, reviews, rollbacks, edits of the files and of the inbox, faults and kills: one after another, and in the midst
 * of each other, at random. After each step what was promised is checked against what a witness in the service saw: what
 * was read, and what was done, in their order.
 */
import { env } from 'node:process';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { PROFILE_NAMES, type ProfileName } from '../../src/sandbox/profiles.ts';
import { beginning, commands } from '../harness/interleaved/commands.ts';
import { lines } from '../harness/interleaved/log.ts';
import { begin, perform, type Step, settle } from '../harness/interleaved/steps.ts';
import { World } from '../harness/interleaved/world.ts';
import type { Content } from '../harness/interleaved/written.ts';
import { runs } from '../harness/runs.ts';

const { run } = await import('../../src/cli/run.ts');

/** One that failed runs again with the seed and path that are printed, as FC_SEED and FC_PATH. */
const RUNS = runs(24);
/** Most of the time is spent waiting: for answers that never come, and before something is tried again. */
const AT_ONCE = env.FC_SEED === undefined ? 8 : 1;
const AGAIN = env.FC_SEED === undefined ? {} : { seed: Number(env.FC_SEED), path: env.FC_PATH ?? '' };
/** With FC_FIRST a failure is shown as it was found: to make it small takes minutes. */
const FIRST = env.FC_FIRST === undefined ? {} : { endOnFailure: true };

/** A sequence of steps, from rules that are live as declared to an apply that nothing happens to. */
interface Story {
  profile: ProfileName;
  rules: Parameters<typeof begin>[1];
  steps: (world: World) => Promise<unknown>;
}

/** In ms: most stories end in a few seconds. */
const LONGEST = 120_000;

async function play({ profile, rules, steps }: Story): Promise<void> {
  const world = await World.open(profile, run);
  const timer = new AbortController();
  const hung = setTimeout(LONGEST, null, { signal: timer.signal }).then(
    () => {
      throw new Error(['The story does not end.', ...lines(world.witness.log)].join('\n'));
    },
    () => {},
  );
  const told = async () => {
    begin(world, rules);
    await steps(world);
    await settle(world);
  };
  try {
    await Promise.race([told(), hung]);
  } finally {
    timer.abort();
    await world.close();
  }
}

describe('no promise is broken', () => {
  it('whatever comes between', { timeout: runs(600_000) }, async () => {
    const story = () =>
      fc.asyncProperty(fc.constantFrom(...PROFILE_NAMES), beginning, commands, (profile, rules, all) => {
        const steps = (real: World) => fc.asyncModelRun(() => ({ model: { hasPlanFile: false }, real }), all);
        return play({ profile, rules, steps });
      });
    const assert = () => fc.assert(story(), { numRuns: Math.ceil(RUNS / AT_ONCE), ...AGAIN, ...FIRST });
    await Promise.all(Array.from({ length: AT_ONCE }, assert));
  });

  describe('where it was once', () => {
    const asks = (text: string): Content => ({ shape: 'ai', text, sender: 0, actions: 'label' });
    const told = (profile: ProfileName, rules: Story['rules'], steps: readonly Step[]) =>
      play({
        profile,
        rules,
        steps: async (world) => {
          for (const step of steps) await perform(world, step);
        },
      });
    const alone = { where: 'here', concurrency: 1, failFast: false } as const;

    it('somebody deletes the one of two rules of a name that is kept, and then the other one stays', () =>
      told(
        'spec',
        [{ name: 'A', content: asks('one') }],
        [
          { step: 'web-page', edit: { does: 'create', name: 'A', asDeclared: false } },
          {
            step: 'apply',
            reviewed: false,
            ...alone,
            troubles: [
              {
                request: 1,
                point: 'answered',
                acts: [{ is: 'edit', edit: { does: 'remove', rule: 0 } }, { is: 'six-seconds' }],
              },
            ],
          },
        ],
      ));

    it('a rule is made in the web page in the moment in which the run makes the same, and the run is taken back', () =>
      told(
        'newer',
        [{ name: 'A', content: asks('one') }],
        [
          { step: 'files', edits: [{ does: 'add', name: 'C', content: asks('two') }] },
          {
            step: 'apply',
            reviewed: false,
            ...alone,
            troubles: [
              {
                request: 2,
                point: 'arrives',
                acts: [{ is: 'edit', edit: { does: 'create', name: 'C', asDeclared: true } }],
              },
            ],
          },
          { step: 'rollback', newest: 0, ...alone, troubles: [] },
        ],
      ));

    it('another run makes a change whose own request is lost, and the run is taken back', () =>
      told(
        'newer',
        [
          { name: 'A', content: asks('one') },
          { name: 'B', content: asks('two') },
        ],
        [
          {
            step: 'files',
            edits: [
              { does: 'change', rule: 0, content: asks('three') },
              { does: 'change', rule: 1, content: asks('four') },
            ],
          },
          { step: 'faults', texts: ['PUT /rules/* hang-before @2'] },
          {
            step: 'apply',
            reviewed: false,
            ...alone,
            troubles: [{ request: 3, point: 'answered', acts: [{ is: 'other-apply' }] }],
          },
          { step: 'rollback', newest: 0, ...alone, troubles: [] },
        ],
      ));
  });
});
