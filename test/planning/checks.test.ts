import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { checkRule, checkRuleSet } from '../../src/planning/checks/rule.ts';
import { sendersOf } from '../../src/planning/checks/senders.ts';
import { forAll } from '../harness/for-all.ts';

type Action = ResolvedRule['actions'][number];

function rule(parts: Partial<ResolvedRule> = {}): ResolvedRule {
  return { name: 'A rule', condition: { aiInstructions: 'x' }, actions: [{ type: 'ARCHIVE' }], ...parts };
}

function codes(parts: Partial<ResolvedRule>): string[] {
  return checkRule(rule(parts)).map(({ code }) => code);
}

function fromOnly(from: string, index: number): ResolvedRule {
  return rule({ name: `R${index}`, condition: { static: { from } } });
}

/** What is wrong with rules as written side by side. */
function together(rules: readonly ResolvedRule[]) {
  return checkRuleSet(rules.map((one) => ({ body: canonicalRule(one), renamedFrom: one.renamedFrom ?? null })));
}

/** The pairs of indexes of rules that look at these senders alone and overlap. */
function overlaps(...senders: string[]): [number, number][] {
  return together(senders.map(fromOnly)).map((finding) => [finding.related.rule, finding.rule]);
}

test.each<[Action, string[]]>([
  [{ type: 'LABEL', fields: { label: 'x' } }, []],
  [{ type: 'LABEL', fields: { label: '\u00a0' } }, ['field-missing']],
  [{ type: 'DRAFT_EMAIL' }, []],
  [{ type: 'DRAFT_EMAIL', fields: { subject: 's', content: 'c', to: 't', cc: 'c', bcc: 'b' } }, []],
  [{ type: 'REPLY', fields: { content: 'c', to: 't' } }, ['field-unused']],
  [{ type: 'FORWARD', fields: { to: 'a@example.com', subject: 's' } }, ['field-unused']],
  [{ type: 'STAR', fields: { label: '' } }, []],
  [{ type: 'NOTIFY_MESSAGING_CHANNEL', messagingChannelId: 'cm4x8y2ab0000qwertyuiop12' }, []],
  [{ type: 'NOTIFY_SENDER', messagingChannelId: 'cm4x8y2ab0000qwertyuiop12' }, ['field-unused']],
])('an action has what its type needs and nothing else: %j', (action, expected) => {
  expect(codes({ actions: [action] })).toEqual(expected);
});

test.each<[string, string[]]>([
  ['https://hooks.example.com/a?b#c', []],
  ['https://172.15.0.1/', []],
  ['https://172.16.0.1/', ['webhook-private']],
  ['https://100.64.0.1/', ['webhook-private']],
  ['https://2130706433/', ['webhook-private']],
  ['https://[::ffff:10.0.0.1]/', []],
  ['https://192.0.2.7/', ['webhook-private']],
  ['https://198.51.100.0/', ['webhook-private']],
  ['https://203.0.113.255/', ['webhook-private']],
  ['https://203.0.114.0/', []],
  ['https://223.255.255.255/', []],
  ['https://224.0.0.1/', ['webhook-private']],
  ['https://240.0.0.1/', ['webhook-private']],
  ['https://255.255.255.255/', ['webhook-private']],
  ['https://0.0.0.0/', ['webhook-private']],
  ['https://[fe80::1]/', ['webhook-private']],
  ['https://[fd00::1]/', ['webhook-private']],
  ['https://[2001:db8::1]/', []],
  ['https://localhost:8443/', ['webhook-private']],
  ['https://localhost.localdomain/', ['webhook-private']],
  ['https://ip6-localhost/', ['webhook-private']],
  ['https://Metadata.google.internal/', ['webhook-private']],
  ['https://metadata.gcp.internal:8443/', ['webhook-private']],
  ['https://a.metadata.google.internal/', []],
  ['https://[ff02::1]/', ['webhook-private']],
  ['https://a.localhost/', []],
  ['https://localhost./', []],
  ['https://localhost.example.com/', []],
  ['HTTP://hooks.example.com/', ['webhook-not-https']],
  ['http://hooks.example.com/{{id}}', ['webhook-not-https']],
  ['https://localhost/{{id}}', ['webhook-private']],
  ['https://{{host}}.example.com/', []],
  ['{{url}}', []],
  ['https://', ['webhook-unparsable']],
])('a webhook is https and public: %s', (webhookUrl, expected) => {
  expect(codes({ actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl } }] })).toEqual(expected);
});

