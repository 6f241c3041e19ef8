/** What the canonical form of a rule file is, by examples. */
import { expect, test } from 'vitest';
import { formatRules } from '../../src/source/layout/format.ts';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { expectInProportion } from '../harness/processor-time.ts';

const REST = 'condition:\n  aiInstructions: x\nactions:\n  - type: STAR\n';

interface Example {
  before: string;
  after: string;
}

const EXAMPLES: Record<string, Example> = {
  'keys come in the order of the API, with their comments': {
    before: `# About the rule.
actions:
  # Sent last.
  - delayInMinutes: 60 # an hour
    fields: { folderName: F, cc: c@example.com, to: a@example.com }
    type: FORWARD # to whom
  # end of the actions
condition:
  # Who sends it.
  static: { subject: S, from: f@example.com }
  # What it says.
  aiInstructions: x
  conditionalOperator: AND
runOnThreads: false
# Expected.
enabled: true
renamedFrom: Old
name: New
# end
`,
    after: `# About the rule.
name: New
renamedFrom: Old
# Expected.
enabled: true
runOnThreads: false
condition:
  conditionalOperator: AND
  # What it says.
  aiInstructions: x
  # Who sends it.
  static: { from: f@example.com, subject: S }
actions:
  # Sent last.
  - type: FORWARD # to whom
    fields: { to: a@example.com, cc: c@example.com, folderName: F }
    delayInMinutes: 60 # an hour
  # end of the actions
# end
`,
  },
  'small mappings of texts are on one line, rules, conditions and actions are not': {
    before: `{"name": "A", "condition": {"static": {"from": "a@example.com"}, "aiInstructions": {"file":
  "../prompts/a.md"}}, "actions": [{"type": "CALL_WEBHOOK", "fields":
  {"webhookUrl": {"env": "HOOK"}}}, {"type": "ARCHIVE", "fields": {}}]}`,
    after: `name: A
condition:
  aiInstructions: { file: ../prompts/a.md }
  static: { from: a@example.com }
actions:
  - type: CALL_WEBHOOK
    fields: { webhookUrl: { env: HOOK } }
  - type: ARCHIVE
    fields: {}
`,
  },
  'a mapping that is too long for a line, or holds a text of several, is not on one': {
    before: `name: A
condition: { static: { from: "a-rather-long-address@example.com", subject: "a rather long subject too" } }
actions: [{ type: REPLY, fields: { content: "Hello\\n\\nBye", cc: x } }]
`,
    after: `name: A
condition:
  static:
    from: a-rather-long-address@example.com
    subject: a rather long subject too
actions:
  - type: REPLY
    fields:
      cc: x
      content: |-
        Hello

        Bye
`,
  },
  'a list of a matcher has an entry on each line, however short it is': {
    before: `name: Lists
condition:
  static: {to: [ a@x.example , 'b@x.example' # Bob
    ], subject: ["Order: paid", "#1"]}
actions: [type: STAR]
`,
    after: `name: Lists
condition:
  static:
    to:
      - a@x.example
      - b@x.example # Bob
    subject:
      - "Order: paid"
      - "#1"
actions:
  - type: STAR
`,
  },
  'texts of several lines are literal blocks': {
    before: `name: A
condition:
  aiInstructions: > # folded
    one
    two

      three
actions:
  - { type: REPLY, fields: { content: "  a\\n b\\n\\n", subject: 'x

      y' } }
  - { type: STAR }
`,
    after: `name: A
condition:
  aiInstructions: | # folded
    one two

      three
actions:
  - type: REPLY
    fields:
      subject: |-
        x
        y
      content: |2+
          a
         b

  - type: STAR
`,
  },
  'texts that no block can carry, or show as they are, are quoted': {
    before: `name: "A\\tB"\ncondition: { aiInstructions: "a\\r\\nb\\u202e\\n", static: { subject: "a\\n  " } }
actions: [{ type: STAR }]\n`,
    after: `name: "A\\tB"\ncondition:\n  aiInstructions: "a\\r\\n\\\n    b\\u202e\\n"\n  static:\n    subject: "a\\n  "
actions:\n  - type: STAR\n`,
  },
  'what nobody would see is an escape, also in a text that was a block': {
    before: String.raw`name: "pa\ufe0fy \U000E0041\u3164"
condition:
  aiInstructions: "one\u00a0«two»\n  thr\u200bee \"3\"\n\n\ttab \\ end \n\u0301"
  static: { subject: "\u2800", from: "❤\ufe0f" }
actions: [{ type: LABEL, fields: { label: "a\u200cb" } }]
`,
    after: String.raw`name: "pa\ufe0fy \U000e0041\u3164"
condition:
  aiInstructions: "one\u00a0«two»\n\
    \x20 thr\u200bee \"3\"\n\
    \n\
    \ttab \\ end \n\
    \u0301"
  static: { from: ❤\ufe0f, subject: "\u2800" }
actions:
  - type: LABEL
    fields: { label: "a\u200cb" }
`.replace(String.raw`❤\ufe0f`, '❤\ufe0f'),
  },
  'a comment beside a text keeps it on one line': {
    before: 'name: A\ncondition:\n  aiInstructions: "a\\u200b\\nb" # c\nactions: [{ type: STAR }]\n',
    after: 'name: A\ncondition:\n  aiInstructions: "a\\u200b\\nb" # c\nactions:\n  - type: STAR\n',
  },
  'a long text is folded where it has words': {
    before: `name: A
condition:
  aiInstructions: ${'word '.repeat(30)}end
  static: { from: "${'@a.example.com, '.repeat(8)}@b.example.com", subject: ${'x'.repeat(120)} }
actions: [{ type: STAR }]
`,
    after: `name: A
condition:
  aiInstructions: >-
    ${'word '.repeat(18)}word
    ${'word '.repeat(11)}end
  static:
    from: >-
      @a.example.com, @a.example.com, @a.example.com, @a.example.com, @a.example.com,
      @a.example.com, @a.example.com, @a.example.com, @b.example.com
    subject: ${'x'.repeat(120)}
actions:
  - type: STAR
`,
  },
  'quotes are double, and only where YAML needs them': {
    before: `name: 'Plain, [text] isn''t "quoted"'
condition: { static: { from: 'a, b', to: '@example.com', subject: 'yes' } }
actions:
  - type: "SEND_EMAIL"
    fields: { subject: '2024-01-01', content: 'a: b', to: 'x #y', cc: "12:30", bcc: "x:y" }
  - { type: LABEL, fields: { label: '' } }
`,
    after: `name: Plain, [text] isn't "quoted"
condition:
  static: { from: "a, b", to: "@example.com", subject: "yes" }
actions:
  - type: SEND_EMAIL
    fields:
      to: "x #y"
      cc: "12:30"
      bcc: x:y
      subject: "2024-01-01"
      content: "a: b"
  - type: LABEL
    fields: { label: "" }
`,
  },
  'no key is added or dropped, and nothing is written in one way': {
    before:
      'name: A\nrenamedFrom:\nenabled: ~\nrunOnThreads: TRUE\ncondition: {static: , aiInstructions: x}\nactions: [{type: STAR, delayInMinutes: 0x3c}]\n',
    after:
      'name: A\nrenamedFrom: null\nenabled: null\nrunOnThreads: true\ncondition:\n  aiInstructions: x\n  static: null\nactions:\n  - type: STAR\n    delayInMinutes: 0x3c\n',
  },
  'rules in a list are set apart; elsewhere one empty line stays one': {
    before: `rules:
- name: A


  condition:

    aiInstructions: x
  actions:
  - type: STAR

# About B.
- name: B
  condition: { aiInstructions: x }
  actions: [{ type: STAR }]
- name: C
  condition: { aiInstructions: x }
  actions: [{ type: REPLY, fields: { content: "x\\n\\n" } }]
- name: D
  condition: { aiInstructions: x }
  actions: [{ type: STAR }]
`,
    after: `rules:
  - name: A

    condition:
      aiInstructions: x
    actions:
      - type: STAR

  # About B.
  - name: B
    condition:
      aiInstructions: x
    actions:
      - type: STAR

  - name: C
    condition:
      aiInstructions: x
    actions:
      - type: REPLY
        fields:
          content: |+
            x

  - name: D
    condition:
      aiInstructions: x
    actions:
      - type: STAR
`,
  },
  'documents: the head stays, empty ones go, comments stay': {
    before: `# yaml-language-server: $schema=../x.json

--- # about A
name: A
${REST}# end of A
---
# of nothing
--- # about B

name: B
${REST}...
# after all
---
`,
    after: `# yaml-language-server: $schema=../x.json
# about A
name: A
${REST}# end of A
---
# of nothing
# about B

name: B
${REST}# after all
`,
  },
  'comments in brackets stay with their entries': {
    before: `name: A
condition: {
  static: { # who
    from: x, # sender
    # the address
    to: z
    # nothing more
  }, # after
  aiInstructions: x }
actions: [ # what
  { type: STAR }, # a star
  # filed
  { type: LABEL, fields: { label: x } } # label
] # end
`,
    after: `name: A
condition:
  aiInstructions: x
  static: # who
    from: x # sender
    # the address
    to: z
    # nothing more
    # after
actions: # what
  - type: STAR # a star
  # filed
  - type: LABEL # label
    fields: { label: x }
  # end
`,
  },
  'comments around the dash of a rule are above it': {
    before: `rules:
  # above
  - # behind
    # below
    condition: { aiInstructions: x }
    actions: [{ type: STAR }]
    # about the name
    name: A
`,
    after: `rules:
  # above
  # behind
  # below
  # about the name
  - name: A
    condition:
      aiInstructions: x
    actions:
      - type: STAR
`,
  },
  'comments between a key and its text are above the key, or beside it': {
    before: `name: # first
  A
condition:
  aiInstructions:
    # why
    x # because
  static:
    # none
actions:
  - type: STAR
`,
    after: `name: A # first
condition:
  # why
  aiInstructions: x # because
  static: null
  # none
actions:
  - type: STAR
`,
  },
  'anchors, aliases and merge keys': {
    before: `rules:
- &a
  actions: &star [{ type: STAR }]
  condition: { aiInstructions: &text "x" }
  &key name: A
- { *key : B, <<: *a }
- actions: *star
  <<: [ *a, {enabled: true} ]
  name: C
`,
    after: `rules:
  - &a
    &key name: A
    condition:
      aiInstructions: &text x
    actions: &star
      - type: STAR

  - *key : B
    <<: *a

  - name: C
    <<:
      - *a

      - enabled: true
    actions: *star
`,
  },
  'the order stays where another would change what an alias stands for': {
    before: `actions: [{ type: REPLY, fields: { content: &t x, cc: c } }]
condition: { static: { to: *t, from: z }, aiInstructions: *t }
name: A
`,
    after: `actions:
  - type: REPLY
    fields: { cc: c, content: &t x }
condition:
  aiInstructions: *t
  static: { from: z, to: *t }
name: A
`,
  },
  'explicit keys, line ends of Windows and a byte order mark': {
    before: `\ufeff? name\r\n: A\r\n${REST.replaceAll('\n', '\r\n')}# end\r\n`,
    after: `name: A\n${REST}# end\n`,
  },
  'a version directive says what is the case anyway': {
    before: `%YAML 1.2\n--- # a\nname: A\n${REST}`,
    after: `# a\nname: A\n${REST}`,
  },
  'comments alone': { before: '\n\n# a\n\n\n  # b\n---\n', after: '# a\n\n# b\n' },
  nothing: { before: '\n\n', after: '' },
};

test.each(Object.entries(EXAMPLES))('%s', (_, { before, after }) => {
  expect(formatRules(before)).toBe(after);
  expect(formatRules(after)).toBe(after);
  const written = (text: string) => parseRuleFile('', text.replace('\ufeff', '')).rules.map((rule) => rule.written);
  expect(written(after)).toEqual(written(before));
});

test.each([
  ['syntax', 'name: "A\n'],
  ['a tag', `name: !!str A\n${REST}`],
  ['a shape', `name: A\nactions: []\n${REST}`],
])('a file with problems of %s is left alone', (_, text) => {
  expect(formatRules(text)).toBeNull();
});

test('eight times as many rules do not take 64 times as long', () =>
  expectInProportion(200, (count) => {
    const rule = (index: number) =>
      `- actions: &a${index} [{ type: STAR }] # c\n  # d\n  condition: { aiInstructions: x }\n  name: R${index}\n`;
    const text = `rules:\n${Array.from({ length: count }, (_, index) => rule(index)).join('')}`;
    return () => expect(formatRules(text)).toContain(`name: R${count - 1}`);
  }));
