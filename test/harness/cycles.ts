/** Rules that stand in each other's way: as they are, and as they are declared. */
import type { ResolvedRule } from '../../src/model/written-rule.ts';

/** What is written of a rule; `from` is all that it looks at, without it: it asks the AI. */
interface Spec {
  name: string;
  from?: string;
  text?: string;
  renamedFrom?: string;
}

export interface Story {
  name: string;
  live: ResolvedRule[];
  declared: ResolvedRule[];
}

/** Rules that wait for each other. */
export interface Circle extends Story {
  /** The names now of the rules that are refused. */
  refused: string[];
  /** What is said of them. */
  says: string;
  /** What to do about them. */
  remedy: string;
  /** What is declared in the first of the two steps. */
  between: ResolvedRule[];
}

function ruleOf({ name, from, text = name, renamedFrom }: Spec): ResolvedRule {
  return {
    name,
    condition: from === undefined ? { aiInstructions: text } : { static: { from } },
    actions: [{ type: 'LABEL', fields: { label: text } }],
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
  };
}

function story(name: string, live: Spec[], declared: Spec[]): Story {
  return { name, live: live.map(ruleOf), declared: declared.map(ruleOf) };
}

/** The first step declares the rule of a name otherwise. */
function circle(
  told: Story,
  { refused, says, remedy }: Pick<Circle, 'refused' | 'says' | 'remedy'>,
  ...[name, instead]: [string, Partial<Spec>]
): Circle {
  const between = told.declared.map((rule) => {
    if (rule.name !== name) return rule;
    const { from, ...more } = instead;
    return { ...rule, ...more, ...(from === undefined ? {} : { condition: { static: { from } } }) };
  });
  return { ...told, refused, says, remedy, between };
}

/** The second step: the rule that got another name in the first one is renamed once more. */
export function lastStep({ declared, between }: Circle): ResolvedRule[] {
  return declared.map((rule, index) => {
    const name = between[index]?.name ?? rule.name;
    return name === rule.name ? rule : { ...rule, renamedFrom: name };
  });
}

const ONE = 'one@example.com';
const TWO = 'two@example.com';
const THREE = 'three@example.com';
const FOUR = 'four@example.com';
const NOBODY = 'nobody@example.invalid';
const INSTEAD = `(instead, write one that sends no mail, such as ${NOBODY})`;
const END = 'None of these changes can be made first.';
const [FIRST, THEN, AGAIN] = ['Make it two changes. First', ', and apply. Then', ', and apply again.'];

const senders = (...specs: [string, string][]): Spec[] => specs.map(([name, from]) => ({ name, from }));
const two = [senders(['A', ONE], ['B', TWO]), senders(['A', TWO], ['B', ONE])] as const;
const TWO_SENDERS = {
  refused: ['A', 'B'],
  says: `Rules wait for each other in a circle: "A" takes senders of "B", "B" takes senders of "A". ${END}`,
  remedy: `${FIRST} leave ${TWO} out of "A" ${INSTEAD}${THEN} put the sender back${AGAIN}`,
};
const names = (...all: string[]): Spec[] => all.map((name) => ({ name, text: name.toLowerCase() }));
const renames = (...all: [string, string][]): Spec[] =>
  all.map(([from, to]) => ({ name: to, text: from.toLowerCase(), renamedFrom: from }));

const unrelated = Array.from({ length: 50 }, (_, index) => `Other ${String(index).padStart(2, '0')}`);
/** Of each kind of change some, before and after the two in every order that there may be. */
const fifty: [Spec[], Spec[]] = [
  unrelated.slice(0, 35).map((name) => ({ name, text: 'before' })),
  unrelated.slice(15).map((name) => ({ name, text: 'after' })),
];