test.each<[ResolvedRule['condition'], string[]]>([
  [{}, ['condition-empty']],
  [{ aiInstructions: '\u00a0\n', static: null }, ['condition-empty']],
  [{ aiInstructions: 'x', static: { from: ' ' } }, ['text-blank']],
  [{ aiInstructions: 'x', static: { subject: 'y' } }, ['operator-missing']],
  [{ aiInstructions: 'x', static: { subject: 'y' }, conditionalOperator: 'OR' }, []],
  [{ aiInstructions: 'x', conditionalOperator: 'AND' }, []],
  [{ aiInstructions: 'x', conditionalOperator: 'OR' }, ['operator-idle']],
  [{ static: { from: 'x.example.com', subject: 'y' }, conditionalOperator: 'OR' }, ['operator-idle']],
  [{ static: { from: 'a@example.com or b@example.com' } }, []],
  [{ static: { from: 'vendor@example.com, Orwell, for@example.com' } }, ['fits-display-names']],
  [{ static: { to: 'this-or-that' } }, ['split-by-or']],
  [{ static: { from: '<a@example.com>' } }, ['display-name']],
])('a condition: %j', (condition, expected) => {
  expect(codes({ condition })).toEqual(expected);
});

test('texts that cannot be stored or sent, wherever they stand', () => {
  const found = checkRule(rule({ renamedFrom: 'a\0', actions: [{ type: 'LABEL', fields: { label: '\ud800' } }] }));
  expect(found.map(({ code, path }) => [code, path])).toEqual([
    ['text-nul', ['renamedFrom']],
    ['text-lone-surrogate', ['actions', 0, 'fields', 'label']],
  ]);
});

test('white space around a text of one line, but not around prose or in a subject', () => {
  const at = (text: string) =>
    checkRule(
      rule({
        condition: { conditionalOperator: 'AND', aiInstructions: text, static: { from: text, subject: text } },
        actions: [
          { type: 'LABEL', fields: { label: text } },
          { type: 'SEND_EMAIL', fields: { to: text, cc: text, bcc: text, subject: text, content: text } },
          { type: 'MOVE_FOLDER', fields: { folderName: text } },
        ],
      }),
    ).flatMap((one) => (one.code === 'text-untrimmed' ? [`${one.path.join('.')} ${one.args.isTrimmed}`] : []));
  const all = ['condition.static.from true', 'actions.0.fields.label false', 'actions.1.fields.to true'];
  const others = ['actions.1.fields.cc false', 'actions.1.fields.bcc false', 'actions.2.fields.folderName false'];
  for (const text of [' a@x.com', 'a@x.com ', 'a@x.com\n', '\ta@x.com']) {
    expect(at(text).sort()).toEqual([...all, ...others].sort());
  }
  for (const text of ['a@x.com', 'a b', '', ' ', 'a@x.com,\nb@x.com\n']) expect(at(text)).toEqual([]);
});

const act = (type: string, fields?: object, more: object = {}) =>
  ({ type, ...(fields && { fields }), ...more }) as never;

describe('prompts in mail that goes out', () => {
  const found = (text: string, field = 'content', type = 'SEND_EMAIL') =>
    checkRule(rule({ actions: [act(type, { to: 'a@x.com', [field]: text })] })).flatMap((one) =>
      one.code === 'prompt-malformed' ? [[one.args.written, one.args.meant]] : [],
    );

  test.each<[string, string, string | null]>([
    ['Hi {{name, thanks', '{{name, thanks', ''],
    ['Hi {{name}', '{{name', ''],
    ['Hi {{}}', '{{}}', null],
    ['Hi {{ }}, thanks', '{{ }}', null],
    ['Hi {name}', '{name}', 'name'],
    ['Hi { first name },', '{ first name }', 'first name'],
    ['Hi [Your Name]', '[Your Name]', 'Your Name'],
    ['Hi [name],', '[name]', 'name'],
    ['{{a}} and {{b', '{{b', ''],
  ])('%j', (text, written, meant) => {
    expect(found(text)).toEqual([[written, meant]]);
    for (const type of ['REPLY', 'FORWARD', 'DRAFT_EMAIL']) expect(found(text, 'content', type)).toHaveLength(1);
    expect(found(text, 'subject')).toHaveLength(1);
  });

  test.each([
    ...[
      'Hi {{name}}',
      '{{name}} and {{a longer\nprompt}}',
      'no braces',
      '[1]',
      'see [1], [2]',
      '- [x] done\n- [ ] open',
    ],
    ...[
      '[link](https://x.com)',
      '[link][ref]\n\n[ref]: https://x.com',
      '![image](x.png)',
      '[Ticket] New',
      'arr[0]',
      '[ABC-123] x',
    ],
    ...[
      '{"a": {"b": 1}}',
      'p { color: red; }',
      '{a, b}',
      '\\frac{a}{b}',
      '$' + '{NAME}',
      'x{2}',
      'if (a) { b(); }',
      '{}',
      '[]',
    ],
  ])('not %j', (text) => expect(found(text)).toEqual([]));

  test('not in other actions, nor in instructions', () => {
    expect(found('{name}', 'label', 'LABEL')).toEqual([]);
    expect(found('https://x.com/{name}', 'webhookUrl', 'CALL_WEBHOOK')).toEqual([]);
    expect(codes({ condition: { aiInstructions: 'Mails with {name} or [Your Name]' } })).toEqual([]);
  });
});

