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
  /** How many rules must step aside: where senders may not overlap, and where they may. */
  parked: { unique: number; overlapping: number };
}

function ruleOf({ name, from, text = name, renamedFrom }: Spec): ResolvedRule {
  return {
    name,
    condition: from === undefined ? { aiInstructions: text } : { static: { from } },
    actions: [{ type: 'LABEL', fields: { label: text } }],
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
  };
}

function story(name: string, live: Spec[], declared: Spec[], unique: number, overlapping = unique): Story {
  return { name, live: live.map(ruleOf), declared: declared.map(ruleOf), parked: { unique, overlapping } };
}

const ONE = 'one@example.com';
const TWO = 'two@example.com';
const THREE = 'three@example.com';

const two: [Spec[], Spec[]] = [
  [
    { name: 'A', from: ONE },
    { name: 'B', from: TWO },
  ],
  [
    { name: 'A', from: TWO },
    { name: 'B', from: ONE },
  ],
];

const unrelated = Array.from({ length: 50 }, (_, index) => `Other ${String(index).padStart(2, '0')}`);
/** Of each kind of change some, before and after the two in every order that there may be. */
const fifty: [Spec[], Spec[]] = [
  unrelated.slice(0, 35).map((name) => ({ name, text: 'before' })),
  unrelated.slice(15).map((name) => ({ name, text: 'after' })),
];

/** Each can only be carried out where some rule steps aside, or in one order. */
export const STORIES: readonly Story[] = [
  story('swap of two senders', ...two, 1, 0),
  story(
    'rotation of three senders',
    [
      { name: 'A', from: ONE },
      { name: 'B', from: TWO },
      { name: 'C', from: THREE },
    ],
    [
      { name: 'A', from: TWO },
      { name: 'B', from: THREE },
      { name: 'C', from: ONE },
    ],
    1,
    0,
  ),
  story(
    'swap of two names',
    [
      { name: 'A', text: 'a' },
      { name: 'B', text: 'b' },
    ],
    [
      { name: 'B', text: 'a', renamedFrom: 'A' },
      { name: 'A', text: 'b', renamedFrom: 'B' },
    ],
    1,
  ),
  story(
    'rotation of three names',
    [
      { name: 'A', text: 'a' },
      { name: 'B', text: 'b' },
      { name: 'C', text: 'c' },
    ],
    [
      { name: 'B', text: 'a', renamedFrom: 'A' },
      { name: 'C', text: 'b', renamedFrom: 'B' },
      { name: 'A', text: 'c', renamedFrom: 'C' },
    ],
    1,
  ),
  story('hand-over of a sender', [{ name: 'Old', from: ONE }], [{ name: 'New', from: ONE }], 0),
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
    1,
  ),
  story(
    'one waits for a name, the other for a sender',
    [
      { name: 'A', from: ONE },
      { name: 'B', from: TWO },
    ],
    [
      { name: 'B', from: THREE, renamedFrom: 'A' },
      { name: 'C', from: ONE, renamedFrom: 'B' },
    ],
    1,
    0,
  ),
  story(
    'a swap of names beside a swap of senders',
    [...two[0], { name: 'C', text: 'c' }, { name: 'D', text: 'd' }],
    [...two[1], { name: 'D', text: 'c', renamedFrom: 'C' }, { name: 'C', text: 'd', renamedFrom: 'D' }],
    2,
    1,
  ),
  story('swap of two senders among 50 other changes', [...two[0], ...fifty[0]], [...two[1], ...fifty[1]], 1, 0),
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
export function idAfter({ live }: Pick<Story, 'live'>, { name, renamedFrom }: ResolvedRule): string | null {
  const before = renamedFrom ?? name;
  return live.some((rule) => rule.name === before) ? seededId(before) : null;
}
