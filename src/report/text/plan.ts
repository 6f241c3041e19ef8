/** The plan as text for people. */
import type { Plan } from '../../diagnostics/results.ts';
import { planReport } from '../plan.ts';
import type { NextApply } from '../plan-next.ts';
import { printTerminal, type TerminalOptions } from '../print/terminal.ts';

export interface PlanTextOptions extends TerminalOptions {
  /** For the command that carries the plan out; left out: none is named. */
  next?: NextApply | null;
}

/** Ends in a newline. */
export function textPlan(plan: Plan, options: PlanTextOptions): string {
  return printTerminal(planReport(plan, options), options);
}
