/** What to type after a plan was shown. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { escapeControl } from '../diagnostics/escape-control.ts';
import type { Plan } from '../diagnostics/results.ts';
import { type Block, line } from './document.ts';
import { wholeRefusals } from './plan-view.ts';

/** What `apply` needs besides to carry out the plan that was shown. */
export interface NextApply {
  /** Where the plan was saved; null where it was not. */
  planFile: string | null;
  /** The flags that were given to lift guards. */
  maxDeletes: number | null;
  allowEmpty: boolean;
  allowLoss: boolean;
  /** What commands about the same inboxes need too, as it is typed. */
  sameInboxes: readonly string[];
}

/** `command` carries the plan out, as it is typed. */
export function nextCommands(plan: Plan, command: string, next: NextApply): Block[] {
  const { changes } = plan;
  if (changes.length === 0) return [];
  const typed = (words: readonly string[]) => [...words, ...next.sameInboxes].map(escapeControl).join(' ');
  const apply = (flags: Partial<NextApply> = {}) => typed(applyWords(command, { ...next, ...flags }));
  const stops = wholeRefusals(plan);
  if (stops.length > 0) {
    const flags = flagsLifting(stops);
    return flags === null
      ? [{ kind: 'commands', lead: line`Next: fix that, then plan again:`, commands: [typed(['inboxctl plan'])] }]
      : [
          {
            kind: 'commands',
            lead: line`Next: only if all these deletes are meant, allow them once:`,
            commands: [apply(flags)],
          },
        ];
  }
  const refused = changes.filter((change) => change.refused !== undefined);
  const isLossy = refused.some((change) => change.refused?.startsWith('would-drop-'));
  const isWhole = refused.length === 0 && plan.complete;
  const lead = isWhole ? line`Next: apply this plan:` : line`Next: apply the rest:`;
  return [
    ...(refused.length === changes.length ? [] : [{ kind: 'commands', lead, commands: [apply()] } as const]),
    ...(isLossy
      ? [
          {
            kind: 'commands',
            lead: line`With what it loses, only if that is meant:`,
            commands: [apply({ allowLoss: true })],
          } as const,
        ]
      : []),
  ];
}

function applyWords(command: string, { planFile, maxDeletes, allowEmpty, allowLoss }: NextApply): string[] {
  return [
    command,
    ...(planFile === null ? [] : [planFile]),
    ...(maxDeletes === null ? [] : [`--max-deletes ${maxDeletes}`]),
    ...(allowEmpty ? ['--allow-empty'] : []),
    ...(allowLoss ? ['--allow-loss'] : []),
  ];
}

/** The flags that let a refused plan through; null where no flag does. */
function flagsLifting(stops: readonly Diagnostic[]): Partial<NextApply> | null {
  const flags: { maxDeletes?: number; allowEmpty?: true } = {};
  for (const stop of stops) {
    if (stop.code === 'guard-nothing-declared') flags.allowEmpty = true;
    else if (stop.code === 'guard-max-deletes' || stop.code === 'guard-nothing-in-common') {
      flags.maxDeletes = Math.max(stop.args.deletes, flags.maxDeletes ?? 0);
    } else return null;
  }
  return flags;
}
