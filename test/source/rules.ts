/** Rules as people may write them, for property tests. */
import fc from 'fast-check';
import { ACTION_TYPES, FIELD_KEYS } from '../../src/model/action-types.ts';
import type { WrittenRule } from '../../src/model/written-rule.ts';

// YAML folds line ends into `\n`, and takes half of a surrogate pair for no text at all.
const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map((value) => value.replaceAll('\r', ''));
const awkward = fc.constantFrom(
  ...['yes', 'no', '2024', '~', 'null', 'a: b', '# x', '- x', '*x', '&x', '!x', '<<', '"', "'", '{{x}}', '', ' '],
  ...['a\n\nb\n', '0x1f', '1e3', '.inf'],
);
/** Lists of a matcher; each entry is one that the service does not split. */
export const anyList = fc.array(
  fc.oneof(text, awkward).map((value) => `${value.replaceAll(/[,|]/g, ' ')}x`),
  { minLength: 1, maxLength: 8 },
);
const anyText = fc.option(fc.oneof(text, awkward), { nil: null });

const matcher = fc.oneof(anyText, anyList);

const action = fc.record(
  {
    type: fc.constantFrom(...ACTION_TYPES),
    messagingChannelId: fc.constantFrom(null, 'cm4x8y2ab0000qwertyuiop12'),
    fields: fc.option(fc.record(Object.fromEntries(FIELD_KEYS.map((key) => [key, anyText])), { requiredKeys: [] }), {
      nil: null,
    }),
    delayInMinutes: fc.option(fc.integer({ min: 1, max: 129_600 }), { nil: null }),
  },
  { requiredKeys: ['type'] },
);

const condition = fc.record(
  {
    conditionalOperator: fc.constantFrom('AND' as const, 'OR' as const, null),
    aiInstructions: anyText,
    static: fc.option(fc.record({ from: matcher, to: matcher, subject: matcher }, { requiredKeys: [] }), { nil: null }),
  },
  { requiredKeys: [] },
);

export const arbitraryRule = fc
  .record(
    {
      name: fc.oneof(text, awkward),
      renamedFrom: anyText,
      enabled: fc.option(fc.boolean(), { nil: null }),
      runOnThreads: fc.option(fc.boolean(), { nil: null }),
      condition,
      actions: fc.array(action, { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: ['name', 'condition', 'actions'] },
  )
  // Without the objects without prototype that fast-check makes.
  .map((rule) => JSON.parse(JSON.stringify(rule)) as WrittenRule);
