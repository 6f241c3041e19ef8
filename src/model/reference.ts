/** A text of a written rule that stands elsewhere. */
import type { Reference } from './written-rule.ts';

/** Whether a value of a written rule is a reference. */
export function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && ('file' in value || 'env' in value);
}
