/** Mistakes in rule files that test/invalid has not: characters of other programs, comments, variables, anchors, policies. */
import { inFile, type Mistake, mistake } from './mistake.ts';

const REST = 'condition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';
const condition = (matchers: string, action = 'ARCHIVE') =>
  `name: A\ncondition: { static: ${matchers} }\nactions: [{ type: ${action} }]\n`;
const label = (text: string) =>
  `name: A\ncondition: { aiInstructions: x }\nactions:\n- type: LABEL\n  fields: { label: ${text}\n  }\n`;
const webhook = (url: string) => condition('{ from: a@b.example }', `CALL_WEBHOOK, fields: { webhookUrl: ${url} }`);

/** Mistakes in one file that `validate` refuses: what was done, the file, the place, and what is said. */
function rows(...all: [did: string, text: string, place: string, ...says: string[]][]): Mistake[] {
  return all.map(([did, text, place, ...says]) => inFile(did, text, { says: [`rules/a.yaml:${place}`, ...says] }));
}

export const MISTAKES: readonly Mistake[] = [
  ...rows(
    ['curly quotes around a list', condition('{ from: ‘a@b.example, c@d.example’ }'), '2:30', 'straight quotes around'],
    ['a no-break space after a colon', `name:\u00a0A\n${REST}`, '1:6', 'U+00A0', 'plain space'],
    ['a no-break space after a dash', 'name: A\nactions:\n  -\u00a0type: STAR\n', '3:4', 'U+00A0', 'plain space'],
    ['a no-break space in an item', 'name: A\nactions:\n  - type:\u00a0STAR\n', '3:10', 'U+00A0', 'plain space'],
    ['an ideographic space before a value', `name:\u3000A\n${REST}`, '1:6', 'U+3000'],
    ['a byte order mark inside', `name: A\n${REST}---\n\ufeffname: B\n${REST}`, '5:1', 'U+FEFF', 'Remove it'],
    ['a zero-width space before a key', `name: A\n\u200b${REST}`, '2:1', 'U+200B', 'Remove it'],
    ['a comment of //', `// news\nname: A\n${REST}`, '1:1', 'If this is a comment, begin it with `#`'],
    ['a comment of --', `-- news\nname: A\n${REST}`, '1:1', 'If this is a comment, begin it with `#`'],
    ['a comment of ;', `name: A\n; news\n${REST}`, '2:1', 'If this is a comment, begin it with `#`'],
    ['a comment of /*', `/* news */\nname: A\n${REST}`, '1:1', 'If this is a comment, begin it with `#`'],
    ['a comment of // after an action', 'name: A\nactions:\n  - type: STAR // x\n', '3:11', 'Did you mean STAR?'],
    ['curly quotes around an action', condition('{ from: a@b.example }', '”STAR”'), '3:19', 'Did you mean STAR?'],
    ['comments of // in JSON', `{\n  // news\n  "name": "A"\n}\n`, '2:3', 'If this is a comment, begin it with `#`'],
    ['four dashes between two rules', `name: A\n${REST}----\nname: B\n`, '4:1', 'Write `---` on a line of its own'],
    ['an equals sign after a key', `name = A\n${REST}`, '1:1', 'Write `name: A`'],
    ['a number sign before a name', `name: #1 news\n${REST}`, '1:1', '`#` after a space begins a comment', 'quotes'],
    ['a number sign in a text in braces', condition('{ subject: Ticket #7 }'), '2:33', 'subject: "Ticket #7"'],
    ['a number sign before a label', `${label('#work')}`, '5:13', '`label` is empty', 'label: "#work"'],
    ['a number sign after a number', `${label('2024 #q1')}`, '5:20', '`label` is "2024"', 'label: "2024 #q1"'],
    ['a fence of Markdown', `\`\`\`yaml\nname: A\n${REST}\`\`\`\n`, '1:1', 'Markdown', 'Remove this line'],
    ['the end of a fence of Markdown', `name: A\n${REST}\`\`\`\n`, '4:1', 'Markdown', 'Remove this line'],
    ['a fence of tildes', `~~~\nname: A\n${REST}~~~\n`, '1:1', 'Markdown', 'Remove this line'],
    ['a variable in quotes', webhook(`"\${HOOK}"`), '3:55', 'Write { env: HOOK }'],
    ['a variable of a shell', webhook('$HOOK'), '3:55', 'Write { env: HOOK }'],
    ['the tag !env', webhook('!env HOOK'), '3:55', 'tags are not allowed', 'Write `{ env: HOOK }`'],
  ),
  inFile('a comment of // after a list', `name: A\n${REST.trim()} // x\n`, {
    says: ['rules/a.yaml:3:27', 'If this is a comment, begin it with `#`'],
  }),
  inFile(
    'a URL in place of a file',
    'name: A\ncondition: { aiInstructions: { file: https://example.com/p.md } }\nactions: [{ type: STAR }]\n',
    { says: ['rules/a.yaml:2:30', 'There is no file "https://example.com/', 'save the text of this URL as a file'] },
  ),
  inFile('a variable in braces', webhook(`\${HOOK}`), {
    says: ['rules/a.yaml:3:55', 'Write `{ env: HOOK }`'],
  }),
  inFile('a variable of a template', webhook('{{ env.HOOK }}'), {
    says: ['rules/a.yaml:3:55', 'Write `{ env: HOOK }`'],
  }),
  inFile(
    'the anchor of a document above',
    'name: A\ncondition: &c { aiInstructions: x }\n---\nname: B\ncondition: *c\n',
    {
      says: [
        'rules/a.yaml:5:12',
        'The anchor "&c" is not above this in the same document',
        'rules/a.yaml:2:12',
        'Repeat what it stands for',
      ],
    },
  ),
  inFile(
    'an anchor in another spelling',
    'rules:\n- name: A\n  condition: &common { aiInstructions: x }\n- name: B\n  condition: *comon\n',
    { says: ['rules/a.yaml:5:14', 'Did you mean "*common"?'] },
  ),
  inFile(
    'an address with mailto:',
    condition('{ from: a@b.example }', 'FORWARD, fields: { to: "mailto:b@example.com" }'),
    { exit: 0, says: ['warning', 'rules/a.yaml:3:42', 'is not an address'] },
  ),
  inFile('an excluded word', condition('{ subject: invoice -draft }'), {
    exit: 0,
    says: ['warning', 'rules/a.yaml:2:33', 'looks for "invoice -draft"', 'aiInstructions'],
  }),
  ...[
    [
      'a secret of a workflow',
      `CALL_WEBHOOK, fields: { webhookUrl: "\${{ secrets.HOOK }}" }`,
      `"\${{ secrets.HOOK }}"`,
      'Write { env: HOOK }',
    ],
    ['an address of a variable', 'FORWARD, fields: { to: "{{ env.TO }}" }', '"{{ env.TO }}"', 'Write { env: TO }'],
    ['a variable within a text', `REPLY, fields: { content: "Dear \${NAME}" }`, `"\${NAME}"`, 'of a whole text'],
  ].map(([did = '', action, ...says]) =>
    inFile(did, condition('{ from: a@example.com }', action), {
      exit: 0,
      says: ['warning', 'rules/a.yaml:3:', 'Variables in texts are not filled in', ...says],
    }),
  ),
  ...[
    ['a Cyrillic letter', 'R\u0435ceipts', 'letters that look alike'],
    ['a Greek letter', 'Re\u03f2eipts', 'letters that look alike'],
    ['a zero-width space', 'Receipts\u200b', 'hidden characters'],
    ['a filler', 'Rec\u3164eipts', 'hidden characters'],
  ].map(([letter, name, differs = '']) =>
    mistake(`a name that repeats another but for ${letter}`, 'validate', {
      files: { 'rules/a.yaml': `name: Receipts\n${REST}`, 'rules/b.yaml': `name: "${name}"\n${REST}` },
      exit: 0,
      says: ['warning', 'rules/b.yaml:1:7', `differ only in ${differs}`, 'rules/a.yaml:1:7', String.raw`\u{`],
    }),
  ),
  ...[['curly quotes around a name', `name: “News”\n${REST}`, '1:7', 'are part of the text', 'Write "News"']].map(
    ([did = '', text = '', place, ...says]) =>
      inFile(did, text, { exit: 0, says: ['warning', `rules/a.yaml:${place}`, ...says] }),
  ),
  mistake('curly quotes around a glob', 'validate', {
    files: { 'inboxctl.yaml': 'ignore: [“Cold*”]\n', 'rules/a.yaml': `name: A\n${REST}` },
    exit: 0,
    says: ['warning', 'inboxctl.yaml:1:10', 'has quotes that are not the straight ones', 'Write "Cold*"'],
  }),
  mistake('names, quotes and emoji that are as they should be', 'validate', {
    files: {
      'rules/a.yaml': `name: Not “all” of it\n${REST}---\nname: Party ❤️\n${REST}---\nname: ’tis the season\n${REST}`,
      'rules/b.yaml': `name: Счета\n${REST}---\nname: Bills\n${REST}---\nname: “A” or “B”\n${REST}---\nname: https://a\n${REST}`,
      'rules/c.yaml': `name: A//B\n${REST}---\nname: Sujet\u00a0?\n${REST}---\nname: $VIP\n${REST}---\nname: 「重要」\n${REST}`,
    },
    exit: 0,
    says: ['Valid: 11 rules in 3 files.'],
    not: ['warning'],
  }),
  inFile('an action in the words of the web page', `name: A\n${REST.replace('STAR', 'Mark as read')}`, {
    says: ['rules/a.yaml:3:19', 'There is no action type "Mark as read"', 'Did you mean MARK_READ?'],
  }),
  inFile('a bracket that is never closed', 'name: A\ncondition: { aiInstructions: x\nactions: [{ type: STAR }]\n', {
    says: ['rules/a.yaml:2:12', 'brackets do not match', 'Write `{ aiInstructions: x }`'],
    not: ['indent'],
  }),
  mistake('the path of a prompt, written from the folder of the project', 'validate', {
    files: {
      'rules/a.yaml': 'name: A\ncondition: { aiInstructions: { file: prompts/a.md } }\nactions: [{ type: STAR }]\n',
      'prompts/a.md': 'Is it one?\n',
    },
    says: ['rules/a.yaml:2:30', 'There is no file "prompts/a.md"', 'Did you mean "../prompts/a.md"?'],
  }),
  mistake('the path of a prompt with another extension', 'validate', {
    files: {
      'rules/a.yaml':
        'name: A\ncondition: { aiInstructions: { file: ../prompts/newsletters.txt } }\nactions: [{ type: STAR }]\n',
      'prompts/newsletters.md': 'Is it one?\n',
    },
    says: ['rules/a.yaml:2:30', 'Did you mean "../prompts/newsletters.md"?'],
  }),
  inFile(
    'several mistakes in one rule: all are told at once',
    'name: A\nenabled: on\ncondition: { aiInstructions: "" }\nactions:\n  - type: LABEL\n  - type: STARR\n',
    {
      says: [
        'rules/a.yaml:2:10',
        'Write `true`',
        'rules/a.yaml:3:1',
        'This rule has no condition',
        'rules/a.yaml:5:5',
        'LABEL needs `label`',
        'rules/a.yaml:6:11',
        'Did you mean STAR?',
        '4 errors in 1 file',
      ],
    },
  ),
  inFile('an address without its domain', condition('{ from: news@ }'), {
    exit: 0,
    says: ['rules/a.yaml:2:30', '"news@" never matches: it has no domain', 'Write "news@*"'],
  }),
  mistake('a pitfall that the policy forbids', 'validate', {
    files: {
      'inboxctl.yaml': 'policy: { forbidPitfalls: true }\n',
      'rules/a.yaml': condition('{ from: or@example.com }'),
    },
    exit: 4,
    says: ['error: "or@example.com" also matches other mail', '`policy.forbidPitfalls`', 'inboxctl.yaml:1:11'],
    not: ['warning'],
  }),
];
