import * as z from 'zod';
import { documentHead } from './plan.ts';

const change = z.enum(['created', 'changed', 'removed']);

/** What `inboxctl pull --format json` prints. */
export const pullDocument = z.object({
  ...documentHead,
  dryRun: z.boolean().meta({ description: 'Nothing was written: the files are as they were.' }),
  only: z.array(z.string()).optional().meta({ description: 'Where names are given: it is about these rules alone.' }),
  files: z.array(
    z.object({
      file: z.string().meta({ description: 'Relative to the working directory.' }),
      change,
      rules: z.array(z.string()).meta({ description: 'The names of the rules that it is about.' }),
      diff: z
        .string()
        .optional()
        .meta({ description: 'With dryRun, what would change, as a unified diff in which secrets are hidden.' }),
    }),
  ),
  variables: z.array(z.object({ name: z.string(), rules: z.array(z.string()) })),
});

export type PullDocument = z.infer<typeof pullDocument>;

/** A file before and after a change; null if it does not exist. Both texts may contain secrets. */
export interface PulledFile {
  /** Relative to the working directory. */
  shown: string;
  before: string | null;
  after: string | null;
  rules: string[];
}

export interface FileEdit extends PulledFile {
  /** Absolute. */
  path: string;
  kind: 'text' | 'rules' | 'project';
}

export interface Pulled {
  dryRun: boolean;
  /** The given names, if the pull covers only these rules. */
  only?: string[];
  files: (PulledFile & { diff?: string })[];
  variables: NewVariable[];
}

/** A variable of new references, in these rules of these files, which must be set before the next plan. */
export interface NewVariable {
  name: string;
  rules: string[];
  files: string[];
  /** What may be shown of its value. */
  shown: string;
}

/** How a file changes. `null`: it does not exist. */
export function changeOf({ before, after }: { before: string | null; after: string | null }) {
  if (before === null) return 'created';
  return after === null ? 'removed' : 'changed';
}
