/** Messages about runs, their snapshots and locks. */
import { count } from './counts.ts';
import { list, type Parts, refusal, say, type Topic, theirs } from './message.ts';
import { because } from './reasons.ts';
import { PLACE_OF_LOCKS } from './settings.ts';

const FOLDER = { link: 'is a link', 'no-folder': 'is not a folder', owner: 'belongs to another user' } as const;

const BY_HAND = 'To go back without it, revert the commit in git and apply.';

const DISTRUST = {
  tracked: {
    why: 'git tracks it, so it may come from anybody',
    remedy: say`Remove it from the repository: git rm --cached. ${BY_HAND}`,
  },
  writable: {
    why: 'others may write it or its folder',
    remedy: say`If you know that nobody did: chmod -R go-w .inboxctl`,
  },
  'writable-file': {
    why: 'others may write it',
    remedy: say`If you know that nobody did, take that right from them: chmod go-w FILE`,
  },
  owner: { why: 'it or its folder belongs to another user', remedy: say`Run this as the user that ran apply.` },
  'other-key': {
    why: 'it was sealed with another key than the one set now',
    remedy: say`Set the key of that run: INBOXCTL_SIGNING_KEY if there was one, else the API key. ${BY_HAND}`,
  },
  cut: { why: 'its end is missing', remedy: [BY_HAND] },
  forged: { why: 'it was changed or renamed after that run', remedy: [BY_HAND] },
} as const;

function unreadable(reason: string): Parts {
  if (reason === 'not-a-snapshot') return say`it is not the snapshot of a run`;
  if (reason === 'newer') return say`a newer inboxctl wrote it`;
  if (reason === 'too-big') return say`it is larger than 256 MB`;
  return because(reason);
}

export const runNotices = {
  /** `reason` is a system error code. */
  'snapshot-without-end': ({ file, reason }: { file: string; reason: string }) => ({
    toldOnce: true,
    message: say`How this run ended could not be written to ${theirs(file)}: ${because(reason)}.`,
    remedy: say`\`inboxctl runs\` will show it as cut off. It can still be rolled back.`,
  }),
  /** `reason` is a system error code, or the flaw of the content. */
  'snapshot-unreadable': ({ file, reason }: { file: string; reason: string }) => ({
    message: say`The snapshot ${theirs(file)} cannot be read: ${unreadable(reason)}.`,
  }),
  'snapshot-untrusted': (args: { file: string; reason: keyof typeof DISTRUST; keyId?: string }) => ({
    exit: 'refused',
    ...refusal`the snapshot ${theirs(args.file)} cannot be trusted: ${DISTRUST[args.reason].why}${args.keyId === undefined ? [] : say` (key id ${theirs(args.keyId)})`}.`,
    remedy: DISTRUST[args.reason].remedy,
  }),
  'run-unknown': ({ run, known, count: number }: { run: string; known: readonly string[]; count: number }) => ({
    message: say`There is no run ${theirs(run)}.`,
    remedy:
      number > known.length
        ? say`The newest of ${count(number, 'run')}: ${list(known)}. All are listed by: inboxctl runs`
        : say`There ${number === 1 ? 'is' : 'are'}: ${list(known)}.`,
  }),
  'run-ambiguous': ({ run, candidates }: { run: string; candidates: readonly string[] }) => ({
    message: say`${count(candidates.length, 'run')} begin with ${theirs(run)}.`,
    remedy: say`Write more of it: ${list(candidates)}.`,
  }),
  'run-and-from': () => ({ message: say`Name a run, or a snapshot with --from, not both.` }),
  'runs-none': () => ({
    message: say`There is no run: nothing was applied from this folder yet.`,
    remedy: say`Snapshots are in .inboxctl/runs, beside inboxctl.yaml, on the machine that ran apply.`,
  }),
  'inbox-locked': ({ pid, file }: { pid: number; file: string }) => ({
    exit: 'refused',
    ...refusal`another inboxctl (process ${pid}) works on this inbox, or waits for an answer to its question.`,
    remedy: say`Wait until it has ended, or answer its question. If that process is not inboxctl, delete ${theirs(file)}`,
  }),
  'lock-folder-unusable': ({ folder, problem }: { folder: string; problem: keyof typeof FOLDER }) => ({
    message: say`Locks cannot be kept in ${theirs(folder)}: it ${FOLDER[problem]}.`,
    remedy: say`Remove it, and it is created again. ${PLACE_OF_LOCKS}`,
  }),
} satisfies Topic;
