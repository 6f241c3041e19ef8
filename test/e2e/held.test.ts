/**
 * A rule that got another name in the files without `renamedFrom` is a create and a delete. Where the create fails, for
 * whatever reason, the old rule stays. Each reason is an account of its own, all applied in one run.
 */
import { describe, expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { faulty } from '../harness/faulty.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve, write } from '../harness/project.ts';
import type { TestSandboxOptions } from '../harness/sandbox/sandbox.ts';

/** Each inbox has a key of its own: a run locks it by that. */
const keyOf = (name: string) => `key-of-the-inbox-${name}`;

interface Reason {
  /** What the new rule has that the service does not take. */
  rule?: Partial<ResolvedRule>;
  inbox?: object;
  options?: TestSandboxOptions;
}

const spoiled = (fault: string, profile: TestSandboxOptions['profile']): Reason => ({
  options: { profile, faults: [`POST /rules ${fault}`] },
});

const REASONS: Record<string, Reason> = {
  channel: {
    rule: { actions: [{ type: 'NOTIFY_MESSAGING_CHANNEL', messagingChannelId: 'ckx9q2s7l0000v8mn4h2r1abc' }] },
    inbox: { channels: [] },
  },
  plan: {
    rule: { actions: [{ type: 'DIGEST' }] },
    inbox: { features: { deleteEmailAction: true, webhooks: true, digest: false } },
  },
  webhooks: {
    rule: { actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.example.com/a' } }] },
    inbox: { features: { deleteEmailAction: true, webhooks: false, digest: true } },
  },
  mailbox: {
    rule: { actions: [{ type: 'LABEL', fields: { label: 'New' } }] },
    inbox: { connected: false },
  },
  overlap: { rule: { condition: { static: { from: 'one@example.com' } } } },
  ...Object.fromEntries(
    (['spec', 'older', 'newer'] as const).flatMap((profile) =>
      ['500-before', 'reset-before', '429', 'html-before'].map((fault) => [
        `${fault}-${profile}`,
        spoiled(fault, profile),
      ]),
    ),
  ),
};

const rule = (name: string, text = name): ResolvedRule => ({
  name,
  condition: { aiInstructions: text },
  actions: [{ type: 'ARCHIVE' }],
});
const live = (name: string, condition: object = { aiInstructions: 'before' }) => ({
  name,
  condition: { conditionalOperator: 'AND', ...condition },
  actions: [{ type: 'ARCHIVE' }],
});
const REST = [live('Replaced'), live('Ignored', { static: { from: 'one@example.com' } })];
const SENDER = { static: { from: 'shop@example.com' } };
/** Told only after the senders were compared, so that the old rule is deleted by then: see docs/limits.md. */
const TOLD_LATE = ['mailbox', 'overlap'];

describe('a create that fails keeps what would be deleted', () => {
  it.each([
    ['of another text', {}, live('Old'), Object.keys(REASONS)],
    [
      'of one sender, which only one of two may have on some deployments',
      { condition: SENDER },
      live('Old', SENDER),
      Object.keys(REASONS).filter((name) => !TOLD_LATE.includes(name)),
    ],
  ])('whatever the reason, and the next apply that can make it deletes it: %s', async (_, of, oldRule, names) => {
    const reasons = Object.entries(REASONS).filter(([name]) => names.includes(name));
    const accounts = await Promise.all(
      reasons.map(async ([name, { inbox, options, ...reason }]) => {
        const seed = { inboxes: [{ name: 'one', ...inbox, rules: [oldRule, ...REST] }] };
        const service = await serve({ profile: 'newer', key: keyOf(name), seed, ...options });
        return { name, reason, service, old: service.rule('Old') };
      }),
    );
    const cwd = projectOf({
      'inboxctl.yaml': JSON.stringify({
        version: 1,
        ignore: ['Ignored'],
        accounts: Object.fromEntries(
          accounts.map(({ name, service: { baseUrl } }, index) => [
            name,
            { baseUrl, apiKey: { env: `INBOXCTL_KEY_${index}` }, rules: [`rules/${name}`] },
          ]),
        ),
      }),
    });
    const declare = (name: string, more: Partial<ResolvedRule> = {}) => {
      const rules = [rule('A new one'), { ...rule('New'), ...of, ...more }, rule('Replaced', 'after')];
      write(cwd, `rules/${name}/all.yaml`, JSON.stringify({ rules }));
    };
    const apply = async (...args: string[]) => {
      const ran = await inboxctl(['apply', '--yes', '--format', 'json', ...args], {
        cwd,
        env: Object.fromEntries(accounts.map(({ name }, index) => [`INBOXCTL_KEY_${index}`, keyOf(name)])),
      });
      return { ...ran, document: applyDocument.parse(JSON.parse(ran.stdout)) };
    };

    for (const { name, reason } of accounts) declare(name, reason.rule);
    const { code, document } = await apply('--retry-for', '0');
    expect(code).toBe(1);
    for (const { name, service, old } of accounts) {
      const changes = document.changes.filter(({ account }) => account === name);
      const ends = Object.fromEntries(changes.map(({ name: of, status }) => [of, status]));
      // Where a service takes nothing the others may be given up with the first.
      const isNewLost = ends.New === 'failed' || ends.New === 'not-tried';
      expect({ name, ends, isNewLost }).toMatchObject({ name, ends: { Old: 'held' }, isNewLost: true });
      expect(service.rules()).toContainEqual(old);
      expect(service.rules().map((one) => one.name)).not.toContain('New');
    }

    for (const { name, service } of accounts) {
      declare(name);
      service.clearFaults();
    }
    expect(await apply()).toMatchObject({ code: 0, document: { outcome: 'converged' } });
    for (const { service } of accounts) {
      const names = service.rules().map((one) => one.name);
      expect(names.sort()).toEqual(['A new one', 'Ignored', 'New', 'Replaced']);
    }
  });
});

it('a duplicate stays where the rule to be kept cannot be replaced', async () => {
  const body = '{"error":{"code":"BAD_REQUEST","message":"Out of luck","hint":"Try later"}}';
  const seed = { rules: [live('A'), live('A', { aiInstructions: 'of somebody' })] };
  const service = await serve({ profile: 'spec', seed });
  const baseUrl = await faulty(service.baseUrl, (method) => (method === 'PUT' ? { status: 400, body } : null));
  const env = { ...service.env, INBOXCTL_BASE_URL: baseUrl };
  const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: [rule('A', 'after')] }) });
  const { code, stdout } = await inboxctl(['apply', '--yes'], { cwd, env });
  expect(stdout).toContain('Not deleted, since the rule to be kept did not become as declared');
  expect(code).toBe(1);
  expect(service.rules().map(({ name }) => name)).toEqual(['A', 'A']);
});
