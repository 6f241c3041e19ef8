/**
 * What a snapshot keeps of texts: all of them, but nothing that a variable or a key of ours holds. How it comes back is in
 * way-back-secrets.test.ts.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Secret } from '../../src/diagnostics/redactor.ts';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import { type KeptChange, snapshotPart } from '../../src/model/snapshot.ts';
import { canonicalName } from '../../src/planning/canonical.ts';
import { shownSecret } from '../../src/planning/kept-rule.ts';
import { declaredOf, liveOf, writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { type Opened, openedParts, ruleOf, runStart } from '../harness/snapshot.ts';

const KEY: Secret = { name: 'INBOXCTL_API_KEY', value: 'the-key-of-the-inbox', of: 'API key' };
const HOOK: Secret = { name: 'HOOK', value: 'https://hooks.example.com/services/token-now' };
const ASK: Secret = { name: 'ASK', value: 'first line\r\nsecond line' };
const SECRETS = [KEY, HOOK, ASK];

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

type Kept = KeptChange & { tag: Opened['seal']['tagOfText'] };

/** The only change of a run as its snapshot has it, with what makes its tags. */
async function changeOf(options: Parameters<typeof runStart>[0]): Promise<Kept> {
  const [part] = openedParts(await runStart({ secrets: SECRETS, ...options }));
  const change = part?.changes[0];
  if (part === undefined || change === undefined) throw new Error('There is a change');
  expect(snapshotPart.parse(JSON.parse(JSON.stringify(part))).changes).toEqual(part.changes);
  return { ...change, tag: part.seal.tagOfText };
}

const replaced = (live: LiveRule) => changeOf({ accounts: { default: { declared: [DECLARED], live: [live] } } });

describe('of a rule whose texts are references', () => {
  it('names stand for values, also for the earlier ones, with tags that tell them apart', async () => {
    const { before, after, tag } = await replaced(LIVE);
    expect(before?.condition.aiInstructions).toEqual({ env: 'ASK', tag: tag('an earlier\ntext') });
    expect(after?.condition.aiInstructions).toEqual({ env: 'ASK', tag: tag('first line\nsecond line') });
    expect(before?.actions.map(({ fields }) => fields.webhookUrl)).toEqual([
      null,
      null,
      { env: 'HOOK', tag: tag('https://hooks.example.com/services/token-before') },
      'https://hooks.example.com/plain',
    ]);
    expect(after?.actions.map(({ fields }) => fields.webhookUrl)).toEqual([
      null,
      { env: 'HOOK', tag: tag(HOOK.value) },
      'https://hooks.example.com/plain',
    ]);
  });

  it('what is blank stays as it is', async () => {
    const { before } = await replaced({ ...LIVE, condition: { ...LIVE.condition, aiInstructions: ' \n' } });
    expect(before?.condition.aiInstructions).toBe(' \n');
  });

  it('all actions are kept, also those that no request can carry', async () => {
    const { before } = await replaced(LIVE);
    expect(before?.actions.map(({ type }) => type)).toEqual(['INTEGRATION', 'LABEL', 'CALL_WEBHOOK', 'CALL_WEBHOOK']);
    expect(before?.actions[0]).toMatchObject({ integrationName: 'crm' });
  });

  it('the rule is kept as it was received, what we do not know too, but no value of a variable and no key', async () => {
    const { condition } = LIVE;
    const [integration, ...others] = LIVE.actions;
    const odd = {
      ...integration,
      integrationArgs: { list: 'customers', key: KEY.value },
      fields: { ...integration?.fields, color: 'red' },
    };
    const live = {
      ...LIVE,
      mood: { calm: [true, ASK.value, 7, null], [`of ${HOOK.value}`]: 'x' },
      condition: { ...condition, language: 'en', static: { ...condition.static, body: `see ${HOOK.value}`, no: null } },
      actions: [odd, ...others],
    } as unknown as LiveRule;
    const { before: kept, tag } = await replaced(live);
    const apiKey = { hidden: '(secret INBOXCTL_API_KEY)', tag: tag(KEY.value) };
    expect(kept).toMatchObject({
      mood: { calm: [true, { env: 'ASK', tag: tag(ASK.value) }, 7, null], 'of (secret HOOK)': 'x' },
      condition: {
        language: 'en',
        static: { from: null, body: { hidden: 'see (secret HOOK)', tag: tag(`see ${HOOK.value}`) }, no: null },
      },
    });
    expect(kept?.actions[0]).toMatchObject({
      integrationArgs: { list: 'customers', key: apiKey },
      integrationToolName: apiKey,
      fields: { label: null, color: 'red' },
    });
    const hidden = 'has (secret INBOXCTL_API_KEY) in it';
    expect(kept?.actions[1]?.fields.label).toEqual({ hidden, tag: tag(`has ${KEY.value} in it`) });
  });

  it('a name that has a secret in it is hidden, also where the rule is renamed', async () => {
    const declared = declaredOf({ ...ruleOf(`to ${HOOK.value}`), renamedFrom: `by ${HOOK.value}` });
    const live = liveOf(declaredOf(ruleOf(`by ${HOOK.value}`)));
    const accounts = { default: { declared: [declared], live: [live] } };
    const { before, after, name, renamedFrom, tag } = await changeOf({ accounts });
    expect([name, renamedFrom]).toEqual(['to (secret HOOK)', 'by (secret HOOK)']);
    expect(before?.name).toEqual({ hidden: 'by (secret HOOK)', tag: tag(live.name) });
    expect(after?.name).toEqual({ hidden: 'to (secret HOOK)', tag: tag(declared.body.name) });
  });
});

