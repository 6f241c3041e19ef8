/** Places in files, as text that editors and terminals make a link of. */
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';

export function placeText({ file, line, column }: Place): string {
  return `${escapeControl(file)}:${line}:${column}`;
}

/** A line for each other place that belongs to a diagnostic. */
export function relatedLines({ code, related }: Diagnostic): string[] {
  const what = code.startsWith('policy-') ? 'The setting' : code.startsWith('judge-') ? 'Also' : 'The other one';
  return (related ?? []).map((place) => `${what}: ${placeText(place)}`);
}
