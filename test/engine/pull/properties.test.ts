import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ACTION_TYPES, FIELD_KEYS } from '../../../src/model/action-types.ts';
import type { LiveRule } from '../../../src/model/rule.ts';
import { canonicalName } from '../../../src/planning/canonical.ts';
import { renderRules } from '../../../src/source/layout/format.ts';
import { declaredOf, liveOf, writtenRules } from '../../harness/arbitrary.ts';
import { forAll } from '../../harness/for-all.ts';
import { projectOf, write } from '../../harness/project.ts';
import { planOn, pullOnto } from '../../harness/pulling.ts';
import { hostileText } from '../../source/hostile-texts.ts';

const text = fc.oneof(hostileText, fc.constantFrom('a\nb\nc\nd', 'a\nb\nc\nd\n\n', 'x'.repeat(200), '{{a}}\n\n\n b '));
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const url = fc.constantFrom(
  'https://hooks.example.com/hush-1',
  'https://hooks.example.com/hush-2?a=b',
  'https://hooks.example.org/{{x}}/hush-3',
  'http://hooks.example.com/hush-4',
  'no URL at all: hush-5',
);

const fields = fc
  .record({ values: fc.array(orNull(text), { minLength: 8, maxLength: 8 }), url: orNull(url) })
  .map(({ values, url: webhookUrl }) => ({
    ...(Object.fromEntries(
      FIELD_KEYS.map((key, index) => [key, values[index] ?? null]),
    ) as LiveRule['actions'][0]['fields']),
    webhookUrl,
  }));

const action: fc.Arbitrary<LiveRule['actions'][0]> = fc.record({
  type: fc.constantFrom(...ACTION_TYPES, ...ACTION_TYPES, 'INTEGRATION', 'TELEPATHY'),
  messagingChannelId: fc.constantFrom(null, 'cm4x8y2ab0000qwertyuiop12', 'no cuid'),
  fields,
  delayInMinutes: fc.constantFrom(null, null, null, 1, 129_600, 0.5),
  integrationName: orNull(text),
  integrationToolName: fc.constant(null),
});

const live: fc.Arbitrary<Omit<LiveRule, 'id' | 'createdAt' | 'updatedAt'>> = fc.record({
  name: fc.oneof(text, fc.constantFrom('News', 'news', 'NEWS', 'CON', '../x', '*', 'N*', 'yes', '')),
  enabled: fc.boolean(),
  runOnThreads: fc.boolean(),
  condition: fc.record({
    conditionalOperator: fc.constantFrom(null, 'AND' as const, 'OR' as const),
    aiInstructions: orNull(text),
    static: fc.record({ from: orNull(text), to: orNull(text), subject: orNull(text) }),
  }),
  actions: fc.array(action, { maxLength: 3 }),
});

/** An inbox without two rules of one name, which no file could declare. */
const inbox: fc.Arbitrary<LiveRule[]> = fc
  .uniqueArray(live, { maxLength: 6, selector: ({ name }) => canonicalName(name) })
  .map((rules) => rules.map((rule, index) => ({ ...rule, id: `id-${index}`, ...TIMES })));

const TIMES = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };

function bytesIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map(({ parentPath, name }) => [name, readFileSync(path.join(parentPath, name), 'latin1')]));
}

function emptied(folder: string): string {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
  return folder;
}

test('any inbox can be pulled: the plan is empty then, a second pull does nothing, and no file has a secret', async () => {
  const folder = projectOf({});
  await forAll([inbox], 25, async (rules) => {
    emptied(folder);
    const pulled = await pullOnto({ folder, live: { default: rules } });
    const env = Object.fromEntries(pulled.variables.map(({ name, value }) => [name, value]));
    const left = pulled.notices.filter(({ code, severity }) => code === 'pull-undeclarable' && severity === 'warning');
    const changes = planOn(folder, rules, env).work.map(({ change }) => change);
    expect(changes.map(({ op, name }) => [op, name])).toEqual(left.map(({ rule }) => ['delete', rule]).sort());
    const files = bytesIn(folder);
    for (const content of files.values()) expect(content).not.toContain('hush');
    for (const known of [env, {}]) {
      const again = await pullOnto({ folder, live: { default: rules }, env: known });
      expect(again.files).toEqual([]);
    }
    for (const name of files.keys()) expect(name).toMatch(/^[a-z0-9][a-z0-9-]*\.(yaml|md)$|^\.gitkeep$/);
  });
});

