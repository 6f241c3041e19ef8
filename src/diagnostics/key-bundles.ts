/** Problems with a bundle of keys. */
import { list, say, short, type Topic, theirs } from './message.ts';

const PROBLEMS = {
  unread: {
    is: 'cannot be read',
    remedy: 'Write a line INBOXCTL_ALICE_KEY=… for each key, or JSON: {"INBOXCTL_ALICE_KEY": "…"}.',
  },
  unknown: {
    is: 'has variables that no `apiKey` of the project names',
    remedy: 'Remove them. Only API keys may be in it: `toJSON(secrets)` is not a bundle.',
  },
  twice: { is: 'has variables more than once', remedy: 'Keep one value of each.' },
  empty: { is: 'has variables without a value', remedy: 'Add their keys, or remove them.' },
  beside: {
    is: 'is for several accounts, and does not go together with the key of one',
    remedy: 'Leave one of them out.',
  },
} as const;

export type BundleProblem = keyof typeof PROBLEMS;

export const keyBundleProblems = {
  /** `from` is where it is. `which` lines, variables or settings it is about. No value of a variable is shown. */
  'key-bundle': (args: { from: string; problem: BundleProblem; which: readonly string[] }) => ({
    scope: 'option',
    message: say`The bundle of keys in ${theirs(args.from)} ${PROBLEMS[args.problem].is}: ${list(args.which, short)}.`,
    remedy: [PROBLEMS[args.problem].remedy],
  }),
} satisfies Topic;
