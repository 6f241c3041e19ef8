/** The English of what there is to say about runs, their journals and locks. */
import type { RunNotices } from '../../model/run-notices.ts';
import { harmless } from '../harmless.ts';
import { count } from '../lines.ts';
import { timeText } from '../time.ts';
import type { Messages } from './message.ts';
import { because } from './reasons.ts';

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
  return `To finish it: inboxctl rollback ${harmless(rollbackOf)}\nTo take back what it did: inboxctl rollback ${harmless(run)}`;
}

export const runNotices: Messages<RunNotices> = {
  'run-unfinished': ({ run, startedAt, rollbackOf, left }) => {
    const which = `The ${rollbackOf === null ? 'apply' : 'rollback'} of ${timeText(startedAt)} was cut off before its end`;
    // No plan of the files shows what is left of a rollback.
    if (rollbackOf !== null) return { message: `${which}.`, remedy: whichRollback(run, rollbackOf) };
    const back = `To go back to before it: inboxctl rollback ${harmless(run)}`;
    if (left === 0) return { message: `${which}; nothing of it is left to do.`, remedy: back };
    return { message: `${which}. This plan shows what is left.`, remedy: `To finish it: inboxctl apply\n${back}` };
  },
  'journal-cut': ({ file, reason }) => ({
    message: `Not all outcomes could be written to the journal ${harmless(file)}: ${because(reason)}.`,
    remedy: 'What is told here is all that is known of them. The rules as they were before are in it.',
  }),
  'journal-unreadable': ({ file, reason }) => ({
    message: `The journal ${harmless(file)} cannot be read: ${unreadable(reason)}.`,
  }),
  'journal-untrusted': ({ file, reason }) => ({
    message: `Refused: the journal ${harmless(file)} is not to be trusted: ${DISTRUST[reason][0]}.`,
    remedy: DISTRUST[reason][1],
  }),
  'run-unknown': ({ run, known, count: number }) => ({
    message: `There is no run ${harmless(run)}.`,
    remedy:
      number > known.length
        ? `The newest of ${count(number, 'run')}: ${known.map(harmless).join(', ')}. All are listed by: inboxctl runs`
        : `There ${number === 1 ? 'is' : 'are'}: ${known.map(harmless).join(', ')}.`,
  }),
  'run-ambiguous': ({ run, candidates }) => ({
    message: `${count(candidates.length, 'run')} begin with ${harmless(run)}.`,
    remedy: `Write more of it: ${candidates.map(harmless).join(', ')}.`,
  }),
  'runs-none': () => ({
    message: 'There is no run: nothing was applied from this folder yet.',
    remedy: 'Journals are in .inboxctl/runs, beside inboxctl.yaml, on the machine that ran apply.',
  }),
  'inbox-locked': ({ pid, file }) => ({
    message: `Refused: another inboxctl is at work on this inbox, or waits for an answer: process ${pid}.`,
    remedy: `Wait until it is done, or answer it. If that process is no inboxctl, delete ${harmless(file)}`,
  }),
  'lock-folder-unusable': ({ folder, problem }) => ({
    message: `Locks cannot be kept in ${harmless(folder)}: it ${FOLDER[problem]}.`,
    remedy: 'Remove it, and it is made anew, or set XDG_RUNTIME_DIR to a folder of yours.',
  }),
};
