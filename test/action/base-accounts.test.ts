/** A pull request that gives accounts another key has all of their changes in its plan, by the built action. */
import { expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { applying, endOf, live, rule } from './apply-world.ts';

/** By the bundle, in a process of its own. */
const BUILT = { started: () => {} };
const KEYS = { INBOXCTL_ALICE_KEY: 'key-of-the-inbox-of-alice', INBOXCTL_BOB_KEY: 'key-of-the-inbox-of-bob' };
const SIGNING = 'one-key-for-all-of-the-jobs';

const accounts = (of: Record<string, string>) =>
  `guard: { maxDeletes: 9 }\naccounts:\n${Object.entries(of)
    .map(([name, variable]) => `  ${name}: { apiKey: { env: ${variable} }, rules: [${name}] }\n`)
    .join('')}`;
const SWAPPED = { 'inboxctl.yaml': accounts({ alice: 'INBOXCTL_BOB_KEY', bob: 'INBOXCTL_ALICE_KEY' }) };

async function fleet(of: Record<'alice' | 'bob', string[]>) {
  const files = Object.entries(of).map(([name, rules]) => {
    return [`${name}/all.yaml`, rules.map((one) => rule(one, name)).join('---\n')] as const;
  });
  const world = await applying({
    files: {
      'inboxctl.yaml': accounts({ alice: 'INBOXCTL_ALICE_KEY', bob: 'INBOXCTL_BOB_KEY' }),
      ...Object.fromEntries(files),
    },
    sandbox: {
      seed: {
        inboxes: Object.entries(of).map(([name, rules]) => ({ name, rules: rules.map((one) => live(one, name)) })),
        keys: [
          { key: KEYS.INBOXCTL_ALICE_KEY, inbox: 'alice' },
          { key: KEYS.INBOXCTL_BOB_KEY, inbox: 'bob' },
        ],
      },
    },
  });
  const more = {
    inputs: {
      'base-url': '',
      'api-key': '',
      'signing-key': SIGNING,
      'allowed-hosts': new URL(world.service.baseUrl).host,
    },
    env: { INBOXCTL_BASE_URL: world.service.baseUrl, ...KEYS },
  };
  const found = (name: string) =>
    world.service.rules(name).map((one) => `${one.name}: ${one.condition?.aiInstructions}`);
  return { ...world, more, found };
}

it('swapped keys: the comment shows and signs all changes, with a warning for each account, and a merge makes them', async () => {
  const { reviewed, replan, apply, github, comment, found, more } = await fleet({
    alice: ['News', 'Family'],
    bob: ['News', 'Bills'],
  });
  const pull = await reviewed(SWAPPED, more);
  const ended = await replan(pull, {}, { ...more, ...BUILT });
  expect(endOf(ended)).toMatchObject({ code: 0, reason: null });
  const { body } = comment(pull);
  expect(body).toMatch(/### Plan: 2 to create, 2 to replace, 2 to delete/);
  expect(body.match(/Its key is another one than at/g)).toHaveLength(2);
  expect(body).toMatch(/May be another inbox than at `main`: `alice`, `bob`[\s\S]*replace/);
  expect(readMarker(body, [SIGNING])?.review.changes).toHaveLength(6);
  expect(body).not.toMatch(/Not from this change|No changes|inboxctl pull|To undo/);
  const warned = ended.annotations.filter(({ message }) =>
    /^Its key is another one than at [\da-f]{12}:/.test(message),
  );
  expect(warned.map(({ properties }) => properties.title)).toEqual(['inboxctl: alice', 'inboxctl: bob']);
  expect(endOf(await apply(github.merge(pull.number), { ...more, ...BUILT }))).toMatchObject({ code: 0, reason: null });
  expect(found('bob').sort()).toEqual(['Family: find alice', 'News: find alice']);
});

it('swapped keys of inboxes with nothing in common are refused, and no rule of the other inbox is to be kept', async () => {
  const { reviewed, replan, comment, writes, more } = await fleet({ alice: ['Family'], bob: ['Bills'] });
  const pull = await reviewed(SWAPPED, more);
  const ended = await replan(pull, {}, { ...more, ...BUILT });
  expect(endOf(ended)).toMatchObject({ code: 1, reason: 'refused' });
  for (const text of [comment(pull).body, ended.summary, endOf(ended).message]) {
    expect(text).toContain('correct the key or the address of the account in inboxctl.yaml');
    expect(text).not.toMatch(/inboxctl pull|undeclared: keep|Not from this change/);
  }
  expect(writes()).toEqual([]);
});

it('an account that cannot be read is not untouched where its key is another one', async () => {
  const { reviewed, replan, more } = await fleet({ alice: ['Family'], bob: ['Bills'] });
  const renamed = { 'inboxctl.yaml': accounts({ alice: 'INBOXCTL_ALICE_KEY', bob: 'INBOXCTL_NEW_KEY' }) };
  const pull = await reviewed(renamed, more);
  const expired = 'an-expired-key-of-the-tests';
  const run = async (env: Record<string, string>) =>
    endOf(await replan(pull, {}, { ...more, ...BUILT, env: { ...more.env, ...env } })).reason;
  expect(await run({ INBOXCTL_NEW_KEY: expired })).toBe('unauthorized');
  // The variable has another name, and that is all.
  expect(await run({ INBOXCTL_NEW_KEY: expired, INBOXCTL_BOB_KEY: expired })).toBeNull();
});
