/** Carries out plans for a command: progress, then the snapshot, then the service, then the end of the snapshot. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Applied } from '../../diagnostics/results.ts';
import { appliedNothing, combineApplied } from '../../engine/apply/result.ts';
import { apply, type ToApply } from '../../engine/apply.ts';
import { type Planned, planOf, workToDo } from '../../engine/plan.ts';
import { openSnapshot, type RunStart } from '../../engine/snapshot/write.ts';
import type { RunOrigin, Step } from '../../model/applied.ts';
import { type Change, editsOf } from '../../model/plan.ts';
import type { ReviewedPlan, ShownChanges } from '../../model/review.ts';
import type { Client } from '../../service/client.ts';
import { shownPath } from '../../source/paths.ts';
import type { Invocation, OptionValues } from '../command.ts';
import type { Io } from '../io.ts';
import type { carryingOut } from '../options.ts';
import type { OpenAccount, OpenProject } from '../session/accounts.ts';
import type { Interruption } from '../terminal/interruption.ts';
import { progress } from '../terminal/progress.ts';
import { UserError } from '../user-error.ts';

/** What the action knows of the reviews that a run goes by. */
export type ReviewedBy = Pick<NonNullable<RunOrigin['github']>, 'pullRequests' | 'approvals'>;

export interface CarryOutArguments extends OptionValues<typeof carryingOut> {
  /** The pull requests whose plans showed what is carried out, and the approvals that allow it: set by the action. */
  reviewed?: ReviewedBy | undefined;
  /** The changes that they showed: set by the action. */
  shown?: ShownChanges | undefined;
}

/** What to carry out, and what the snapshot says about it. */
export interface CarryOutRun {
  /** The run to take back; null for an apply. */
  rollbackOf: string | null;
  planned: readonly Planned[];
  /** Reviewed changes that are no longer needed. */
  skipped: readonly Change[];
  unplanned: Applied['unplanned'];
  /** The plan file that was reviewed; null if there is none. */
  planFile: ReviewedPlan | null;
}

/** The result if nothing is carried out: which changes could be (`not-tried`), and which are refused. */
export function notCarriedOut({ planned, skipped, unplanned }: CarryOutRun): Applied {
  return withSkipped(combineApplied(planned.map(appliedNothing), { run: null, unplanned }), skipped);
}

/** Carries out fresh plans of locked inboxes. Throws a UserError, with nothing sent, if no snapshot can be written. */
export async function carryOut(
  { io, args, terminal, now }: Invocation<CarryOutArguments>,
  project: OpenProject,
  run: CarryOutRun,
  interrupted: Interruption,
): Promise<Applied> {
  const { home, cwd } = project.session.project;
  const origin = originOf(io.env, args.reviewed);
  const { rollbackOf, planned, skipped, unplanned } = run;
  const targets = planned.map((one) => ({ planned: one, open: openAccountOf(project, one) }));
  const parts = targets.map(({ planned: { account, live, inbox, planned: plan }, open: { connection } }) => {
    return { account, apiKey: connection.apiKey, live, inbox, work: workToDo(plan) };
  });
  const changes = parts.reduce((sum, { work }) => sum + work.length, 0);
  // With --yes the progress is below the plan; otherwise the question is between them.
  const said = progress(io, terminal, { changes, accounts: planned.length, isBelowPlan: args.yes });
  // Before the snapshot: an interruption now must not leave one that looks like that of a killed run.
  interrupted.arm(said.say);
  try {
    const start: RunStart = {
      by: rollbackOf === null ? 'apply' : 'rollback',
      rollbackOf,
      digest: digestOf(run, changes),
      at: new Date(now()),
      pid: io.pid,
      parts,
      origin,
    };
    const snapshot = openSnapshot(home, start, cwd);
    if ('problem' in snapshot) throw new UserError([snapshot.problem]);
    const toApply = targets.map(({ planned, open }): ToApply => ({ planned, rules: portOf(open.client) }));
    const results = await apply(toApply, {
      concurrency: args.concurrency,
      retryForMs: args.retryFor * 1000,
      failFast: args.failFast,
      signal: interrupted.signal,
      onProgress: said.tell,
      now: () => io.uptime() * 1000,
      random: Math.random,
    });
    const applied = { ...withSkipped(combineApplied(results, { run: snapshot.run, unplanned }), skipped), origin };
    const reason = snapshot.end(applied);
    if (reason === null) return applied;
    const lost: Diagnostic = {
      code: 'snapshot-without-end',
      args: { file: shownPath(snapshot.file, cwd), reason },
      severity: 'warning',
    };
    return { ...applied, notices: [...applied.notices, lost] };
  } finally {
    said.end();
  }
}

/** Of the plan file if the run carries out all of it, which is then used up; else of its own plan. */
function digestOf({ planFile, planned, skipped }: CarryOutRun, changes: number): string {
  const isWholeFile = planFile !== null && changes + skipped.length === editsOf(planFile.changes).length;
  return isWholeFile ? planFile.digest : planOf(planned, []).digest;
}

function withSkipped(applied: Applied, skipped: readonly Change[]): Applied {
  const steps = skipped.map((change): Step => ({ change, status: 'skipped' }));
  return { ...applied, steps: [...applied.steps, ...steps] };
}

function openAccountOf({ open }: OpenProject, { account }: Planned): OpenAccount {
  const found = open.find((one) => one.account.name === account.name);
  if (found === undefined) throw new Error(`The account ${account.name} is not open`);
  return found;
}

/** Where the run is made, as GitHub and GitLab tell their jobs. */
function originOf(env: Io['env'], reviewed: ReviewedBy = { pullRequests: [], approvals: [] }): RunOrigin | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  // Such as owner/name/.github/workflows/inboxctl.yml@refs/heads/main.
  const workflow = /^[^/]+\/[^/]+\/(.+?)@/.exec(env.GITHUB_WORKFLOW_REF ?? '')?.[1];
  const attempt = env.GITHUB_RUN_ATTEMPT || '1';
  const isOnGitHub = server && repository && run;
  const found = {
    commit: env.GITHUB_SHA || env.CI_COMMIT_SHA,
    actor: env.GITHUB_ACTOR || env.GITLAB_USER_LOGIN,
    url: isOnGitHub ? `${server}/${repository}/actions/runs/${run}` : env.CI_JOB_URL,
    ...(isOnGitHub && workflow && { github: { repository, workflow, run, attempt, ...reviewed } }),
  };
  const known = Object.entries(found).filter(([, value]) => value !== undefined && value !== '');
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** The client as an apply needs it: without retries. A create leaves out an operator that is null: the file has none. */
function portOf(client: Client): ToApply['rules'] {
  return {
    listRules: () => client.listRules({ once: true }),
    createRule: (rule) => {
      const { conditionalOperator, ...rest } = rule.condition;
      const condition = conditionalOperator === null ? rest : rule.condition;
      return client.createRule({ ...rule, condition });
    },
    replaceRule: (id, rule) => client.replaceRule(id, rule),
    deleteRule: (id) => client.deleteRule(id),
  };
}
