/** A plan file that is not as this program writes it: with keys that a newer one added, or no plan at all. */
import { type PlanDocument, planDocument } from '../../model/plan.ts';

/** Takes the value of a file; gives the plan in it, or the first key that is not as it should be and how many more there are. */
export function otherPlan(value: unknown): { plan: PlanDocument } | { key: string; more: number } {
  const { data, error } = planDocument.safeParse(value);
  if (data !== undefined) return { plan: data };
  const [first, ...more] = error.issues;
  return { key: first?.path.join('.') ?? '', more: more.length };
}
