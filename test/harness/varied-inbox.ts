/** An inbox as people have them, of 60 rules: every action type, every awkward name and text. The same at every call. */

interface SeedAction {
  type: string;
  messagingChannelId?: string;
  fields?: Record<string, string>;
  delayInMinutes?: number;
  integrationName?: string;
  integrationToolName?: string;
}

export interface SeedRule {
  name: string;
  enabled?: boolean;
  runOnThreads?: boolean;
  condition: {
    conditionalOperator?: 'AND' | 'OR' | null;
    aiInstructions?: string;
    static?: Record<string, string>;
  };
  actions: SeedAction[];
}

const CHANNEL = 'cm4x8y2ab0000qwertyuiop12';

/** About 5,000 characters in 60 lines, with everything that YAML could trip over. */
const LONG_INSTRUCTIONS = Array.from({ length: 60 }, (_, index) => {
  const parts = ['# not a comment', '- not: a list', '{{a prompt}} & *not* an alias', '\ttabbed "quoted" \'text\'', ''];
  return `${index + 1}. ${parts[index % parts.length]} ${'lorem ipsum dolor '.repeat(4)}`.trimEnd();
}).join('\n');

/** One action of every type that a request may carry. */
const EVERY_ACTION: SeedAction[] = [
  { type: 'LABEL', fields: { label: 'To do' } },
  { type: 'ARCHIVE' },
  { type: 'MARK_READ', delayInMinutes: 1 },
  { type: 'STAR' },
  { type: 'DRAFT_EMAIL', fields: { subject: 'Re: {{subject}}', content: 'Dear {{name}},\n\nthank you.\n' } },
  { type: 'DRAFT_MESSAGING_CHANNEL', messagingChannelId: CHANNEL, fields: { content: '' } },
  { type: 'REPLY', fields: { content: 'On its way.', cc: 'team@example.com' } },
  { type: 'FORWARD', fields: { to: 'team@example.com', content: 'FYI' } },
  { type: 'SEND_EMAIL', fields: { to: 'a@example.com, b@example.com', subject: 'News', bcc: 'c@example.com' } },
  { type: 'MARK_SPAM' },
  { type: 'DIGEST' },
  { type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.example.com/every/5d1c0ffee' } },
  { type: 'MOVE_FOLDER', fields: { folderName: 'Later/2026' } },
  { type: 'NOTIFY_MESSAGING_CHANNEL', messagingChannelId: CHANNEL },
  { type: 'NOTIFY_SENDER' },
  { type: 'DELETE', delayInMinutes: 129_600 },
];

/** Names that make trouble in YAML, in file names, in terminals or in globs. */
const NAMES = [
  'Newsletters',
  'newsletters',
  'NEWSLETTERS',
  'Rechnungen für Ägypten & Ö',
  '邮件 归档',
  'Счета',
  '🙂 fun 🎉',
  'الفواتير',
  '../../etc/passwd',
  'CON',
  'nul',
  'com1',
  '.hidden',
  'a/b\\c:d*e?f"g<h>i|j',
  'yes',
  'null',
  '2026-01-01',
  '3.14',
  '- dash',
  '# hash',
  '{curly: braces}',
  '"quoted"',
  "it's",
  'trailing colon:',
  'star*',
  `very long ${'name '.repeat(60)}end`,
  'tab\tinside',
  'line\nbreak',
  'e\u0301 decomposed',
  'é decomposed',
  'zero\u200bwidth',
  'right\u202eleft',
  '%percent %41',
  '&anchor',
  '*alias',
  '!tag',
  '~',
  '---',
  '...',
  '{{template}}',
];

const TEXTS = [
  'find receipts',
  'Three\nshort\nlines',
  'Four\nshort\nlines\nhere',
  'ends with newlines\nb\nc\nd\n\n',
  '\ufeffbegins with a mark\nb\nc\nd',
  '  indented\n    more\n  less\n',
  'carriage\rreturn\nb\nc\nd',
  'a\u2028b\u2029c',
  LONG_INSTRUCTIONS,
];

const awkward = NAMES.map((name, index): SeedRule => {
  const text = TEXTS[index % TEXTS.length] as string;
  return {
    name,
    ...(index % 7 === 3 ? { runOnThreads: false } : {}),
    ...(index % 5 === 4 ? { enabled: false } : {}),
    condition: {
      conditionalOperator: index % 2 === 0 ? 'AND' : 'OR',
      aiInstructions: `${text}${index % 3 === 0 ? '' : ' '}`,
      ...(index % 3 === 0 ? { static: { subject: `[${index}]`, to: 'me@example.com' } } : {}),
    },
    actions: [EVERY_ACTION[index % EVERY_ACTION.length] as SeedAction],
  };
});

const special: SeedRule[] = [
  { name: 'Every action', condition: { aiInstructions: 'all of it' }, actions: EVERY_ACTION },
  {
    name: 'Long',
    condition: { aiInstructions: LONG_INSTRUCTIONS },
    actions: [{ type: 'REPLY', fields: { content: `Hello,\n\n${LONG_INSTRUCTIONS}\n` } }],
  },
  ...['first', 'second', 'second'].map((path, index) => ({
    name: `Hook ${index}`,
    condition: { static: { subject: `hook ${index}` } },
    actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: `https://hooks.example.com/${path}/5d1c0ffee` } }],
  })),
  {
    name: 'Hooks',
    condition: { static: { subject: 'hooks' } },
    actions: [
      { type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.example.com/third/5d1c0ffee?a=b#c' } },
      { type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.example.org/{{path}}/5d1c0ffee' } },
    ],
  },
  {
    name: 'GitHub notifications',
    condition: { static: { from: '@github.example.com' } },
    actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: 'https://hooks.example.com/github/5d1c0ffee' } }],
  },
  {
    name: 'With an integration',
    condition: { aiInstructions: 'tasks' },
    actions: [
      { type: 'LABEL', fields: { label: 'Task' } },
      { type: 'INTEGRATION', integrationName: 'notes', integrationToolName: 'create\n- page' },
      { type: 'ARCHIVE' },
    ],
  },
  { name: 'Of the future', condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }, { type: 'TELEPATHY' }] },
  {
    name: 'Only an integration',
    condition: { aiInstructions: 'tasks' },
    actions: [{ type: 'INTEGRATION', integrationName: 'notes', integrationToolName: 'create' }],
  },
  { name: 'Without a condition', condition: {}, actions: [{ type: 'ARCHIVE' }] },
  { name: 'Blank condition', condition: { aiInstructions: ' \n' }, actions: [{ type: 'ARCHIVE' }] },
  {
    name: 'Strange channel',
    condition: { aiInstructions: 'x' },
    actions: [{ type: 'NOTIFY_MESSAGING_CHANNEL', messagingChannelId: 'C0123-not a cuid' }],
  },
  {
    name: 'Off and sending',
    enabled: false,
    runOnThreads: false,
    condition: { conditionalOperator: 'OR', aiInstructions: 'ask', static: { from: 'a@example.com' } },
    actions: [{ type: 'SEND_EMAIL', fields: { to: 'b@example.com', content: 'a\nb\nc\nd\n' } }],
  },
  {
    name: 'Later',
    condition: { static: { subject: 'later|soon' } },
    actions: [{ type: 'FORWARD', fields: { to: ' later@example.com ' }, delayInMinutes: 1440 }],
  },
  ...['a', 'b', 'c', 'd', 'e'].map((letter) => ({
    name: `Sender ${letter}`,
    condition: { conditionalOperator: null, static: { from: `${letter}@example.net` } },
    actions: [{ type: 'LABEL', fields: { label: letter } }, { type: 'ARCHIVE' }],
  })),
];

/** Rules that no file can declare. */
export const UNDECLARABLE = ['Only an integration', 'Without a condition', 'Blank condition', 'Strange channel'];

/** What must stand in no file and no output: part of every webhook's URL. */
export const SECRET_PART = '5d1c0ffee';

/** The inbox as a seed of the sandbox. */
export const variedInbox: { rules: SeedRule[] } = { rules: [...awkward, ...special] };
