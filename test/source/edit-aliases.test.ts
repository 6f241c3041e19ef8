/** Anchors, aliases and merges: a change is one of its rule only. */
import { describe } from 'vitest';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { exact, examples } from './edit-examples.ts';

const rest = '    actions: [{ type: ARCHIVE }]\n';
const rename = { 0: (it: object) => Object.assign(it, { name: 'Z' }) };

describe('aliases', () => {
  const two = (a: string, b: string, c = ''): string =>
    `rules:\n  - name: A\n    condition: ${a}\n${rest}  - name: B\n    condition: ${b}\n${rest}${c === '' ? '' : `  - name: C\n    condition: ${c}\n${rest}`}`;
  const news = (it: { condition: object }): unknown => Object.assign(it.condition, { aiInstructions: 'new' });

  examples({
    'an alias is written out': [
      two('&c { aiInstructions: old } # a', '*c # b'),
      { 1: news },
      two('&c { aiInstructions: old } # a', '{ aiInstructions: new } # b'),
    ],
    'the anchored value changes: the first alias takes the anchor': [
      two('&c { aiInstructions: old }', '*c # b', '*c'),
      { 0: news },
      two('{ aiInstructions: new }', '&c { aiInstructions: old } # b', '*c'),
    ],
    'with one alias no anchor is needed': [
      two('&c { aiInstructions: old }', '*c'),
      { 0: news },
      two('&c { aiInstructions: new }', '{ aiInstructions: old }'),
    ],
    'all change alike: the alias stays': [
      two('&c { aiInstructions: old }', '*c'),
      { 0: news, 1: news },
      two('&c { aiInstructions: new }', '*c'),
    ],
    'the anchored rule goes': [
      two('&c { aiInstructions: old }', '*c', '*c'),
      { 0: 'remove' },
      `rules:\n  - name: B\n    condition: &c { aiInstructions: old }\n${rest}  - name: C\n    condition: *c\n${rest}`,
    ],
    'another value changes: nothing else does': [
      two('&c { aiInstructions: old }', '*c'),
      rename,
      two('&c { aiInstructions: old }', '*c').replace('name: A', 'name: Z'),
    ],
    'a text': [
      'name: &n News\ncondition: { aiInstructions: *n }\nactions:\n  - type: LABEL\n    fields: { label: *n }\n',
      rename,
      'name: Z\ncondition: { aiInstructions: &n News }\nactions:\n  - type: LABEL\n    fields: { label: *n }\n',
    ],
    'a text of which each alias becomes the same': [
      'name: &n News\ncondition: { aiInstructions: *n }\nactions: [{ type: ARCHIVE }]\n',
      (it) => {
        it.name = 'Shops';
        it.condition.aiInstructions = 'Shops';
      },
      'name: &n Shops\ncondition: { aiInstructions: *n }\nactions: [{ type: ARCHIVE }]\n',
    ],
    'a list of actions': [
      `rules:\n  - name: A\n    condition: {}\n    actions: &a\n      - type: ARCHIVE # gone\n  - name: B\n    condition: {}\n    actions: *a # same\n`,
      { 1: (it) => it.actions.push({ type: 'STAR' }) },
      `rules:\n  - name: A\n    condition: {}\n    actions: &a\n      - type: ARCHIVE # gone\n  - name: B\n    condition: {}\n    actions: # same\n      - type: ARCHIVE\n      - type: STAR\n`,
    ],
    'an action': [
      'name: N\ncondition: {}\nactions:\n  - &a\n    type: LABEL\n    fields: { label: L }\n  - *a # again\n',
      (it) => Object.assign(it.actions[1] ?? {}, { delayInMinutes: 5 }),
      'name: N\ncondition: {}\nactions:\n  - &a\n    type: LABEL\n    fields: { label: L }\n  - type: LABEL # again\n    fields: { label: L }\n    delayInMinutes: 5\n',
    ],
  });
  exact(
    'anchors of one name in two documents',
    'name: &n A\ncondition: { aiInstructions: *n }\nactions: [{ type: STAR }]\n---\nname: &n B\ncondition: { aiInstructions: *n }\nactions: [{ type: STAR }]\n',
    { 1: (it) => Object.assign(it, { name: 'C' }) },
    'name: &n A\ncondition: { aiInstructions: *n }\nactions: [{ type: STAR }]\n---\nname: &n C\ncondition:\n  aiInstructions: B\nactions:\n  - type: STAR\n',
  );
});

