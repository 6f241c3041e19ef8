/** A text to YAML documents, one at a time, so that no more than one is held. */
import {
  Composer,
  type CST,
  type Document,
  type DocumentOptions,
  Lexer,
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
 * text means and has no effect, and of a document nested too deeply, where reading ends.
 */
export function* yamlDocuments(text: string, refuse: (finding: RangedFinding) => void): Generator<Document.Parsed> {
  const composer = new Composer(OPTIONS);
  for (const token of tokensOf(text, refuse)) {
    if (token.type !== 'directive' || /^%YAML\s+1\.2\s*$/.test(token.source)) yield* composer.next(token);
    else {
      const range = [token.offset, token.offset + token.source.length] as const;
      refuse({ code: 'yaml-directive', args: { directive: token.source }, range });
    }
  }
  // Even a text without a document gives one, which then holds what is wrong with the text.
  yield* composer.end(true, text.length);
}

/**
 * Ends at the first list or mapping that is nested too deeply. The composer works recursively, and when that exhausts the
 * stack inside V8's compiler of regular expressions, the process dies; the parser does not.
 */
function* tokensOf(text: string, refuse: (finding: RangedFinding) => void): Generator<CST.Token> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length <= DEPTH_LIMIT) continue;
    const tooDeep = parser.stack.filter((token) => 'items' in token)[DEPTH_LIMIT + 1];
    if (tooDeep === undefined) continue;
    const range = [tooDeep.offset, tooDeep.offset + 1] as const;
    return refuse({ code: 'yaml-too-deep', args: { limit: DEPTH_LIMIT }, range });
  }
  yield* parser.end();
}
