import path from 'node:path';
import type { Invocation } from '../command.ts';

/** Takes the name of a file that a command is to write; gives its path: below the folder of `-C`. */
export function fileOf({ io, options: { directory } }: Pick<Invocation, 'io' | 'options'>, name: string): string {
  return path.resolve(io.cwd(), typeof directory === 'string' ? directory : '.', name);
}
