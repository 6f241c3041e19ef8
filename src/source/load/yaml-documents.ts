import { Composer, type CST, type Document, Lexer, Parser } from 'yaml';
import type { Ranged } from './file-problems.ts';

// plain.ts handles duplicate keys, tags and merge keys, with places and in linear time.
const OPTIONS: ConstructorParameters<typeof Composer>[0] = {
  version: '1.2',
  schema: 'core',
  strict: true,
  uniqueKeys: false,
  prettyErrors: false,
  keepSourceTokens: false,
  resolveKnownTags: false,
  logLevel: 'silent',
};

/** How deep lists and mappings may be nested. A rule needs five levels. */
const DEPTH_LIMIT = 64;

/** One at a time, to save memory. Refuses directives other than `%YAML 1.2`, and documents nested too deeply. */
export function* yamlDocuments(text: string, refuse: (finding: Ranged) => void): Generator<Document.Parsed> {
  const composer = new Composer(OPTIONS);
  for (const token of tokensOf(text, refuse)) {
    if (token.type !== 'directive' || /^%YAML\s+1\.2\s*$/.test(token.source)) yield* composer.next(token);
    else {
      const range = [token.offset, token.offset + token.source.length] as const;
      refuse({ code: 'yaml-directive', args: { directive: token.source }, range });
    }
  }
  // A text without a document still yields one, which has the errors of the text.
  yield* composer.end(true, text.length);
}

/** Ends at what is nested too deeply: the composer is recursive, and a stack overflow in V8 kills the process. */
function* tokensOf(text: string, refuse: (finding: Ranged) => void): Generator<CST.Token> {
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
