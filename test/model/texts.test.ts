/** The walk over the texts of a rule. */
import { expect, it } from 'vitest';
import { mapTexts, textAt, textsOf } from '../../src/model/texts.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { declaredOf, liveOf, writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';

it('the identity over the texts of a rule is the identity, in every form of a rule', () =>
  forAll([writtenRules], 100, (rules) => {
    const live = rules.map((written) => ({ ...liveOf(declaredOf(written)), mood: 'new' }));
    for (const rule of [...rules, ...rules.map(canonicalRule), ...live]) {
      const same = mapTexts(rule, (text: string) => text);
      expect(same).toEqual(rule);
      expect(JSON.stringify(same)).toBe(JSON.stringify(rule));
    }
  }));

it('the path of a text leads to it', () =>
  forAll([writtenRules], 100, (rules) => {
    for (const rule of rules) for (const { text, path } of textsOf(rule)) expect(textAt(rule, path)).toBe(text);
  }));

it('every text is met once, and a rule is left as it was', () => {
  const rule = {
    name: 'Refunds',
    renamedFrom: 'Money',
    condition: { aiInstructions: 'a refund', static: { from: 'a@example.com', to: null }, conditionalOperator: 'OR' },
    actions: [
      { type: 'REPLY', messagingChannelId: 'c', fields: { content: 'soon' } },
      { type: 'STAR', fields: null },
    ],
  } as const;
  const before = structuredClone(rule);
  expect(mapTexts(rule, (text, path) => `${path.join('/')}=${text}`)).toEqual({
    ...rule,
    condition: {
      aiInstructions: 'condition/aiInstructions=a refund',
      static: { from: 'condition/static/from=a@example.com', to: null },
      conditionalOperator: 'OR',
    },
    actions: [
      {
        type: 'REPLY',
        messagingChannelId: 'actions/0/messagingChannelId=c',
        fields: { content: 'actions/0/fields/content=soon' },
      },
      { type: 'STAR', fields: null },
    ],
  });
  expect(rule).toEqual(before);
});
