/** Carries out plans for a command: first the journal, then progress, then the service. */

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Applied } from '../../diagnostics/results.ts';
import { appliedNothing, combineApplied } from '../../engine/apply/result.ts';
import { apply, type ToApply } from '../../engine/apply.ts';
import { openJournal, type RunStart } from '../../engine/journal/write.ts';
import { type Planned, planOf } from '../../engine/plan.ts';
import type { Step } from '../../model/applied.ts';
import type { Change } from '../../model/plan.ts';
import type { Client } from '../../service/client.ts';
import { shownPath } from '../../source/paths.ts';
import type { Invocation } from '../command.ts';
import type { Io } from '../io.ts';
import type { OpenProject } from '../session/accounts.ts';
import type { Interruption } from '../terminal/interruption.ts';
import { progress } from '../terminal/progress.ts';
import { UserError } from '../user-error.ts';

/** The options for carrying out a plan. */
export interface CarryOutArguments {
  yes: boolean;
  concurrency: number;
  /** In seconds. */
  retryFor: number;
  failFast: boolean;
}

/** What to carry out, and what the journal records about it. */
export interface CarryOutRun {
  /** The run to take back; null for an apply. */
  rollbackOf: string | null;
  planned: readonly Planned[];
  /** Reviewed changes that are no longer needed. */
  skipped: readonly Change[];
  unplanned: Applied['unplanned'];
}

/** The result of a run that carries out nothing, which is also its state before changes are sent. */
export function notCarriedOut({ planned, skipped, unplanned }: CarryOutRun): Applied {
  return withSkipped(combineApplied(planned.map(appliedNothing), { run: null, unplanned }), skipped);
}

/**
 * Carries out plans whose live rules were just read, while their inboxes are locked. Throws a UserError if the journal
 * cannot be written; then nothing was sent.
 */
export async function carryOut(
  { io, args, version, terminal, now }: Invocation<CarryOutArguments>,
  project: OpenProject,
  run: CarryOutRun,
  interrupted: Interruption,
): Promise<Applied> {
  const { home, cwd } = project.session.project;
  const { rollbackOf, planned, skipped, unplanned } = run;
  const parts = planned.map(({ account, planned: { guarded, work } }) => {
    return { account, work: guarded ? [] : work.filter(({ change }) => change.refused === undefined) };
  });
  const changes = parts.reduce((sum, { work }) => sum + work.length, 0);
  const plan = planOf(planned, []);
  const targets = planned.map((one): ToApply => ({ planned: one, rules: portOf(clientOf(project, one)) }));
  const said = progress(io, terminal, { changes, accounts: planned.length, isBelowPlan: args.yes });
  // Before the journal: an interruption now must not leave a journal that looks like that of a killed run.
  interrupted.arm(said.say);
  try {
    const journal = openJournal(
      home,
      {
        by: rollbackOf === null ? 'apply' : 'rollback',
        rollbackOf,
        version,
        digest: plan.digest,
        keyId: plan.keyId,
        at: new Date(now()),
        pid: io.pid,
        parts,
        ...originOf(io.env),
      },
      cwd,
    );
    if ('problem' in journal) throw new UserError([journal.problem]);
    const results = await apply(targets, {
      concurrency: args.concurrency,
      retryForMs: args.retryFor * 1000,
      failFast: args.failFast,
      signal: interrupted.signal,
      onProgress: said.tell,
      onOutcome: journal.outcome,
      now: () => io.uptime() * 1000,
      random: Math.random,
    });
    const applied = withSkipped(combineApplied(results, { run: journal.run, unplanned }), skipped);
    journal.end(applied.outcome, applied.differences);
    // Read `journal.lost` after `end`, which may fail to write lines too.
    return { ...applied, notices: [...applied.notices, ...lostLines(journal, cwd)] };
  } finally {
    said.end();
  }
}

function lostLines({ lost, file }: { lost: string | null; file: string }, cwd: string): Diagnostic[] {
  if (lost === null) return [];
  return [{ code: 'journal-cut', args: { file: shownPath(file, cwd), reason: lost }, severity: 'warning' }];
}

function withSkipped(applied: Applied, skipped: readonly Change[]): Applied {
  const steps = skipped.map((change): Step => ({ change, status: 'skipped' }));
  return { ...applied, steps: [...applied.steps, ...steps] };
}

function clientOf({ open }: OpenProject, { account }: Planned): Client {
  const found = open.find((one) => one.account.name === account.name);
  if (found === undefined) throw new Error(`The account ${account.name} is not open`);
  return found.client;
}

/** Where the run is made, as GitHub and GitLab tell their jobs. */
function originOf(env: Io['env']): Pick<RunStart, 'origin'> {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id } = env;
  const onGitHub = server && repository && id ? `${server}/${repository}/actions/runs/${id}` : undefined;
  const found = {
    commit: env.GITHUB_SHA || env.CI_COMMIT_SHA,
    actor: env.GITHUB_ACTOR || env.GITLAB_USER_LOGIN,
    url: onGitHub ?? env.CI_JOB_URL,
  };
  const known = Object.entries(found).filter(([, value]) => value !== undefined && value !== '');
  return known.length === 0 ? {} : { origin: Object.fromEntries(known) };
}

/** The client as an apply needs it: without retries, and a create does not send an operator that nobody set. */
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
