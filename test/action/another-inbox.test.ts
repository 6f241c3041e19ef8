/** What pull requests showed of one inbox reaches no other one, and a digest counts once. */
import { describe, expect, it } from 'vitest';
import { applying, endOf, live, resultIn, rule } from './apply-world.ts';
import { fleet } from './fleet-world.ts';

const SIGNED = { 'signing-key': 'one-key-for-all-of-the-jobs' };
const [READ, OTHER, RENEWED] = ['read-key-of-the-inbox', 'write-key-of-another-inbox', 'renewed-key-of-the-inbox'];
const FILES = { 'rules/a.yaml': rule('A', 'old'), 'rules/gone.yaml': rule('Gone', 'old') };
const RULES = [live('A'), live('Gone')];
/** A change of each kind. The delete is of a file that the pull request takes away. */
const EDIT = { 'rules/a.yaml': rule('A', 'new'), 'rules/new.yaml': rule('New'), 'rules/gone.yaml': 'rules: []\n' };

/** Two inboxes that look alike: plans read with a key of one, and applies write with a key of the other. */
async function swapped(rules: unknown[] = RULES) {
  const world = await applying({
    files: FILES,
    sandbox: {
      seed: {
        inboxes: [
          { name: 'mine', rules: RULES },
          { name: 'other', rules },
        ],
        keys: [
          { key: READ, inbox: 'mine', scopes: ['RULES_READ'] },
          { key: OTHER, inbox: 'other' },
          { key: RENEWED, inbox: 'mine' },
        ],
      },
    },
  });
  const pull = await world.reviewed(EDIT, { inputs: { ...SIGNED, 'api-key': READ } });
  const before = JSON.stringify(world.service.rules('other'));
  const isUnchanged = () => JSON.stringify(world.service.rules('other')) === before && world.writes().length === 0;
  return { ...world, pull, isUnchanged, inputs: { ...SIGNED, 'api-key': OTHER } };
}

describe('a merge', () => {
  it.each<[string, object, unknown[]]>([
    ['from the source', {}, RULES],
    ['by the built action', { started: () => {} }, RULES],
    ['where none of the rules is there', {}, [live('Theirs')]],
    ['where all is there already', {}, [live('A', 'new'), { ...live('New'), condition: live('New', 'New').condition }]],
  ])('makes nothing in the inbox of another key, and says so: %s', async (_, how, rules) => {
    const { github, apply, pull, isUnchanged, inputs, service } = await swapped(rules);
    const ended = await apply(github.merge(pull.number), { inputs, ...how });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'refused' });
    const { message } = endOf(ended);
    expect(message).toContain(`opens another inbox at ${service.baseUrl} than the one that was planned for`);
    expect(message).not.toContain('by hand');
    expect(isUnchanged()).toBe(true);
  });

  it('leaves the review to the inbox that it shows, where the other one has it all already', async () => {
    const all = [live('A', 'new'), live('New', 'New')];
    const { github, apply, pull, inputs, service, comment } = await swapped(all);
    const commits = github.merge(pull.number);
    expect(endOf(await apply(commits, { inputs }))).toMatchObject({ code: 1, reason: 'refused' });
    expect(resultIn(comment(pull).body)).not.toMatch(/^\*\*(Applied|Nothing left)/);
    expect(endOf(await apply(commits, { inputs: { ...SIGNED, 'api-key': RENEWED } }))).toMatchObject({ code: 0 });
    expect(service.rules('mine').map(({ name }) => name)).toEqual(['A', 'New']);
  });

  it('with a new key of the same inbox is made', async () => {
    const { github, apply, pull, service, comment } = await swapped();
    const ended = await apply(github.merge(pull.number), { inputs: { ...SIGNED, 'api-key': RENEWED } });
    expect(endOf(ended)).toMatchObject({ code: 0 });
    expect(service.rules('mine').map(({ name }) => name)).toEqual(['A', 'New']);
    expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 3 changes made/);
  });

  it.each(['', '1/1'])(
    'of two accounts whose keys are swapped in the bundle makes nothing in both: shard "%s"',
    async (shard) => {
      const world = await fleet({ alice: RULES, bob: RULES, carol: RULES }, FILES);
      const { github, reviewed, apply, job, namesOf, service } = world;
      const inputs = job(shard === '' ? {} : { shard }).inputs ?? {};
      const pull = await reviewed(EDIT, { inputs });
      const before = JSON.stringify([service.rules('alice'), service.rules('bob')]);
      const keys = String(inputs['api-keys']).replace('inbox-alice', 'inbox-x').replace('inbox-bob', 'inbox-alice');
      const wrong = { ...inputs, 'api-keys': keys.replace('inbox-x', 'inbox-bob') };
      const commits = github.merge(pull.number);
      const ended = await apply(commits, { inputs: wrong });
      expect(endOf(ended)).toMatchObject({ code: 1, reason: 'refused' });
      expect(endOf(ended).message).toContain('alice: Refused: The key of this account opens another inbox');
      expect(endOf(ended).message).toContain('bob: Refused: The key of this account opens another inbox');
      expect(JSON.stringify([service.rules('alice'), service.rules('bob')])).toBe(before);
      expect(namesOf('carol')).toEqual(['A', 'New']);
      const again = await apply(commits, { inputs });
      expect(endOf(again)).toMatchObject({ code: 0 });
      expect([namesOf('alice'), namesOf('bob')]).toEqual([namesOf('carol'), namesOf('carol')]);
    },
  );
});

describe('a digest', () => {
  it('of a plan by hand carries out nothing in the inbox of another key', async () => {
    const { github, apply, pull, isUnchanged, inputs } = await swapped();
    github.merge(pull.number);
    const run = { event: 'workflow_dispatch' };
    const shown = await apply([], { ...run, inputs: { ...SIGNED, 'api-key': READ } });
    const ended = await apply([], { ...run, inputs: { ...inputs, expect: shown.outputs.digest ?? '' } });
    expect(endOf(ended)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(isUnchanged()).toBe(true);
  });

  it.each([
    ['from the source', {}],
    ['by the built action', { started: () => {} }],
  ])('counts in the first attempt of a run alone, and then shows again: %s', async (_, how) => {
    const { apply, names, service } = await applying({ files: FILES, rules: RULES });
    service.put({ ...service.rule('A'), id: 'clx0000000000000000000099', name: 'Stray' });
    const run = { event: 'workflow_dispatch', ...how };
    const { outputs } = await apply([], run);
    const inputs = { expect: outputs.digest ?? '' };
    expect(endOf(await apply([], { ...run, inputs, env: { GITHUB_RUN_ATTEMPT: '1' } }))).toMatchObject({ code: 0 });
    expect(names()).toEqual(['A', 'Gone']);
    service.put({ ...service.rule('A'), id: 'clx0000000000000000000099', name: 'Stray' });
    const again = await apply([], { ...run, inputs, env: { GITHUB_RUN_ATTEMPT: '2' } });
    expect(endOf(again)).toMatchObject({ code: 1, reason: 'refused' });
    expect(endOf(again).message).toContain('A digest counts in the first attempt of a run alone');
    expect(again.outputs.digest).toBe(outputs.digest);
    expect(again.summary).toContain('Stray');
    expect(names()).toEqual(['A', 'Gone', 'Stray']);
  });
});
