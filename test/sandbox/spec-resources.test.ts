import { describe, expect, it } from 'vitest';
import { ACTION_TYPES, FIELD_KEYS } from '../../src/model/action-types.ts';
import { PROFILE_NAMES } from '../../src/sandbox/profiles.ts';
import { action, body, CHANNEL, EVERY_ACTION } from './bodies.ts';
import { posted, serve } from './calling.ts';
import { specifiedRule } from './specified-rule.ts';

const integration = {
  type: 'INTEGRATION',
  integrationName: 'crm',
  integrationToolName: 'add_note',
  integrationArgs: { note: { text: 'hello' } },
};

describe.each(PROFILE_NAMES)('profile %s', (profile) => {
  describe('2.1 Rule', () => {
    it('has every required field in the answers of list, get and create', async () => {
      const service = await serve({ profile });
      const created = await service.post(body({ actions: EVERY_ACTION }));
      const rule = specifiedRule.parse(created.json.rule);
      expect(rule.actions.map(({ type }) => type)).toEqual(ACTION_TYPES);
      expect(specifiedRule.parse((await service.get(rule.id)).json.rule)).toEqual(rule);
      expect((await service.list()).json).toEqual({ rules: [rule] });
    });

    it('has createdAt and updatedAt as date-times', async () => {
      const now = Date.UTC(2026, 10, 21, 9, 22, 33, 456);
      const { rule } = (await posted({ profile, now: () => now }, body())).json;
      expect([rule.createdAt, rule.updatedAt]).toEqual(['2026-11-21T09:22:33.456Z', '2026-11-21T09:22:33.456Z']);
    });
  });

  describe('2.2 Condition', () => {
    it.each(['AND', 'OR'])('takes and gives the operator %s', async (conditionalOperator) => {
      const service = await serve({ profile });
      const { rule } = (await service.post(body({ condition: { conditionalOperator, aiInstructions: 'x' } }))).json;
      expect(rule.condition.conditionalOperator).toBe(conditionalOperator);
    });

    it('has static with from, to and subject, even when none was sent', async () => {
      const { rule } = (await posted({ profile }, body())).json;
      expect(rule.condition.aiInstructions).toBe('Receipts and invoices');
      expect(rule.condition.static).toEqual({ from: null, to: null, subject: null });
    });

    it('has aiInstructions null when none was sent', async () => {
      const { rule } = (await posted({ profile }, body({ condition: { static: { subject: 'Receipt' } } }))).json;
      expect(rule.condition.aiInstructions).toBeNull();
      expect(rule.condition.static).toEqual({ from: null, to: null, subject: 'Receipt' });
    });
  });

  describe('2.3 Action', () => {
    it('has every key of fields, delayInMinutes and the three integration keys', async () => {
      const { rule } = (await posted({ profile }, body())).json;
      const { fields, ...others } = rule.actions[0] ?? {};
      expect(Object.values(fields ?? {})).toEqual(FIELD_KEYS.map(() => null));
      expect(others).toMatchObject({
        delayInMinutes: null,
        integrationName: null,
        integrationToolName: null,
        integrationArgs: null,
      });
    });

    it('gives messagingChannelId back', async () => {
      const { rule } = (await posted({ profile }, body({ actions: [action('NOTIFY_MESSAGING_CHANNEL')] }))).json;
      expect(rule.actions[0]?.messagingChannelId).toBe(CHANNEL);
    });

    it('stores fields that the type does not use', async () => {
      const actions = [{ type: 'ARCHIVE', fields: { label: 'L', content: 'C', cc: 'c@example.com' } }];
      const { rule } = (await posted({ profile }, body({ actions }))).json;
      expect(rule.actions[0]?.fields).toMatchObject({ label: 'L', content: 'C', cc: 'c@example.com' });
    });

    it('shows INTEGRATION in responses and refuses it in requests', async () => {
      const service = await serve({ profile, seed: { rules: [{ id: 'i', name: 'I', actions: [integration] }] } });
      expect(specifiedRule.parse((await service.get('i')).json.rule).actions[0]).toMatchObject(integration);
      expect((await service.post(body({ actions: [integration] }))).status).toBe(400);
      expect((await service.put('i', body({ actions: [integration] }))).status).toBe(400);
    });

    it('refuses the type DELETE with 400 unless its flag is on', async () => {
      const actions = [action('DELETE')];
      // Even in a rule that has it.
      const inbox = {
        name: 'a',
        features: { deleteEmailAction: false },
        rules: [{ id: 'r', name: 'R', actions: [{ type: 'DELETE' }] }],
      };
      const service = await serve({ profile, seed: { inboxes: [inbox] } });
      expect((await service.post(body({ actions }))).status).toBe(400);
      expect((await service.put('r', body({ actions }))).status).toBe(400);
      const enabled = await serve({ profile });
      expect((await enabled.post(body({ actions }))).status).toBe(201);
    });

    it('lets DELETE /rules/{id} remove a rule with or without that flag', async () => {
      const inbox = { name: 'a', features: { deleteEmailAction: false }, rules: [{ id: 'r', name: 'R' }] };
      const service = await serve({ profile, seed: { inboxes: [inbox] } });
      expect((await service.delete('r')).status).toBeLessThan(300);
      expect((await service.list()).json).toEqual({ rules: [] });
    });
  });
});
