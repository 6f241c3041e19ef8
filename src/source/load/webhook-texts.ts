/** How the URLs of webhooks stand in the text of a rule file, which is to be shown without them. */
import { isAlias, isScalar, type Node, visit } from 'yaml';
import { rangeOf } from './node-places.ts';
import { yamlDocuments } from './yaml-documents.ts';

/** What a webhookUrl says, and the lines that it is written in: with escapes, or folded, these say it otherwise. */
interface WebhookText {
  value: string;
  lines: string[];
}

/**
 * The webhookUrls in a rule file, which may have problems; those behind an alias are found where they are anchored.
 */
export function webhookTexts(text: string): WebhookText[] {
  if (!text.includes('webhookUrl')) return [];
  const found: WebhookText[] = [];
  for (const document of yamlDocuments(text, () => {})) {
    visit(document, {
      Pair(_, { key, value }) {
        if (!isScalar(key) || key.value !== 'webhookUrl') return;
        const node = isAlias(value) ? value.resolve(document) : value;
        if (isScalar(node) && typeof node.value === 'string')
          found.push({ value: node.value, lines: linesOf(node, text) });
      },
    });
  }
  return found;
}

function linesOf(node: Node, text: string): string[] {
  const [start, end] = rangeOf(node);
  const lines = text.slice(start, end).split('\n');
  return lines.map((line) => line.trim().replace(/^["']|\\$|["']$/g, '')).filter((line) => !/^[|>][-+\d]*$/.test(line));
}
