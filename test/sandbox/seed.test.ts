import { describe, expect, it } from 'vitest';
import { seedFindings } from '../../src/cli/sandbox/seed-problems.ts';
import { CannotStart } from '../../src/sandbox/cannot-start.ts';
import { PROFILE_NAMES } from '../../src/sandbox/profiles.ts';
import { startTestSandbox } from '../harness/sandbox/sandbox.ts';
import { body } from './bodies.ts';
import { serve } from './calling.ts';
import { specifiedRule } from './specified-rule.ts';

describe.each(PROFILE_NAMES)('a seed (%s)', (profile) => {
  it('without anything is one empty inbox with two keys of all scopes', async () => {
    const { sandbox } = await serve({ profile, key: undefined });
    expect(sandbox.rules('default')).toEqual([]);
    const key = {
      key: expect.stringMatching(/^sandbox_[0-9a-f]{48}$/),
      inbox: 'default',
      scopes: ['STATS_READ', 'RULES_READ', 'RULES_WRITE', 'SENDERS_UNSUBSCRIBE'],
      expiresAt: null,
    };
    expect(sandbox.keys).toEqual([key, key]);
    expect(sandbox.keys[0]?.key).not.toBe(sandbox.keys[1]?.key);
  });

  it('fills in what a rule leaves out', async () => {
    const now = Date.UTC(2026, 10, 21);
    const { sandbox } = await serve({ profile, seed: { rules: [{ name: 'A' }, { name: 'B' }] }, now: () => now });
    const [a, b] = sandbox.rules();
    expect(specifiedRule.parse(a)).toMatchObject({ name: 'A', enabled: true, runOnThreads: true, actions: [] });
    expect(a?.createdAt).toBe('2026-11-20T23:59:58.000Z');
    expect(b?.createdAt).toBe('2026-11-20T23:59:59.000Z');
    expect(a?.id).not.toBe(b?.id);
  });

  it('holds what no request could make, and echoes it', async () => {
    const strange = {
      id: 'a/b c',
      name: '  Untrimmed\r\n',
      enabled: false,
      runOnThreads: false,
      createdAt: '2026-01-02T03:04:05+01:00',
      updatedAt: '2026-01-03T03:04:05Z',
      condition: { conditionalOperator: null, aiInstructions: 'a\r\nb', static: { from: '', new: 1 }, new: [2] },
      actions: [
        { type: 'TELEPORT', fields: { planet: 'x' }, speed: 9 },
        { type: 'INTEGRATION', integrationName: 'crm', integrationToolName: 't', integrationArgs: { a: [1] } },
      ],
      owner: { organisation: true },
    };
    const service = await serve({ profile, seed: { rules: [strange, { name: 'Twice' }, { name: 'Twice' }] } });
    expect((await service.get('a/b c')).json.rule).toMatchObject(strange);
    expect(service.sandbox.rules().filter(({ name }) => name === 'Twice')).toHaveLength(2);
  });

  it('has several inboxes, each with a key of its own unless keys are given, and an editor of the first', async () => {
    const { sandbox } = await serve({ profile, key: undefined, seed: { inboxes: [{ name: 'a' }, { name: 'b' }] } });
    expect(sandbox.keys.map(({ inbox }) => inbox)).toEqual(['a', 'b', 'a']);
    const keys = [{ key: 'only', inbox: 'a' }];
    const given = await serve({ key: undefined, seed: { inboxes: [{ name: 'a' }, { name: 'b' }], keys } });
    expect(given.sandbox.keys.map(({ key }) => key)).toEqual(['only']);
  });

  it('has inboxes with the rules of an earlier one, each of which then changes by itself', async () => {
    const rules = [
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ];
    const inboxes = [
      { name: 'first', rules },
      { name: 'second', rulesOf: 'first' },
      { name: 'third', rulesOf: 'second' },
    ];
    const keys = inboxes.map(({ name }) => ({ key: name, inbox: name }));
    const { sandbox, call } = await serve({ profile, key: undefined, seed: { inboxes, keys } });
    const names = () => inboxes.map(({ name }) => sandbox.rules(name).map((rule) => rule.name));
    expect(names()).toEqual([
      ['A', 'B'],
      ['A', 'B'],
      ['A', 'B'],
    ]);
    const ids = inboxes.flatMap(({ name }) => sandbox.rules(name).map((rule) => rule.id));
    expect(new Set(ids).size).toBe(6);
    await call('DELETE', `/rules/${encodeURIComponent(ids[2] ?? '')}`, undefined, { 'API-Key': 'second' });
    await call('POST', '/rules', body({ name: 'C' }), { 'API-Key': 'first' });
    expect(names()).toEqual([['A', 'B', 'C'], ['B'], ['A', 'B']]);
  });

  it('can be changed behind the API, past all checks', async () => {
    const service = await serve({ profile, seed: { rules: [{ id: 'r', name: 'R', enabled: false }] } });
    const [rule] = service.sandbox.rules();
    if (rule) service.sandbox.put({ ...rule, enabled: true });
    expect((await service.get('r')).json.rule).toEqual({ ...rule, enabled: true });
  });
});

