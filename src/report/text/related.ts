/** Places in files, as text that editors and terminals make a link of. */
import { rowOf } from '../../diagnostics/describe.ts';
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';

export function placeText({ file, line, column }: Place): string {
  return `${escapeControl(file)}:${line}:${column}`;
}

/** A line for each other place that belongs to a diagnostic. */
export function relatedLines(diagnostic: Diagnostic): string[] {
  const { related: what = 'The other one' } = rowOf(diagnostic);
  return (diagnostic.related ?? []).map((place) => `${what}: ${placeText(place)}`);
}
