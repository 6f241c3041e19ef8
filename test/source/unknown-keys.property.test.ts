import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Path } from '../../src/model/rule.ts';
import { shapeFindings } from '../../src/source/load/shape-findings.ts';

const RULE = {
  name: 'Newsletters',
  condition: { aiInstructions: 'Is it one?', conditionalOperator: 'AND', static: { from: 'news@example.com' } },
  actions: [{ type: 'REPLY', fields: { content: 'Thanks' } }],
};

/** The mappings of the rule that may get a key. */
const PLACES: Path[] = [[], ['condition'], ['condition', 'static'], ['actions', 0], ['actions', 0, 'fields']];

const WORDS = [
  ...['name', 'enabled', 'threads', 'run', 'active', 'disabled', 'state', 'from', 'sender', 'to', 'subject', 'body'],
  ...['cc'],
  ...['type', 'action', 'delay', 'after', 'hours', 'days', 'minutes', 'label', 'archive', 'delete', 'operator'],
  ...['prompt'],
];

const key = fc
  .record({
    before: fc.constantFrom('', 'is', 'not', 'no', 'only', 'un', 'exclude'),
    word: fc.constantFrom(...WORDS),
    after: fc.constantFrom('', '', 'In', 's', 'Minutes', 'Hours', '_days'),
  })
  .map(({ before, word, after }) => `${before}${word}${after}`);
const value = fc.constantFrom<unknown>(
  ...[true, false, 'on', 'off', 'paused', 2, '2 days', 1e6, 'ARCHIVE', 'AND', 'x', [], null],
);
const mistakes = fc.record({ place: fc.constantFrom(...PLACES), key, value });

/** The rule with a key at a place. */
function withKey(place: Path, added: string, to: unknown): unknown {
  const rule = structuredClone(RULE);
  const mapping = place.reduce((inner: unknown, one) => Reflect.get(Object(inner), one), rule);
  Reflect.set(Object(mapping), added, to);
  return rule;
}

function unknownOf({ place, key, value }: { place: Path; key: string; value: unknown }) {
  const findings = shapeFindings(withKey(place, key, value), () => String(value));
  return findings.flatMap((one) => (one.code === 'unknown-key' && one.path.at(-1) === key ? [one.args] : []));
}

test('what is proposed in the place of an unknown key is valid there', () => {
  let proposed = 0;
  fc.assert(
    fc.property(mistakes, (mistake) => {
      for (const { proposal } of unknownOf(mistake)) {
        const { how = '', to = '' } = proposal ?? {};
        if (how !== 'rename' && how !== 'write') continue;
        proposed += 1;
        const meant = how === 'write' ? parse(to) : { [to]: mistake.value };
        const [name = '', inner] = Object.entries<unknown>(meant)[0] ?? [];
        expect(shapeFindings(withKey(mistake.place, name, inner), () => '')).toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
  expect(proposed).toBeGreaterThan(0);
});

test('no proposal is one across a negation, but for a state, whose value is turned', () => {
  fc.assert(
    fc.property(mistakes, (mistake) => {
      fc.pre(/^(?:not|no|only|un|exclude)[a-z]/.test(mistake.key) && mistake.key !== 'only');
      for (const { proposal } of unknownOf(mistake)) {
        const said = proposal && `${proposal.key ?? ''} ${proposal.to}`;
        expect(said ?? 'enabled').toMatch(/\b(?:delayInMinutes|enabled)\b/);
      }
    }),
    { numRuns: 1000 },
  );
});
