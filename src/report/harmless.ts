/**
 * Untrusted text made harmless for a terminal. Rule names and texts come from people and mail services; a control,
 * ANSI or bidi character in them must show as text and do nothing.
 */

// C0, DEL and C1 controls; bidi marks, embeddings, overrides and isolates; line and paragraph separators; zero-width
// characters that hide differences; the BOM; tag characters; halves of surrogate pairs.
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

/** Takes any text, gives it with every character that a terminal could act on written as `\u{…}`; newlines too. */
export function harmless(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** As harmless, for text of several lines: gives its lines, with tabs as two spaces. */
export function harmlessLines(text: string): string[] {
  return text.split('\n').map((line) => harmless(line.replaceAll('\t', '  ')));
}
