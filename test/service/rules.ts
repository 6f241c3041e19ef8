import type { LiveRule, RuleRequest } from '../../src/index.ts';
import { NO_FIELDS } from '../harness/shown-rule.ts';

export function liveRule(changes: object = {}): LiveRule {
  const rule = {
    id: 'cm0000000000000000000rule',
    name: 'Receipts',
    enabled: true,
    runOnThreads: false,
    createdAt: '2026-08-03T10:00:00.000Z',
    updatedAt: '2026-08-03T10:00:00.000Z',
    condition: {
      conditionalOperator: 'AND' as const,
      aiInstructions: null,
      static: { from: 'billing@example.com', to: null, subject: null },
    },
    actions: [liveAction()],
  };
  return { ...rule, ...changes };
}

export function liveAction(changes: object = {}) {
  return {
    type: 'LABEL',
    messagingChannelId: null,
    fields: { ...NO_FIELDS, label: 'Receipts' },
    delayInMinutes: null,
    integrationName: null,
    integrationToolName: null,
    integrationArgs: null,
    ...changes,
  };
}

export function ruleRequest(): RuleRequest {
  return {
    name: 'Receipts',
    runOnThreads: false,
    condition: { aiInstructions: null, static: { from: 'billing@example.com', to: null, subject: null } },
    actions: [
      { type: 'LABEL', messagingChannelId: null, fields: { ...NO_FIELDS, label: 'Receipts' }, delayInMinutes: null },
    ],
  };
}
