/** Rules that hand names or senders to each other in a circle, and how to do that in two steps. */
import { joined, list, type Parts, quoted, say, type Topic, theirs } from './message.ts';
import { yamlText } from './yaml-text.ts';

interface Takes {
  name: boolean;
  senders: boolean;
}

/** What one rule takes in the circle. `taken`: its senders as written; none if they are secret. */
interface GivenUp {
  now: string;
  declared: string;
  name: boolean;
  senders: { taken: readonly string[]; areAll: boolean } | null;
}

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