/** Those of the most common mistakes are in test/mistakes/sandbox. */
describe('a seed that cannot be used', () => {
  const inbox = (more: object, index = 0) => ({
    inboxes: [...[{ name: 'a' }].slice(0, index), { name: 'b', ...more }],
  });
  const WRONG = 'seed-value';
  const twice = (value: object) => [value, value];

  it.each([
    ['inboxes[0].nmae', inbox({ nmae: 1 }), 'unknown-key', { level: 'inboxes' }],
    [
      'inboxes[0].features.hooks',
      inbox({ features: { hooks: true } }),
      'unknown-key',
      { level: 'features', keys: ['deleteEmailAction', 'webhooks', 'digest'] },
    ],
    ['mailbox.count', { mailbox: { count: 5 } }, 'unknown-key', { level: 'mailbox' }],
    ['rules[0].actions[0].type', { rules: [{ name: 'A', actions: [{}] }] }, WRONG, { written: null }],
    ['messages[0].at', { messages: [{ sent: true }] }, WRONG, { written: null }],
    ['mailbox', { messages: [], mailbox: {} }, 'seed-either', { keys: ['mailbox', 'messages'] }],
    ['inboxes[0].mailbox', inbox({ messages: [], mailbox: {} }), 'seed-either', { keys: ['mailbox', 'messages'] }],
    ['messages', { messages: [], ...inbox({}) }, 'seed-either', { keys: ['messages', 'inboxes'] }],
    ['inboxes[1].rulesOf', inbox({ rules: [], rulesOf: 'a' }, 1), 'seed-either', { keys: ['rulesOf', 'rules'] }],
    ['inboxes[0].rulesOf', inbox({ rulesOf: 'c' }), 'seed-no-inbox', { name: 'c', known: [], isBefore: true }],
    ['inboxes[1].rulesOf', inbox({ rulesOf: 'b' }, 1), 'seed-no-inbox', { name: 'b', known: ['a'], isBefore: true }],
    ['keys[1].key', { keys: twice({ key: 'k', inbox: null }) }, 'seed-twice', { what: 'key', name: '' }],
    ['rules[1].id', { rules: twice({ id: 'r', name: 'R' }) }, 'seed-twice', { what: 'rule', name: 'r' }],
    ['inboxes[0].rules[1].id', inbox({ rules: twice({ id: 'r', name: 'R' }) }), 'seed-twice', { what: 'rule' }],
    ['inboxes', { inboxes: [] }, WRONG, { expected: 'one that is not empty' }],
    ['inboxes[0].name', inbox({ name: '' }), WRONG, { expected: 'one that is not empty' }],
    ['mailbox.messages', { mailbox: { messages: -1 } }, WRONG, { expected: 'a number of at least 0' }],
    ['mailbox.messages', { mailbox: { messages: 1e7 } }, WRONG, { expected: 'a number of at most 1000000' }],
    ['mailbox.messages', { mailbox: { messages: 0.5 } }, WRONG, { expected: 'a whole number' }],
    ['rules[0].enabled', { rules: [{ name: 'A', enabled: 'yes' }] }, WRONG, { expected: '`true`' }],
    ['mailbox.from', { mailbox: { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } }, 'seed-order', {}],
  ])('at %s', async (place, seed, code, args) => {
    const error = await startTestSandbox({ seed }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(CannotStart);
    const findings = seedFindings(error.why.issues, seed);
    expect(findings).toMatchObject([{ code, args }]);
    const path = findings[0]?.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
    expect(path).toBe(`.${place}`);
  });
});
