/** Where the lines of a text begin, and where their first character is that is not white space. */
export interface Lines {
  /** How far an offset is from the beginning of its line. */
  columnOf: (offset: number) => number;
  /** Whether nothing but white space stands before an offset on its line. */
  beginsLine: (offset: number) => boolean;
  /** Whether the line before that of an offset is there and empty. */
  afterBlank: (offset: number) => boolean;
}

/** Takes a text; gives what is known of its lines. Each question is answered by a binary search. */
export function linesOf(text: string): Lines {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineOf = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const startOf = (line: number): number => starts[line] ?? text.length;
  const firsts = starts.map((start, line) => {
    let at = start;
    while (at < startOf(line + 1) && WHITE_SPACE.has(text[at] ?? '')) at++;
    return at;
  });
  return {
    columnOf: (offset) => offset - startOf(lineOf(offset)),
    beginsLine: (offset) => firsts[lineOf(offset)] === offset,
    afterBlank: (offset) => {
      const line = lineOf(offset);
      return line > 0 && firsts[line - 1] === startOf(line);
    },
  };
}

const WHITE_SPACE = new Set([' ', '\t', '\r', '\n']);
