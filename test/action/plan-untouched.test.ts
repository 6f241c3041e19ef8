/** An account that cannot be read keeps nobody from merging what does not touch it. */
import { expect, it } from 'vitest';
import { applying, endOf, live, resultIn, rule } from './apply-world.ts';

const NAMES = ['alice', 'bob'];
const keyOf = (name: string) => `key-of-the-inbox-${name}`;
const variableOf = (name: string) => `INBOXCTL_${name.toUpperCase()}_KEY`;

const projectOf = (more: (name: string) => string = () => '') => {
  const account = (name: string) => `${name}: { rules: [${name}], apiKey: { env: ${variableOf(name)} }${more(name)} }`;
  return `accounts:\n${NAMES.map((name) => `  ${account(name)}\n`).join('')}`;
};

async function fleet() {
  const world = await applying({
    files: {
      'inboxctl.yaml': projectOf(),
      ...Object.fromEntries(NAMES.map((name) => [`${name}/kept.yaml`, rule('Kept')])),
    },
    sandbox: {
      seed: {
        inboxes: NAMES.map((name) => ({ name, rules: [live('Kept', 'Kept')] })),
        keys: NAMES.map((name) => ({ key: keyOf(name), inbox: name })),
      },
    },
  });
  const more = (expired: string | null = null) => ({
    inputs: {
      'base-url': '',
      'api-key': '',
      'signing-key': 'one-key-for-all-of-the-jobs',
      'allowed-hosts': new URL(world.service.baseUrl).host,
    },
    env: {
      INBOXCTL_BASE_URL: world.service.baseUrl,
      ...Object.fromEntries(
        NAMES.map((name) => [variableOf(name), name === expired ? 'an-expired-key-of-the-tests' : keyOf(name)]),
      ),
    },
  });
  return { ...world, more };
}

it('the plan of another account is green with a warning, a line in the comment, and what was reviewed is applied', async () => {
  const { github, reviewed, replan, apply, comment, more, service } = await fleet();
  const pull = await reviewed({ 'alice/new.yaml': rule('New') }, more());
  const ended = await replan(pull, {}, more('bob'));
  expect(endOf(ended)).toMatchObject({ code: 0, reason: null });
  expect(ended.annotations.map(({ severity }) => severity)).toEqual(['warning']);
  expect(comment(pull).body).toContain('1 of 2 accounts could not be planned');
  // Without a base of the plan too.
  const { inputs, env } = more('bob');
  expect(endOf(await replan(pull, {}, { inputs: { ...inputs, review: 'none' }, env }))).toMatchObject({ code: 0 });
  await replan(pull, {}, more('bob'));
  const commits = github.merge(pull.number);
  const partial = await apply(commits, more('bob'));
  expect(endOf(partial)).toMatchObject({ code: 1, reason: 'unauthorized' });
  expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied in 1 of 2 accounts\*\*/);
  expect(service.rules('alice').map(({ name }) => name)).toContain('New');
  // Once the key is renewed, the same run is well.
  expect(endOf(await apply(commits, more()))).toMatchObject({ code: 0 });
  expect(resultIn(comment(pull).body)).toMatch(/^\*\*Applied\*\*: 1 change made/);
});

it('the plan of a pull request that changes its rules or its settings fails', async () => {
  const { reviewed, replan, more } = await fleet();
  const guarded = projectOf((name) => (name === 'bob' ? ', guard: { maxDeletes: 9 }' : ''));
  for (const files of [{ 'bob/new.yaml': rule('New') }, { 'inboxctl.yaml': guarded }]) {
    const pull = await reviewed(files, more());
    expect(endOf(await replan(pull, {}, more('bob')))).toMatchObject({ code: 1, reason: 'unauthorized' });
  }
});
