/** The names of pull requests and changes in the messages of a job. */
import { list, type Parts, quoted, say, type Theirs, theirs } from '../../diagnostics/message.ts';
import type { Change } from '../../model/plan.ts';
import { accountParts } from '../words.ts';

type Named = Pick<Change, 'account' | 'op' | 'name'>;

/** How many changes a message names; the log has the rest. */
const MOST = 5;

/** The number as text of others: a comment shows it as code, so GitHub does not turn it into a reference. */
export function pullName(number: number): Theirs {
  return theirs(`#${number}`);
}

export function changeName({ account, op, name }: Named): Parts {
  return say`${accountParts(account)}${op} ${quoted(name)}`;
}

export function changeNames(changes: readonly Named[]): Parts {
  return list(changes, changeName, MOST);
}
