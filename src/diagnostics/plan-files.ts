/** The English of what can be wrong with a plan file. */

import { count, grouped } from './counts.ts';
import { escapeControl } from './escape-control.ts';
import type { Messages } from './message.ts';
import { cut, shown } from './quoting.ts';

/** As the user named it. */
type File = { file: string };

export interface PlanFileProblems {
  /** In bytes. */
  'plan-file-too-big': File & { limit: number };
  'plan-file-not-utf8': File;
  'plan-file-not-json': File & { empty: boolean };
  /** A higher formatVersion than this program knows. */
  'plan-file-newer': File & { version: number };
  /** JSON, but not a plan: `key` is the first that does not fit, with dots; empty for the whole. `more` others do not fit. */
  'plan-file-not-plan': File & { key: string; more: number };
  /** A change whose digest is not that of its content. */
  'plan-file-change-edited': File & { op: string; name: string };
  /** Changes were added or taken away: the digest of the whole is not theirs. */
  'plan-file-edited': File;
}

const AGAIN = 'Write it again with `inboxctl plan --output plan.json`, and look at what changed.';

export const planFileProblems: Messages<PlanFileProblems> = {
  'plan-file-too-big': ({ file, limit }) => ({
    message: `The plan file ${escapeControl(file)} is larger than ${grouped(limit / 1024 / 1024)} MiB.`,
    remedy: 'Is it the right file? `inboxctl plan --output plan.json` writes one.',
  }),
  'plan-file-not-utf8': ({ file }) => ({
    message: `The plan file ${escapeControl(file)} is not UTF-8.`,
    remedy: 'Is it the right file? `inboxctl plan --output plan.json` writes one.',
  }),
  'plan-file-not-json': ({ file, empty }) => ({
    message: `The plan file ${escapeControl(file)} ${empty ? 'is empty' : 'is not JSON'}.`,
    remedy: 'It is the file that `inboxctl plan --output plan.json` writes, not what a plan prints.',
  }),
  'plan-file-newer': ({ file, version }) => ({
    message: `The plan file ${escapeControl(file)} was made by a newer inboxctl: its formatVersion is ${version}, and this one knows 1.`,
    remedy: 'Apply it with the version that made it, or write it again with this one.',
  }),
  'plan-file-not-plan': ({ file, key, more }) => ({
    message:
      `The plan file ${escapeControl(file)} is JSON, but not a plan` +
      (key === ''
        ? '.'
        : `: \`${cut(key)}\` does not fit${more === 0 ? '' : `, nor ${more === 1 ? 'does' : 'do'} ${count(more, 'other value')}`}.`),
    remedy: 'It is the file that `inboxctl plan --output plan.json` writes.',
  }),
  'plan-file-change-edited': ({ file, op, name }) => ({
    message: `The plan file ${escapeControl(file)} was edited: the ${op} of ${shown(name)} is not what its digest says.`,
    remedy: AGAIN,
  }),
  'plan-file-edited': ({ file }) => ({
    message: `The plan file ${escapeControl(file)} was edited: its digest is not that of its changes, so some were added or taken away.`,
    remedy: AGAIN,
  }),
};
