/** Request bodies that every profile takes. */
import { ACTION_TYPES, type ActionType } from '../../src/model/action-types.ts';

export const CHANNEL = 'cmq3k2v5h0001l508a1b2c3d4';

/** A rule with AI instructions, so that it overlaps no other; `changes` take the place of its keys. */
export function body(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Receipts',
    condition: { aiInstructions: 'Receipts and invoices' },
    actions: [{ type: 'ARCHIVE' }],
    ...changes,
  };
}

/** A rule whose whole condition is a sender. */
export function from(name: string, sender: string): Record<string, unknown> {
  return body({ name, condition: { static: { from: sender } } });
}

const FIELDS: Partial<Record<ActionType, Record<string, string>>> = {
  LABEL: { label: 'Receipts' },
  DRAFT_EMAIL: { content: 'Thank you.' },
  REPLY: { content: 'Thank you.' },
  FORWARD: { to: 'books@example.com' },
  SEND_EMAIL: { to: 'books@example.com', subject: 'A receipt', content: 'See there.' },
  CALL_WEBHOOK: { webhookUrl: 'https://hooks.example.com/receipts' },
  MOVE_FOLDER: { folderName: 'Receipts' },
};

/** An action that has all its type needs. */
export function action(type: ActionType): Record<string, unknown> {
  const channel = type.endsWith('MESSAGING_CHANNEL') ? { messagingChannelId: CHANNEL } : {};
  return { type, fields: FIELDS[type] ?? null, ...channel };
}

export const EVERY_ACTION = ACTION_TYPES.map(action);