describe('merges', () => {
  const base = (a: string): string =>
    `rules:\n  - &base\n    name: A\n${a}    condition: { aiInstructions: x }\n${rest}`;
  const own = (b: string): string => `  - <<: *base # as A\n    name: B\n${b}`;

  examples({
    'a merged value gets a key of its own': [
      base('') + own(''),
      { 1: (it) => Object.assign(it, { condition: { aiInstructions: 'y' } }) },
      base('') + own('    condition: { aiInstructions: "y" }\n'),
    ],
    'a merged key is taken out': [
      base('    enabled: true\n') + own(''),
      { 1: (it) => Object.assign(it, { enabled: null }) },
      base('    enabled: true\n') + own('    enabled: null\n'),
    ],
    'a key that hides a merged one is taken out': [
      base('    enabled: true\n') + own('    enabled: false # off\n'),
      { 1: (it) => Object.assign(it, { enabled: null }) },
      base('    enabled: true\n') + own('    enabled: null # off\n'),
    ],
    'what is merged changes': [
      base('    enabled: true\n') + own(''),
      { 0: (it) => Object.assign(it, { enabled: false }) },
      base('    enabled: false\n') + own('    enabled: true\n'),
    ],
    'both change alike': [
      base('    enabled: true\n') + own(''),
      { 0: (it) => Object.assign(it, { enabled: false }), 1: (it) => Object.assign(it, { enabled: false }) },
      base('    enabled: false\n') + own(''),
    ],
    'what is merged goes': [
      base('') + own(''),
      { 0: 'remove' },
      `rules:\n  - name: B\n    condition: { aiInstructions: x }\n    actions:\n      - type: ARCHIVE\n`,
    ],
    'what is merged becomes a text, and the mapping that merged it goes': [
      'name: A\ncondition: { static: { from: &f { file: a.md } } }\nactions: [{ type: REPLY, fields: { content: a, cc: { <<: *f } } }]\n',
      (it) => {
        it.condition = { static: { from: 'a@example.com' } };
        it.actions = [{ type: 'REPLY', fields: { content: 'a' } }];
      },
      'name: A\ncondition: { static: { from: &f a@example.com } }\nactions: [{ type: REPLY, fields: { content: a } }]\n',
    ],
    'in brackets': [
      `rules:\n  - { name: A, condition: &c { aiInstructions: x, conditionalOperator: AND }, actions: [{ type: STAR }] }\n  - { name: B, condition: { <<: *c }, actions: [{ type: STAR }] }\n`,
      { 1: (it) => Object.assign(it.condition, { aiInstructions: 'z' }) },
      `rules:\n  - { name: A, condition: &c { aiInstructions: x, conditionalOperator: AND }, actions: [{ type: STAR }] }\n  - { name: B, condition: { <<: *c, aiInstructions: z }, actions: [{ type: STAR }] }\n`,
    ],
  });
});

describe('in brackets, an action taken out', () => {
  const A = (actions: string) => `- name: A
  condition: {aiInstructions: &t hello, static: {from: &f a@example.com, subject: S}}
  actions: [${actions}]
`;
  const B = (actions: string) => `- name: B
  condition: {aiInstructions: *t, static: {from: *f}}
  actions: [${actions}]
`;
  const LABEL = '{type: LABEL, fields: &flds {label: &l L1}}';
  const ARCHIVE = '&arch {type: ARCHIVE, delayInMinutes: &d 60}';
  const shift = { 0: (rule: WrittenRule) => void rule.actions.shift() };

  examples({
    'leaves the anchors of others, and what aliases took from it is written out': [
      `rules:\n${A(`${LABEL}, ${ARCHIVE}`)}${B('{type: LABEL, fields: *flds}, *arch')}`,
      shift,
      `rules:\n${A(ARCHIVE)}${B('{type: LABEL, fields: { label: L1 }}, *arch')}`,
    ],
    'leaves those behind it where there is none before': [
      `rules:\n${A(`{type: STAR}, ${ARCHIVE}`)}${B('{type: MARK_READ, delayInMinutes: *d}, *arch')}`,
      shift,
      `rules:\n${A(ARCHIVE)}${B('{type: MARK_READ, delayInMinutes: *d}, *arch')}`,
    ],
  });
});
