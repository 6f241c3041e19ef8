/** The result of an apply. */
import * as z from 'zod';
import { accountError, type Change, documentHead, shownText } from './plan.ts';

export const status = z.enum(['done', 'skipped', 'refused', 'failed', 'held', 'not-tried']);
const leaf = z.union([shownText, z.number(), z.boolean()]);

export const difference = z.object({
  account: z.string(),
  rule: z.string(),
  path: z.string().meta({ description: 'Such as actions/0/fields/label; empty where the whole rule differs.' }),
  declared: leaf.meta({ description: 'null where nothing is declared.' }),
  live: leaf.meta({ description: 'null where nothing is live.' }),
  remedy: z.string(),
});

/** A difference in a snapshot. Its `kind` decides about the remedy. */
export const keptDifference = difference
  .omit({ remedy: true })
  .extend({ kind: z.enum(['field', 'order', 'missing', 'left-over']) });

export const outcome = z.enum(['converged', 'differs', 'partial', 'refused', 'interrupted']);

const accountTraffic = z.object({
  name: z.string(),
  startedAt: z.iso.datetime().nullable().meta({ description: 'Of the first request; null if none was sent.' }),
  endedAt: z.iso.datetime().nullable().meta({ description: 'Of the last request; null if none was sent.' }),
  requests: z.int().min(0).meta({ description: 'All that were sent, those of the plan included.' }),
  retries: z.int().min(0).meta({ description: 'How many of them repeated one that had failed.' }),
});

/** Where a run was made, by the environment of GitHub or GitLab. */
export const runOrigin = z.object({
  commit: z.string().optional(),
  actor: z.string().optional(),
  url: z.string().optional().meta({ description: 'The page of the job.' }),
  github: z
    .object({
      repository: z.string().meta({ description: 'owner/name' }),
      workflow: z.string().meta({ description: 'The path of its file, such as .github/workflows/inboxctl.yml.' }),
      run: z.string().meta({ description: 'The id of the workflow run.' }),
      attempt: z.string(),
      pullRequests: z.array(z.int()).meta({ description: 'Those whose plans showed what was carried out.' }),
      approvals: z
        .array(z.object({ pullRequest: z.int(), by: z.string(), commit: z.string().nullable() }))
        .meta({ description: 'Those that allowed it. They are read where `review: approved` asks for them.' }),
    })
    .optional(),
});

/** What `inboxctl apply --format json` prints. */
export const applyDocument = z.object({
  ...documentHead,
  run: z.string().nullable(),
  outcome,
  only: z
    .array(z.string())
    .optional()
    .meta({ description: 'Where --only names rules: the run was about these alone.' }),
  changes: z.array(
    z.object({
      account: z.string(),
      op: z.enum(['create', 'replace', 'delete']),
      name: z.string(),
      id: z.string().nullable(),
      digest: z.string(),
      status,
      error: accountError.optional(),
    }),
  ),
  differences: z.array(difference),
  accounts: z.array(accountTraffic).meta({ description: 'What was sent for each account, by name.' }),
  origin: runOrigin.optional().meta({ description: 'Where the run was made, where that is known.' }),
});

type ChangeStatus = z.infer<typeof status>;
type ApplyOutcome = z.infer<typeof outcome>;
export type RunOrigin = z.infer<typeof runOrigin>;
export type AccountTraffic = z.infer<typeof accountTraffic>;
export type ApplyDocument = z.infer<typeof applyDocument>;
/** Where live rules differ from the declared ones after an apply. */
export type Difference = z.infer<typeof keptDifference>;

export interface Failure {
  status: number | null;
  code: string | null;
  message: string;
  /** The message without the request, to show beside the change. Default: `message`. */
  brief?: string;
  hint: string | null;
  remedy: string | null;
  /** A write that may have been applied anyway. */
  outcomeUnknown: boolean;
}

export interface Step {
  change: Change;
  /** The change as it was planned, where the run refused it since: only this one tells equal changes apart. */
  planned?: Change;
  status: ChangeStatus;
  error?: Failure;
  createdId?: string;
  /** What the live rules show after a failed write with an unknown outcome. `not-yet`: the write was never answered. */
  found?: 'not-made' | 'not-yet' | 'otherwise';
}

/** The result of an apply, where its notices are data. */
export interface AppliedOf<Notice> {
  /** The name of the run and of its snapshot; null if nothing was carried out. */
  run: string | null;
  outcome: ApplyOutcome;
  /** The rules that `--only` names, if the run covers only these. */
  only?: string[];
  steps: Step[];
  differences: Difference[];
  /** What was sent for each account. Omitted: nothing was. */
  accounts?: AccountTraffic[];
  origin?: RunOrigin | undefined;
  notices: Notice[];
  unplanned: { account: string; message: string }[];
  /** Accounts whose live rules could not be compared at the end, and why. */
  unchecked: { account: string; failure: Failure }[];
}

/** An event of a running apply. */
export type ProgressEvent =
  | { kind: 'step'; step: Step }
  /** Nothing is sent for a while, for this account or (null) for any account of the service. */
  | {
      kind: 'waiting';
      why: 'rate-limit' | 'retry' | 'unreachable';
      ms: number;
      account: string | null;
      /** For `retry`: the status of the answer. */
      status?: number | null;
    }
  /** The service has not answered for so long, or only 429. */
  | { kind: 'stalled'; why: 'no-answer' | 'too-many'; ms: number }
  /** An unanswered write is sent again, since the live rules show that it was not made. */
  | { kind: 'again'; change: Change };
