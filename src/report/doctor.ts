/** The report of `doctor`: a line for each probe of each account, with the remedy below it. */
import { count } from '../diagnostics/counts.ts';
import { messageOf } from '../diagnostics/describe.ts';
import { inRow, ours } from '../diagnostics/message.ts';
import { notLookedAt, PROBE_LABELS } from '../diagnostics/probes.ts';
import type { Probed } from '../diagnostics/results.ts';
import type { ProbeName, ProbeResult } from '../model/doctor.ts';
import { groupBy } from '../model/group-by.ts';
import { type Entry, paragraph, type TerminalBlock, type TerminalReport, terminalReport } from './document.ts';
import { accountName, type Inline, line, look } from './inline.ts';

const LOOKS = { ok: 'good', warning: 'warning', failed: 'danger', skipped: 'quiet' } as const;

export function doctorReport(probed: readonly Probed[]): TerminalReport {
  const accounts = [...groupBy(probed, ({ account }) => account).values()];
  // Keys that are not set differ in the names of their variables.
  const essence = (key: string, value: unknown) => (key === 'account' || key === 'names' ? undefined : value);
  const alike = groupBy(accounts, (own) => JSON.stringify(own, essence));
  const tables = [...alike.values()].map((group) => {
    const names = group.map(([{ account }]) => accountName(account));
    const title = look('strong', line`Account${names.length === 1 ? '' : 's'} ${inRow(names, 12)}`);
    return { kind: 'entries', title, entries: probeEntries(withAllKeys(group)) } as const;
  });
  return terminalReport(tables, [paragraph(verdict(probed))]);
}

/** The findings of the first account, with the variables of all. */
function withAllKeys(group: readonly (readonly Probed[])[]): Probed[] {
  const keys = ({ finding }: Probed) => (finding.code === 'account-key-unset' ? finding.args.names : []);
  const names = group.flat().flatMap(keys);
  return (group[0] ?? []).map((one) => {
    const { code, args } = one.finding;
    return code === 'account-key-unset' ? { ...one, finding: { code, args: { ...args, names } } } : one;
  });
}

/** Probes that were skipped for the same reason share an entry, which comes last. */
function probeEntries(probed: readonly Probed[]): Entry[] {
  const skipped: { probe: ProbeName; because: ProbeName }[] = [];
  const entries = probed.flatMap(({ probe, result, finding }): Entry[] => {
    if (finding.code === 'probe-skipped') {
      skipped.push({ probe, because: finding.args.because });
      return [];
    }
    const { message, remedy } = messageOf(finding);
    return [entry(result, PROBE_LABELS[probe], message, remedy === undefined ? [] : [paragraph(remedy)])];
  });
  const rest = [...groupBy(skipped, ({ because }) => because)].map(([because, alike]) => {
    const probes = alike.map(({ probe }) => probe);
    return entry('skipped', 'the rest', notLookedAt(probes, because), []);
  });
  return [...entries, ...rest];
}

function entry(result: ProbeResult, label: string, text: Inline, below: TerminalBlock[]): Entry {
  return { columns: [look(LOOKS[result], [result]), ours(label)], text, below };
}

function verdict(probed: readonly Probed[]): Inline {
  const number = (wanted: ProbeResult) => probed.filter(({ result }) => result === wanted).length;
  const [failed, warnings] = [number('failed'), number('warning')];
  const warned = warnings === 0 ? [] : line`, ${look('warning', line`${count(warnings, 'warning')}`)}`;
  if (failed === 0) return line`${look('good', line`All is well`)}${warned}.`;
  return line`${look('danger', line`${count(failed, 'probe')} failed`)}${warned}.`;
}
