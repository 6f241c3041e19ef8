/** Texts that a writer of YAML could get wrong, for property tests. */
import fc from 'fast-check';

const PIECES = [
  ...[' ', '  ', '\t', '\n', '\n\n', '\r', '\r\n', '---', '...', '#', ' #', ': ', ':', '- ', '-', '? ', '|', '>'],
  ...['%YAML', '{', '}', '[', ']', ',', '&a', '*a', '!', '"', "'", '\\', '`', '@', '<<', '=', 'null', '~', 'yes'],
  ...['0o17', '1_000', '2024-01-01', '.5', 'word'],
  ...['a long line of many words that has to be broken somewhere in the middle of it, I should think', '\u0001'],
  ...['\u0007', '\u001b[31m', '\u007f', '\u0085', '\u00a0', '\u2028', '\u2029', '\u202e', '\u200d', '\u200b'],
  ...['\ufe0f', '\u3164', '\u2800', '\u{e0041}', '\u0301', '❤\ufe0f', '\ufeff', '\ufffe', '\ufffd', 'é', 'e\u0301'],
  ...['邮', '\u{1f600}', '\u{10ffff}'],
];

/** Without NUL and halves of surrogate pairs, which no rule may hold. */
export const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
);
