/** What can be wrong with tests files. */
import { MAIL_KEYS, TEST_KEYS } from '../model/written-tests.ts';
import { notGlobs, UNUSABLE_FOLDER } from './folders.ts';
import { list, ours, type Parts, quoted, say, short, shortQuoted, type Topic, theirs } from './message.ts';
import { KIND, type ValueKind } from './value-kinds.ts';

/** The mappings of a test: itself, and its mail. */
export type TestLevel = 'test' | 'mail';

/** What was meant by an unknown key, and where it belongs. */
export interface ProposedKey {
  key: string;
  at: keyof typeof BELONGS;
}

/** What an unknown key is not a key of, and the keys that there are. */
const KEYS = {
  document: ['a document with `tests`', 'tests. A remark begins with `#`, another document with a line `---`'],
  test: ['a test', TEST_KEYS.join(', ')],
  mail: ['`mail`', `${MAIL_KEYS.join(', ')}. Rules read nothing else of a mail`],
} as const satisfies Record<TestLevel | 'document', readonly [string, string]>;

const BELONGS = {
  test: 'on the test itself, beside `name:`',
  mail: 'below `mail:`',
  expect: 'below `expect:`, indented more than that line',
} as const satisfies Record<TestLevel | 'expect', string>;

const EXPECTED = {
  tests: say`Begin each test with a dash: \`- name: …\`.`,
  test: say`A test begins with \`- name:\`.`,
  name: say`Write a text that says what should happen, such as \`a newsletter is archived\`.`,
  mail: say`Write its headers, such as \`{ from: "jane@example.com", subject: "Hello" }\`, or \`{ file: issue.eml }\`.`,
  header: say`Write a text. A long or odd one goes in quotes.`,
  file: say`Write the path of a file, such as \`samples/issue.eml\`.`,
  reply: say`Write true or false, without quotes. In YAML 1.2 yes, no, on and off are texts.`,
  expect: say`Write rules and their expected outcomes, such as \`{ Newsletters: matches, Receipts: no }\`.`,
  judged: say`Write rules and the answers of the AI to assume, such as \`{ Newsletters: yes }\`.`,
  outcome: say`Use matches, ai or no.`,
  answer: say`Use yes or no.`,
} as const satisfies Record<string, Parts>;

const UNUSABLE_TESTS = {
  missing: {
    is: 'does not exist',
    remedy: 'Create it, or set `tests:` in inboxctl.yaml to the folder that has the tests.',
  },
  ...UNUSABLE_FOLDER,
  'not-yaml': {
    is: 'is neither a folder nor a tests file',
    remedy: 'Name a folder, or a file that ends in .yaml or .yml.',
  },
} as const;

const NOT_ADDED = {
  folder: ['`inboxctl test` does not read it', 'Name a .yaml file below a folder of `tests:` in inboxctl.yaml: '],
  differs: ['the accounts that read it differ, or were not all asked', 'Name rules, or a file that one account reads.'],
  secret: ['it would contain the value of a variable or a key', 'Give a similar mail by --from, --to and --subject.'],
  unread: [
    'it would not be read as meant, or be too large',
    'Name another file, or write the test yourself, with the saved mail: `mail: { file: issue.eml }`.',
  ],
} as const;

