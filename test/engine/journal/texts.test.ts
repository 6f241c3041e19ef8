/** What the journal keeps of texts: all of them, but nothing that a variable or a key of ours holds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor, type Secret } from '../../../src/diagnostics/redactor.ts';
import { planLine } from '../../../src/model/journal.ts';
import type { DeclaredRule, LiveRule } from '../../../src/model/rule.ts';
import { accountRedactor } from '../../../src/planning/account-redactor.ts';
import { declaredOf, liveOf, writtenRules } from '../../harness/arbitrary.ts';
import { planLineOf, ruleOf, runStart } from '../../harness/journal.ts';
import { runs } from '../../harness/runs.ts';

const KEY: Secret = { name: 'INBOXCTL_API_KEY', value: 'the-key-of-the-inbox', of: 'API key' };
const HOOK: Secret = { name: 'HOOK', value: 'https://hooks.example.com/services/token-now' };
const ASK: Secret = { name: 'ASK', value: 'first line\r\nsecond line' };
const SECRETS = [KEY, HOOK, ASK];

const { tag } = accountRedactor('key-of-the-tags', new Redactor([]));

/** A rule that takes its instructions and its webhook from variables, and has a webhook of its own. */
const DECLARED: DeclaredRule = {
  ...declaredOf({
    name: 'On call',
    condition: { aiInstructions: ASK.value },
    actions: [
      { type: 'LABEL', fields: { label: 'On call' } },
      { type: 'CALL_WEBHOOK', fields: { webhookUrl: HOOK.value } },
      { type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.example.com/plain' } },
    ],
  }),
  references: [
    { path: ['condition', 'aiInstructions'], kind: 'env', name: 'ASK' },
    { path: ['actions', 1, 'fields', 'webhookUrl'], kind: 'env', name: 'HOOK' },
  ],
};

const INTEGRATION = { type: 'INTEGRATION', integrationName: 'crm', integrationToolName: 'the-key-of-the-inbox' };

/** As it is live: with an action more in front, an earlier token, and texts that hold values. */
const LIVE: LiveRule = (() => {
  const live = liveOf(DECLARED);
  const [label, hook, plain] = live.actions;
  if (label === undefined || hook === undefined || plain === undefined) throw new Error('There are three');
  return {
    ...live,
    condition: { ...live.condition, aiInstructions: 'an earlier\r\ntext' },
    actions: [
      { ...label, ...INTEGRATION, fields: { ...label.fields, label: null } },
      { ...label, fields: { ...label.fields, label: `has ${KEY.value} in it` } },
      { ...hook, fields: { ...hook.fields, webhookUrl: 'https://hooks.example.com/services/token-before' } },
      { ...plain },
    ],
  };
})();

async function changeOf(options: Parameters<typeof runStart>[0]) {
  const line = planLineOf('20261121T092233Z-0123456789ab', await runStart({ secrets: SECRETS, ...options }));
  expect(planLine.parse(JSON.parse(JSON.stringify(line)))).toEqual(line);
  const [change] = line.changes;
  if (change === undefined) throw new Error('There is a change');
  return change;
}

const replace = { accounts: { default: { declared: [DECLARED], live: [LIVE] } } };

describe('of a rule whose texts are references', () => {
  it('names stand for values, also for the earlier ones, with tags that tell them apart', async () => {
    const { live, wanted } = await changeOf(replace);
    expect(live?.condition.aiInstructions).toEqual({ env: 'ASK', tag: tag('an earlier\ntext') });
    expect(wanted?.condition.aiInstructions).toEqual({ env: 'ASK', tag: tag('first line\nsecond line') });
    expect(live?.actions.map(({ fields }) => fields.webhookUrl)).toEqual([
      null,
      null,
      { env: 'HOOK', tag: tag('https://hooks.example.com/services/token-before') },
      'https://hooks.example.com/plain',
    ]);
    expect(wanted?.actions.map(({ fields }) => fields.webhookUrl)).toEqual([
      null,
      { env: 'HOOK', tag: tag(HOOK.value) },
      'https://hooks.example.com/plain',
    ]);
  });

  it('what is blank stays as it is', async () => {
    const blank = { ...LIVE, condition: { ...LIVE.condition, aiInstructions: ' \n' } };
    const { live } = await changeOf({ accounts: { default: { declared: [DECLARED], live: [blank] } } });
    expect(live?.condition.aiInstructions).toBe(' \n');
  });

  it('all actions are kept, also those that no request can carry', async () => {
    const { live } = await changeOf(replace);
    expect(live?.actions.map(({ type }) => type)).toEqual(['INTEGRATION', 'LABEL', 'CALL_WEBHOOK', 'CALL_WEBHOOK']);
    expect(live?.actions[0]).toMatchObject({ integrationName: 'crm' });
  });

  it('the rule is kept as it was received, what we do not know too, but no value of a variable and no key', async () => {
    const { condition } = LIVE;
    const [integration, ...others] = LIVE.actions;
    const live = {
      ...LIVE,
      mood: { calm: [true, ASK.value] },
      condition: { ...condition, language: 'en', static: { ...condition.static, body: `see ${HOOK.value}`, no: null } },
      actions: [
        {
          ...integration,
          integrationArgs: { list: 'customers', key: KEY.value },
          fields: { ...integration?.fields, color: 'red' },
        },
        ...others,
      ],
    } as LiveRule;
    const accounts = { default: { declared: [DECLARED], live: [live] } };
    const { live: kept } = await changeOf({ accounts });
    expect(kept).toMatchObject({
      mood: { calm: [true, { env: 'ASK' }] },
      condition: { language: 'en', static: { from: null, body: { hidden: 'see (secret HOOK)' }, no: null } },
    });
    expect(kept?.actions[0]).toMatchObject({
      integrationArgs: { list: 'customers', key: { hidden: '(secret INBOXCTL_API_KEY)' } },
      fields: { label: null, color: 'red' },
    });
  });
});

describe('of a rule that no file declares', () => {
  const old = (text: string, webhookUrl: string) =>
    liveOf(
      declaredOf({
        name: 'Old',
        condition: { aiInstructions: text },
        actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl } }],
      }),
    );
  const deleted = (text: string, url: string) =>
    changeOf({
      accounts: {
        default: { declared: [declaredOf(ruleOf('A'))], live: [liveOf(declaredOf(ruleOf('A')), 1), old(text, url)] },
      },
    });

  it('texts and webhooks stand in full: it is the backup', async () => {
    const { live } = await deleted('what it looks for', 'https://hooks.example.com/in/full');
    expect(live?.condition.aiInstructions).toBe('what it looks for');
    expect(live?.actions[0]?.fields.webhookUrl).toBe('https://hooks.example.com/in/full');
  });

  it('a text that is the value of a variable can come back from it; one that only holds it cannot', async () => {
    const { live } = await deleted(`see ${HOOK.value}`, HOOK.value);
    expect(live?.actions[0]?.fields.webhookUrl).toEqual({ env: 'HOOK', tag: tag(HOOK.value) });
    expect(live?.condition.aiInstructions).toEqual({ hidden: 'see (secret HOOK)' });
  });

  it('a text that is a key of ours never comes back', async () => {
    const { live } = await deleted(KEY.value, 'https://hooks.example.com/in/full');
    expect(live?.condition.aiInstructions).toEqual({ hidden: '(secret INBOXCTL_API_KEY)' });
  });

  it('what is hidden of a webhook shows its host only', async () => {
    const { live } = await deleted('x', `${HOOK.value}/and/the/rest`);
    expect(live?.actions[0]?.fields.webhookUrl).toEqual({ hidden: '(a URL)' });
    const other = await deleted('x', `https://other.example.com/rest?key=${KEY.value}`);
    expect(other.live?.actions[0]?.fields.webhookUrl).toEqual({ hidden: 'https://other.example.com/…' });
  });
});

