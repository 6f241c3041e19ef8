/** The URL of a live webhook is a secret wherever it stands. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { LiveRule } from '../../../src/model/rule.ts';
import { planOn, pullInto, pullOnto } from '../../harness/pulling.ts';
import { live } from './live.ts';

const URL = 'https://hooks.example.com/hush';
const CALL = { type: 'CALL_WEBHOOK', webhookUrl: URL };
const label = (text: string) => ({ type: 'LABEL', label: text });

/** Pulls; gives the names and contents of all files as one text. */
async function pulled(files: Record<string, string>, rules: LiveRule[]) {
  const { folder, ...plan } = await pullInto(files, rules);
  const written = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const all = written.flatMap(({ parentPath, name }) => [name, readFileSync(path.join(parentPath, name), 'utf8')]);
  const env = Object.fromEntries(plan.variables.map(({ name, value }) => [name, value]));
  const again = await pullOnto({ folder, live: { default: rules }, env });
  expect(again.files).toEqual([]);
  return { folder, text: all.join('\n'), plan, env };
}

it.each([
  ['the same rule', [live('H', { ai: 'x', actions: [CALL, label(`see ${URL}`)] })]],
  ['a rule that comes before it', [live('A', { ai: `call ${URL}\nb\nc\nd` }), live('H', { ai: 'x', actions: [CALL] })]],
  ['what a comment can say', [live('H', { ai: 'x', actions: [CALL, { type: 'INTEGRATION', integrationName: URL }] })]],
])('is in the clear in no other text of %s', async (_, rules) => {
  const { text, folder, env } = await pulled({}, rules);
  expect(text).not.toContain('hush');
  expect(planOn(folder, rules, env).work).toEqual([]);
});

it('is not written into the file of a text', async () => {
  const files = {
    'rules/a.yaml': 'name: A\ncondition: { aiInstructions: { file: ../a.md } }\nactions: [{ type: ARCHIVE }]\n',
    'a.md': 'old\n',
  };
  const rules = [live('A', { ai: `new ${URL}` }), live('H', { ai: 'x', actions: [CALL] })];
  const { text, folder, env } = await pulled(files, rules);
  expect(text).not.toContain('hush');
  expect(planOn(folder, rules, env).work).toEqual([]);
});

it('is in no name of a file or variable: such a rule is left', async () => {
  const rule = live(`to ${URL}`, { ai: 'x', actions: [CALL] });
  const { text, plan } = await pulled({}, [rule]);
  expect(text).not.toContain('hush');
  expect(plan.variables).toEqual([]);
  expect(plan.notices).toMatchObject([{ args: { reason: { why: 'secret-name' }, ignored: 'secret' } }]);
  expect(plan.secrets.map(({ value }) => value)).toContain(URL);
});

it('is no variable name where a declared rule is called by it', async () => {
  const name = `to ${URL}`;
  const file = `name: "${name}"\ncondition: { aiInstructions: x }\nactions:\n  - type: ARCHIVE\n`;
  const rules = [live(name, { ai: 'x', actions: [{ type: 'ARCHIVE' }, CALL] })];
  const { plan } = await pulled({ 'rules/a.yaml': file }, rules);
  expect(JSON.stringify(plan.variables.map((one) => one.name))).not.toMatch(/hush/i);
});

it('goes for any other text that becomes a variable', async () => {
  const file = (...labels: string[]) =>
    `name: A\ncondition: { aiInstructions: x }\nactions:\n${labels.map((text) => `  - { type: LABEL, fields: { label: ${text} } }\n`).join('')}`;
  const rules = [live('A', { ai: 'x', actions: [label('earlier')] }), live('B', { ai: 'not earlier' })];
  const plan = await pullInto({ 'rules/a.yaml': file('plain', '{ env: LABEL }') }, rules, { env: { LABEL: 'later' } });
  expect(plan.variables.map(({ name, value }) => [name, value])).toEqual([
    ['A_LABEL', 'earlier'],
    ['B_INSTRUCTIONS', 'not earlier'],
  ]);
});
