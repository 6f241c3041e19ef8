import { isAlias, isScalar, type Node, visit } from 'yaml';
import { rangeOf } from './node-places.ts';
import { yamlDocuments } from './yaml-documents.ts';

/** The webhookUrls of a file, perhaps broken, which must be hidden. `lines`: those they are written in. */
export function webhookTexts(text: string): { value: string; lines: string[] }[] {
  const found: ReturnType<typeof webhookTexts> = [];
  if (!text.includes('webhookUrl')) return found;
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
