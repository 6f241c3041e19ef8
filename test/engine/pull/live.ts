/** Live rules, short. */
import { FIELD_KEYS } from '../../../src/model/action-types.ts';
import type { LiveRule } from '../../../src/model/rule.ts';

export interface Short {
  enabled?: boolean;
  runOnThreads?: boolean;
  operator?: 'AND' | 'OR' | null;
  ai?: string;
  from?: string;
  subject?: string;
  actions?: { type: string; [key: string]: unknown }[];
  createdAt?: string;
}

let count = 0;

/** A rule as a service answers it; without actions it archives. */
export function live(name: string, rule: Short = {}): LiveRule {
  const createdAt = rule.createdAt ?? '2026-01-01T00:00:00.000Z';
  const { ai = null, from = null, subject = null } = rule;
  const texts = { aiInstructions: ai, static: { from, to: null, subject } };
  count += 1;
  return {
    id: `id-${count}`,
    name,
    enabled: rule.enabled ?? true,
    runOnThreads: rule.runOnThreads ?? true,
    createdAt,
    updatedAt: createdAt,
    condition: { conditionalOperator: rule.operator === undefined ? 'AND' : rule.operator, ...texts },
    actions: (rule.actions ?? [{ type: 'ARCHIVE' }]).map(({ type, delayInMinutes, messagingChannelId, ...fields }) => ({
      type,
      messagingChannelId: (messagingChannelId as string | undefined) ?? null,
      fields: Object.fromEntries(
        FIELD_KEYS.map((key) => [key, fields[key] ?? null]),
      ) as LiveRule['actions'][0]['fields'],
      delayInMinutes: (delayInMinutes as number | undefined) ?? null,
      integrationName: (fields.integrationName as string | undefined) ?? null,
      integrationToolName: null,
    })),
  };
}