describe('of a rule that no file declares', () => {
  const A = declaredOf(ruleOf('A'));
  const deleted = (aiInstructions: string, webhookUrl: string) => {
    const actions = [{ type: 'CALL_WEBHOOK' as const, fields: { webhookUrl } }];
    const old = liveOf(declaredOf({ name: 'Old', condition: { aiInstructions }, actions }));
    return changeOf({ accounts: { default: { declared: [A], live: [liveOf(A, 1), old] } } });
  };

  it('texts and webhooks are in full: it is the backup', async () => {
    const { before } = await deleted('what it looks for', 'https://hooks.example.com/in/full');
    expect(before?.condition.aiInstructions).toBe('what it looks for');
    expect(before?.actions[0]?.fields.webhookUrl).toBe('https://hooks.example.com/in/full');
  });

  it('a text that is the value of a variable can come back from it; one that only holds it cannot', async () => {
    const { before, tag } = await deleted(`see ${HOOK.value}`, HOOK.value);
    expect(before?.actions[0]?.fields.webhookUrl).toEqual({ env: 'HOOK', tag: tag(HOOK.value) });
    expect(before?.condition.aiInstructions).toEqual({ hidden: 'see (secret HOOK)', tag: tag(`see ${HOOK.value}`) });
  });

  it('a text that is a key of ours never comes back', async () => {
    const { before } = await deleted(KEY.value, 'https://hooks.example.com/in/full');
    expect(before?.condition.aiInstructions).toMatchObject({ hidden: '(secret INBOXCTL_API_KEY)' });
  });

  it('what is hidden of a webhook shows its host only', async () => {
    const { before } = await deleted('x', `${HOOK.value}/and/the/rest`);
    expect(before?.actions[0]?.fields.webhookUrl).toMatchObject({ hidden: '(a URL)' });
    const other = await deleted('x', `https://other.example.com/rest?key=${KEY.value}`);
    expect(other.before?.actions[0]?.fields.webhookUrl).toMatchObject({ hidden: 'https://other.example.com/…' });
  });
});

