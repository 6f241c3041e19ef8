/** Describes changes: their risks, why they are refused, and circles of them. */
import type { Failure, Step } from '../model/applied.ts';
import type { Risk } from '../model/plan.ts';
import { joined, list, type Parts, quoted, say, type Topic, theirs } from './message.ts';
import { yamlText } from './yaml-text.ts';

export const RISKS: Record<Risk, string> = {
  'sends-mail': 'sends mail in your name',
  'leaves-mailbox': 'passes mail on to a webhook or a messaging channel',
  'destroys-mail': 'moves mail to trash or spam',
  'starts-sending': 'begins to send: the rule is switched on',
  'may-switch-off': 'the service may leave it switched off; only its web page can switch it on',
  'example-text':
    'may be switched off for its example text: `@company.com` in `to`, `@mycompany.com` in `from` or `cal.com/example`',
  'matches-everything': 'matches every mail',
  'mixed-scripts': 'mixes scripts in an address: letters may only look like the ones that are meant',
  'trusts-sender': 'trusts its sender: anybody can send as any address, by writing it into their display name',
  'default-rule':
    "deletes or renames a rule of the service's own: the API cannot make it again with its hidden type; switch it off in the web page instead, or put it into `ignore`",
};

/** Returns a risk in a few words, for places where the full text is near. */
export function shortRisk(risk: Risk): string {
  return RISKS[risk].replace(/[:;].*/, '');
}

interface Refusal {
  why: Parts;
  remedy?: string;
  /** The change is not, or no longer, the reviewed or planned one. */
  unlike?: 'reviewed' | 'planned';
  isLoss?: true;
}

const REFUSALS: Partial<Record<string, Refusal>> = {
  'would-drop-integration': { why: say`would lose actions that only the web page can make`, isLoss: true },
  'would-drop-unknown': { why: say`would lose fields that this version of inboxctl does not know`, isLoss: true },
  'ignore-slip': { why: say`an entry of \`ignore\` in inboxctl.yaml is nearly its name` },
  'name-not-free': {
    why: say`another live rule has this name, and keeps it`,
    remedy: 'Rename the other rule in the web page, then run this again.',
  },
  circle: { why: say`it and other changes wait for each other` },
  'needs-left-out': { why: say`it needs a change that --only leaves out` },
  unreviewed: { why: say`it is not in what was reviewed`, unlike: 'reviewed' },
  'changed-since-review': { why: say`it is not what was reviewed`, unlike: 'reviewed' },
  'tags-of-another-key': {
    why: say`its secrets cannot be compared with those reviewed: the review was made with another key (INBOXCTL_SIGNING_KEY, \`signing-key\` in a workflow)`,
    unlike: 'reviewed',
  },
  'name-not-unique': { why: say`its name is not unique` },
  'edited-since': { why: say`somebody changed this rule after that run` },
  incomplete: { why: say`the service would refuse the rule as it was` },
  policy: { why: say`the policy of inboxctl.yaml forbids the rule as it was` },
  ignored: { why: say`inboxctl.yaml says that this rule is never touched` },
  'kept-gone': {
    why: say`somebody deleted or renamed the rule to be kept, so this is the last one of its name`,
    remedy: 'Look at what is left, then apply again.',
  },
  'changed-meanwhile': {
    why: say`somebody else changed this rule after the plan was made`,
    remedy: 'Look at what it is now, then apply again.',
    unlike: 'planned',
  },
};

/** Describes why a change is refused. An unknown code describes itself. */
export function refusalOf(code: string): Refusal {
  return (Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined) ?? { why: [theirs(code)] };
}

/** Why deletes were held back: what became of creates that may replace them, or of the rules that are kept. */
export function whyHeld(steps: readonly Step[]): string {
  const accounts = new Set(steps.flatMap(({ status, change }) => (status === 'held' ? [change.account] : [])));
  const creates = steps.filter(({ change: { op, account } }) => op === 'create' && accounts.has(account));
  const has = (wanted: Step['status']) => creates.some(({ status }) => status === wanted);
  if (!has('refused') && !has('failed')) return 'the rule to be kept did not become as declared';
  if (!has('refused')) return 'a create failed';
  return has('failed') ? 'a create failed and another was refused' : 'a create was refused';
}

/** A create that was answered with success, but with an existing rule or a different one. */
export const OF_ANOTHER_RULE: Failure = {
  status: 201,
  code: null,
  message: 'POST /rules returned 201, but with another rule',
  brief: '201, but with another rule',
  hint: null,
  remedy: 'Tell whoever runs the deployment: an answer to a create must show the rule that was created.',
  outcomeUnknown: true,
};

/** What the live rules showed, at the end, about a write with an unknown outcome. */
export const FOUND = {
  'not-made': 'The change was not made.',
  'not-yet':
    'Not made so far. The service may still make it, as a request for it got no answer: look again in a few minutes.',
  otherwise: 'The live rule is neither as before nor as wanted.',
} as const satisfies Record<NonNullable<Step['found']>, string>;

type Takes = { name: boolean; senders: boolean };

/** What one rule takes in the circle. `taken`: its senders as written; none if they are secret. */
interface GivenUp {
  now: string;
  declared: string;
  name: boolean;
  senders: { taken: readonly string[]; areAll: boolean } | null;
}

/** Rules that hand names or senders to each other in a circle, and how to do that in two steps. */
export const circleNotices = {
  /** `round`: names now; each takes something from the next, the last from the first. `others` wait in more circles. */
  circle: (args: { round: readonly { rule: string; takes: Takes }[]; others: readonly string[]; giveUp: GivenUp }) => {
    const { round, others, giveUp } = args;
    const steps = round.map(({ rule, takes }, index) => {
      return say`${quoted(rule)} takes ${takenText(takes)} of ${quoted(round[(index + 1) % round.length]?.rule ?? rule)}`;
    });
    const more = say` ${list(others, quoted)} ${others.length === 1 ? 'waits' : 'wait'} in circles with them.`;
    return {
      message: say`Rules wait for each other in a circle: ${list(steps, (step) => step)}.${others.length === 0 ? [] : more} None of these changes can be made first.`,
      remedy: twoSteps(giveUp),
    };
  },
} satisfies Topic;

function takenText({ name, senders }: Takes): Parts {
  return name && senders ? say`the name and senders` : name ? say`the name` : say`senders`;
}

function twoSteps({ now, declared, name, senders }: GivenUp): Parts {
  const between = `${declared} (new)`;
  const line = (key: 'name' | 'renamedFrom', text: string) => say`\`${key}: ${theirs(yamlText(text))}\``;
  const taken = senders?.taken.length ? list(senders.taken) : say`the senders that it takes`;
  const rest = senders?.areAll ? say` (instead, write one that sends no mail, such as nobody@example.invalid)` : [];
  const leaves = say`leave ${taken} out of ${quoted(declared)}${rest}`;
  const isOne = senders?.taken.length === 1;
  const first = [
    ...(name ? [say`write ${line('name', between)} for the rule with ${line('renamedFrom', now)}`] : []),
    ...(senders === null ? [] : [leaves]),
  ];
  const then = [
    ...(name ? [say`write ${line('name', declared)} and ${line('renamedFrom', between)} for it`] : []),
    ...(senders === null ? [] : [say`put the ${isOne ? 'sender' : 'senders'} back`]),
  ];
  return say`Make it two changes. First ${joined(first, ' and ')}, and apply. Then ${joined(then, ' and ')}, and apply again.`;
}
