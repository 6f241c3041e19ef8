import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { forEditors, SCHEMAS } from '../../src/cli/schemas/schemas.ts';
import { forAll } from '../harness/for-all.ts';

const ajv = new Ajv({ strict: false });
ajv.addFormat('cuid', true);
const raw = (name: keyof typeof SCHEMAS) =>
  z.toJSONSchema(SCHEMAS[name].schema, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;

/** Values that fit and values that nearly do. */
const text = fc.constantFrom<unknown>(
  'a',
  '',
  null,
  3,
  {},
  { file: 'a' },
  { env: 'A' },
  { env: '1' },
  { fil: 'a' },
  {
    file: 'a',
    env: 'A',
  },
);
const scalar = fc.constantFrom<unknown>(null, 0, 1, 1.5, '1', true, 'AND', 'XOR', 'keep', '25%', '110%', [], {}, ['a']);

const sometimes = (values: Record<string, fc.Arbitrary<unknown>>) => fc.record(values, { requiredKeys: [] });

const rule = sometimes({
  name: fc.constantFrom<unknown>('A', 1),
  runOnThreads: scalar,
  condition: sometimes({
    conditionalOperator: scalar,
    aiInstructions: text,
    static: fc.oneof(scalar, sometimes({ from: text })),
  }),
  actions: fc.array(
    sometimes({
      type: fc.constantFrom('LABEL', 'LABLE'),
      fields: fc.oneof(scalar, sometimes({ label: text })),
      delayInMinutes: scalar,
    }),
  ),
});

const settings = {
  undeclared: scalar,
  ignore: scalar,
  guard: fc.oneof(scalar, sometimes({ maxDeletes: scalar })),
  policy: fc.oneof(
    scalar,
    sometimes({ forbidActions: scalar, confine: fc.array(sometimes({ actions: scalar, files: scalar })) }),
  ),
};
const account = sometimes({ ...settings, apiKey: text, baseUrl: scalar });
const project = sometimes({
  version: scalar,
  ...settings,
  accounts: fc.oneof(scalar, sometimes({ alice: account, 'a b': account })),
});

describe('a schema for editors accepts what the schema of the types accepts', () => {
  it.each([
    ['rules', fc.oneof(rule, sometimes({ rules: fc.oneof(scalar, fc.array(rule)) }))],
    ['project', project],
  ] as const)('%s', async (name, documents) => {
    const [plain, edited] = [ajv.compile(raw(name)), ajv.compile(forEditors(raw(name)))];
    await forAll([documents as fc.Arbitrary<unknown>], 500, (document) => {
      expect(edited(document)).toBe(plain(document));
    });
  });
});
