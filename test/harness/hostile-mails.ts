/** Mails that somebody may send to harm whoever looks at them. The names tell files apart, and what each of them tries. */
const plain = (from: string, to: string, subject: string, rest = ''): Buffer =>
  Buffer.from(`From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\n${rest}\r\nA body that nobody may see.\r\n`);

const encoded = (text: string): string => `=?utf-8?b?${Buffer.from(text).toString('base64')}?=`;

/** A name of a test, a rule or a label. */
export const HOSTILE_NAME =
  '\u001b[31m\u202e\u009b @octocat ::error::x ##[error]y <script>alert(1)</script> <img src=x> ``` | <!-- --> #1';

const NESTED = Array.from(
  { length: 2_000 },
  (_, depth) => `--b${depth}\r\nContent-Type: multipart/mixed; boundary=b${depth + 1}\r\n`,
);

export const HOSTILE_MAILS: Readonly<Record<string, Buffer>> = {
  'bidi.eml': plain(
    encoded('\u202egro.elpmaxe@knab\u202c <eve@example.net>'),
    'me@example.com',
    encoded('\u202eecioffo morf\u2066'),
  ),
  'control.eml': plain(
    `${encoded('\u001b]0;owned\u0007\u001b[31mred')} <eve@example.net>`,
    'me@example.com',
    encoded('a\n::error::b\r\u001b[2J'),
  ),
  'markdown.eml': plain(
    '"@octocat **bold** `code`" <eve@example.net>',
    'me@example.com',
    '``` ![x](https://example.net/x.png) [a](javascript:b) #1 | a | b | <!-- -->',
  ),
  'html.eml': plain(
    '"<img src=x onerror=alert(1)>" <eve@example.net>',
    'me@example.com',
    '</td></details><script>alert(1)</script>&lt;',
  ),
  'huge-header.eml': plain('eve@example.net', 'me@example.com', 'x'.repeat(1_000_000)),
  'nested-mime.eml': plain(
    'eve@example.net',
    'me@example.com',
    'nested',
    `Content-Type: multipart/mixed; boundary=b0\r\n\r\n${NESTED.join('\r\n')}`,
  ),
  'charsets.eml': Buffer.concat([
    Buffer.from(
      'From: =?no-such-charset?q?=FF=FE?= <eve@example.net>\r\nTo: me@example.com\r\nSubject: =?utf-16?b?//4=?= =?utf-8?q?=C3?= ',
    ),
    Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0d, 0x0a, 0x0d, 0x0a]),
  ]),
  'nul.eml': plain('a\u0000b <eve@example.net>', 'me@example.com', `${encoded('a\u0000b')} a\u0000b`),
  'recipients.eml': plain(
    'eve@example.net',
    Array.from({ length: 5_000 }, (_, n) => `"R, ${n}" <r${n}@example.com>`).join(',\r\n '),
    'to all',
  ),
  'catastrophic.eml': plain(
    `${'a'.repeat(200_000)}@${'a-'.repeat(100_000)}`,
    `${'<"(@'.repeat(50_000)}`,
    'a'.repeat(400_000),
  ),
};

/** Rules whose patterns would take a backtracking matcher for ever. */
export const CATASTROPHIC_RULES = `rules:
  - name: Stars
    condition: { static: { from: "${'a*'.repeat(300)}b@*", subject: "${'a*'.repeat(2_000)}b" } }
    actions: [{ type: ARCHIVE }]
  - name: Anybody
    condition: { static: { from: "*", to: "*" } }
    actions: [{ type: FORWARD, fields: { to: archive@example.com } }]
`;
