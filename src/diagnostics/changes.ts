/** What is said about a single change: its risks, and why it is refused. */
import type { Failure, Step } from '../model/applied.ts';
import type { Change, Risk } from '../model/plan.ts';
import { ours, type Parts, theirs } from './message.ts';

export const RISKS: Record<Risk, string> = {
  'sends-mail': 'sends mail in your name',
  'leaves-mailbox': 'passes mail on to a webhook or a messaging channel',
  'destroys-mail': 'moves mail to trash or spam',
  'starts-sending': 'begins to send: the rule is switched on',
  'may-switch-off': 'the service may leave it switched off; only its web page can switch it on',
  'matches-everything': 'matches every mail',
  'mixed-scripts': 'mixes scripts in an address: letters may only look like the ones that are meant',
};

/** A risk in a few words, where the whole is said elsewhere. */
export function shortRisk(risk: Risk): string {
  return RISKS[risk].replace(/[:;].*/, '');
}

interface Refusal {
  why: string;
  /** What to do; what the plan says of it already is left out. */
  remedy?: string;
  /** What the change is not, or not any more. */
  unlike?: 'reviewed' | 'planned';
  /** `--allow-loss` lets it through. */
  isLoss?: true;
}

const REFUSALS: Partial<Record<string, Refusal>> = {
  'would-drop-integration': { why: 'would lose actions that only the web page can make', isLoss: true },
  'would-drop-unknown': { why: 'would lose fields that this version of inboxctl does not know', isLoss: true },
  'name-not-free': {
    why: 'another live rule has this name, and keeps it',
    remedy: 'Rename the other rule in the web page, then run this again.',
  },
  'parked-by': { why: 'it comes back together with another rule only', remedy: 'The plan above says how.' },
  'needs-left-out': { why: 'it needs a change that --only leaves out' },
  unreviewed: { why: 'it is not in what was reviewed', unlike: 'reviewed' },
  'changed-since-review': { why: 'it is not what was reviewed', unlike: 'reviewed' },
  'tags-of-another-key': {
    why: 'its secrets cannot be compared with those reviewed: the review was made with another key (INBOXCTL_SIGNING_KEY, `signing-key` in a workflow)',
    unlike: 'reviewed',
  },
  'variable-unset': { why: 'a variable that it needs cannot be used' },
  'text-lost': { why: 'a text of it is not in the journal' },
  incomplete: { why: 'the service would refuse the rule as it was' },
  policy: { why: 'the policy of inboxctl.yaml forbids the rule as it was' },
  ignored: { why: 'inboxctl.yaml says that this rule is never touched' },
  'kept-gone': {
    why: 'somebody deleted or renamed the rule to be kept, so this is the last one of its name',
    remedy: 'Look at what is left, then apply again.',
  },
  'changed-meanwhile': {
    why: 'somebody else changed this rule after the plan was made',
    remedy: 'Look at what it is now, then apply again.',
    unlike: 'planned',
  },
};

/** Why a change of this code is not made; the code itself where it is not known. */
export function refusalOf(code: string): Refusal {
  return (Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined) ?? { why: code };
}

export function refusalText(code: string): string {
  return refusalOf(code).why;
}

/** As refusalText, where it is known whose words these are. */
export function refusalParts(code: string): Parts {
  return Object.hasOwn(REFUSALS, code) ? ours(refusalText(code)) : [theirs(code)];
}

/** What is to be known of each step to say why deletes were held back. */
interface HeldOrNot {
  status: Step['status'];
  change: Pick<Change, 'op' | 'account'>;
}

/**
 * Takes the steps of a run that held deletes back; gives why: what came of creates that may be of the same rules, or of the
 * rules that are kept beside duplicates.
 */
export function whyHeld(steps: readonly HeldOrNot[]): string {
  const accounts = new Set(steps.flatMap(({ status, change }) => (status === 'held' ? [change.account] : [])));
  const creates = steps.filter(({ change: { op, account } }) => op === 'create' && accounts.has(account));
  const has = (wanted: Step['status']) => creates.some(({ status }) => status === wanted);
  if (!has('refused') && !has('failed')) return 'the rule to be kept did not become as declared';
  if (!has('refused')) return 'a create failed';
  return has('failed') ? 'a create failed and another was refused' : 'a create was refused';
}

/** A create that was answered with a success, but with a rule that was there before, or is not as sent. */
export const OF_ANOTHER_RULE: Failure = {
  status: 201,
  code: null,
  message: 'POST /rules returned 201, but with another rule',
  said: '201, but with another rule',
  hint: null,
  remedy: 'Tell whoever runs the deployment: an answer to a create must show the rule that was created.',
  outcomeUnknown: true,
};

const NOT_MADE = 'The change was not made: all is as before.';

/** What the live rules showed at the end of a failed write whose outcome was not known. */
export const FOUND = {
  made: 'The live rules show that it was made.',
  'not-made': NOT_MADE,
  'not-yet': `${NOT_MADE} The service may still make it, since a request for it got no answer: look again in some minutes.`,
  otherwise: 'The live rules show that it is neither as before nor as wanted.',
} as const satisfies Record<NonNullable<Step['found']>, string>;
