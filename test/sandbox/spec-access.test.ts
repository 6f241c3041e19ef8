import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/sandbox/key.ts';
import { PROFILE_NAMES } from '../../src/sandbox/profiles.ts';
import { body } from './bodies.ts';
import { serve } from './calling.ts';

const OPERATIONS = [
  { operation: 'getStatsByPeriod', method: 'GET', path: '/stats/by-period', scope: 'STATS_READ' },
  { operation: 'getStatsResponseTime', method: 'GET', path: '/stats/response-time', scope: 'STATS_READ' },
  { operation: 'listRules', method: 'GET', path: '/rules', scope: 'RULES_READ' },
  { operation: 'createRule', method: 'POST', path: '/rules', sent: body(), scope: 'RULES_WRITE' },
  { operation: 'getRule', method: 'GET', path: '/rules/r', scope: 'RULES_READ' },
  { operation: 'replaceRule', method: 'PUT', path: '/rules/r', sent: body(), scope: 'RULES_WRITE' },
  { operation: 'delete rule', method: 'DELETE', path: '/rules/r', scope: 'RULES_WRITE' },
] as const;

const NOW = Date.UTC(2026, 10, 21);

describe.each(PROFILE_NAMES)('profile %s', (profile) => {
  const seed = {
    inboxes: [
      { name: 'mine', rules: [{ id: 'r', name: 'Mine' }] },
      { name: 'theirs', rules: [{ id: 't', name: 'Theirs' }] },
    ],
    keys: [
      ...SCOPES.map((scope) => ({ key: scope, inbox: 'mine', scopes: [scope] })),
      { key: 'several', inbox: 'mine', scopes: ['RULES_READ', 'RULES_WRITE', 'STATS_READ'] },
      { key: 'none', inbox: 'mine', scopes: [] },
      { key: 'unbound', inbox: null },
      { key: 'theirs', inbox: 'theirs' },
      { key: 'expired', inbox: 'mine', expiresAt: new Date(NOW).toISOString() },
      { key: 'expiring', inbox: 'mine', expiresAt: new Date(NOW + 1).toISOString() },
    ],
  };

  describe.each(OPERATIONS)('5 Authentication of $operation', (operation) => {
    const { method, path, scope } = operation;
    const sent = 'sent' in operation ? operation.sent : undefined;

    async function statusWith(headers: Record<string, string>): Promise<number> {
      const service = await serve({ profile, seed, now: () => NOW });
      return (await service.call(method, path, sent, headers)).status;
    }

    it('5.1 takes the key from the header API-Key, in any case of letters', async () => {
      expect(await statusWith({ 'API-Key': 'several' })).toBeLessThan(300);
      expect(await statusWith({ 'api-key': 'several' })).toBeLessThan(300);
      expect(await statusWith({ Authorization: 'Bearer several' })).toBe(401);
    });

    it(`5.3, 5.4 needs ${scope} and no other scope`, async () => {
      for (const held of SCOPES) {
        const status = await statusWith({ 'API-Key': held });
        if (held === scope) expect(status).toBeLessThan(300);
        else expect(status).toBe(403);
      }
    });

    it('5.7 answers 401 to a missing, unknown or expired key', async () => {
      expect(await statusWith({})).toBe(401);
      expect(await statusWith({ 'API-Key': '' })).toBe(401);
      expect(await statusWith({ 'API-Key': 'unknown' })).toBe(401);
      expect(await statusWith({ 'API-Key': 'expired' })).toBe(401);
      expect(await statusWith({ 'API-Key': 'expiring' })).toBeLessThan(300);
    });

    it('5.7 answers 403 to a key without scopes and to one that is bound to no account', async () => {
      expect(await statusWith({ 'API-Key': 'none' })).toBe(403);
      expect(await statusWith({ 'API-Key': 'unbound' })).toBe(403);
    });
  });

  describe('5 Authentication', () => {
    it('5.3 binds a key to one inbox account', async () => {
      const service = await serve({ profile, seed });
      const listed = await service.call('GET', '/rules', undefined, { 'API-Key': 'theirs' });
      expect(listed.json.rules.map(({ name }) => name)).toEqual(['Theirs']);
      await service.call('POST', '/rules', body(), { 'API-Key': 'theirs' });
      expect(service.sandbox.rules('mine').map(({ name }) => name)).toEqual(['Mine']);
      expect(service.sandbox.rules('theirs').map(({ name }) => name)).toEqual(['Theirs', 'Receipts']);
    });

    it('5.7 tells a key that expired while the service runs', async () => {
      let now = NOW;
      const service = await serve({ profile, seed, now: () => now });
      const status = async () => (await service.call('GET', '/rules', undefined, { 'API-Key': 'expiring' })).status;
      expect(await status()).toBe(200);
      now += 1;
      expect(await status()).toBe(401);
    });
  });
});
