/** A text to YAML documents, one at a time, so that no more than one is held. */
import { Composer, type Document, type DocumentOptions, type ParseOptions, Parser, type SchemaOptions } from 'yaml';
import type { Range } from './text-places.ts';

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

export interface BadDirective {
  directive: string;
  range: Range;
}

/**
 * Takes the text of a file; gives its documents in order. A directive other than `%YAML 1.2` would change what the
 * text means: it is told to `refuse` and has no effect.
 */
export function* yamlDocuments(text: string, refuse: (bad: BadDirective) => void): Generator<Document.Parsed> {
  const composer = new Composer(OPTIONS);
  for (const token of new Parser().parse(text)) {
    if (token.type === 'directive' && !/^%YAML\s+1\.2\s*$/.test(token.source)) {
      refuse({ directive: token.source, range: [token.offset, token.offset + token.source.length] });
    } else {
      yield* composer.next(token);
    }
  }
  // Even a text without a document gives one, which then holds what is wrong with the text.
  yield* composer.end(true, text.length);
}
