/** Where lines, comments and blank lines stand. Everything here looks no further than it has to. */

/** Whether nothing but white space stands before an offset on its line. A byte order mark counts as white space. */
export function isFirstOnLine(text: string, offset: number): boolean {
  const before = text[spacesBefore(text, offset) - 1];
  return before === undefined || before === '\n' || before === '\ufeff';
}

/** Where the white space begins that ends at an offset. */
export function spacesBefore(text: string, offset: number): number {
  let at = offset;
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at--;
  return at;
}

/** Where the white space ends that begins at an offset. */
function spacesAfter(text: string, offset: number): number {
  let at = offset;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

/** Where the line ends that an offset is on, before its line end. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  if (at === -1) return text.length;
  return at > offset && text[at - 1] === '\r' ? at - 1 : at;
}

/** Where the line break begins that ends at an offset; the offset where there is none. */
export function lineBreakBefore(text: string, offset: number): number {
  if (text[offset - 1] !== '\n') return offset;
  return text[offset - 2] === '\r' ? offset - 2 : offset - 1;
}

/** Where the line after that of an offset begins, or where the text ends. */
export function nextLine(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  return at === -1 ? text.length : at + 1;
}

/** Where the comment ends that follows an offset on its line, if only white space stands between; else the offset. */
export function commentEnd(text: string, offset: number): number {
  const at = spacesAfter(text, offset);
  return text[at] === '#' && at > offset ? lineEnd(text, at) : offset;
}

/** Whether after an offset nothing but white space and a comment stands on its line. */
export function isLastOnLine(text: string, offset: number): boolean {
  const at = spacesAfter(text, commentEnd(text, offset));
  return at >= text.length || text[at] === '\n' || (text[at] === '\r' && text[at + 1] === '\n');
}

interface Line {
  kind: 'blank' | 'comment' | 'other';
  /** How far it is indented. */
  column: number;
}

function lineAt(text: string, start: number): Line {
  const at = spacesAfter(text, start);
  const column = at - start;
  if (text[at] === '#') return { kind: 'comment', column };
  const isBlank = text[at] === '\n' || (text[at] === '\r' && text[at + 1] === '\n') || at >= text.length;
  return { kind: isBlank ? 'blank' : 'other', column };
}

/** Where the blank lines end that begin at the beginning of a line. */
export function blankLinesAfter(text: string, start: number): number {
  let at = start;
  while (at < text.length && lineAt(text, at).kind === 'blank') at = nextLine(text, at);
  return at;
}

/** Where the blank lines begin that end at the beginning of a line. */
export function blankLinesBefore(text: string, start: number): number {
  let at = start;
  while (at > 0) {
    const before = lineBefore(text, at);
    if (before === null || lineAt(text, before).kind !== 'blank') break;
    at = before;
  }
  return at;
}

/**
 * Takes the beginning of a line and the column of what stands there; gives where the comments directly above it begin.
 * A comment that is indented further belongs to what is above.
 */
export function commentsAbove(text: string, start: number, column: number): number {
  let at = start;
  for (;;) {
    const before = lineBefore(text, at);
    if (before === null) return at;
    const line = lineAt(text, before);
    if (line.kind !== 'comment' || line.column > column) return at;
    at = before;
  }
}

/**
 * Takes the beginning of the line after something at `column`; gives where the comments end that are indented
 * further, and so belong to it. Blank lines before them do too.
 */
export function commentsInside(text: string, start: number, column: number): number {
  let end = start;
  let at = start;
  while (at < text.length) {
    const line = lineAt(text, at);
    if (line.kind === 'other' || (line.kind === 'comment' && line.column <= column)) break;
    at = nextLine(text, at);
    if (line.kind === 'comment') end = at;
  }
  return end;
}

/** The beginning of the line before the one that begins at an offset. */
function lineBefore(text: string, start: number): number | null {
  if (start === 0) return null;
  return start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1;
}
