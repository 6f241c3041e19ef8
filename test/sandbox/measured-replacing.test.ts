/** Replacing and deleting as the two deployments were measured to do it. */
import { describe, expect, it } from 'vitest';
import { action, body } from './bodies.ts';
import { serve } from './calling.ts';

describe.each(['older', 'newer'] as const)('%s, replacing', (profile) => {
  const live = {
    id: 'r',
    name: 'Live',
    createdAt: '2026-01-01T00:00:00.000Z',
    condition: { conditionalOperator: 'OR', aiInstructions: 'old', static: { subject: 'old' } },
    actions: [{ type: 'STAR' }],
  };
  const seed = { rules: [live] };

  it('answers 200 {rule}, keeps id and createdAt, and moves updatedAt even when nothing changed', async () => {
    const service = await serve({ profile, seed, now: () => Date.UTC(2026, 1, 1) });
    const first = await service.put('r', body());
    const second = await service.put('r', body());
    expect([first.status, second.status]).toEqual([200, 200]);
    const { updatedAt, ...rest } = first.json.rule;
    expect(rest).toMatchObject({ id: 'r', createdAt: live.createdAt });
    expect(second.json.rule).toMatchObject(rest);
    expect(second.json.rule.updatedAt > updatedAt && updatedAt > live.createdAt).toBe(true);
    expect((await service.get('r')).json).toEqual(second.json);
  });

  it('keeps the operator where it is null or left out, and clears the other conditions', async () => {
    const service = await serve({ profile, seed });
    const condition = async (sent: object) => (await service.put('r', body({ condition: sent }))).json.rule.condition;
    expect(await condition({ aiInstructions: 'x' })).toEqual({
      conditionalOperator: 'OR',
      aiInstructions: 'x',
      static: { from: null, to: null, subject: null },
    });
    expect(await condition({ conditionalOperator: null, aiInstructions: null, static: { subject: 's' } })).toEqual({
      conditionalOperator: 'OR',
      aiInstructions: null,
      static: { from: null, to: null, subject: 's' },
    });
  });

  it('takes runOnThreads left out for true', async () => {
    const service = await serve({ profile, seed: { rules: [{ ...live, runOnThreads: false }] } });
    expect((await service.put('r', body())).json.rule.runOnThreads).toBe(true);
  });

  it('drops INTEGRATION actions and what it does not know', async () => {
    const integration = { type: 'INTEGRATION', integrationName: 'crm' };
    const actions = [integration, { type: 'TELEPORT' }, { type: 'STAR', attachments: [1] }];
    const service = await serve({ profile, seed: { rules: [{ ...live, actions, folder: 'x' }] } });
    expect((await service.get('r')).json.rule).toMatchObject({ folder: 'x', actions });
    const { rule } = (await service.put('r', body({ actions: [{ type: 'STAR' }] }))).json;
    expect(rule.actions.map(({ type }) => type)).toEqual(['STAR']);
    expect(JSON.stringify(rule)).not.toMatch(/attachments|folder"/);
  });

  it('keeps webhooks that are switched off, and refuses to take them', async () => {
    const webhook = { type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.example.com/a' } };
    const rules = [{ ...live, actions: [webhook] }];
    const service = await serve({ profile, seed: { inboxes: [{ name: 'a', features: { webhooks: false }, rules }] } });
    expect((await service.put('r', body({ actions: [webhook] }))).status).toBe(400);
    expect((await service.post(body({ actions: [webhook] }))).status).toBe(400);
    const { rule } = (await service.put('r', body())).json;
    expect(rule.actions.map(({ type }) => type)).toEqual(['ARCHIVE', 'CALL_WEBHOOK']);
  });

  it('renames and keeps id and enabled', async () => {
    const actions = [action('REPLY')];
    const service = await serve({ profile, seed: { rules: [{ ...live, actions }] } });
    const { conditionalOperator, aiInstructions, static: matchers } = live.condition;
    const condition = { conditionalOperator, aiInstructions, static: matchers };
    const { rule } = (await service.put('r', body({ name: 'New', condition, actions }))).json;
    expect(rule).toMatchObject({ id: 'r', name: 'New', enabled: true });
  });

  it(`${profile === 'newer' ? 'switches' : 'does not switch'} a rule that sends off when more than its name changes`, async () => {
    const service = await serve({ profile, seed });
    expect((await service.put('r', body({ actions: [action('REPLY')] }))).json.rule.enabled).toBe(profile === 'older');
    expect((await service.put('r', body())).json.rule.enabled).toBe(profile === 'older');
  });

  it('leaves a rule that sends on when only the order of its actions changes, and its name', async () => {
    const actions = [action('REPLY'), action('LABEL'), { type: 'ARCHIVE' }, action('LABEL')];
    const service = await serve({ profile, seed: { rules: [{ ...live, actions }] } });
    const { conditionalOperator, aiInstructions, static: matchers } = live.condition;
    const condition = { conditionalOperator, aiInstructions, static: matchers };
    const put = async (changes: object) => (await service.put('r', body({ condition, ...changes }))).json.rule.enabled;
    expect(await put({ name: 'New', actions: actions.toReversed() })).toBe(true);
    // One LABEL less is another rule.
    expect(await put({ name: 'New', actions: actions.slice(0, 3) })).toBe(profile === 'older');
  });

  it.each([
    ['@company.com in to', { condition: { static: { to: 'me@company.com' } } }, false],
    ['@mycompany.com in from', { condition: { static: { from: '@mycompany.com' } } }, false],
    [
      'cal.com/example in a content',
      { actions: [{ type: 'DRAFT_EMAIL', fields: { content: 'See https://cal.com/example.' } }] },
      false,
    ],
    ['@company.com in from', { condition: { static: { from: '@company.com' } } }, true],
  ])(
    `${profile === 'newer' ? 'switches' : 'does not switch'} a rule off for example text: %s`,
    async (_, changes, on) => {
      const service = await serve({ profile, seed });
      const { enabled } = (await service.put('r', body(changes))).json.rule;
      expect(enabled).toBe(on || profile === 'older');
    },
  );

  it('never switches a rule on, nor one that does not send off', async () => {
    const rules = [live, { ...live, id: 'off', name: 'Off', enabled: false }];
    const service = await serve({ profile, seed: { rules } });
    expect((await service.put('off', body({ name: 'Off' }))).json.rule.enabled).toBe(false);
    expect((await service.put('r', body())).json.rule.enabled).toBe(true);
  });
});

describe.each(['older', 'newer'] as const)('%s, deleting', (profile) => {
  it('answers 204 without a body, then 404', async () => {
    const service = await serve({ profile, seed: { rules: [{ id: 'r', name: 'R' }] } });
    const { status, text } = await service.delete('r');
    expect([status, text]).toEqual([204, '']);
    expect((await service.delete('r')).status).toBe(404);
  });
});
