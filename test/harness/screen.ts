import { Writable } from 'node:stream';

/** A terminal as far as a bar needs one: what is on the screen and above it after all that was written. */
class Screen {
  readonly #width: number;
  readonly #lines: string[][] = [[]];
  #row = 0;
  #column = 0;

  constructor(width: number) {
    this.#width = width;
  }

  write(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal looks for control characters
    for (const [token, code, kind] of text.matchAll(/\u001b\[([?\d;]*)([A-Za-z])|[\s\S]/gu)) {
      if (kind !== undefined) this.#control(kind, code ?? '');
      else if (token === '\n') this.#moveTo(this.#row + 1, 0);
      else if (token === '\r') this.#column = 0;
      else this.#put(token);
    }
  }

  /** The lines, without spaces at their ends and without empty ones at the end. */
  get text(): string {
    return this.#lines
      .map((line) =>
        [...line]
          .map((cell) => cell ?? ' ')
          .join('')
          .trimEnd(),
      )
      .join('\n')
      .trimEnd();
  }

  /** Where the next character comes. */
  get at(): [row: number, column: number] {
    return [this.#row, this.#column];
  }

  #put(character: string): void {
    if (this.#column === this.#width) this.#moveTo(this.#row + 1, 0);
    const line = this.#lines[this.#row];
    if (line !== undefined) line[this.#column] = character;
    this.#column += 1;
  }

  #moveTo(row: number, column: number): void {
    this.#row = Math.max(0, row);
    this.#column = column;
    while (this.#lines.length <= this.#row) this.#lines.push([]);
  }

  #control(kind: string, code: string): void {
    const number = Number.parseInt(code, 10) || 1;
    if (kind === 'A') this.#moveTo(this.#row - number, this.#column);
    else if (kind === 'B') this.#moveTo(this.#row + number, this.#column);
    else if (kind === 'G') this.#column = number - 1;
    else if (kind === 'K')
      this.#lines[this.#row] = code === '2' ? [] : (this.#lines[this.#row] ?? []).slice(0, this.#column);
    else if (kind !== 'm' && kind !== 'h' && kind !== 'l') throw new Error(`The screen does not know ${kind}`);
  }
}

/** A stream, the screen that it writes to, and all that was written. */
export function watched(columns = 80) {
  const screen = new Screen(columns);
  let written = '';
  const stderr = new Writable({
    write: (chunk: Buffer, _, done) => {
      written += chunk.toString();
      screen.write(chunk.toString());
      done();
    },
  });
  return { stderr, screen, written: () => written };
}
