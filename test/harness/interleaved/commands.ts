/** Steps at random, as commands of fast-check. */
import fc from 'fast-check';
import { FAULT_KIND_NAMES, type FaultKind } from '../sandbox/faults.ts';
import type { FileEdit } from './file-edits.ts';
import { perform, type Step } from './steps.ts';
import type { Trouble } from './troubles.ts';
import type { InboxEdit } from './web-page.ts';
import type { World } from './world.ts';
import { SENDERS } from './written.ts';

const NAMES = ['A', 'B', 'C', 'D', 'E'];
const name = fc.constantFrom(...NAMES);
const nth = fc.nat(4);
/** Circles are refused, so most are none. */
const isOpen = fc.nat(3).map((one) => one > 0);

const content = fc.record({
  shape: fc.constantFrom('ai' as const, 'sender' as const, 'sender' as const, 'either' as const, 'subject' as const),
  text: fc.constantFrom('one', 'two', 'three'),
  sender: fc.nat(SENDERS.length - 1),
  actions: fc.constantFrom('label' as const, 'label' as const, 'forward' as const, 'two' as const),
});

const fileEdit: fc.Arbitrary<FileEdit> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('add' as const), name, content }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('change' as const), rule: nth, content }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('remove' as const), rule: nth }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('forget-renames' as const), rule: nth }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('rename' as const), rule: nth, to: name, says: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('rotate-names' as const),
      rule: nth,
      count: fc.integer({ min: 2, max: 3 }),
      isOpen,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('rotate-senders' as const),
      count: fc.integer({ min: 2, max: 3 }),
      isOpen,
    }),
  },
);

const liveName = fc.constantFrom(...NAMES, 'Theirs 1', 'Theirs 2', 'A ');
const editOf = (rule: fc.Arbitrary<number | 'this'>): fc.Arbitrary<InboxEdit> =>
  fc.oneof(
    fc.record({
      does: fc.constantFrom('change' as const, 'remove' as const, 'switch' as const, 'as-declared' as const),
      rule,
    }),
    fc.record({ does: fc.constant('rename' as const), rule, to: liveName }),
    fc.record({ does: fc.constant('create' as const), name: liveName, asDeclared: fc.boolean() }),
  );

type Acts = Trouble['acts'];
const edits = editOf(fc.oneof(nth, fc.constant('this' as const))).map((edit): Acts => [{ is: 'edit', edit }]);
const acts = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Acts>([{ is: 'kill' }]) },
  { weight: 2, arbitrary: edits },
  // What was read before the edit is too old then.
  { weight: 3, arbitrary: edits.map((edit): Acts => [...edit, { is: 'six-seconds' }]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Acts>(
      [{ is: 'interrupt' }],
      [{ is: 'other-apply' }],
      [{ is: 'six-seconds' }],
      [{ is: 'hold' }],
    ),
  },
);

const trouble: fc.Arbitrary<Trouble> = fc.record({
  request: fc.integer({ min: 1, max: 9 }),
  point: fc.constantFrom('arrives' as const, 'between' as const, 'answered' as const),
  acts,
});

const invocation = {
  where: fc.oneof(
    { weight: 19, arbitrary: fc.constant('here' as const) },
    { weight: 1, arbitrary: fc.constant('process' as const) },
  ),
  concurrency: fc.constantFrom(1, 4),
  failFast: fc.integer({ min: 0, max: 5 }).map((one) => one === 5),
  troubles: fc.array(trouble, { maxLength: 3, size: 'max' }),
};

/** One that hangs costs two seconds, so it does so once. */
const fault = fc
  .record({
    where: fc.constantFrom('GET /rules', 'POST /rules', 'PUT /rules/*', 'DELETE /rules/*', '* *'),
    kind: fc.constantFrom(...FAULT_KIND_NAMES),
    count: fc.integer({ min: 1, max: 3 }),
    how: fc.constantFrom('once', 'once', 'at-random', 'at-random', 'always'),
    /** About one in five of the first requests. */
    some: fc.subarray(
      Array.from({ length: 60 }, (_, index) => index + 1),
      { minLength: 8, maxLength: 16 },
    ),
  })
  .map(({ where, kind, count, how, some }) => {
    const isOnce = how === 'once' || kind.startsWith('hang');
    const often = isOnce ? ` @${count}` : how === 'always' ? '' : ` @${some.join(',')}`;
    return `${where} ${withValue(kind)}${often}`;
  });

function withValue(kind: FaultKind): string {
  if (kind === 'slow') return 'slow=5';
  return kind === '429-retry-after' ? `${kind}=0` : kind;
}

/** How often each step comes. */
const STEPS: [number, fc.Arbitrary<Step>][] = [
  [
    5,
    fc.record({
      step: fc.constant('files' as const),
      edits: fc.array(fileEdit, { minLength: 1, maxLength: 4, size: 'max' }),
    }),
  ],
  [1, fc.record({ step: fc.constant('web-page' as const), edit: editOf(nth) })],
  [
    2,
    fc.record({
      step: fc.constant('faults' as const),
      texts: fc.array(fault, { minLength: 1, maxLength: 3, size: 'max' }),
    }),
  ],
  [1, fc.record({ step: fc.constant('no-faults' as const) })],
  [1, fc.record({ step: fc.constant('review' as const) })],
  [5, fc.record({ step: fc.constant('apply' as const), reviewed: fc.constant(false), ...invocation })],
  [2, fc.record({ step: fc.constant('apply' as const), reviewed: fc.constant(true), ...invocation })],
  [1, fc.record({ step: fc.constant('rollback' as const), newest: fc.nat(2), ...invocation })],
];

/** What decides whether a step can be taken. */
interface Model {
  hasPlanFile: boolean;
}

class Taken implements fc.AsyncCommand<Model, World> {
  readonly #step: Step;

  constructor(step: Step) {
    this.#step = step;
  }

  check({ hasPlanFile }: Readonly<Model>): boolean {
    return this.#step.step !== 'apply' || !this.#step.reviewed || hasPlanFile;
  }

  async run(model: Model, world: World): Promise<void> {
    await perform(world, this.#step);
    if (this.#step.step === 'review') model.hasPlanFile = true;
  }

  toString(): string {
    return JSON.stringify(this.#step);
  }
}

/** The rules to begin with. */
export const beginning = fc.uniqueArray(fc.record({ name, content }), {
  minLength: 2,
  maxLength: NAMES.length,
  selector: (rule) => rule.name,
  size: 'max',
});

/** Sequences of steps. */
export const commands = fc.noBias(
  fc.commands(
    STEPS.flatMap(([weight, step]) => Array.from({ length: weight }, () => step.map((one) => new Taken(one)))),
    { maxCommands: 16, size: 'max' },
  ),
);
