/** Problems with flags and with what a command needs: files, git, a terminal. */
import { joined, list, ours, quoted, refusal, say, type Topic, theirs, typed } from './message.ts';
import { allowing, because, trusting } from './reasons.ts';

const CHECKOUT = 'In a workflow, give actions/checkout `fetch-depth: 0`';

const HISTORY = {
  'no-git': [
    'git cannot be run',
    say`Install git where this runs. ${CHECKOUT}, which makes no clone where git is missing.`,
  ],
  'no-repository': ['they are in no git repository', say`Run it in a clone of the repository. ${CHECKOUT}.`],
  'no-commit': ['nothing is committed yet', say`Commit the rules first. ${CHECKOUT}.`],
  shallow: [
    'this clone is shallow: older commits are missing',
    say`${CHECKOUT}. Elsewhere, run:\ngit fetch --unshallow`,
  ],
  owner: ['git refuses to read it, since it belongs to another user', null],
  failed: [
    'git cannot read it',
    say`${CHECKOUT} and no \`filter\` or \`sparse-checkout\`: partial clones lack old files. Elsewhere, run:\ngit fetch --refetch --no-filter`,
  ],
} as const;

/** Where every process of a user finds them. */
export const PLACE_OF_LOCKS =
  'Locks are kept in the home folder of this user, or in /tmp where there is none: let this user write there.';
type InFile = { file: string; line: number };

/** Why a base cannot be read, and what to do. `detail` is as in a GitFailure. */
const NO_BASE = {
  'no-git': () => ({
    why: say`git is not installed`,
    remedy: say`Install git where this runs. In a workflow, do it before actions/checkout, which makes no clone without git.`,
  }),
  'no-repository': () => ({
    why: say`this folder is in no git repository`,
    remedy: say`Run it in a clone of the repository: in a workflow, after actions/checkout.`,
  }),
  owner: (detail: string) => ({
    why: say`the work tree belongs to another user, so git refuses to read it`,
    remedy: trusting(detail),
  }),
  shallow: () => ({
    why: say`this clone is shallow, and lacks that commit`,
    remedy: say`${CHECKOUT}; on GitLab, set \`GIT_DEPTH: 0\`. Elsewhere, run:\ngit fetch --unshallow`,
  }),
  'no-commit': () => ({
    why: say`this clone has no such commit, as after a forced push`,
    remedy: say`Name another commit, or plan without \`--base\`. On GitHub, run the apply workflow by hand: it shows all that differs.`,
  }),
  failed: (detail: string) => ({
    why: theirs(detail),
    remedy: say`It takes a whole clone: in a workflow, one without \`filter\` and \`sparse-checkout\`. Elsewhere, run:\ngit fetch --refetch --no-filter`,
  }),
};

const NOTHING_SENT = {
  snapshot: 'Nothing was sent: a run without a snapshot could not be rolled back.',
  lock: `Nothing was sent to this inbox. ${PLACE_OF_LOCKS}`,
  report: 'Nothing was sent. Name another file with --report.',
} as const;

