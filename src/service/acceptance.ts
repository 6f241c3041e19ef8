/**
 * A quick check made of a schema: yes or no, nothing copied and no code generated. Of an answer with 10,000 rules zod
 * would build a second copy, which takes several times as long and as much memory (measured); here it is asked only
 * for the place of a misfit.
 */
import type * as z from 'zod';

export type Accepts = (value: unknown) => boolean;

const known = new WeakMap<z.core.$ZodType, Accepts>();

/** The check of `schema`. Throws for a kind of schema that wire.ts does not use in answers. */
export function acceptance(schema: z.core.$ZodType): Accepts {
  const ready = known.get(schema);
  if (ready !== undefined) return ready;
  const made = checkOf((schema as z.core.$ZodTypes)._zod.def);
  known.set(schema, made);
  return made;
}

function checkOf(def: z.core.$ZodTypes['_zod']['def']): Accepts {
  switch (def.type) {
    case 'string':
      return (value) => typeof value === 'string';
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'number':
      return Number.isFinite;
    case 'enum': {
      const entries = new Set<unknown>(Object.values(def.entries));
      return (value) => entries.has(value);
    }
    case 'nullable': {
      const inner = acceptance(def.innerType);
      return (value) => value === null || inner(value);
    }
    case 'optional': {
      const inner = acceptance(def.innerType);
      return (value) => value === undefined || inner(value);
    }
    case 'array': {
      const element = acceptance(def.element);
      return (value) => Array.isArray(value) && value.every(element);
    }
    case 'object':
      return object(def.shape);
    default:
      throw new Error(`no quick check is known for a schema of type ${def.type}`);
  }
}

function object(shape: Record<string, z.core.$ZodType>): Accepts {
  const members = Object.entries(shape).map(([key, schema]) => ({ key, accepts: acceptance(schema) }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const { key, accepts } of members) {
      if (!accepts((value as Record<string, unknown>)[key])) return false;
    }
    return true;
  };
}
