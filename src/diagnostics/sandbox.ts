/** Problems that keep `inboxctl sandbox` from starting: its port and its files. */
import { list, ours, type Parts, quoted, say, short, type Topic, theirs } from './message.ts';
import { because } from './reasons.ts';

const PORT_REASONS: Partial<Record<string, Parts>> = {
  EADDRINUSE: say`something else listens there, perhaps another sandbox`,
  EACCES: say`this user may not listen there`,
};

function inboxesNamed(known: readonly string[], proposal: string | null): Parts {
  if (proposal !== null) return say`Did you mean ${quoted(proposal)}?`;
  return known.length === 0 ? say`There is none to name.` : say`Name one of: ${list(known, quoted)}.`;
}

const TWICE = {
  inbox: {
    message: (name: string) => say`There is another inbox "${short(name)}".`,
    remedy: say`Give each inbox a name of its own.`,
  },
  key: {
    message: () => say`This key has the value of an earlier one.`,
    remedy: say`Give each key a value of its own. Two keys of one inbox are two people.`,
  },
  rule: {
    message: (name: string) => say`Another rule of this inbox has the id "${short(name)}".`,
    remedy: say`Give it another \`id\`, or leave \`id\` out.`,
  },
} as const;

export const sandboxProblems = {
  /** `reason` is a system error code, such as EADDRINUSE. */
  'sandbox-port': ({ port, reason }: { port: number; reason: string }) => ({
    message: say`Port ${port} cannot be used: ${PORT_REASONS[reason] ?? because(reason)}.`,
    remedy: say`Name another one, such as --port 4748.`,
  }),
  'sandbox-seed-unused': ({ seed, data }: { seed: string; data: string }) => ({
    message: say`${theirs(data)} holds an inbox already, so the seed ${theirs(seed)} would not be used.`,
    remedy: say`To go on with that inbox, leave --seed out. To begin again from the seed, delete ${theirs(data)}, or name another file with --data.`,
  }),
  'sandbox-data-broken': ({ data, line }: { data: string; line: number }) => ({
    message: say`Line ${line} of ${theirs(data)} is not what a sandbox writes.`,
    remedy: say`Name another file with --data; it is created if it does not exist. A file to begin with goes to --seed.`,
  }),
  /** `holder` is the process that uses the file; null if unknown. */
  'sandbox-data-in-use': ({ data, holder }: { data: string; holder: string | null }) => ({
    message: say`Another sandbox uses ${theirs(data)}${holder === null ? [] : say`: process ${ours(holder)}`}.`,
    remedy: say`End that one, or name another file with --data. If it no longer runs, delete ${theirs(`${data}.lock`)}.`,
  }),
  'seed-empty': ({ seed }: { seed: string }) => ({
    message: say`The seed ${theirs(seed)} is empty.`,
    remedy: say`Leave --seed out for an inbox without rules, or write \`{ "rules": [ … ] }\`. Its format: inboxctl schema sandbox`,
  }),
  /** `path` is such as `rules[1].name`. `written` is the value as JSON; null if it is missing. */
  'seed-value': ({ path, written, expected }: { path: string; written: string | null; expected: string }) => ({
    message:
      written === null
        ? say`\`${theirs(path)}\` is missing.`
        : say`Invalid value for \`${theirs(path)}\`: ${short(written)}`,
    remedy: say`${written === null ? 'Add it:' : 'Use'} ${ours(expected)}.`,
  }),
  'seed-either': ({ keys: [one, other] }: { keys: readonly [string, string] }) => ({
    message: say`\`${ours(one)}\` and \`${ours(other)}\` cannot both be given.`,
    remedy: other === 'inboxes' ? say`Move \`${ours(one)}\` into one of the inboxes.` : say`Remove one of them.`,
  }),
  'seed-twice': ({ what, name }: { what: keyof typeof TWICE; name: string }) => ({
    message: TWICE[what].message(name),
    remedy: TWICE[what].remedy,
  }),
  'seed-no-inbox': (args: { name: string; known: readonly string[]; isBefore: boolean; proposal: string | null }) => ({
    message: say`There is no inbox "${short(args.name)}"${args.isBefore ? say` before this one` : []}.`,
    remedy: inboxesNamed(args.known, args.proposal),
  }),
  'seed-order': () => ({ message: say`\`from\` is later than \`to\`.`, remedy: say`Swap them, or leave one out.` }),
} satisfies Topic;