export const settingProblems = {
  /** `what`: our own words. `reason`: a system error code. `meant`: an existing file with a similar name. */
  'file-unreadable': (args: { what: string; file: string; reason: string; meant?: string }) => ({
    message: say`${ours(args.what)} ${theirs(args.file)} cannot be read: ${because(args.reason)}.`,
    ...(args.meant !== undefined
      ? { remedy: say`Did you mean ${theirs(args.meant)}?` }
      : args.reason === 'ENOENT' && args.what === 'The plan file'
        ? { remedy: say`To write one, run: inboxctl plan --output ${typed(args.file)}` }
        : args.reason === 'ENOENT' && args.what === 'The project file'
          ? { remedy: say`Leave --config out, and inboxctl.yaml is looked for here and above.` }
          : allowing(args.reason, args.file, 'r')),
  }),
  /** `of` is what a run needs before it starts. */
  'file-unwritable': (args: { what: string; file: string; reason: string; of?: keyof typeof NOTHING_SENT }) => ({
    exit: 'failed',
    message: say`${ours(args.what)} ${theirs(args.file)} cannot be written: ${args.reason === 'ENOENT' ? 'its folder does not exist' : because(args.reason)}.`,
    ...(args.of === undefined ? allowing(args.reason, args.file, 'w') : { remedy: [NOTHING_SENT[args.of]] }),
  }),
  'output-in-use': ({ option, file, by }: { option: string; file: string; by: 'project' | 'git' }) => ({
    exit: 'refused',
    ...refusal`${ours(option)} would write over ${theirs(file)}, which ${by === 'git' ? 'git tracks' : 'this project reads'}.`,
    remedy: say`Name another file, or write over this one with --force.`,
  }),
  /** `meant` is an option, or a variable with a similar name that is not set; null if there is neither. */
  'variable-misspelled': ({ variable, meant }: { variable: string; meant: string | null }) => ({
    message: say`${theirs(variable)} is set, but nothing reads it.`,
    remedy:
      meant === null
        ? say`Unset it. Read are INBOXCTL_BASE_URL, INBOXCTL_API_KEY, INBOXCTL_ALLOWED_HOSTS, INBOXCTL_SIGNING_KEY and the keys that inboxctl.yaml names. Everything else is an option or in inboxctl.yaml.`
        : meant.startsWith('--')
          ? say`Write \`${theirs(meant)}\` on the command line instead.`
          : say`If it is meant to be ${theirs(meant)}, rename it. If not, unset it.`,
  }),
  'signing-key-too-short': ({ least }: { least: number }) => ({
    message: say`A line of INBOXCTL_SIGNING_KEY (\`signing-key\` in a workflow) has fewer than ${least} characters. Comments and plan files show what it signs, so it could be guessed.`,
    remedy: say`Each line is one signing key. Make one:\nhead -c 32 /dev/urandom | base64`,
  }),
  'file-not-of-project': () => ({
    message: say`This is not a rule file of this project, so it is left alone.`,
    remedy: say`Rule files are the .yaml and .yml files below the folders that \`rules\` in inboxctl.yaml names (without it: rules).`,
  }),
  'stdin-and-files': () => ({
    message: say`\`-\` stands for standard input, and cannot be named beside files.`,
    remedy: say`Run: inboxctl fmt - < FILE`,
  }),
  'stdin-not-utf8': () => ({
    message: say`Standard input is not UTF-8 text.`,
    remedy: say`Pipe the text of one rule file into it: inboxctl fmt - < FILE`,
  }),
  'directory-missing': ({ directory, meant }: { directory: string; meant: string | null }) => ({
    message: say`There is no folder ${theirs(directory)}.`,
    remedy:
      meant !== null
        ? say`Did you mean ${theirs(meant)}?`
        : directory === '.'
          ? say`This folder was removed: change to one that exists.`
          : say`Name the folder of inboxctl.yaml. For a new project, make it first:\nmkdir -p ${typed(directory)}`,
  }),
  'history-missing': ({ problem, detail }: { problem: keyof typeof HISTORY; detail: string | null }) => {
    const [why, remedy] = HISTORY[problem];
    const words = detail === null || remedy === null ? [] : say`: ${theirs(detail)}`;
    const message = say`\`undeclared: declared-before\` needs the whole git history of the rules, and ${why}${words}.`;
    return { message, remedy: remedy ?? trusting(detail ?? '') };
  },
  'base-unknown': ({ ref, known }: { ref: string; known: readonly string[] }) => ({
    message: say`--base ${quoted(ref)}: git knows no such commit.`,
    remedy: say`Name a commit, or one of the branches and tags: ${known.length === 0 ? 'none yet' : list(known)}.`,
  }),
  'base-unreadable': (args: { ref: string; failure: keyof typeof NO_BASE; detail: string }) => {
    const { why, remedy } = NO_BASE[args.failure](args.detail);
    return { message: say`The base ${theirs(args.ref)} cannot be read: ${why}.`, remedy };
  },
  /** `problem`: the first thing that is wrong with the files of the commit. */
  'base-broken': ({ ref, problem, place }: { ref: string; problem: string; place: InFile | null }) => ({
    message: say`The files of the base ${theirs(ref)} are wrong. ${place === null ? [] : say`${theirs(place.file)}:${place.line}: `}${theirs(problem)}`,
    remedy: say`Fix them in a commit there: \`inboxctl validate\` names all that is wrong. On GitHub, merge the fix, then run the apply workflow by hand.`,
  }),
  /** `differing`: what of the account is another one than at the base. */
  'base-other-inbox': ({ differing, ref }: { differing: 'key' | 'address' | 'address and key'; ref: string }) => ({
    message: say`Its ${differing} ${differing === 'address and key' ? 'are other ones' : 'is another one'} than at ${theirs(ref)}: this may be another inbox.`,
    remedy: say`All that differs in it is planned: check that its live rules are those that you mean.`,
  }),
  'cannot-ask': () => ({
    exit: 'refused',
    ...refusal`there is no terminal to ask on.`,
    remedy: say`Look at the plan above, then run it again with --yes.`,
  }),
  'answered-no': ({ almost }: { almost: boolean }) => ({
    exit: 'failed',
    severity: 'info',
    toldOnce: true,
    message: almost ? say`Only \`yes\` is accepted. Nothing was changed.` : say`Nothing was changed.`,
  }),
  /** The names of rules that changed. None: something else made another plan. */
  'changed-meanwhile': ({ files, live }: { files: readonly string[]; live: readonly string[] }) => ({
    exit: 'refused',
    ...refusal`${joined(
      [
        ...(files.length === 0 ? [] : [say`the files (${list(files, quoted)})`]),
        ...(live.length === 0 ? [] : [say`the live rules (${list(live, quoted)})`]),
        ...(files.length + live.length > 0 ? [] : [say`the settings, a key or an account`]),
      ],
      ' and ',
    )} changed while the question was open.`,
    remedy: say`Nothing was sent. Run it again and look at the new plan.`,
  }),
} satisfies Topic;
