/**
 * The last line of the message of a commit that was made here. It fits one tree on one parent: a commit that somebody adds,
 * amends or rebases does not fit it, even where it keeps the words.
 */
import { createHash } from 'node:crypto';

interface Content {
  tree: string;
  parents: readonly string[];
}

export function stamped(message: string, content: Content): string {
  return `${message}\n\n${stampOf(content)}`;
}

export function isStamped({ message, ...content }: Content & { message: string }): boolean {
  return message.trimEnd().endsWith(`\n\n${stampOf(content)}`);
}

function stampOf({ tree, parents }: Content): string {
  const hash = createHash('sha256').update([tree, ...parents].join(' '));
  return `Inboxctl-Commit: ${hash.digest('hex').slice(0, 16)}`;
}
