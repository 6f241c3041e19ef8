/** What a snapshot keeps of rules: all of it, sealed, and which of their texts are secrets. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Secret } from '../../../src/diagnostics/redactor.ts';
import { type RunStart, snapshotText } from '../../../src/engine/snapshot/write.ts';
import type { DeclaredRule, LiveRule } from '../../../src/model/rule.ts';
import { snapshotPart } from '../../../src/model/snapshot.ts';
import { canonicalName } from '../../../src/planning/canonical.ts';
import { declaredOf, liveOf, writtenRules } from '../../harness/arbitrary.ts';
import { forAll } from '../../harness/for-all.ts';
import { endedText, type Opened, openedParts, RUN, ruleOf, runStart } from '../../harness/snapshot.ts';

const KEY: Secret = { name: 'INBOXCTL_API_KEY', value: 'the-key-of-the-inbox', of: 'API key' };
const HOOK: Secret = { name: 'HOOK', value: 'https://hooks.example.com/services/token-now' };
const ASK: Secret = { name: 'ASK', value: 'first line\r\nsecond line' };
const UNUSED: Secret = { name: 'UNUSED', value: 'a value that no rule has' };
const SECRETS = [KEY, HOOK, ASK, UNUSED];
const THEN = 'https://hooks.example.com/services/token-before';

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

/** As it is live: with an action more in front, earlier texts, and keys and values of any kind. */
const LIVE = ((): LiveRule => {
  const live = liveOf(DECLARED);
  const [label, hook, plain] = live.actions;
  if (label === undefined || hook === undefined || plain === undefined) throw new Error('There are three');
  const { messagingChannelId: _, ...withoutChannel } = plain;
  const odd = {
    ...label,
    type: 'INTEGRATION',
    integrationName: 'crm',
    integrationArgs: { list: [1, KEY.value, null] },
  };
  return {
    ...live,
    mood: { calm: [true, ASK.value, 7.5, null], [`of ${HOOK.value}`]: 'x' },
    condition: { ...live.condition, aiInstructions: ' an earlier\r\ntext ', language: 'en' },
    actions: [
      { ...odd, fields: { ...label.fields, label: null, color: 'red' } },
      { ...label, fields: { ...label.fields, label: `has ${KEY.value} in it` } },
      { ...hook, fields: { ...hook.fields, webhookUrl: THEN } },
      withoutChannel,
    ],
  } as LiveRule;
})();

/** The part of the only account of a run, which reads as it was written. */
async function partOf(options: Parameters<typeof runStart>[0]): Promise<Opened> {
  const [part] = openedParts(await runStart({ secrets: SECRETS, ...options }));
  if (part === undefined) throw new Error('There is a change');
  expect(snapshotPart.parse(JSON.parse(JSON.stringify(part))).changes).toEqual(part.changes);
  return part;
}

