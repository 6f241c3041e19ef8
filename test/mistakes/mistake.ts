/** A mistake that people make, and what the answer to it has to say. */
import type { TestSandboxOptions } from '../harness/sandbox/sandbox.ts';

export interface Mistake {
  /** What the person did, as the name of the test: `a base URL without https://`. */
  did: string;
  /** The arguments of inboxctl. `{origin}` is that of the sandbox, here and in `env`. */
  run: readonly string[];
  /** Files of the project by path. Left out: the project is one rule that is as it should be. `{}`: an empty folder. */
  files?: Record<string, string>;
  /** Settings of the environment beside those of the sandbox; an empty one is not set. */
  env?: Record<string, string>;
  /** Options of a sandbox that the settings point to. Left out: no sandbox, and no address and key are set. */
  sandbox?: TestSandboxOptions;
  exit: 0 | 1 | 2 | 3 | 4;
  /** Parts of what stdout and stderr say: what is wrong, where it is, and what to do. Line breaks count as spaces. */
  says: readonly string[];
  /** What they do not say. */
  not?: readonly string[];
}

/** A mistake as a row: the command line with its words apart, or their list. It is refused with 3 unless it says otherwise. */
export function mistake(
  did: string,
  line: string | readonly string[],
  row: Omit<Mistake, 'did' | 'run' | 'exit'> & Partial<Pick<Mistake, 'exit'>>,
): Mistake {
  return { did, run: typeof line === 'string' ? line.split(' ') : line, exit: 3, ...row };
}

/** One in a rule file that `validate` reads. */
export function inFile(did: string, text: string, row: Parameters<typeof mistake>[2]): Mistake {
  return mistake(did, 'validate', { files: { 'rules/a.yaml': text }, ...row });
}