it('of any rules, all that no secret is in comes back as it was, and no secret is in the line', async () => {
  const secret = 'zzTOPzz';
  await fc.assert(
    fc.asyncProperty(writtenRules, writtenRules, fc.boolean(), async (declared, live, spoil) => {
      const mine = declared.map((rule, index) => declaredOf(rule, index));
      const theirs = live.map((rule, index) => {
        const one = liveOf(declaredOf(rule), index);
        return spoil && index % 2 === 0
          ? { ...one, condition: { ...one.condition, aiInstructions: `a ${secret}` } }
          : one;
      });
      const start = await runStart({
        secrets: [{ name: 'TOP', value: secret }],
        accounts: { default: { declared: mine, live: theirs } },
      });
      const line = planLineOf('20261121T092233Z-0123456789ab', start);
      expect(JSON.stringify(line)).not.toContain(secret);
      const work = start.parts.flatMap((part) => part.work);
      line.changes.forEach((change, index) => {
        const was = work[index]?.live ?? null;
        const isSpoilt = was?.condition.aiInstructions === `a ${secret}`;
        if (!isSpoilt) expect(change.live).toEqual(was);
        expect(change.wanted).toEqual(work[index]?.wanted ?? null);
      });
    }),
    { numRuns: runs(25) },
  );
});
