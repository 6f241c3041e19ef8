// What the source imports as text: the style of the pages that inboxctl writes, the workflow of `init`, and the guides that it prints.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ENDS = ['.css', '.md', '.yml'];

const PREFIX = '\0text:';

/** For rolldown, and for vitest. Under a name of its own: what ends with .css vitest would empty. */
export const textFiles = {
  name: 'text-files',
  enforce: 'pre',
  resolveId(source, importer) {
    const isText = source.startsWith('.') && ENDS.some((end) => source.endsWith(end));
    return isText ? `${PREFIX}${path.resolve(path.dirname(importer), source)}.text` : null;
  },
  load(id) {
    if (!id.startsWith(PREFIX)) return null;
    const text = readFileSync(id.slice(PREFIX.length, -'.text'.length), 'utf8');
    return `export default ${JSON.stringify(text)};`;
  },
};