describe('actions that repeat or undo one another', () => {
  const repeated = (...actions: never[]) =>
    checkRule(rule({ actions })).flatMap(({ code, severity, path }) =>
      ['action-twice', 'forwarded-and-deleted'].includes(code) ? [`${code} ${severity} ${path.join('.')}`] : [],
    );
  test.each<[string, never[], string[]]>([
    ['ARCHIVE twice', [act('ARCHIVE'), act('STAR'), act('ARCHIVE', {})], ['action-twice info actions.2']],
    [
      'a label twice',
      [act('LABEL', { label: 'A' }), act('LABEL', { label: 'A', to: null })],
      ['action-twice info actions.1'],
    ],
    ['two labels', [act('LABEL', { label: 'A' }), act('LABEL', { label: 'B' })], []],
    ['a later copy', [act('STAR'), act('STAR', undefined, { delayInMinutes: 5 })], []],
    ['FORWARD, DELETE', [act('FORWARD', { to: 'a@x.com' }), act('DELETE')], ['forwarded-and-deleted info actions.1']],
    ['DELETE, FORWARD', [act('DELETE'), act('FORWARD', { to: 'a@x.com' })], ['forwarded-and-deleted info actions.0']],
    ['DELETE alone', [act('DELETE'), act('LABEL', { label: 'A' })], []],
  ])('%s', (_, actions, expected) => expect(repeated(...actions)).toEqual(expected));
});

describe('labels and folders that differ by a slip', () => {
  const similar = (field: 'label' | 'folderName', ...names: string[]) =>
    checkRuleSet(
      names.map((name, index) => ({
        body: canonicalRule(
          rule({ name: `${index}`, actions: [act(field === 'label' ? 'LABEL' : 'MOVE_FOLDER', { [field]: name })] }),
        ),
        renamedFrom: null,
      })),
    ).flatMap((one) =>
      one.code === 'label-similar'
        ? [`${one.rule} ${one.args.name} ~ ${one.related.rule} ${one.args.other}: ${one.args.differs}`]
        : [],
    );

  test.each([
    [['Receipts', 'receipts'], ['1 receipts ~ 0 Receipts: case']],
    [['receipts', 'Receipts', 'Receipts'], ['0 receipts ~ 1 Receipts: case']],
    [['Receipts', 'Recepits'], ['1 Recepits ~ 0 Receipts: a letter']],
    [['Work/Travel 2024', 'Work/Travle 2024'], ['1 Work/Travle 2024 ~ 0 Work/Travel 2024: a letter']],
    [['Invoice', 'Invoices', 'Invoices'], ['0 Invoice ~ 1 Invoices: a letter']],
    [['Caf\u00e9', 'Cafe\u0301'], ['1 Cafe\u0301 ~ 0 Caf\u00e9: Unicode form']],
    [['AI', 'ai'], ['1 ai ~ 0 AI: case']],
  ])('%j', (names, expected) => {
    expect(similar('label', ...names)).toEqual(expected);
    expect(similar('folderName', ...names)).toEqual(expected);
  });

  test.each([
    [['Q1', 'Q2']],
    [['2024', '2025']],
    [['Receipts 2024', 'Receipts 2025']],
    [['News', 'Newt']],
    [['Client A', 'Client B', 'Client C']],
    [['Work', 'Word']],
    [['Receipts', 'Receipts']],
    [['{{name}}', '{{Name}}']],
    [['Receipts', 'Reports']],
    [['Travel/In', 'Travel/Out']],
  ])('not %j', (names) => expect(similar('label', ...names)).toEqual([]));

  test('a label and a folder are not compared, and a swapped or lost letter of any word is found', () =>
    forAll([fc.stringMatching(/^[a-z]{6,12}$/), fc.nat()], 50, (word, at) => {
      const cut = word.slice(0, at % word.length) + word.slice((at % word.length) + 1);
      expect(similar('label', word, word, cut)).toEqual([`2 ${cut} ~ 0 ${word}: a letter`]);
      expect(similar('label', word, `${word} 1`, `${word} 2`)).toEqual([]);
    }));
});

test('the length of a name counts in bytes, after the trim', () => {
  expect(codes({ name: 'é'.repeat(1300) })).toEqual([]);
  expect(codes({ name: 'é'.repeat(1301) })).toEqual(['name-too-long']);
  expect(codes({ name: `${'a'.repeat(2600)}   ` })).toEqual(['text-untrimmed']);
  // It depends on how well it can be compressed.
  expect(checkRule(rule({ name: 'n'.repeat(3000) }))).toMatchObject([{ code: 'name-too-long', severity: 'warning' }]);
});

