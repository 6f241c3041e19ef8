import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES } from '../../src/sandbox/profiles.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { SeedError } from '../../src/sandbox/seed.ts';
import type { SeedProblem } from '../../src/sandbox/seed-problems.ts';
import { body } from './bodies.ts';
import { serve } from './calling.ts';
import { specifiedRule } from './specified-rule.ts';

async function problemsOf(seed: unknown): Promise<readonly SeedProblem[]> {
  const error = await startSandbox({ seed }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(SeedError);
  return error.problems;
}

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

  it('has a second key for an editor, who works on the same rules', async () => {
    const service = await serve({ profile });
    const editor = { 'API-Key': service.sandbox.keys[1]?.key ?? '' };
    expect((await service.call('POST', '/rules', body({ name: 'By hand' }), editor)).status).toBe(201);
    expect((await service.list()).json.rules.map(({ name }) => name)).toEqual(['By hand']);
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
    await call('DELETE', '/rules/a', undefined, { 'API-Key': 'second' });
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

describe('a seed that cannot be used', () => {
  it.each([
    [
      'a misspelt key of an inbox',
      { inboxes: [{ name: 'a', nmae: 1 }] },
      { path: ['inboxes', 0, 'nmae'], problem: 'unknown-key', of: 'inboxes' },
    ],
    [
      'a misspelt feature',
      { inboxes: [{ name: 'a', features: { hooks: true } }] },
      {
        path: ['inboxes', 0, 'features', 'hooks'],
        problem: 'unknown-key',
        of: 'features',
        known: ['deleteEmailAction', 'webhooks', 'digest'],
      },
    ],
    [
      'an action without type',
      { rules: [{ name: 'A', actions: [{}] }] },
      { path: ['rules', 0, 'actions', 0, 'type'], problem: 'missing' },
    ],
    [
      'mails twice',
      { messages: [], mailbox: {} },
      { path: ['mailbox'], problem: 'either', keys: ['mailbox', 'messages'] },
    ],
    ['no inbox', { inboxes: [] }, { path: ['inboxes'], problem: 'wrong', expected: { kind: 'filled list' } }],
    [
      'an inbox without a name',
      { inboxes: [{ name: '' }] },
      { path: ['inboxes', 0, 'name'], problem: 'wrong', expected: { kind: 'filled text' } },
    ],
    [
      'rules of no inbox',
      { inboxes: [{ name: 'a', rulesOf: 'b' }] },
      { path: ['inboxes', 0, 'rulesOf'], problem: 'no-inbox', name: 'b', known: [], isBefore: true },
    ],
    [
      'rules of a later inbox',
      { inboxes: [{ name: 'a' }, { name: 'b', rulesOf: 'c' }, { name: 'c' }] },
      { path: ['inboxes', 1, 'rulesOf'], problem: 'no-inbox', known: ['a'], isBefore: true },
    ],
    [
      'rules twice',
      { inboxes: [{ name: 'a' }, { name: 'b', rules: [], rulesOf: 'a' }] },
      { path: ['inboxes', 1, 'rulesOf'], problem: 'either' },
    ],
    [
      'two keys of one value',
      { keys: ['a', 'a'].map((key) => ({ key, inbox: null })) },
      { path: ['keys', 1, 'key'], problem: 'twice', what: 'key', name: '' },
    ],
    [
      'two rules of one id',
      { rules: ['r', 'r'].map((id) => ({ id, name: 'R' })) },
      { path: ['rules', 1, 'id'], problem: 'twice', what: 'rule', name: 'r' },
    ],
    [
      'two rules of one id in an inbox',
      { inboxes: [{ name: 'a', rules: ['r', 'r'].map((id) => ({ id, name: 'R' })) }] },
      { path: ['inboxes', 0, 'rules', 1, 'id'], problem: 'twice', what: 'rule', name: 'r' },
    ],
    [
      'fewer than no mails',
      { mailbox: { messages: -1 } },
      { path: ['mailbox', 'messages'], expected: { kind: 'at least', limit: 0 } },
    ],
    [
      'more mails than there can be',
      { mailbox: { messages: 1e7 } },
      { path: ['mailbox', 'messages'], expected: { kind: 'at most', limit: 1e6 } },
    ],
    [
      'half a mail',
      { mailbox: { messages: 0.5 } },
      { path: ['mailbox', 'messages'], expected: { kind: 'whole number' } },
    ],
    [
      'a text for true or false',
      { rules: [{ name: 'A', enabled: 'yes' }] },
      { path: ['rules', 0, 'enabled'], expected: { kind: 'true or false' } },
    ],
    [
      'a time that ends before it begins',
      { mailbox: { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } },
      { path: ['mailbox', 'from'], problem: 'order' },
    ],
  ])('has %s', async (_, seed, problem) => {
    expect(await problemsOf(seed)).toEqual([expect.objectContaining(problem)]);
  });
});
