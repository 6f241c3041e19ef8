/** What doctor found, as a table for people: a line for each probe, and below it what to do. */

import { count } from '../../diagnostics/counts.ts';
import { describe } from '../../diagnostics/describe.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { plain } from '../../diagnostics/message.ts';
import { notLookedAt, PROBE_LABELS } from '../../diagnostics/probes.ts';
import type { Probed } from '../../diagnostics/results.ts';
import type { ProbeName, ProbeResult } from '../../model/doctor.ts';
import { hangTyped } from '../lines.ts';
import { inStyle, type Style, styleOf, type TextOptions } from '../style.ts';
import { textWidth } from '../width.ts';

const MARKS: Record<ProbeResult, string> = { ok: '✓', warning: '!', failed: '✗', skipped: '-' };
const PLAIN_MARKS: Record<ProbeResult, string> = { ok: 'ok', warning: 'WARN', failed: 'FAIL', skipped: 'skip' };
const LABEL_WIDTH = Math.max(...Object.values(PROBE_LABELS).map((label) => label.length));

/** A table for each account; the counts last. */
export function textDoctor(probed: readonly Probed[], options: TextOptions): string {
  const style = styleOf(options);
  const marks = options.unicode ? MARKS : PLAIN_MARKS;
  const names = [...new Set(probed.map(({ account }) => account))];
  const blocks = names.map((name) => {
    const rows = rowsOf(probed.filter(({ account }) => account === name));
    const lines = rows.flatMap((row) => linesOf(row, marks, style));
    return name === null ? lines : [style.color.bold(`Account ${escapeControl(name)}`), ...lines];
  });
  return `${[...blocks, [verdict(probed, style)]].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

interface ProbeRow {
  message: string;
  remedy?: string;
  result: ProbeResult;
  label: string;
}

/** A row for each probe; in the end one for all that were not looked at for the same reason. */
function rowsOf(probed: readonly Probed[]): ProbeRow[] {
  const rows: ProbeRow[] = [];
  const unseen = new Map<ProbeName, ProbeName[]>();
  for (const { probe, result, finding } of probed) {
    if (finding.code === 'probe-skipped') {
      const { because } = finding.args;
      unseen.set(because, [...(unseen.get(because) ?? []), probe]);
    } else rows.push({ result, label: PROBE_LABELS[probe], ...describe(finding) });
  }
  const left = [...unseen].map(([because, probes]): ProbeRow => {
    return { result: 'skipped', label: 'the rest', message: plain(notLookedAt(probes, because)) };
  });
  return [...rows, ...left];
}

function linesOf(
  { result, label, message, remedy }: ProbeRow,
  marks: Record<ProbeResult, string>,
  style: Style,
): string[] {
  const widest = Math.max(...Object.values(marks).map((mark) => mark.length));
  const paint = painter(result, style);
  const head = `  ${paint(marks[result].padEnd(widest))}  ${label.padEnd(LABEL_WIDTH)}  `;
  const indent = ' '.repeat(textWidth(head));
  return [
    ...hangTyped(head, inStyle(message, style), style.width),
    ...(remedy === undefined ? [] : hangTyped(`${indent}${style.arrow} `, inStyle(remedy, style), style.width)),
  ];
}

function painter(result: ProbeResult, { color }: Style): (text: string) => string {
  if (result === 'ok') return color.green;
  if (result === 'failed') return color.red;
  return result === 'warning' ? color.yellow : color.dim;
}

function verdict(probed: readonly Probed[], { color }: Style): string {
  const number = (wanted: ProbeResult) => probed.filter(({ result }) => result === wanted).length;
  const [failed, warnings] = [number('failed'), number('warning')];
  const warned = warnings === 0 ? '' : `, ${color.yellow(count(warnings, 'warning'))}`;
  if (failed === 0) return `${color.green('All is well')}${warned}.`;
  return `${color.red(`${count(failed, 'probe')} failed`)}${warned}.`;
}