test('senders are lists split at commas, bars and the word or', () => {
  const senders = sendersOf('A@x.example.com,@B.example.com | c.example.com OR n*@d.example.com or Shop, @,');
  expect(senders.map(({ written, isAddress, domain }) => [written, isAddress, domain])).toEqual([
    ['a@x.example.com', true, 'x.example.com'],
    ['@b.example.com', false, 'b.example.com'],
    ['c.example.com', false, 'c.example.com'],
    ['n*@d.example.com', true, 'd.example.com'],
    ['shop', false, 'shop'],
  ]);
});

test.each<[string, string[]]>([
  ['a@x.example.com, @x.example.com, x.example.com', []],
  ['*@t.test', []],
  ['a*@t.test', []],
  ['*.t.test', []],
  ['Shop', ['fits-display-names']],
  ['*', ['sender-too-wide-to-send']],
  ['a@x.example.com, Shop', ['fits-display-names']],
  ['*, Shop', ['fits-display-names', 'sender-too-wide-to-send']],
  ['Shop Inc.', ['fits-display-names']],
])('a sender beside an action that sends: %s', (from, expected) => {
  expect(codes({ condition: { static: { from } }, actions: [{ type: 'REPLY' }] })).toEqual(expected);
});

test('senders that overlap', () => {
  expect(overlaps('a@x.example.com', 'A@X.example.com')).toEqual([[0, 1]]);
  expect(overlaps('a@x.example.com', '@x.example.com')).toEqual([[0, 1]]);
  expect(overlaps('@x.example.com', 'a@x.example.com')).toEqual([[0, 1]]);
  expect(overlaps('x.example.com', '@x.example.com')).toEqual([[0, 1]]);
  expect(overlaps('v.test', 'news*@v.test')).toEqual([[0, 1]]);
  expect(overlaps('*@v.test', '@v.test')).toEqual([[0, 1]]);
  expect(overlaps('*', '*')).toEqual([[0, 1]]);
  expect(overlaps('a@@x.test', 'x.test')).toEqual([[0, 1]]);
  expect(overlaps('@x.test', 'a@b@x.test')).toEqual([[0, 1]]);
  expect(overlaps('a.example.com, b.example.com', 'c.example.com|b.example.com')).toEqual([[0, 1]]);
  expect(overlaps('Shop', 'shop')).toEqual([[0, 1]]);
});

test('senders that do not overlap', () => {
  expect(overlaps('@sub.x.example.com', 'x.example.com')).toEqual([]);
  expect(overlaps('x.example.com', 'a@sub.x.example.com')).toEqual([]);
  expect(overlaps('*@x.example.com', 'a@x.example.com')).toEqual([]);
  expect(overlaps('*', 'a@x.example.com')).toEqual([]);
  expect(overlaps('@x.example.com', 'a@sub.x.example.com', 'b@sub.x.example.com')).toEqual([]);
  expect(overlaps('ax.example.org', 'x.example.org')).toEqual([]);
  expect(overlaps('a@x.example.com, @x.example.com')).toEqual([]);
  expect(
    together([fromOnly('a.example.com', 1), rule({ condition: { static: { from: 'a.example.com', to: 'x' } } })]),
  ).toEqual([]);
});

test('names: the same one is an error, a similar one a warning, each told once', () => {
  const names = ['News', ' News ', 'news', 'news', 'Ne ws', 'ＮＥＷＳ', 'Other'];
  const found = together(names.map((name) => rule({ name })));
  expect(found.map(({ code, severity, rule, related }) => [code, severity, related.rule, rule])).toEqual([
    ['name-twice', 'error', 0, 1],
    ['name-twice', 'error', 2, 3],
    ['name-similar', 'warning', 0, 2],
    ['name-similar', 'warning', 0, 4],
    ['name-similar', 'warning', 0, 5],
  ]);
});

test('one live rule cannot become two', () => {
  const found = together([rule({ name: 'A', renamedFrom: 'Old' }), rule({ name: 'B', renamedFrom: 'Old ' })]);
  expect(found.map(({ code, rule, related }) => [code, related.rule, rule])).toEqual([['renamed-from-twice', 0, 1]]);
  expect(together([rule({ name: 'A', renamedFrom: ' ' }), rule({ name: 'B', renamedFrom: ' ' })])).toEqual([]);
});

test('ten thousand rules that all overlap are told once each', () => {
  const rules = Array.from({ length: 10_000 }, (_, index) =>
    fromOnly(`a${index % 7}@s${index}.x.example.com, x.example.com`, index),
  );
  expect(together(rules)).toHaveLength(9_999);
});
