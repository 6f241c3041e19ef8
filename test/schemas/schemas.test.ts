import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { CannotStart } from '../../src/sandbox/cannot-start.ts';
import { PROFILES } from '../../src/sandbox/profiles.ts';
import { changesOfSeed } from '../../src/sandbox/seed.ts';
import { inboxctl } from '../harness/inboxctl.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

function validatorOf(name: string) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('cuid', true);
  return ajv.compile(JSON.parse(read(`schemas/${name}.schema.json`)));
}

function filesBelow(folder: string, ending: string): string[] {
  const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
}

/** Values as the loader reads them, each document by itself. */
function documents(file: string): unknown[] {
  return parseAllDocuments(read(file), { merge: true }).map((document) => document.toJS());
}

describe.each(['rules', 'tests', 'project', 'account', 'plan', 'sandbox'])('%s', (name) => {
  it('is what the program prints, as it stands in schemas/', async () => {
    const { stdout, code } = await inboxctl(['schema', name]);
    expect(code).toBe(0);
    expect(stdout).toBe(read(`schemas/${name}.schema.json`));
  });
});

describe.each(['rules', 'tests', 'project', 'account', 'sandbox'])('%s, in an editor', (name) => {
  it('says of every property what it is', () => {
    const missing: string[] = [];
    const look = (node: unknown, at: string) => {
      if (node === null || typeof node !== 'object') return;
      const { properties } = node as { properties?: Record<string, Record<string, unknown>> };
      for (const [key, property] of Object.entries(properties ?? {})) {
        if (typeof property.description !== 'string') missing.push(`${at}.${key}`);
      }
      for (const [key, inner] of Object.entries(node)) look(inner, `${at}/${key}`);
    };
    look(JSON.parse(read(`schemas/${name}.schema.json`)), '');
    expect(missing).toEqual([]);
  });
});

describe('examples', () => {
  const rules = validatorOf('rules');
  const project = validatorOf('project');

  it.each(filesBelow('examples', '.yaml').filter((file) => file.includes('/rules/')))('%s fits the schema', (file) => {
    for (const document of documents(file)) expect(rules(document), JSON.stringify(rules.errors)).toBe(true);
  });

  it.each(filesBelow('examples', 'inboxctl.yaml'))('%s fits the schema', (file) => {
    for (const document of documents(file)) expect(project(document), JSON.stringify(project.errors)).toBe(true);
  });

  it('hold at least 12 rules, without a warning', async () => {
    const { stdout, code } = await inboxctl(['validate'], { cwd: path.join(ROOT, 'examples/inbox') });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Valid: 1\d rules in \d+ files\.\n$/);
  });

  it.each(['inbox', 'company'])('%s is in canonical form', async (name) => {
    const cwd = path.join(ROOT, 'examples', name);
    expect(await inboxctl(['fmt', '--check'], { cwd })).toMatchObject({ code: 0 });
    expect(await inboxctl(['validate'], { cwd })).toMatchObject({ code: 0 });
  });
});

describe('the schema of rule files', () => {
  const rules = validatorOf('rules');
  const rule = { name: 'A', condition: { aiInstructions: 'find' }, actions: [{ type: 'ARCHIVE' }] };

  it.each([
    ['a key that does not exist', { ...rule, nmae: 'A' }],
    ['an action type that does not exist', { ...rule, actions: [{ type: 'LABLE' }] }],
    ['INTEGRATION', { ...rule, actions: [{ type: 'INTEGRATION' }] }],
    ['a delay of 0', { ...rule, actions: [{ type: 'ARCHIVE', delayInMinutes: 0 }] }],
    ['no actions', { ...rule, actions: [] }],
  ])('refuses %s', (_, document) => {
    expect(rules(rule)).toBe(true);
    expect(rules(document)).toBe(false);
  });
});

describe('lists in rule files', () => {
  it.each([{ from: ['@example.com', ' a b '] }, { to: ['a@example.com'] }, { subject: ['Invoice, paid', 'Receipt'] }])(
    'fit the schema: %j',
    (matchers) => {
      const rule = { name: 'A', condition: { static: matchers }, actions: [{ type: 'ARCHIVE' }] };
      expect(validatorOf('rules')(rule)).toBe(true);
    },
  );

  it.each([
    ...[[], ['a@example.com, b@example.com'], ['a|b'], [' '], [2024], [{ env: 'A' }]].map((from) => ({ from })),
    { subject: ['a|b'] },
  ])('do not fit: %j', (matchers) => {
    const rule = { name: 'A', condition: { static: matchers }, actions: [{ type: 'ARCHIVE' }] };
    expect(validatorOf('rules')(rule)).toBe(false);
  });
});

describe('seeds of a sandbox', () => {
  const fits = validatorOf('sandbox');
  const page = /## The seed.*?```json\n(.*?)```/s.exec(read('docs/sandbox.md'))?.[1] ?? '';
  const options = { profile: PROFILES.newer, now: () => 0, random: () => 0.5, changed: () => {} };
  const problemsOf = (seed: unknown) => {
    try {
      changesOfSeed(seed, options);
      return [];
    } catch (error) {
      if (error instanceof CannotStart && error.why.problem === 'seed') return error.why.issues;
      throw error;
    }
  };

  it.each([
    ['examples/inbox/sandbox.json', read('examples/inbox/sandbox.json')],
    ['docs/sandbox.md', page],
    ['one that names its schema', '{ "$schema": "./sandbox.schema.json" }'],
    [
      'one with what no request could make',
      '{ "rules": [{ "name": "A", "owner": 1, "actions": [{ "type": "NEW" }] }] }',
    ],
  ])('%s fits the schema, and starts a sandbox', (_what, text) => {
    expect(fits(JSON.parse(text)), JSON.stringify(fits.errors)).toBe(true);
    expect(problemsOf(JSON.parse(text))).toEqual([]);
  });

  it.each([
    ['a key that does not exist', { rulez: [] }],
    ['a rule without a name', { rules: [{}] }],
    ['a scope that does not exist', { keys: [{ key: 'k', inbox: null, scopes: ['ALL'] }] }],
    ['a feature that does not exist', { inboxes: [{ name: 'a', features: { hooks: true } }] }],
    ['half a mail', { mailbox: { messages: 0.5 } }],
    ['no inboxes', { inboxes: [] }],
  ])('with %s neither fits nor starts', (_what, seed) => {
    expect(fits(seed)).toBe(false);
    expect(problemsOf(seed)).toHaveLength(1);
  });
});

describe('plans', () => {
  const plan = validatorOf('plan');

  it.each(filesBelow('test/scenarios', 'plan.json'))('%s fits the schema', (file) => {
    expect(plan(JSON.parse(read(file))), JSON.stringify(plan.errors)).toBe(true);
  });
});
