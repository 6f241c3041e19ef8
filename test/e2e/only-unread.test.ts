/** `--only` where a run does not read every account: a name that it has not seen may be a rule of one of the others. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planDocument } from '../../src/model/plan.ts';
import { shardOf } from '../../src/model/shard.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const rule = (name: string) =>
  `name: ${name}\ncondition: { aiInstructions: find ${name} }\nactions: [{ type: STAR }]\n`;
const KEYS = { INBOXCTL_ALICE_KEY: 'key-of-the-inbox-alice', INBOXCTL_BOB_KEY: 'key-of-the-inbox-bob' };
const PROJECT = `rules: [rules/common]
undeclared: keep
accounts:
  alice: { apiKey: { env: INBOXCTL_ALICE_KEY }, rules: [rules/common, rules/alice] }
  bob: { apiKey: { env: INBOXCTL_BOB_KEY } }
`;

async function two() {
  const inboxes = ['alice', 'bob'].map((name) => {
    const live = { name: `Made by ${name}`, condition: { aiInstructions: 'old' }, actions: [{ type: 'ARCHIVE' }] };
    return { name, rules: [live] };
  });
  const scopes = ['RULES_READ', 'RULES_WRITE', 'STATS_READ'];
  const keys = inboxes.map(({ name }) => {
    return { key: KEYS[`INBOXCTL_${name.toUpperCase()}_KEY` as keyof typeof KEYS], inbox: name, scopes };
  });
  const service = await serve({ profile: 'newer', seed: { inboxes, keys } });
  const cwd = projectOf({
    'inboxctl.yaml': PROJECT,
    'rules/common/all.yaml': rule('Shared'),
    'rules/alice/own.yaml': rule('Only hers'),
  });
  const env = { INBOXCTL_BASE_URL: service.baseUrl, ...KEYS };
  const names = (inbox: string) =>
    service
      .rules(inbox)
      .map(({ name }) => name)
      .sort();
  return { cwd, env, broken: { ...env, INBOXCTL_ALICE_KEY: 'a-key-that-nobody-has' }, names };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

it('a declared rule of an account that cannot be read is not called unknown', async () => {
  const { cwd, broken } = await two();
  const { code, stderr } = await inboxctl(['plan', '--only', 'Only hers'], { cwd, env: broken });
  expect(code).toBe(1);
  expect(stderr).toMatch(/error: alice: .*401/);
  expect(stderr).not.toContain('is called');
});

it('an account that cannot be read does not stop the others', async () => {
  const { cwd, broken, names } = await two();
  const apply = ['apply', '--yes', '--only', 'Shared', '--only', 'Made by alice'];
  const { code, stderr } = await inboxctl(apply, { cwd, env: broken });
  expect(code).toBe(1);
  expect(oneLine(stderr)).toContain(
    'warning: No rule of the accounts that were read is called "Made by alice", declared or live.',
  );
  expect(names('bob')).toEqual(['Made by bob', 'Shared']);
});

it('a rule of another shard is none of this one, which is not a mistake', async () => {
  const { cwd, env, names } = await two();
  const ofBob = ['--shard', `${shardOf('bob', 8)}/8`];
  expect(shardOf('alice', 8)).not.toBe(shardOf('bob', 8));
  const plan = await inboxctl(['plan', '--only', 'Only hers', ...ofBob, '--format', 'json'], { cwd, env });
  expect(plan.code).toBe(0);
  const { changes, notices } = planDocument.parse(JSON.parse(plan.stdout));
  expect(changes).toEqual([]);
  expect(notices.map(({ code, severity }) => [code, severity])).toContainEqual(['rule-unknown', 'warning']);
  const applied = await inboxctl(['apply', '--yes', '--only', 'Only hers', ...ofBob], { cwd, env });
  expect([applied.code, names('bob')]).toEqual([0, ['Made by bob']]);
});

it('a pull says the same', async () => {
  const { cwd, broken } = await two();
  const { code, stderr } = await inboxctl(['pull', 'Made by alice', '--dry-run'], { cwd, env: broken });
  expect(code).toBe(1);
  expect(stderr).toMatch(/error: alice: .*401/);
  expect(stderr).not.toContain('error: No rule');
  expect(readFileSync(`${cwd}/rules/common/all.yaml`, 'utf8')).toBe(rule('Shared'));
});
