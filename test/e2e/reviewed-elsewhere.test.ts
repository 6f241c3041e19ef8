/** A plan file with changes of accounts that the project no longer has: they are not made, and that is said. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve, write } from '../harness/project.ts';

const KEYS = { INBOXCTL_ALICE_KEY: 'key-of-the-inbox-alice', INBOXCTL_BOB_KEY: 'key-of-the-inbox-bob' };
const ALICE = '  alice: { apiKey: { env: INBOXCTL_ALICE_KEY } }\n';
const BOB = '  bob: { apiKey: { env: INBOXCTL_BOB_KEY } }\n';
const RULE = 'name: News\ncondition: { aiInstructions: find news }\nactions: [{ type: STAR }]\n';

async function planned() {
  const scopes = ['RULES_READ', 'RULES_WRITE', 'STATS_READ'];
  const keys = ['alice', 'bob'].map((name) => {
    return { key: KEYS[`INBOXCTL_${name.toUpperCase()}_KEY` as keyof typeof KEYS], inbox: name, scopes };
  });
  const inboxes = ['alice', 'bob'].map((name) => ({ name, rules: [] }));
  const service = await serve({ profile: 'newer', seed: { inboxes, keys } });
  const env = { INBOXCTL_BASE_URL: service.baseUrl, ...KEYS };
  const cwd = projectOf({ 'inboxctl.yaml': `accounts:\n${ALICE}${BOB}`, 'rules/news.yaml': RULE });
  expect(await inboxctl(['plan', '--output', 'plan.json'], { cwd, env })).toMatchObject({ code: 0 });
  return { cwd, env, service, file: path.join(cwd, 'plan.json') };
}

it('an account that was taken out of the project since the review is named', async () => {
  const { cwd, env, service, file } = await planned();
  write(cwd, 'inboxctl.yaml', `accounts:\n${ALICE}`);
  const { stdout } = await inboxctl(['apply', file, '--yes'], { cwd, env });
  expect(service.rules('bob')).toEqual([]);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'warning: The plan file has 1 change of an account that this project does not have: "bob". Nothing is done there.',
  );
  const json = await inboxctl(['apply', file, '--yes', '--format', 'json'], { cwd, env });
  const { notices } = applyDocument.parse(JSON.parse(json.stdout));
  expect(notices.map(({ code }) => code)).toEqual(['review-account-gone']);
});

it('it is named also where no account can be read', async () => {
  const { cwd, env, service, file } = await planned();
  write(cwd, 'inboxctl.yaml', `accounts:\n${ALICE}`);
  await service.close();
  const { code, stderr } = await inboxctl(['apply', file, '--yes', '--retry-for', '0'], { cwd, env });
  expect(code).toBe(1);
  expect(stderr.replace(/\s+/g, ' ')).toContain('an account that this project does not have: "bob".');
});

it('an account that is only not selected is not', async () => {
  const { cwd, env, file } = await planned();
  const { code, stdout } = await inboxctl(['apply', file, '--yes', '--account', 'alice'], { cwd, env });
  expect(code).toBe(0);
  expect(stdout).not.toContain('does not have');
});