/** What may happen to a live rule: parts of it become those of another one. */
const change = fc.record({
  gone: fc.boolean(),
  parts: fc.subarray(['enabled', 'runOnThreads', 'condition', 'instructions', 'actions', 'field', 'swap'] as const),
  other: live,
});

function changed(rule: LiveRule, { gone, parts, other }: typeof change extends fc.Arbitrary<infer T> ? T : never) {
  if (gone && parts.length === 0) return [];
  const next = structuredClone(rule);
  for (const part of parts) {
    if (part === 'enabled') next.enabled = !next.enabled;
    if (part === 'runOnThreads') next.runOnThreads = !next.runOnThreads;
    if (part === 'condition') next.condition = other.condition;
    if (part === 'instructions') next.condition.aiInstructions = other.condition.aiInstructions;
    if (part === 'actions') next.actions = [...next.actions, ...other.actions];
    if (part === 'swap') next.actions.reverse();
    const [mine, theirs] = [next.actions[0], other.actions[0]];
    if (part === 'field' && mine !== undefined && theirs !== undefined) mine.fields = theirs.fields;
  }
  return [next];
}

const projects = fc.constantFrom(
  'version: 1\n',
  'actionOrder: any\n',
  'ignoreDifferences: [{ rule: "*", fields: ["actions/*/fields/content", "condition/static"] }]\n',
);

test('whatever changes on the service, the plan is empty after a pull, but for what is said', async () => {
  const folder = projectOf({});
  await forAll(
    [inbox, fc.array(change, { minLength: 6, maxLength: 6 }), inbox, projects],
    25,
    async (rules, changes, more, project) => {
      emptied(folder);
      write(folder, 'inboxctl.yaml', project);
      const first = await pullOnto({ folder, live: { default: rules } });
      const env = Object.fromEntries(first.variables.map(({ name, value }) => [name, value]));
      const names = new Set(rules.map(({ name }) => canonicalName(name)));
      const later = rules.flatMap((rule, index) => changed(rule, changes[index] as never));
      const fresh = more.filter(({ name }) => !names.has(canonicalName(name)));
      const now = [...later, ...fresh.map((rule) => ({ ...rule, id: `new-${rule.id}` }))];
      const pull = { folder, live: { default: now }, options: { prune: true } };
      const second = await pullOnto({ ...pull, env });
      // What is said is said of the service; that we cannot write something is not.
      expect(JSON.stringify(second.notices)).not.toMatch(/"pull-left"|"unreadable"/);
      const known = { ...env, ...Object.fromEntries(second.variables.map(({ name, value }) => [name, value])) };
      const said = new Set(second.notices.filter(({ severity }) => severity === 'warning').map(({ rule }) => rule));
      const { work } = planOn(folder, now, known);
      expect(work.filter(({ change: { name } }) => !said.has(name)).map(({ change: one }) => one)).toEqual([]);
      const third = await pullOnto({ ...pull, env: known });
      expect(third.files).toEqual([]);
      for (const content of bytesIn(folder).values()) expect(content).not.toContain('hush');
    },
  );
});

test('what was applied is pulled without a change', async () => {
  const folder = projectOf({});
  await forAll([writtenRules], 20, async (rules) => {
    emptied(folder);
    rules.forEach((rule, index) => {
      write(folder, `rules/${index}.yaml`, renderRules([rule]));
    });
    const applied = rules.map((rule, index) => liveOf(declaredOf(rule, index), index));
    write(folder, 'rules/.gitkeep', '');
    expect(planOn(folder, applied).work).toEqual([]);
    const pulled = await pullOnto({ folder, live: { default: applied } });
    expect(pulled.files).toEqual([]);
    expect(pulled.notices).toEqual([]);
  });
});
