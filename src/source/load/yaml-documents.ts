/** A text to YAML documents, one at a time, so that no more than one is held. */
import {
  Composer,
  type CST,
  type Document,
  type DocumentOptions,
  type ParseOptions,
  Parser,
  type SchemaOptions,
} from 'yaml';
import type { RangedFinding } from './plain.ts';

// Duplicate keys, tags and merge keys are handled in plain.ts: with both places, and in linear time.
const OPTIONS: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.2',
  schema: 'core',
  strict: true,
  uniqueKeys: false,
  prettyErrors: false,
  keepSourceTokens: false,
  resolveKnownTags: false,
  logLevel: 'silent',
};

/** How deep lists and mappings may be nested; a rule needs five. */
export const DEPTH_LIMIT = 64;

/**
 * The documents of a text in order. `refuse` is told of a directive other than `%YAML 1.2`, which would change what the
 * text means and has no effect, and of a document nested too deeply, where reading ends. `keepSourceTokens`: the nodes
 * know what they were written as.
 */
export function* yamlDocuments(
  text: string,
  refuse: (finding: RangedFinding) => void,
  { keepSourceTokens = false } = {},
): Generator<Document.Parsed> {
  const composer = new Composer({ ...OPTIONS, keepSourceTokens });
  for (const token of new Parser().parse(text)) {
    if (token.type === 'directive' && !/^%YAML\s+1\.2\s*$/.test(token.source)) {
      const range = [token.offset, token.offset + token.source.length] as const;
      refuse({ code: 'yaml-directive', args: { directive: token.source }, range });
      continue;
    }
    const tooDeep = token.type === 'document' && token.value ? firstTooDeep(token.value, 0) : undefined;
    if (tooDeep !== undefined) {
      refuse({ code: 'yaml-too-deep', args: { limit: DEPTH_LIMIT }, range: [tooDeep, tooDeep + 1] });
      break;
    }
    yield* composer.next(token);
  }
  // Even a text without a document gives one, which then holds what is wrong with the text.
  yield* composer.end(true, text.length);
}

/**
 * The offset of the first list or mapping that is nested too deeply, if there is one. The composer works recursively, and
 * when that exhausts the stack inside V8's compiler of regular expressions, the process dies; here no more than the limit
 * is gone down.
 */
function firstTooDeep(token: CST.Token, depth: number): number | undefined {
  if (depth > DEPTH_LIMIT) return token.offset;
  if (!('items' in token)) return undefined;
  for (const { key, value } of token.items) {
    const inKey = key && 'items' in key ? firstTooDeep(key, depth + 1) : undefined;
    const found = inKey ?? (value && 'items' in value ? firstTooDeep(value, depth + 1) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}
