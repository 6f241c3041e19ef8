/** What an apply did, as Markdown for GitHub. */
import type { ApplyDocument } from '../../model/applied.ts';
import { nameInCode } from './escape.ts';

/** Takes what an apply did; gives Markdown of no more than so many bytes, cut on whole items. */
export function markdownApplied({ outcome, changes }: ApplyDocument, { maxBytes }: { maxBytes: number }): string {
  let text = `### Apply: ${outcome}\n`;
  for (const { op, name, status } of changes) {
    const line = `\n- ${status}: ${op} ${nameInCode(name)}`;
    if (Buffer.byteLength(text + line) > maxBytes) break;
    text += line;
  }
  return text;
}
