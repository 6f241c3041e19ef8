import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { straightChecks } from '../scripts/straight-checks.mjs';

describe('the quick checks', () => {
  it('are those of the schemas as they are now', () => {
    execFileSync(process.execPath, ['scripts/accepted.mjs', '--check']);
  });

  it.each<[string, z.ZodType]>([
    ['a kind of schema', z.date()],
    ['a kind of schema', z.string().catch('')],
    ['a kind of schema', z.string().default('')],
    ['a kind of schema', z.string().transform(Number)],
    ['a coercion', z.coerce.string()],
    ['a check of texts', z.string().trim()],
    ['a check of texts', z.string().max(3)],
    ['a check of texts', z.url()],
    ['a check of texts', z.string().regex(/a/g)],
    ['a check of numbers', z.number().multipleOf(3)],
    ['a check of lists', z.array(z.string()).max(3)],
    ['a check of objects', z.object({}).refine(() => false)],
    [
      'a check of what may be null',
      z
        .string()
        .nullable()
        .refine(() => false),
    ],
    ['a type for the other keys', z.object({}).catchall(z.string())],
    ['a literal', z.literal(1n)],
    ['a union of which one alone may fit', z.xor([z.string(), z.number()])],
    ['a loose record', z.looseRecord(z.string(), z.string())],
  ])('are not made where %s is not known', (_what, schema) => {
    const from = { it: './schemas.ts' };
    expect(() => straightChecks({ schemas: { it: z.array(schema) }, from, head: '' })).toThrow('no straight check');
  });
});
