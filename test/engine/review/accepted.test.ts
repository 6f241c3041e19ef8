import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPlanDocument } from '../../../src/engine/review/accepted.ts';
import { planDocument } from '../../../src/model/plan.ts';
import { expectSame } from '../../harness/accepting.ts';

const SCENARIOS = 'test/scenarios';

it('the quick check says of plans what the schema says', () => {
  const plans = readdirSync(SCENARIOS).flatMap((name) => {
    const text = readFileSync(`${SCENARIOS}/${name}/plan.json`, 'utf8');
    return text.length > 20_000 ? [] : [JSON.parse(text) as unknown];
  });
  expect(plans.length).toBeGreaterThan(5);
  expectSame(isPlanDocument, planDocument, fc.constantFrom(...plans), 'dropped');
});
