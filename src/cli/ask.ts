import { createInterface } from 'node:readline/promises';
import type { Io } from './io.ts';

export type Answer = 'yes' | 'no' | 'cannot-ask' | 'interrupted';

/** Asks on stderr and reads a line. Only a whole `yes` is one; without a terminal on both there is nobody to ask. */
export async function ask(io: Io, question: string): Promise<Answer> {
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) return 'cannot-ask';
  const lines = createInterface({ input: io.stdin, output: io.stderr });
  try {
    return await new Promise<Answer>((resolve) => {
      lines.on('SIGINT', () => {
        io.stderr.write('\n');
        resolve('interrupted');
      });
      lines.on('close', () => resolve('no'));
      lines.question(`\n${question}`).then(
        (line) => resolve(line.trim().toLowerCase() === 'yes' ? 'yes' : 'no'),
        () => resolve('no'),
      );
    });
  } finally {
    lines.close();
  }
}
