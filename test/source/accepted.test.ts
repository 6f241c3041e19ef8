import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountFile, projectFile } from '../../src/model/written-project.ts';
import { writtenRule } from '../../src/model/written-rule.ts';
import { isAccountFile, isProjectFile, isWrittenRule } from '../../src/source/accepted.ts';
import { expectSame } from '../harness/accepting.ts';
import { withProto } from '../harness/near-misses.ts';
import { arbitraryRule } from './rules.ts';

const REFERRING = {
  name: 'Newsletters',
  renamedFrom: 'Old',
  condition: { aiInstructions: { file: '../prompts/a.md' }, static: { from: { env: 'SENDER' } } },
  actions: [
    { type: 'CALL_WEBHOOK', fields: { webhookUrl: { env: 'HOOK' } }, delayInMinutes: 60 },
    { type: 'NOTIFY_MESSAGING_CHANNEL', messagingChannelId: 'ckx9q2s7l0000v8mn4h2r1abc' },
  ],
};

const SETTINGS = {
  rules: ['rules', 'more/rules.yaml'],
  undeclared: 'declared-before',
  ignore: ['Cold Email*'],
  actionOrder: 'any',
  ignoreDifferences: [{ rule: 'Archive *', fields: ['actions/*/fields/folderName'] }],
  guard: { maxDeletes: '25%' },
  policy: { forbidActions: ['DELETE'], forwardTo: ['*@example.com'], webhookHosts: [] },
};

const ACCOUNT = { baseUrl: 'https://mail.example.com/api/v1', apiKey: { env: 'INBOXCTL_ALICE_KEY' }, ...SETTINGS };

const PROJECTS = fc.constantFrom<unknown>(
  {},
  { version: 1, ...SETTINGS, guard: { maxDeletes: 3 }, accounts: null },
  { accounts: 'inboxes' },
  {
    accounts: {
      alice: ACCOUNT,
      'bob@example.com': null,
      constructor: {},
      2: { policy: null },
    },
  },
);

it('says of a rule what the schema says', () => {
  expectSame(isWrittenRule, writtenRule, fc.oneof(arbitraryRule, fc.constant(REFERRING)));
});

it('says of a project file what the schema says', () => {
  expectSame(isProjectFile, projectFile, PROJECTS);
});

it('says of an account file what the schema says', () => {
  expectSame(isAccountFile, accountFile, fc.constantFrom<unknown>({}, ACCOUNT));
});

it('takes __proto__ for a key like any other where keys are known', () => {
  expect(isWrittenRule(withProto({ ...REFERRING }))).toBe(false);
  expect(isProjectFile(withProto({}))).toBe(false);
});
