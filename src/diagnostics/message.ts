/** What a diagnostic says: what is the case and why; then, apart, what to do. */
export interface Message {
  message: string;
  remedy?: string;
}

/** A table with the English of each code. */
export type Messages<Codes> = { [Code in keyof Codes]: (args: Codes[Code]) => Message };
