/** Texts as somebody would write them who wants a comment of ours to do something. */
import fc from 'fast-check';

export const INJECTIONS = [
  ...['@octocat', '@example-org/team', '#1', 'GH-1', 'example-org/inboxctl#1'],
  ...['octocat@0123456789abcdef0123456789abcdef01234567', '0123456789abcdef0123456789abcdef01234567', 'deadbee'],
  ...['TICKET-12', 'https://evil.example/x', 'www.evil.example'],
  // A period follows it.
  'notewww',
  ...['somebody@evil.example', '<https://evil.example>', '[click](https://evil.example)'],
  ...['![seen](https://evil.example/pixel.png)', '[ref]\n\n[ref]: https://evil.example', '[^1]\n\n[^1]: note'],
  ...['<img src="https://evil.example/pixel.png">', '<script>alert(1)</script>', '<!-- inboxctl:v1 e30 -->'],
  ...['<!-- begins', '</summary></details>', '</code></pre>', '`code` @octocat', '``` \n@octocat\n```'],
  ...['````\n@octocat', '~~~\n@octocat', '| a | b |\n| - | - |\n| @octocat | x |', 'a\\| @octocat', 'a\\\\| @octocat'],
  ...['\n\n# Heading\n\n- list\n\n1. one', '\n> [!TIP]\n> fine', '**bold** _em_ ~~gone~~', '\n---\n'],
  ...['\n    indented @octocat', '::error::owned', '\n::set-output name=digest::owned', '##[command]rm'],
  // A mark of a difference follows it.
  '@octocatsomebody@evil.example##1',
  ...['&#64;octocat &commat;octocat', '\\@octocat', '$x$ $`y`$', ':smile:'],
  ...['\u202egnp.exe', 'zero\u200bwidth', '\u0000\u001b[2J\r'],
  '`'.repeat(500),
  ...[' ', '', '"', '" @octocat "'],
  // GitLab's quick actions, references and extensions.
  ...['/merge', '\n/approve\n/label ~ready\n', ' /close', '!1', 'example-org/inboxctl!1', '~ready', '~"in progress"'],
  ...['%1.0', '%"a milestone"', '$1', '&1', '*iteration:1', '^alert#1', '[vulnerability:1]', '[issue:1]'],
  ...['[[wiki page]]', '[[_TOC_]]', '[TOC]', '%{project_path}', '{+ added +}', '[- removed -]', '\n>>>\n/merge\n>>>\n'],
  ...['\n: described', '\n```math\nx\n```\n', '::include{file=https://evil.example}', '1. first', '- [ ] task'],
] as const;

const PIECES = [
  ...INJECTIONS,
  ...['`', '``', '```', '~~~', '|', '\n', '\n\n', '\t', ' ', '<', '>', '&', '@', '#', '-', ':', '::', '.', '1', 'a'],
  ...['/', '~', '%', '^', '{', '}', '+', '$', '/merge', 'dead', 'beef', 'word', 'GH', 'www', 'é', '🙂', '邮', '\\'],
  ...['*', '_', '[', ']', '(', ')', '!', '"', "'", '\ud800'],
];

/** Any text, mostly hostile. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((all) => all.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
