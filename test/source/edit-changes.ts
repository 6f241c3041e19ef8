/** Changes that people make to rules in a web page, for property tests. */
import fc from 'fast-check';
import { ACTION_TYPES, FIELD_KEYS } from '../../src/model/action-types.ts';
import type { WrittenRule } from '../../src/model/written-rule.ts';
import { anyList, arbitraryRule } from './rules.ts';

type Written = WrittenRule['actions'][number];
type Text = string | { file: string } | { env: string };

/** Takes a value; gives it without what says nothing, which is what null, omitted and empty are. */
export function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, said(inner)] as const);
  const saysNothing = (inner: unknown): boolean =>
    inner === null || inner === undefined || (typeof inner === 'object' && Object.keys(inner).length === 0);
  return Object.fromEntries(
    entries.filter(([key, inner]) => key === 'condition' || !saysNothing(inner)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const line = fc
  .array(fc.constantFrom('mail', 'news', 'offer:', '#1', 'a', 'the', "don't", '"no"', '-', 'yes', '{{x}}'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((words) => words.join(' '));
const prose = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: line }, fc.constantFrom('', '  - item', 'end ')), { maxLength: 5 }),
    fc.constantFrom('', '\n', '\n\n'),
  )
  .map(([lines, end]) => lines.join('\n') + end);
const word = fc.constantFrom('news', 'mail from shops', 'A', '@a.example', 'yes', '12', 'a: b', 'x #y', '*', '');
/** Lists that may have a sender in common. */
const senders = fc.uniqueArray(fc.constantFrom('@a.example', 'b@x.example', 'yes', '12', 'a: b', 'x #y', '*', '- c'), {
  minLength: 1,
});
const text: fc.Arbitrary<Text> = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 3, arbitrary: prose },
  fc.constantFrom({ file: '../prompts/a.md' }, { env: 'HOOK' }),
);

const action: fc.Arbitrary<Written> = fc.record(
  {
    type: fc.constantFrom(...ACTION_TYPES),
    fields: fc.dictionary(fc.constantFrom(...FIELD_KEYS), text, { maxKeys: 3, noNullPrototype: true }),
    delayInMinutes: fc.constantFrom(1, 60, null),
  },
  { requiredKeys: ['type'] },
);

/** Rules with texts as people write them, and some with every oddity. */
export const likelyRule: fc.Arbitrary<WrittenRule> = fc.oneof(
  { weight: 1, arbitrary: arbitraryRule },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        name: word,
        runOnThreads: fc.boolean(),
        condition: fc.record(
          {
            conditionalOperator: fc.constantFrom('AND' as const, 'OR' as const),
            aiInstructions: text,
            static: fc.record(
              { from: fc.oneof(text, senders), to: word, subject: fc.oneof(word, anyList) },
              { requiredKeys: [] },
            ),
          },
          { requiredKeys: [] },
        ),
        actions: fc.array(action, { minLength: 1, maxLength: 4 }),
      },
      { requiredKeys: ['name', 'condition', 'actions'], noNullPrototype: true },
    ),
  },
);

export type Change = (rule: WrittenRule) => void;

/** Changes of a rule, each with a value that is drawn. */
const changes = <T>(drawn: fc.Arbitrary<T>, change: (rule: WrittenRule, value: T) => unknown): fc.Arbitrary<Change> =>
  drawn.map((value) => (rule) => void change(rule, value));

/** Changes that only make one text or number another: nothing is put in, taken out or moved. */
export const valueChange: fc.Arbitrary<Change> = fc.oneof(
  changes(word, (rule, name) => Object.assign(rule, { name })),
  changes(prose, ({ condition }, value) => {
    if (typeof condition.aiInstructions === 'string') condition.aiInstructions = value;
  }),
  changes(word, ({ condition }, value) => {
    if (typeof condition.static?.from === 'string') condition.static.from = value;
  }),
  changes(fc.tuple(fc.nat({ max: 3 }), prose), ({ actions }, [at, value]) => {
    const fields = actions[at]?.fields as Record<string, unknown> | null | undefined;
    for (const key of Object.keys(fields ?? {})) if (fields && typeof fields[key] === 'string') fields[key] = value;
  }),
  changes(fc.tuple(fc.nat({ max: 3 }), fc.integer({ min: 1, max: 99 })), ({ actions }, [at, delay]) => {
    const one = actions[at];
    if (one?.delayInMinutes) one.delayInMinutes = delay;
  }),
);

/** Changes of every kind. */
export const anyChange: fc.Arbitrary<Change> = fc.oneof(
  valueChange,
  changes(fc.constantFrom(true, false, null), (rule, runOnThreads) => Object.assign(rule, { runOnThreads })),
  changes(fc.constantFrom(true, null), (rule, enabled) => Object.assign(rule, { enabled })),
  changes(text, ({ condition }, aiInstructions) => Object.assign(condition, { aiInstructions })),
  fc.constant<Change>(({ condition }) => void Object.assign(condition, { static: null })),
  changes(fc.tuple(fc.constantFrom('from', 'to', 'subject'), fc.option(text)), ({ condition }, [key, value]) =>
    Object.assign(condition, { static: { ...condition.static, [key]: value } }),
  ),
  changes(senders, ({ condition }, from) => Object.assign(condition, { static: { ...condition.static, from } })),
  changes(fc.tuple(fc.nat({ max: 4 }), action), ({ actions }, [at, one]) =>
    actions.splice(at, 0, structuredClone(one)),
  ),
  changes(fc.nat({ max: 3 }), ({ actions }, at) => actions.length > 1 && actions.splice(at, 1)),
  fc.constant<Change>(({ actions }) => void actions.reverse()),
  fc.constant<Change>(({ actions }) => void actions.push(...actions.splice(0, 1))),
  changes(fc.tuple(fc.nat({ max: 3 }), fc.constantFrom(...FIELD_KEYS), fc.option(text)), ({ actions }, drawn) => {
    const [at, key, value] = drawn;
    const one = actions[at];
    if (one) one.fields = { ...one.fields, [key]: value };
  }),
);
