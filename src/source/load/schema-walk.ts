/** What the schemas of files say about a path: the keys of a mapping, the words of a value. */
import * as z from 'zod';
import type { SchemaName } from '../../diagnostics/schemas.ts';
import type { Path } from '../../model/rule.ts';
import { accountFile, projectFile } from '../../model/written-project.ts';
import { rulesDocument, writtenRule } from '../../model/written-rule.ts';
import { testsDocument, writtenTest } from '../../model/written-tests.ts';

export const SCHEMAS = {
  project: projectFile,
  account: accountFile,
  rule: writtenRule,
  rules: rulesDocument,
  test: writtenTest,
  tests: testsDocument,
} satisfies Record<Exclude<SchemaName, 'seed'>, z.core.$ZodType>;

export type Schema = z.core.$ZodTypes;

/** The schema of what is at a path, without what lets it be left out; undefined if there is none. */
export function schemaAt(schema: z.core.$ZodType, [key, ...rest]: readonly PropertyKey[]): Schema | undefined {
  const bare = schema as Schema;
  const { def } = bare._zod;
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return schemaAt(def.innerType, key === undefined ? [] : [key, ...rest]);
  if (def.type === 'pipe') return schemaAt(def.in, key === undefined ? [] : [key, ...rest]);
  if (key === undefined) return bare;
  if (def.type === 'union') {
    return def.options.map((one) => schemaAt(one, [key, ...rest])).find((one) => one !== undefined);
  }
  if (def.type === 'array') return typeof key === 'number' ? schemaAt(def.element, rest) : undefined;
  if (def.type === 'record') return schemaAt(def.valueType, rest);
  const own = def.type === 'object' && Object.hasOwn(def.shape, key) ? def.shape[String(key)] : undefined;
  return own && schemaAt(own, rest);
}

/** The keys of a mapping, or of the entries of a list; empty if any key is one. */
export function keysOf(schema: Schema | undefined): string[] {
  return Object.keys(shapeOf(schema));
}

/** The schemas of the keys of a mapping. */
export function shapeOf(schema: Schema | undefined): Readonly<Record<string, z.core.$ZodType>> {
  return schema?._zod.def.type === 'object' ? schema._zod.def.shape : {};
}

/** The keys that must be there. */
export function requiredKeys(shape: ReturnType<typeof shapeOf>): string[] {
  return Object.keys(shape).filter((key) => !z.safeParse(shape[key] ?? z.unknown(), undefined).success);
}

/** The words that a setting takes; empty if it takes others. */
export function choicesOf(schema: Schema | undefined): string[] {
  return schema?._zod.def.type === 'enum' ? Object.keys(schema._zod.def.entries) : [];
}

/** Whether names of any kind are the keys. */
export function isRecord(schema: Schema | undefined): boolean {
  const options = schema?._zod.def.type === 'union' ? schema._zod.def.options : [schema];
  return options.some((one) => (one as typeof schema)?._zod.def.type === 'record');
}

/** The path of a setting, without its account and without indexes of lists. */
export function settingOf(at: readonly PropertyKey[]): string {
  if (at[0] === 'accounts' && at.length === 2) return 'account';
  const own = at[0] === 'accounts' && at.length > 2 ? at.slice(2) : at;
  return own.filter((part) => typeof part === 'string').join('.');
}

export function valueAt(root: unknown, path: Path): unknown {
  return path.reduce((inner: unknown, key) => Reflect.get(Object(inner), key), root);
}