export const testProblems = {
  /** A warning of a plan. `inboxctl test` reports the problems themselves. */
  'samples-left-out': () => ({
    message: say`Some sample mails cannot be read, so the plan does not show the whole impact on sample mails.`,
    remedy: say`To see what is wrong: inboxctl test`,
  }),
  /** A folder or file that `tests` names. `meant`: an existing one with a similar name. */
  'tests-folder': (args: { root: string; problem: keyof typeof UNUSABLE_TESTS; meant?: string }) => ({
    message: say`The tests folder ${shortQuoted(args.root)} ${UNUSABLE_TESTS[args.problem].is}.`,
    remedy:
      notGlobs(args.root) ??
      say`${args.meant === undefined ? [] : say`Did you mean ${shortQuoted(args.meant)}? `}${UNUSABLE_TESTS[args.problem].remedy}`,
  }),
  'tests-document': ({ found, isRule }: { found: ValueKind; isRule: boolean }) => ({
    message: isRule
      ? say`This is a rule, in a folder of tests.`
      : say`A document must be \`tests:\` with a list of tests, and this is ${KIND[found]}${found === 'mapping' ? ' without `tests`' : ''}.`,
    remedy: isRule
      ? say`Move it to a folder of rules; \`rules:\` in inboxctl.yaml says which those are.`
      : found === 'list'
        ? say`Put \`tests:\` on a line above the list.`
        : say`Write \`tests:\`, and below it each test, beginning with \`- name:\`. For files of something else, let \`tests:\` in inboxctl.yaml name another folder, or none: \`tests: []\`.`,
  }),
  'test-unknown-key': (args: { key: string; at: TestLevel | 'document'; proposal: ProposedKey | null }) => ({
    message: say`${shortQuoted(args.key)} is not a key of ${KEYS[args.at][0]}.`,
    remedy: keyRemedy(args.key, args.at, args.proposal),
  }),
  /** `empty`: the key is there without a value. */
  'test-missing-key': ({ key, empty }: { key: 'name' | 'mail'; empty: boolean }) => ({
    message: empty ? say`\`${key}\` is empty.` : say`This test has no \`${key}\`.`,
    remedy: EXPECTED[key],
  }),
  /** `rule`: the rule in `expect` or `judged` whose value is wrong. `written`: the value if it is one word or text. */
  'test-wrong-value': (args: {
    key: string;
    rule: string | null;
    takes: keyof typeof EXPECTED;
    found: ValueKind;
    written: string | null;
    proposal: string | null;
  }) => {
    const of =
      args.rule === null ? say`\`${theirs(args.key)}\`` : say`\`${theirs(args.key)}\` of ${shortQuoted(args.rule)}`;
    const what = args.written === null ? say`${KIND[args.found]}` : say`\`${short(args.written)}\``;
    const choices = EXPECTED[args.takes];
    if (args.takes === 'test')
      return {
        message: say`Each entry of \`tests\` must be a test, and this is ${KIND[args.found]}.`,
        remedy: choices,
      };
    if (args.proposal === null) return { message: say`Invalid value for ${of}: ${what}.`, remedy: choices };
    // `yes` and `no` are booleans in YAML 1.1; `matches` is not.
    const isBoolean = args.found === 'true or false' && args.proposal !== 'matches';
    return {
      message: say`Invalid value for ${of}: ${what}.`,
      remedy: isBoolean
        ? say`Write ${ours(args.proposal)}, without quotes: in YAML 1.2 it is a text. ${choices}`
        : say`Did you mean \`${ours(args.proposal)}\`? ${choices}`,
    };
  },
  'test-mail-twice': ({ keys }: { keys: readonly string[] }) => ({
    message: say`\`mail\` has \`file\` and also ${list(keys, (key) => say`\`${ours(key)}\``)}.`,
    remedy: say`Name the file, or write the headers. Only \`reply\` may be set beside \`file\`.`,
  }),
  'test-mail-empty': () => ({
    message: say`\`mail\` says nothing about the mail.`,
    remedy: EXPECTED.mail,
  }),
  'test-expects-nothing': () => ({
    message: say`This test expects nothing, so it checks nothing.`,
    remedy: say`Write \`expect:\` with a rule and what it does to the mail, such as \`{ Newsletters: matches }\`, or \`others: no\`.`,
  }),
  'test-name-twice': ({ name }: { name: string }) => ({
    message: say`Two tests of this file are called ${shortQuoted(name)}.`,
    remedy: say`Give each a name of its own: it says what failed.`,
  }),
  /** `none`: no rule is declared at all. */
  'test-rule-unknown': ({ rule, proposal, none }: { rule: string; proposal: string | null; none: boolean }) => ({
    message: say`There is no rule ${shortQuoted(rule)}.`,
    remedy:
      proposal !== null
        ? say`Did you mean ${shortQuoted(proposal)}?`
        : none
          ? say`No rule is declared yet.`
          : say`To list all rules: inboxctl explain`,
  }),
  /** No account declares all the rules that a test names, but for each rule there is one that declares it. */
  'test-rules-apart': ({ rules }: { rules: readonly string[] }) => ({
    message: say`No account has all the rules of this test: ${list(rules, shortQuoted)}.`,
    remedy: say`Write a test for each account: a test is about the rules of one inbox.`,
  }),
  'test-ai-chooses-one': ({ name, rules }: { name: string; rules: readonly string[] }) => ({
    message: say`In the test ${quoted(name)} the AI chooses ${list(rules, quoted)} for one mail, but it chooses one rule.`,
    remedy: say`Expect one of them, or if this account lets the AI choose several, write \`aiSelection: several\` into inboxctl.yaml.`,
  }),
  'test-not-added': (args: { file: string; why: keyof typeof NOT_ADDED; folders: readonly string[] }) => ({
    message: say`No test was added to ${theirs(args.file)}: ${NOT_ADDED[args.why][0]}.`,
    remedy: say`${NOT_ADDED[args.why][1]}${args.why === 'folder' ? list(args.folders) : []}`,
  }),
  'test-added': ({ name, file, line }: { name: string; file: string; line: number }) => ({
    message: say`Added the test ${quoted(name)} to ${theirs(file)}:${line}.`,
    remedy: say`Correct its \`expect\` where the outcome is wrong, then run \`inboxctl test\`.`,
  }),
  'mail-has-body': () => ({
    message: say`This mail has a body. Rules do not read it, so the repository does not need it.`,
    remedy: say`Delete everything below its first empty line.`,
  }),
  'test-unknown': ({ name, nearest }: { name: string; nearest: string | null }) => ({
    message: say`There is no test ${quoted(name)}.`,
    remedy:
      nearest === null ? say`To list all tests: inboxctl test --verbose` : say`Did you mean ${shortQuoted(nearest)}?`,
  }),
} satisfies Topic;

function keyRemedy(key: string, at: TestLevel | 'document', proposal: ProposedKey | null): Parts {
  if (!proposal) return say`Keys of ${KEYS[at][0]}: ${ours(KEYS[at][1])}.`;
  if (proposal.at === at) return say`Did you mean \`${ours(proposal.key)}\`?`;
  return say`Put ${proposal.key === key ? 'it' : say`\`${ours(proposal.key)}\``} ${BELONGS[proposal.at]}.`;
}
