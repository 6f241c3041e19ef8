/** Keys put into and taken out of mappings. */
import { describe } from 'vitest';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { example, examples } from './edit-examples.ts';

type Rule = WrittenRule;
const set =
  (part: (rule: Rule) => object | null | undefined, values: object) =>
  (rule: Rule): void =>
    void Object.assign(part(rule) ?? {}, values);
const rule = (values: object) => set((it) => it, values);
const condition = (values: object) => set((it) => it.condition, values);
const staticPart = (values: object) => set((it) => it.condition.static, values);
const action = (values: object) => set((it) => it.actions[0], values);
const fields = (values: object) => set((it) => it.actions[0]?.fields, values);

const CHANNEL = 'cm4x8y2ab0000qwertyuiop12';
const STATIC = '  static: # static\n    from: a # first\n    # and to whom\n    to: b\n';
const FILE = `# head
name: N # the name
# when
condition: # if
  aiInstructions: x
  # who
  static: # static
    from: a # first
    # and to whom
    to: b
  # end of when
# what
actions:
  - type: LABEL # label
    fields: { label: L }
    # later
# tail
`;

describe('put in', () => {
  const cases: [string, (it: Rule) => void, string, string][] = [
    ['behind the name', rule({ enabled: true }), 'name: N # the name\n', 'name: N # the name\nenabled: true\n'],
    ['more', rule({ runOnThreads: false, renamedFrom: 'M' }), '# when', 'renamedFrom: M\nrunOnThreads: false\n# when'],
    ['before the first', condition({ conditionalOperator: 'OR' }), 'aiIns', 'conditionalOperator: OR\n  aiIns'],
    ['at the end', staticPart({ subject: 's' }), '    to: b\n', '    to: b\n    subject: s\n'],
    ['in brackets', fields({ to: 't' }), '{ label: L }', '{ label: L, to: t }'],
    ['in brackets, a text of several lines', fields({ content: 'a\nb\n' }), 'L }', 'L, content: "a\\nb\\n" }'],
    ['a reference', fields({ webhookUrl: { env: 'HOOK' } }), '{ label: L }', '{ label: L, webhookUrl: { env: HOOK } }'],
    ['behind comments that are its own', action({ delayInMinutes: 5 }), 'L }\n', 'L }\n    delayInMinutes: 5\n'],
    ['between', action({ messagingChannelId: CHANNEL }), '# label\n', `# label\n    messagingChannelId: ${CHANNEL}\n`],
    ['a text of several lines', staticPart({ subject: 'a\nb' }), 'to: b', 'to: b\n    subject: |-\n      a\n      b'],
  ];
  for (const [title, change, at, now] of cases) example(title, FILE, change, FILE.replace(at, now));

  examples({
    'where the order is not that of the spec, behind the last': [
      'actions: [{ type: ARCHIVE }]\ncondition: {}\nname: N # n\n# tail\n',
      rule({ enabled: true }),
      'actions: [{ type: ARCHIVE }]\ncondition: {}\nname: N # n\nenabled: true\n# tail\n',
    ],
    'where other keys are out of order, in its place': [
      'name: N\nactions: [{ type: ARCHIVE }]\ncondition: {}\n',
      rule({ enabled: true }),
      'name: N\nenabled: true\nactions: [{ type: ARCHIVE }]\ncondition: {}\n',
    ],
    'a mapping, in the steps and the style of the file': [
      'name: N\ncondition:\n    aiInstructions: x\nactions:\n    -   type: LABEL\n        fields:\n            label: L\n',
      condition({ static: { from: 'a', to: 'b' } }),
      'name: N\ncondition:\n    aiInstructions: x\n    static:\n        from: a\n        to: b\nactions:\n    -   type: LABEL\n        fields:\n            label: L\n',
    ],
    'into an empty mapping': [
      'name: N\ncondition: {} # any\nactions: [{ type: ARCHIVE }]\n',
      condition({ aiInstructions: 'x' }),
      'name: N\ncondition: { aiInstructions: x } # any\nactions: [{ type: ARCHIVE }]\n',
    ],
    'before the first behind a dash': [
      'rules:\n- condition: {}\n  actions:\n  - type: ARCHIVE\n  enabled: true\n  name: N\n',
      rule({ renamedFrom: 'M' }),
      'rules:\n- condition: {}\n  actions:\n  - type: ARCHIVE\n  enabled: true\n  name: N\n  renamedFrom: M\n',
    ],
    'at the end of a file without a line end': [
      'name: N\nactions: [{ type: ARCHIVE }]\ncondition:\n  static:\n    from: a',
      staticPart({ to: 'b', subject: 's' }),
      'name: N\nactions: [{ type: ARCHIVE }]\ncondition:\n  static:\n    from: a\n    to: b\n    subject: s',
    ],
    'with the line ends of the file': [
      'name: N\r\ncondition: {}\r\nactions: [{ type: ARCHIVE }]\r\n',
      rule({ enabled: true }),
      'name: N\r\nenabled: true\r\ncondition: {}\r\nactions: [{ type: ARCHIVE }]\r\n',
    ],
  });
});

