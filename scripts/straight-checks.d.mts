import type { ZodObject, ZodType } from 'zod';

/** What is made: functions for `schemas`, each from the module that `from` names, and lists of the keys of `keys`. */
export function straightChecks(what: {
  schemas: Record<string, ZodType>;
  from: Record<string, string>;
  keys?: Record<string, ZodObject>;
  head: string;
}): string;
