/** What can be wrong with tests files. */
import { notGlobs, UNUSABLE_FOLDER } from './folders.ts';
import { list, ours, quoted, say, shortQuoted, type Topic, theirs } from './message.ts';
import { KIND, type ValueKind } from './value-kinds.ts';

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
  'test-mail-twice': ({ keys }: { keys: readonly string[] }) => ({
    message: say`\`mail\` has \`file\` and also ${list(keys, (key) => say`\`${ours(key)}\``)}.`,
    remedy: say`Name the file, or write the headers. Only \`reply\` may be set beside \`file\`.`,
  }),
  'test-name-twice': ({ name }: { name: string }) => ({
    message: say`Two tests of this file are called ${shortQuoted(name)}.`,
    remedy: say`Give each a name of its own: it says what failed.`,
  }),
  'test-rule-unknown': ({ rule, proposal, none }: { rule: string; proposal: string | null; none: boolean }) => ({
    message: say`There is no rule ${shortQuoted(rule)}.`,
    remedy:
      proposal !== null && /[^*]/.test(rule)
        ? say`Did you mean ${shortQuoted(proposal)}?`
        : none
          ? say`No rule is declared yet.`
          : say`These are names, not globs: write \`NAME: no\` for a rule that must not match, and \`others: no\` beside \`expect\` for all others. To list all rules: inboxctl explain`,
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
  'test-not-address': ({ key, written }: { key: string; written: string }) => ({
    message: say`\`mail.${ours(key)}\` has no address: ${shortQuoted(written)}. Mails have whole ones, so a rule may not match this one as it would a real mail.`,
    remedy: say`Use one such as "jane@example.com" or "Jane <jane@example.com>".`,
  }),
  'mail-has-body': () => ({
    message: say`This mail has a body. Rules do not read it, so the repository does not need it.`,
    remedy: say`Delete everything below its first empty line.`,
  }),
} satisfies Topic;
