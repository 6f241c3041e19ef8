/** The English of what there is to say about runs, their journals and locks. */

import { count } from './counts.ts';
import { escapeControl } from './escape-control.ts';
import type { Messages } from './message.ts';
import { because } from './reasons.ts';
import { timeText } from './time.ts';

export interface RunNotices {
  /** The newest run about an account was killed; `left`: how many changes the plan that this is said with has. */
  'run-unfinished': { run: string; startedAt: string; rollbackOf: string | null; left: number };
  /** Not all that the run did is in its journal; `reason` is a code of the system. */
  'journal-cut': { file: string; reason: string };
  /** `reason` is a code of the system, or what is wrong with the content. */
  'journal-unreadable': { file: string; reason: string };
  /** A rollback is not to go by this journal: it may be anybody's work. */
  'journal-untrusted': {
    file: string;
    reason: 'tracked' | 'writable' | 'owner' | 'unsealed' | 'other-key' | 'forged';
  };
  /** No run has this name; `known` are the newest, of `count`. */
  'run-unknown': { run: string; known: string[]; count: number };
  /** Several runs begin with this. */
  'run-ambiguous': { run: string; candidates: string[] };
  'runs-none': Record<never, never>;
  /** Another process works on the inbox; `file` is its lock. */
  'inbox-locked': { pid: number; file: string };
  'lock-folder-unusable': { folder: string; problem: 'link' | 'no-folder' | 'owner' };
}

const FOLDER: Record<RunNotices['lock-folder-unusable']['problem'], string> = {
  link: 'is a link',
  'no-folder': 'is no folder',
  owner: 'belongs to another user',
};

const BY_HAND = 'To go back without it, revert the commit in git and apply.';

/** Why a journal is not to be trusted, and what to do. */
const DISTRUST: Record<RunNotices['journal-untrusted']['reason'], [why: string, remedy: string]> = {
  tracked: ['git tracks it, so it may come from anybody', `Remove it from the repository: git rm --cached. ${BY_HAND}`],
  writable: ['others may write it or its folder', 'If you know that nobody did: chmod -R go-w .inboxctl'],
  owner: ['it or its folder belongs to another user', 'Run this as the user that ran apply.'],
  unsealed: ['it is not signed: it was not made by this version of inboxctl, or it was changed', BY_HAND],
  'other-key': [
    'it was signed with another key than the one set now',
    `Set the key of that run: INBOXCTL_SIGNING_KEY if there was one, else the API key. ${BY_HAND}`,
  ],
  forged: ['its signature does not fit: it was changed or renamed after that run', BY_HAND],
};

function unreadable(reason: string): string {
  if (reason === 'not-a-journal') return 'it does not begin with the plan of a run';
  if (reason === 'cut') return 'it was cut off before anything was sent';
  if (reason === 'newer') return 'a newer inboxctl wrote it';
  return because(reason);
}

/** A rollback that did not get to its end can be finished or taken back. */
export function whichRollback(run: string, rollbackOf: string): string {
  return `To finish it: inboxctl rollback ${escapeControl(rollbackOf)}\nTo take back what it did: inboxctl rollback ${escapeControl(run)}`;
}

export const runNotices: Messages<RunNotices> = {
  'run-unfinished': ({ run, startedAt, rollbackOf, left }) => {
    const which = `The ${rollbackOf === null ? 'apply' : 'rollback'} of ${timeText(startedAt)} was cut off before its end`;
    // No plan of the files shows what is left of a rollback.
    if (rollbackOf !== null) return { message: `${which}.`, remedy: whichRollback(run, rollbackOf) };
    const back = `To go back to before it: inboxctl rollback ${escapeControl(run)}`;
    if (left === 0) return { message: `${which}; nothing of it is left to do.`, remedy: back };
    return { message: `${which}. This plan shows what is left.`, remedy: `To finish it: inboxctl apply\n${back}` };
  },
  'journal-cut': ({ file, reason }) => ({
    message: `Not all outcomes could be written to the journal ${escapeControl(file)}: ${because(reason)}.`,
    remedy: 'What is told here is all that is known of them. The rules as they were before are in it.',
  }),
  'journal-unreadable': ({ file, reason }) => ({
    message: `The journal ${escapeControl(file)} cannot be read: ${unreadable(reason)}.`,
  }),
  'journal-untrusted': ({ file, reason }) => ({
    message: `Refused: the journal ${escapeControl(file)} is not to be trusted: ${DISTRUST[reason][0]}.`,
    remedy: DISTRUST[reason][1],
  }),
  'run-unknown': ({ run, known, count: number }) => ({
    message: `There is no run ${escapeControl(run)}.`,
    remedy:
      number > known.length
        ? `The newest of ${count(number, 'run')}: ${known.map(escapeControl).join(', ')}. All are listed by: inboxctl runs`
        : `There ${number === 1 ? 'is' : 'are'}: ${known.map(escapeControl).join(', ')}.`,
  }),
  'run-ambiguous': ({ run, candidates }) => ({
    message: `${count(candidates.length, 'run')} begin with ${escapeControl(run)}.`,
    remedy: `Write more of it: ${candidates.map(escapeControl).join(', ')}.`,
  }),
  'runs-none': () => ({
    message: 'There is no run: nothing was applied from this folder yet.',
    remedy: 'Journals are in .inboxctl/runs, beside inboxctl.yaml, on the machine that ran apply.',
  }),
  'inbox-locked': ({ pid, file }) => ({
    message: `Refused: another inboxctl is at work on this inbox, or waits for an answer: process ${pid}.`,
    remedy: `Wait until it is done, or answer it. If that process is no inboxctl, delete ${escapeControl(file)}`,
  }),
  'lock-folder-unusable': ({ folder, problem }) => ({
    message: `Locks cannot be kept in ${escapeControl(folder)}: it ${FOLDER[problem]}.`,
    remedy: 'Remove it, and it is made anew, or set XDG_RUNTIME_DIR to a folder of yours.',
  }),
};
