/** What a change does to sample mails, as lines below its fields. */
import type { Change } from '../../model/plan.ts';
import { effectsOf, effectText, impactText, wouldRun } from '../impact-view.ts';
import { capital, hang, quoted } from '../lines.ts';
import { plainWords } from '../sentence/rule.ts';
import type { Style } from '../style.ts';

/** How many, what would run for those that newly match, and with --verbose their names. No lines if none is affected. */
export function impactLines(change: Change, samples: number | undefined, indent: string, style: Style): string[] {
  const counts = impactText(change, samples);
  if (counts === null) return [];
  const run = plainWords(wouldRun(change), style.dots);
  const names = style.verbose ? effectsOf(change) : [];
  const inner = `${indent}  `;
  return [
    ...hang(indent, style.color.cyan(capital(counts)), style.width),
    ...(run === '' ? [] : hang(inner, run, style.width)),
    ...names.flatMap((effect) => [
      `${inner}${capital(effectText(effect))}:`,
      ...effect.mails.flatMap((mail) => hang(`${inner}  `, quoted(mail), style.width)),
    ]),
  ];
}