describe('of any rules', () => {
  it('all that no secret is in comes back as it was, and no secret is in the part', async () => {
    const secret = 'zzTOPzz';
    await forAll([writtenRules, writtenRules, fc.boolean()], 25, async (declared, live, spoil) => {
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
      const [part] = openedParts(start);
      expect(JSON.stringify(part ?? null)).not.toContain(secret);
      const work = start.parts.flatMap((one) => one.work);
      expect(part?.changes ?? []).toHaveLength(work.length);
      part?.changes.forEach((change, index) => {
        const was = work[index]?.live ?? null;
        const isSpoilt = was?.condition.aiInstructions === `a ${secret}`;
        if (!isSpoilt) expect(change.before).toEqual(was);
        expect(change.after).toEqual(work[index]?.wanted ?? null);
      });
    });
  });

  it('no value of a variable is in the part, wherever rules have it and however it is written', () =>
    forAll([spoiledInboxes], 25, async ({ values, declared, live }) => {
      const secrets = values.map((value, index): Secret => ({ name: `SECRET_${index}`, value }));
      const start = await runStart({ secrets, accounts: { default: { declared, live } } });
      const [part] = openedParts(start);
      const text = JSON.stringify(part ?? null).toLowerCase();
      for (const value of values) {
        for (const one of [value, value.replaceAll('\r\n', '\n'), value.trim()]) {
          expect(text).not.toContain(JSON.stringify(one).slice(1, -1).toLowerCase());
        }
      }
    }));
});

/** Values as people have them, which other texts do not have by chance. */
const value = fc
  .tuple(
    fc.constantFrom('', 'https://hooks.example.com/', 'Bearer ', 'a"b\\', 'two\r\nlines ', 'ünï'),
    fc.stringMatching(/^[a-z0-9]{8,12}$/),
    fc.constantFrom('', '/end', '\n', ' ', '"'),
  )
  .map(([start, middle, end]) => `${start}zq${middle}${end}`);

/** Declared and live rules of the same names or others, with values as references and in any text. */
const spoiledInboxes = fc
  .tuple(
    fc.array(value, { minLength: 1, maxLength: 3 }),
    writtenRules,
    fc.array(fc.nat(30), { minLength: 40, maxLength: 40 }),
  )
  .map(([values, written, picks]) => {
    let at = 0;
    const pick = (most: number) => (picks[at++ % picks.length] ?? 0) % most;
    const some = () => values[pick(values.length)] ?? '';
    const spoiled = (text: string) => [text, some(), `${text} ${some()}`, `${some().toUpperCase()}!`][pick(4)] ?? text;
    const rules = written.map((rule) => ({
      ...rule,
      name: pick(4) === 0 ? `${rule.name} ${some()}` : rule.name,
      condition: { ...rule.condition, aiInstructions: spoiled(String(rule.condition.aiInstructions)) },
      actions: rule.actions.map((action) => ({ ...action, fields: { ...action.fields, content: spoiled('content') } })),
    }));
    const live = rules.map((rule, index): LiveRule => {
      const one = liveOf(declaredOf({ ...rule, runOnThreads: pick(2) === 0 }), index);
      const more = { [spoiled('key')]: [spoiled('a'), { [spoiled('b')]: spoiled('c') }] };
      const actions = one.actions.map((action) => ({ ...action, ...more, integrationName: spoiled('d') }));
      return { ...one, ...more, actions, condition: { ...one.condition, ...more } };
    });
    const declared = rules
      .filter(() => pick(3) > 0)
      .map((rule, index): DeclaredRule => {
        const number = pick(values.length);
        const body = declaredOf(
          { ...rule, condition: { ...rule.condition, aiInstructions: values[number] ?? '' } },
          index,
        );
        if (pick(2) === 0) return declaredOf(rule, index);
        return {
          ...body,
          references: [{ kind: 'env', name: `SECRET_${number}`, path: ['condition', 'aiInstructions'] }],
        };
      });
    return {
      values,
      live: unique(live, ({ name }) => canonicalName(name)),
      declared: unique(declared, ({ body }) => body.name),
    };
  });

function unique<T>(all: readonly T[], nameOf: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [nameOf(one), one])).values()];
}

it('what is shown of a secret is its variable, or the text around it', () => {
  const texts = [
    { env: 'ASK', tag: '' },
    { hidden: 'has (secret KEY) in it', tag: '' },
  ];
  expect(texts.map(shownSecret)).toEqual(['(secret ASK)', 'has (secret KEY) in it']);
});
