import { createInterface } from 'node:readline/promises';
import type { Io } from '../io.ts';

export type Confirmation = 'yes' | 'almost' | 'no' | 'cannot-ask' | 'interrupted';

/** Asks on stderr and reads a line. Only a whole `yes` counts. Without a terminal on both there is nobody to ask. */
export async function ask(io: Io, question: string): Promise<Confirmation> {
  if (io.stdin.isTTY !== true || io.stderr.isTTY !== true) return 'cannot-ask';
  const lines = createInterface({ input: io.stdin, output: io.stderr });
  try {
    return await new Promise<Confirmation>((resolve) => {
      const unanswered = (answer: Confirmation) => {
        io.stderr.write('\n');
        resolve(answer);
      };
      lines.on('SIGINT', () => unanswered('interrupted'));
      lines.on('close', () => unanswered('no'));
      // After Ctrl-Z and fg the input stays paused, and the program would end.
      lines.on('SIGCONT', () => lines.resume());
      lines.question(`\n${question}`).then(
        (line) => {
          lines.removeAllListeners('close');
          resolve(read(line.trim().toLowerCase()));
        },
        () => unanswered('no'),
      );
    });
  } finally {
    lines.removeAllListeners('close');
    lines.close();
  }
}

/** `almost`: the answer was meant as a yes but is not one. */
function read(line: string): Confirmation {
  if (line === 'yes') return 'yes';
  return /^(y|ok|sure|true|go)\b|^ye/.test(line) ? 'almost' : 'no';
}
