/** Shards of a fleet in the action: a comment for each, and reviews that other accounts do not take away. Account files, too. */
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../src/action/comment/marker.ts';
import { driftMarker, pullCommand } from '../../src/action/drift/report.ts';
import { inputsOf } from '../../src/action/inputs.ts';
import { shardOf } from '../../src/model/shard.ts';
import { planningJob } from '../harness/planning-job.ts';
import { applying, endOf, rule } from './apply-world.ts';

const COUNT = 5;
const ofAlice = `${shardOf('alice', COUNT)}/${COUNT}`;
const ofBob = `${shardOf('bob', COUNT)}/${COUNT}`;
const ofCarol = `${shardOf('carol', COUNT)}/${COUNT}`;
const empty =
  [1, 2, 3, 4, 5]
    .map((index) => `${index}/${COUNT}`)
    .find((one) => one !== ofAlice && one !== ofBob && one !== ofCarol) ?? '';
const SIGNING = 'the-signing-key-of-the-tests';

const BASE = {
  'inboxctl.yaml': 'accounts: accounts\nundeclared: keep\n',
  'accounts/alice.yaml': 'apiKey: { env: INBOXCTL_ALICE_KEY }\nrules: [../rules/alice]\nguard: { maxDeletes: 3 }\n',
  'accounts/bob.yaml': 'apiKey: { env: INBOXCTL_BOB_KEY }\nrules: [../rules/bob]\n',
  'rules/alice/none.yaml': 'rules: []\n',
  'rules/bob/none.yaml': 'rules: []\n',
};
const RULES = { 'rules/alice/a.yaml': rule('A'), 'rules/bob/b.yaml': rule('B') };

it('alice, bob and carol are in different shards, and one has no account', () => {
  expect(new Set([ofAlice, ofBob, ofCarol, empty]).size).toBe(4);
});

describe('the input shard', () => {
  it('is I/N', () => {
    expect(inputsOf({ INPUT_MODE: 'plan', INPUT_SHARD: ' 3/20 ' })).toMatchObject({
      ok: { shard: { index: 3, count: 20 } },
    });
    expect(inputsOf({ INPUT_MODE: 'plan', INPUT_SHARD: '21/20' })).toEqual({
      problems: [expect.stringMatching(/^The input shard is "21\/20"\. It takes I\/N, such as 3\/20/)],
    });
  });

  it('is in what is kept about drift, and in the command that adopts it; without it all is as before', () => {
    const whole = { workingDirectory: '.', accounts: [] };
    const target = { ...whole, shard: '3/20' };
    expect(driftMarker(whole)).toBe(
      `<!-- inboxctl:drift v1 ${Buffer.from('{"workingDirectory":".","accounts":[]}').toString('base64url')} -->`,
    );
    expect(driftMarker(target)).not.toBe(driftMarker(whole));
    expect(pullCommand(target)).toContain('inboxctl pull --prune --shard 3/20');
  });
});

describe('a plan of a shard', () => {
  it('has a comment of its own, edited in place', async () => {
    const { plan, comments, push } = await planningJob({ base: BASE, files: RULES });
    for (const shard of [ofAlice, ofBob]) {
      expect(await plan({ inputs: { shard, 'signing-key': SIGNING } })).toMatchObject({ code: 0 });
    }
    push({ 'rules/bob/c.yaml': rule('C') });
    await plan({ inputs: { shard: ofBob, 'signing-key': SIGNING } });
    const [first = '', second = '', ...more] = comments();
    expect(more).toEqual([]);
    expect(first).toContain(`## inboxctl: \`shard ${ofAlice}\``);
    expect(first).toContain('1 to create');
    expect(second).toContain(`## inboxctl: \`shard ${ofBob}\``);
    expect(second).toContain('2 to create');
    const targets = [first, second].map((body) => readMarker(body, [SIGNING])?.review.target.shard);
    expect(targets).toEqual([ofAlice, ofBob]);
  });

  it('without an account is well, and needs no comment', async () => {
    const { plan, comments, service } = await planningJob({ base: BASE, files: RULES });
    const inputs = { shard: empty, 'signing-key': SIGNING };
    const ended = await plan({ inputs });
    expect(ended.code).toBe(0);
    expect(ended.outputs).toMatchObject({ 'has-changes': 'false' });
    expect(ended.summary).toContain('has no account');
    expect(comments()).toEqual([]);
    expect(service.requests).toEqual([]);
    expect(await plan({ inputs: { ...inputs, mode: 'validate' } })).toMatchObject({ code: 0 });
  });
});

describe('an apply of a shard', () => {
  it('takes the reviews of that shard, also when another account has come', async () => {
    const { github, reviewed, apply, names } = await applying({ files: BASE });
    const inputs = { shard: ofAlice, 'signing-key': SIGNING };
    const pull = await reviewed(RULES, { inputs });
    const commits = github.merge(pull.number);
    github.push('main', { 'accounts/carol.yaml': 'apiKey: { env: INBOXCTL_CAROL_KEY }\nrules: [../rules/alice]\n' });
    const others = await apply(commits, { inputs: { ...inputs, shard: ofBob } });
    expect(endOf(others)).toMatchObject({ code: 1, reason: 'plan-changed' });
    expect(names()).toEqual([]);
    expect(endOf(await apply(commits, { inputs }))).toMatchObject({ code: 0, reason: null });
    expect(names()).toEqual(['A']);
  });

  it('without an account is well', async () => {
    const { github, reviewed, apply, writes } = await applying({ files: BASE });
    const inputs = { shard: empty, 'signing-key': SIGNING };
    const pull = await reviewed(RULES, { inputs });
    expect(endOf(await apply(github.merge(pull.number), { inputs }))).toMatchObject({ code: 0, reason: null });
    expect(writes()).toEqual([]);
  });
});

describe('account files at the base of a pull request', () => {
  it('tell what it changes of the settings', async () => {
    const { plan, comments, github } = await planningJob({
      base: BASE,
      files: {
        ...RULES,
        'accounts/alice.yaml': BASE['accounts/alice.yaml'].replace('3', '"100%"'),
        'accounts/carol.yaml': 'apiKey: { env: INBOXCTL_CAROL_KEY }\nrules: [../rules/bob]\n',
      },
    });
    await plan({ inputs: { shard: ofAlice, 'signing-key': SIGNING } });
    expect(comments()[0]).toContain('> - `accounts/alice.yaml`: `guard.maxDeletes`\n> - `accounts/carol.yaml`: new\n');
    expect(github.requests.filter(({ path }) => /\/(contents|trees)\//.test(path))).toEqual([]);
  });
});
