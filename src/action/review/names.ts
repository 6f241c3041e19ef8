/** How pull requests and changes are named in what a job says. */
import { list, type Parts, quoted, say, type Theirs, theirs } from '../../diagnostics/message.ts';
import type { Change } from '../../model/plan.ts';
import { accountParts } from '../words.ts';

type Named = Pick<Change, 'account' | 'op' | 'name'>;

/** Changes that a message names; the others are in the log. */
const MOST = 5;

/** In code, where a comment would make a mention of it. */
export function pullName(number: number): Theirs {
  return theirs(`#${number}`);
}

export function changeName({ account, op, name }: Named): Parts {
  return say`${accountParts(account)}${op} ${quoted(name)}`;
}

export function changeNames(changes: readonly Named[]): Parts {
  return list(changes, changeName, MOST);
}
