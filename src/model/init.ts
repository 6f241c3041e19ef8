/** What `inboxctl init` did, and what is left to do: values that report words. */
import type { NewVariable } from './pull.ts';

export interface StartingFile {
  /** Relative to the working directory, with `/`. */
  file: string;
  /** `differs`: it was there, and is not what this version would write. `extended`: lines were added to it. */
  status: 'created' | 'extended' | 'kept' | 'differs';
}

/** What to do next, in this order. */
export type NextStep =
  | { step: 'set-connection'; missing: readonly string[] }
  | { step: 'check-connection' }
  | { step: 'pull' }
  | { step: 'write-rules' }
  | { step: 'write-tests' }
  | { step: 'plan' }
  | { step: 'set-variables'; variables: readonly NewVariable[] }
  | { step: 'allow-hosts'; hosts: readonly string[] }
  | { step: 'name-action' }
  | { step: 'extend-workflows'; variables: readonly string[]; secrets: readonly string[] }
  | {
      step: 'store-on-github';
      rootWithoutRemote: string | null;
      variables: readonly string[];
      secrets: readonly string[];
    }
  | { step: 'make-environment'; name: string; keys: readonly string[] }
  | { step: 'push' }
  | { step: 'git-init' }
  | { step: 'commit'; files: readonly string[] }
  | { step: 'commit-pulled'; surely: readonly string[]; perhaps: readonly string[] };
