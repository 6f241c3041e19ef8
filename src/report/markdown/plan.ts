/** The plan as Markdown for GitHub. */
import type { PlanDocument } from '../../model/plan.ts';
import { nameInCode } from './escape.ts';

interface MarkdownPlanOptions {
  /** In bytes of UTF-8. */
  maxBytes: number;
  /** Where the whole plan is, in a phrase such as `the job summary`; null: nowhere else. */
  whole: string | null;
}

/** Takes a plan; gives Markdown of no more than so many bytes, cut on whole changes. */
export function markdownPlan(plan: PlanDocument, { maxBytes }: MarkdownPlanOptions): string {
  const { summary, changes } = plan;
  const head = `### Plan: ${summary.create} to create, ${summary.replace} to replace, ${summary.delete} to delete\n`;
  let text = head;
  for (const { op, name } of changes) {
    const line = `\n- ${op} ${nameInCode(name)}`;
    if (Buffer.byteLength(text + line) > maxBytes) break;
    text += line;
  }
  return text;
}
