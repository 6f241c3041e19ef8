import fc from 'fast-check';
import { it } from 'vitest';
import { isEndLine, isOutcomeLine, isPlanLine } from '../../../src/engine/journal/accepted.ts';
import { endLine, outcomeLine, planLine } from '../../../src/model/journal.ts';
import { expectSame } from '../../harness/accepting.ts';

const FIELDS = {
  label: 'News',
  to: null,
  cc: { env: 'COPY' },
  bcc: { env: 'COPY', tag: '0123', value: 'b' },
  subject: { hidden: '(secret A) and more' },
  content: null,
  webhookUrl: { hidden: 'https://example.com/…', value: 'https://example.com/x' },
  folderName: null,
};
const CONDITION = {
  conditionalOperator: 'AND',
  aiInstructions: null,
  static: { from: '@example.com', to: null, subject: null },
};
const ACTION = { type: 'LABEL', messagingChannelId: null, fields: FIELDS, delayInMinutes: 5 };
const LIVE = {
  id: 'r1',
  name: 'News',
  enabled: true,
  runOnThreads: false,
  createdAt: '2026-08-03T10:00:00.000Z',
  updatedAt: '2026-08-03T10:00:00.000Z',
  condition: CONDITION,
  actions: [{ ...ACTION, integrationName: null, integrationToolName: null }],
};
const CHANGE = {
  account: 'default',
  op: 'replace',
  name: 'News',
  id: 'r1',
  digest: 'sha256:0',
  renamedFrom: 'Old',
  live: LIVE,
  wanted: { name: { env: 'NAME' }, runOnThreads: true, condition: CONDITION, actions: [ACTION] },
};
const PLAN = {
  formatVersion: 1,
  kind: 'plan',
  run: '20261121T092233Z-0123456789ab-2',
  startedAt: '2026-11-21T09:22:33.000Z',
  by: 'apply',
  rollbackOf: null,
  version: '0.1.0',
  digest: 'sha256:0',
  keyId: null,
  pid: 12,
  accounts: [{ name: 'default', baseUrl: 'https://mail.example.com/api/v1', keyId: '01234567' }],
  changes: [CHANGE, { ...CHANGE, op: 'create', live: null }, { ...CHANGE, op: 'delete', wanted: null }],
};
const OUTCOMES = fc.constantFrom(
  { kind: 'outcome', change: 0, status: 'done', id: 'r1', at: 'x' },
  {
    kind: 'outcome',
    change: 1,
    status: 'put-back',
    id: null,
    at: 'x',
    error: { status: 500, code: null, message: 'x' },
  },
);

it('the quick checks say of the lines of a journal what the schemas say', () => {
  expectSame(isPlanLine, planLine, fc.constant(PLAN), 'dropped');
  expectSame(isOutcomeLine, outcomeLine, OUTCOMES, 'dropped');
  expectSame(isEndLine, endLine, fc.constant({ kind: 'end', outcome: 'converged', at: 'x' }), 'dropped');
});
