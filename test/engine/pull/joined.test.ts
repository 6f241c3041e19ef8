/** A rule that gets a second kind of condition in the web page: from then on its operator has a meaning. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectOf, write } from '../../harness/project.ts';
import { planOn, pullOnto } from '../../harness/pulling.ts';
import { live } from './live.ts';

const ACTIONS = 'actions:\n  - type: ARCHIVE\n';
const ONE_KIND = {
  static: `name: News\ncondition:\n  static: { from: "@a.example" }\n${ACTIONS}`,
  instructions: `name: News\ncondition:\n  aiInstructions: find news\n${ACTIONS}`,
};

it.each(['AND', 'OR'] as const)('a pull writes %s, as for a new rule', async (operator) => {
  const rule = live('News', { operator, ai: 'find news', from: '@a.example' });
  for (const text of Object.values(ONE_KIND)) {
    const folder = projectOf({ 'rules/news.yaml': text });
    await pullOnto({ folder, live: { default: [rule] } });
    const fresh = projectOf({});
    await pullOnto({ folder: fresh, live: { default: [rule] } });
    const [changed, made] = [folder, fresh].map((one) => readFileSync(path.join(one, 'rules/news.yaml'), 'utf8'));
    expect(changed).toBe(made);
    // To the same rule in another inbox, too.
    expect(planOn(folder, []).work.map(({ wanted }) => wanted?.condition.conditionalOperator)).toEqual([operator]);
    expect((await pullOnto({ folder, live: { default: [rule] } })).files).toEqual([]);
  }
});

it('a pull leaves an operator that is ignored, and one that means nothing', async () => {
  const folder = projectOf({ 'rules/news.yaml': ONE_KIND.static });
  await pullOnto({ folder, live: { default: [live('News', { operator: 'OR', from: '@b.example' })] } });
  const ignoring = 'ignoreDifferences: [{ rule: "*", fields: ["condition/conditionalOperator"] }]\n';
  write(folder, 'inboxctl.yaml', ignoring);
  await pullOnto({ folder, live: { default: [live('News', { operator: 'OR', ai: 'find news', from: '@b.com' })] } });
  const text = readFileSync(path.join(folder, 'rules/news.yaml'), 'utf8');
  expect(text).toContain('find news');
  expect(text).not.toContain('conditionalOperator');
});