describe('of each change', () => {
  const replaced = () => partOf({ accounts: { default: { declared: [DECLARED], live: [LIVE] } } });

  it('the rule is kept as it was received, every key and every byte, and as it will be sent', async () => {
    const [change] = (await replaced()).changes;
    expect(JSON.parse(JSON.stringify(change?.before))).toEqual(JSON.parse(JSON.stringify(LIVE)));
    expect(change?.before?.actions[3]).not.toHaveProperty('messagingChannelId');
    const { condition } = DECLARED.body;
    expect(change?.after).toEqual({ ...DECLARED.body, condition: { ...condition, conditionalOperator: 'AND' } });
  });

  it('it is kept which of its texts stand where a file names a variable, also texts of before that', async () => {
    const [change] = (await replaced()).changes;
    const ask = { path: ['condition', 'aiInstructions'], kind: 'env', name: 'ASK' };
    const hook = { path: ['actions', 1, 'fields', 'webhookUrl'], kind: 'env', name: 'HOOK' };
    // Of the actions that can be sent, as in the plan.
    expect(change?.variables).toEqual({ before: [ask, hook], after: [ask, hook] });
  });

  it('the values that were hidden in its rules are kept, and no others', async () => {
    const { secrets } = await replaced();
    expect(secrets).toEqual([KEY, HOOK, ASK].map(({ name, value }) => ({ name, value })));
    const plain = await partOf({});
    expect(plain.secrets).toEqual([]);
    expect(plain.changes.map(({ variables }) => variables)).toEqual(
      plain.changes.map(() => ({ before: [], after: [] })),
    );
  });

  it('a secret in its name is hidden where it is shown, and is in the rule', async () => {
    const declared = declaredOf({ ...ruleOf(`to ${HOOK.value}`), renamedFrom: `by ${HOOK.value}` });
    const live = liveOf(declaredOf(ruleOf(`by ${HOOK.value}`)));
    const part = await partOf({ accounts: { default: { declared: [declared], live: [live] } } });
    expect(part.changes).toMatchObject([{ name: 'to (secret HOOK)', renamedFrom: 'by (secret HOOK)' }]);
    expect(part.changes[0]?.before?.name).toBe(live.name);
  });
});

describe('of any rules', () => {
  it('all is read back as it was received and sent', () =>
    forAll([spoiledInboxes], 25, async ({ values, declared, live }) => {
      const secrets = values.map((value, index): Secret => ({ name: `SECRET_${index}`, value }));
      const start = await runStart({ secrets, accounts: { default: { declared, live } } });
      const work = start.parts.flatMap((one) => one.work);
      const changes = openedParts(start).flatMap((part) => part.changes);
      expect(changes).toHaveLength(work.length);
      changes.forEach((change, index) => {
        expect(change.before).toEqual(work[index]?.live ?? null);
        expect(change.after).toEqual(work[index]?.wanted ?? null);
      });
    }));

  const keys = fc.record({
    apiKey: fc.stringMatching(/^zk[a-z0-9]{12}$/),
    signingKey: fc.option(fc.stringMatching(/^zs[a-z0-9]{20}$/)),
  });

  it('no secret is in the file in the clear, wherever rules have it and whatever seals it', () =>
    forAll([spoiledInboxes, keys], 25, async ({ values, declared, live }, { apiKey, signingKey }) => {
      const secrets = values.map((value, index): Secret => ({ name: `SECRET_${index}`, value }));
      const start = await runStart({
        secrets: [...secrets, { name: 'KEY', value: apiKey, of: 'API key' }],
        accounts: { alice: { declared, live }, bob: { declared, live: [] } },
        keyOf: () => signingKey ?? apiKey,
        apiKeyOf: () => apiKey,
      });
      const texts = start.parts.flatMap(({ work }) => work.flatMap((one) => longTextsIn([one.live, one.wanted])));
      expectHidden(start, [...values, ...texts, apiKey, ...(signingKey === null ? [] : [signingKey])]);
    }));
});

/** Each text, in any case and escaped or not, is neither in the lines of the file nor in the bytes that they stand for. */
function expectHidden(start: RunStart, texts: readonly string[]): void {
  for (const file of [snapshotText(RUN, start).text, endedText(start)]) {
    const bytes = file.split('\n').map((line) => Buffer.from(line, 'base64url').toString('latin1'));
    const all = [file, ...bytes].join('\n').toLowerCase();
    for (const text of texts) {
      for (const one of [text, text.replaceAll('\r\n', '\n'), text.trim()]) {
        const forms = [one, JSON.stringify(one).slice(1, -1), Buffer.from(one).toString('latin1')];
        for (const form of forms) expect(all).not.toContain(form.toLowerCase());
      }
    }
  }
}

/** Texts of rules that are in no other text by chance. */
function longTextsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim().length > 8 && !isKnown(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(longTextsIn) : [];
}

/** What the first line says in the clear has such texts too: times. */
const isKnown = (text: string) => /^\d{4}-\d{2}-\d{2}T/.test(text);

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