describe('taken out', () => {
  const cases: [string, (it: Rule) => void, string, string][] = [
    ['with the comment on its line, and no other', staticPart({ from: null }), '    from: a # first\n', ''],
    ['the last of a mapping', staticPart({ to: null }), '    to: b\n', ''],
    ['in brackets, with its brackets', action({ fields: null }), '    fields: { label: L }\n', ''],
    ['a mapping with all that is in it', condition({ static: null }), STATIC, ''],
    ['a mapping of which nothing is left', staticPart({ from: null, to: null }), STATIC, ''],
    ['the first of a mapping', condition({ aiInstructions: null }), '  aiInstructions: x\n', ''],
  ];
  for (const [title, change, at, now] of cases) example(title, FILE, change, FILE.replace(at, now));

  const channel = `messagingChannelId: ${CHANNEL}`;
  examples({
    'the first behind a dash': [
      `name: N\ncondition: {}\nactions:\n  - ${channel} # c\n    type: ARCHIVE # t\n`,
      action({ messagingChannelId: null }),
      'name: N\ncondition: {}\nactions:\n  - type: ARCHIVE # t\n',
    ],
    'the first behind a dash, before a comment': [
      `name: N\ncondition: {}\nactions:\n  - ${channel} # c\n    # about type\n    type: ARCHIVE # t\n`,
      action({ messagingChannelId: null }),
      'name: N\ncondition: {}\nactions:\n  -\n    # about type\n    type: ARCHIVE # t\n',
    ],
    'a literal text, blank lines behind it kept': [
      'name: N\nrenamedFrom: |\n  a\n  b\n\n# when\ncondition: {}\nactions: [{ type: ARCHIVE }]\n',
      rule({ renamedFrom: null }),
      'name: N\n\n# when\ncondition: {}\nactions: [{ type: ARCHIVE }]\n',
    ],
    'what says nothing stays': [
      'name: N\nrenamedFrom: ~\nenabled:\ncondition: { static: {} }\nactions: [{ type: ARCHIVE, fields: ~ }]\n',
      rule({ renamedFrom: null, name: 'M' }),
      'name: M\nrenamedFrom: ~\nenabled:\ncondition: { static: {} }\nactions: [{ type: ARCHIVE, fields: ~ }]\n',
    ],
  });
});

describe('in brackets', () => {
  const flow = (written: string): string =>
    `name: N\ncondition: {}\nactions:\n  - type: SEND_EMAIL\n    fields: ${written} # f\n    delayInMinutes: 1\n`;
  const cases: [string, string, object, string][] = [
    ['one is left', '{ to: a, cc: b }', { to: null }, '{ cc: b }'],
    ['the last goes', '{ to: a, cc: b }', { cc: null }, '{ to: a }'],
    ['a comma at the end stays', '{ to: a, cc: b, }', { cc: null }, '{ to: a, }'],
    ['narrow brackets', '{to: a,cc: b}', { cc: null, bcc: 'c' }, '{to: a,bcc: c}'],
    ['into the middle', '{ to: a, bcc: b }', { cc: 'c' }, '{ to: a, cc: c, bcc: b }'],
    ['to the front', '{ cc: b }', { to: 'a' }, '{ to: a, cc: b }'],
    ['all others', '{ to: a }', { to: null, cc: 'b' }, '{ cc: b }'],
    ['as in JSON', '{"to":"a"}', { cc: 'b' }, '{"to":"a", "cc": "b"}'],
    ['last of lines', '{\n      to: a, # who\n      cc: b # copy\n    }', { cc: null }, '{\n      to: a # who\n    }'],
    ['first of lines', '{\n      to: a, # who\n      cc: b, # c\n    }', { to: null }, '{\n      cc: b, # c\n    }'],
    [
      'over lines, into the middle',
      '{\n      to: a, # who\n      # hidden\n      bcc: b # copy\n    }',
      { cc: 'c' },
      '{\n      to: a, # who\n      cc: c,\n      # hidden\n      bcc: b # copy\n    }',
    ],
    [
      'over lines, to the end',
      '{\n      to: a, # who\n      cc: b # copy\n    }',
      { bcc: 'c' },
      '{\n      to: a, # who\n      cc: b, # copy\n      bcc: c\n    }',
    ],
    ['a value and a key', '{ to: a, cc: b }', { to: 'z', bcc: 'c' }, '{ to: z, cc: b, bcc: c }'],
  ];
  for (const [title, written, values, now] of cases) example(title, flow(written), fields(values), flow(now));

  const json = (inner: string): string =>
    `{\n  "name": "N",\n${inner}  "condition": {},\n  "actions": [\n    { "type": "ARCHIVE" }\n  ]\n}\n`;
  example(
    'a file of JSON stays JSON',
    json(''),
    rule({ enabled: true, renamedFrom: 'M' }),
    json('  "renamedFrom": "M",\n  "enabled": true,\n'),
  );
});
