/** Suggests commands to run after a plan. */
import { refusalOf } from '../diagnostics/changes.ts';
import { type GuardFlags, isGuard } from '../diagnostics/guards.ts';
import type { Plan } from '../diagnostics/results.ts';
import { editsOf } from '../model/plan.ts';
import { type Block, commandsBlock } from './document.ts';
import { line } from './inline.ts';
import { wholeRefusals } from './plan-view.ts';

/** Options that `apply` needs to carry out this plan. */
export interface NextApply extends GuardFlags {
  /** The saved plan file; null if the plan was not saved. */
  planFile: string | null;
  /** How many plans were saved, if they do not tell which options selected their accounts. */
  saved?: number;
  allowLoss: boolean;
  /** Options that select the same inboxes, to repeat in suggested commands. */
  sameInboxes: readonly string[];
}

const OF_EACH = ', with the --account or --shard of each plan, such as';

export function nextCommands(plan: Plan, command: string, next: NextApply): Block[] {
  const changes = editsOf(plan.changes);
  if (changes.length === 0) return [];
  const typed = (words: readonly string[]) => [...words, ...next.sameInboxes];
  const { planFile, maxDeletes, saved = 0 } = next;
  const apply = (allowLoss: boolean) =>
    typed([
      command,
      ...(planFile === null ? [] : [planFile]),
      ...(maxDeletes === null ? [] : [`--max-deletes ${maxDeletes}`]),
      ...(next.allowEmpty ? ['--allow-empty'] : []),
      ...(allowLoss ? ['--allow-loss'] : []),
    ]);
  const stops = wholeRefusals(plan);
  // A guard says itself how to go on.
  if (stops.length > 0 && stops.every(isGuard)) return [];
  if (stops.length > 0) return [commandsBlock(line`Next: fix that, then plan again:`, typed(['inboxctl plan']))];
  const refused = changes.filter((change) => change.refused !== undefined);
  const isLossy = refused.some((change) => refusalOf(change.refused ?? '').isLoss);
  const isWhole = refused.length === 0 && plan.complete;
  const what = isWhole ? (saved > 1 ? 'these plans' : 'this plan') : 'the rest';
  const which = saved === 0 ? '' : saved === 1 ? ', with the --account or --shard that made it' : OF_EACH;
  const lead = line`Next: apply ${what}${which}:`;
  return [
    ...(refused.length === changes.length ? [] : [commandsBlock(lead, apply(next.allowLoss))]),
    ...(isLossy && saved < 2 ? [commandsBlock(line`With what it loses, only if that is meant:`, apply(true))] : []),
  ];
}