export const CIRCLES: readonly Circle[] = [
  circle(story('swap of two senders', [...two[0]], [...two[1]]), TWO_SENDERS, 'A', { from: NOBODY }),
  circle(
    story(
      'rotation of three senders, one of which is not alone',
      senders(['A', ONE], ['B', TWO], ['C', THREE]),
      senders(['A', TWO], ['B', `${FOUR}, ${THREE}`], ['C', ONE]),
    ),
    {
      refused: ['A', 'B', 'C'],
      says: `Rules wait for each other in a circle: "B" takes senders of "C", "C" takes senders of "A", "A" takes senders of "B". ${END}`,
      remedy: `${FIRST} leave ${THREE} out of "B"${THEN} put the sender back${AGAIN}`,
    },
    'B',
    { from: FOUR },
  ),
  circle(
    story('swap of two names', names('A', 'B'), renames(['A', 'B'], ['B', 'A'])),
    {
      refused: ['A', 'B'],
      says: `Rules wait for each other in a circle: "A" takes the name of "B", "B" takes the name of "A". ${END}`,
      remedy: `${FIRST} write \`name: "B (new)"\` for the rule with \`renamedFrom: "A"\`${THEN} write \`name: "B"\` and \`renamedFrom: "B (new)"\` for it${AGAIN}`,
    },
    'B',
    { name: 'B (new)' },
  ),
  circle(
    story('rotation of three names', names('A', 'B', 'C'), renames(['A', 'B'], ['B', 'C'], ['C', 'A'])),
    {
      refused: ['A', 'B', 'C'],
      says: `Rules wait for each other in a circle: "A" takes the name of "B", "B" takes the name of "C", "C" takes the name of "A". ${END}`,
      remedy: `${FIRST} write \`name: "B (new)"\` for the rule with \`renamedFrom: "A"\`${THEN} write \`name: "B"\` and \`renamedFrom: "B (new)"\` for it${AGAIN}`,
    },
    'B',
    { name: 'B (new)' },
  ),
  circle(
    story(
      'swap of names and senders at once',
      [
        { name: 'A', from: ONE, text: 'a' },
        { name: 'B', from: TWO, text: 'b' },
      ],
      [
        { name: 'B', from: TWO, text: 'a', renamedFrom: 'A' },
        { name: 'A', from: ONE, text: 'b', renamedFrom: 'B' },
      ],
    ),
    {
      refused: ['A', 'B'],
      says: `Rules wait for each other in a circle: "A" takes the name and senders of "B", "B" takes the name and senders of "A". ${END}`,
      remedy: `${FIRST} write \`name: "B (new)"\` for the rule with \`renamedFrom: "A"\` and leave ${TWO} out of "B" ${INSTEAD}${THEN} write \`name: "B"\` and \`renamedFrom: "B (new)"\` for it and put the sender back${AGAIN}`,
    },
    'B',
    { name: 'B (new)', from: NOBODY },
  ),
  circle(
    story('one waits for a name, the other for a sender', senders(['A', ONE], ['B', TWO]), [
      { name: 'B', from: THREE, renamedFrom: 'A' },
      { name: 'C', from: ONE, renamedFrom: 'B' },
    ]),
    {
      refused: ['A', 'B'],
      says: `Rules wait for each other in a circle: "A" takes the name of "B", "B" takes senders of "A". ${END}`,
      remedy: `${FIRST} write \`name: "B (new)"\` for the rule with \`renamedFrom: "A"\`${THEN} write \`name: "B"\` and \`renamedFrom: "B (new)"\` for it${AGAIN}`,
    },
    'B',
    { name: 'B (new)' },
  ),
  circle(
    story('swap of two senders among 50 other changes', [...two[0], ...fifty[0]], [...two[1], ...fifty[1]]),
    TWO_SENDERS,
    'A',
    { from: NOBODY },
  ),
];

/** Each can only be carried out in one order. */
export const ORDERS: readonly Story[] = [
  story('hand-over of a sender by a delete', senders(['Old', ONE]), senders(['New', ONE])),
  story(
    'chain of senders',
    senders(['A', ONE], ['B', TWO], ['C', THREE]),
    senders(['A', TWO], ['B', THREE], ['C', FOUR], ['D', ONE]),
  ),
  story(
    'senders of several rules for one',
    senders(['A', ONE], ['B', TWO], ['C', THREE]),
    senders(['A', `${ONE}, ${TWO}, ${THREE}`], ['B', FOUR], ['C', 'five@example.com']),
  ),
  story(
    'a domain for addresses of others',
    senders(['A', 'a@example.org'], ['B', ONE], ['C', TWO]),
    senders(['A', 'example.com'], ['B', 'b@example.org'], ['C', 'c@example.org']),
  ),
  story('chain of names', names('A', 'B', 'C'), renames(['A', 'B'], ['B', 'C'], ['C', 'D'])),
  story('chain of a new rule, names and senders', senders(['A', ONE], ['B', TWO]), [
    { name: 'A', from: THREE },
    { name: 'B', from: ONE, renamedFrom: 'A' },
    { name: 'C', from: TWO, renamedFrom: 'B' },
  ]),
];

/** The id of the live rule of a name, as it is seeded. */
export function seededId(name: string): string {
  return `id of ${name}`;
}

/** What a sandbox is seeded with: rules as a service has made them, with an operator (measured). */
export function seedOf({ live }: Pick<Story, 'live'>) {
  const rules = live.map((rule) => {
    const condition = { conditionalOperator: 'AND', ...rule.condition };
    return { ...rule, condition, id: seededId(rule.name) };
  });
  return { rules };
}

/** The id that a declared rule must end with; null where it is a new one. */
export function idAfter(story: Pick<Story, 'live' | 'declared'>, rule: ResolvedRule): string | null {
  const renamedFrom = rule.renamedFrom ?? rule.name;
  const isTaken = story.declared.some((other) => other !== rule && other.renamedFrom === renamedFrom);
  return !isTaken && story.live.some((one) => one.name === renamedFrom) ? seededId(renamedFrom) : null;
}
