/** Problems with a bundle of keys. */
import { joined, list, ours, type Parts, say, short, type Topic, theirs } from './message.ts';

const PROBLEMS = {
  unread: {
    is: 'cannot be read',
    remedy:
      'Write a line INBOXCTL_ALICE_KEY=… for each key, or JSON: {"INBOXCTL_ALICE_KEY": "…"}. Only API keys may be in it: `toJSON(secrets)` is not a bundle.',
  },
  twice: { is: 'has variables more than once', remedy: 'Keep one value of each.' },
  beside: {
    is: 'is for several accounts, and does not go together with the key of one',
    remedy: 'Leave one of them out.',
  },
  spare: {
    is: 'has keys that no `apiKey` of the project names',
    remedy: 'They are hidden and sent nowhere. Name them in the project, or remove them from the bundle.',
  },
} as const;

export type BundleProblem = keyof typeof PROBLEMS;

export const keyBundleProblems = {
  /** `from` is where it is. It shows no value of a variable, and no word of a line. */
  'key-bundle': (args: {
    from: string;
    problem: BundleProblem;
    lines: readonly number[];
    names: readonly string[];
  }) => ({
    message: say`The bundle of keys in ${theirs(args.from)} ${PROBLEMS[args.problem].is}${which(args)}.`,
    remedy: [PROBLEMS[args.problem].remedy],
  }),
} satisfies Topic;

function which({ lines, names }: { lines: readonly number[]; names: readonly string[] }): Parts {
  const inLines = list(rangesOf(lines), ([from, to]) => ours(from === to ? `line ${from}` : `lines ${from} to ${to}`));
  const parts = [inLines, list([...new Set(names)], short)].filter(({ length }) => length > 0);
  return parts.length === 0 ? [] : say`: ${joined(parts, ', ')}`;
}

function rangesOf(lines: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line <= last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges;
}
