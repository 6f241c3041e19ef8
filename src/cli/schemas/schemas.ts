import * as z from 'zod';
import { planDocument } from '../../model/plan.ts';
import { accountFile, projectFile } from '../../model/written-project.ts';
import { ruleDocument } from '../../model/written-rule.ts';
import { testsDocument } from '../../model/written-tests.ts';
import { seedSchema } from '../../sandbox/seed.ts';

/** The schemas for users, with the titles that editors show. */
export const SCHEMAS = {
  rules: { schema: ruleDocument, title: 'inboxctl rule file' },
  tests: { schema: testsDocument, title: 'inboxctl tests file' },
  project: { schema: projectFile, title: 'inboxctl project file' },
  account: { schema: accountFile, title: 'inboxctl account file' },
  plan: { schema: planDocument, title: 'inboxctl plan' },
  sandbox: { schema: seedSchema, title: 'Seed of an inboxctl sandbox' },
} as const;

/** The JSON Schema (draft 7, which every editor reads) as text. */
export function jsonSchema(name: keyof typeof SCHEMAS): string {
  const { schema, title } = SCHEMAS[name];
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  // Nobody writes a plan by hand.
  const readable = name === 'plan' ? rest : forEditors(rest);
  return `${JSON.stringify({ $schema, title, ...readable }, null, 2)}\n`;
}

type Schema = Record<string, unknown>;

/**
 * Converts a schema of draft 7 to one that accepts the same and that editors explain better. A language server explains
 * an `anyOf` badly: it picks the option that fits most keys and reports what that one lacks, and its hover names all
 * options. If the options have different types, one schema with a list of types accepts the same, and the server then
 * names the wrong key or value.
 */
export function forEditors(schema: Schema): Schema {
  // The innermost first.
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isSchema ? withMarkdown(withoutAnyOf(value)) : value;
  });
}

function withoutAnyOf(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const options = oneObject(anyOf as Schema[]);
  const types = options.flatMap(({ type }) => type);
  if (types.includes(undefined) || new Set(types).size < types.length) return schema;
  const listed = options.find((option) => option.enum !== undefined || option.const !== undefined);
  // A list of values would apply to all types.
  if (listed !== undefined && !(types.length === 2 && types.includes('null'))) return schema;
  const { const: only, ...merged } = Object.assign({}, ...options, rest, { type: types }) as Schema;
  if (listed === undefined) return merged;
  return { ...merged, enum: [...((listed.enum as unknown[]) ?? [only]), null] };
}

/** One object with exactly one of the keys, such as `{ file }` and `{ env }`, so that an editor proposes them. */
function oneObject(options: Schema[]): Schema[] {
  const single = options.filter((option) => keyOf(option) !== undefined);
  if (single.length < 2) return options;
  const either = {
    type: 'object',
    properties: Object.assign({}, ...single.map(({ properties }) => properties)),
    dependencies: Object.fromEntries(single.map((option) => [keyOf(option), { maxProperties: 1 }])),
    minProperties: 1,
    additionalProperties: false,
  };
  return [...options.filter((option) => !single.includes(option)), either];
}

/** The only key that an object has and requires; undefined for other schemas. */
function keyOf({ type, properties, required, additionalProperties }: Schema): string | undefined {
  if (type !== 'object' || additionalProperties !== false) return undefined;
  const [key, ...others] = Object.keys(properties ?? {});
  return others.length === 0 && Array.isArray(required) && required[0] === key ? key : undefined;
}

/** Marks descriptions as Markdown: otherwise hover texts show the backticks of code. */
function withMarkdown(schema: Schema): Schema {
  const { description } = schema;
  if (typeof description !== 'string' || !description.includes('`')) return schema;
  return { ...schema, markdownDescription: description };
}
