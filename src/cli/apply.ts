import pMap from 'p-map';
import { apply as carryOut, combineApplied, type RulesPort } from '../engine/apply.ts';
import { failureOf } from '../engine/failure.ts';
import { type Account, type Planned, planOf } from '../engine/plan.ts';
import { AT_ONCE, type PlannedAccounts, planAccounts } from '../engine/plan-accounts.ts';
import type { Applied, Step } from '../model/applied.ts';
import type { Diagnostic, Finding } from '../model/diagnostic.ts';
import type { Plan } from '../model/plan.ts';
import { jsonApplied } from '../report/json.ts';
import { renderProblems } from '../report/problems.ts';
import { textApplied } from '../report/text-apply.ts';
import { textPlan } from '../report/text-plan.ts';
import type { Client } from '../service/client.ts';
import { type Answer, ask } from './ask.ts';
import type { Command, Invocation } from './definition.ts';
import { EXIT, type ExitCode, exitCode } from './exit-code.ts';
import { type Interruption, interruption } from './interruption.ts';
import { progress } from './progress.ts';
import { type OpenProject, openProject, readAgain } from './project.ts';
import { errorsOnly, textOptions } from './terminal.ts';
import { codesOf, unplanned } from './unplanned.ts';

/** Why an apply ends before it carried anything out. */
interface Refusal {
  outcome: Applied['outcome'];
  code: ExitCode;
  finding: Finding;
}

const CHANGED: Refusal = {
  outcome: 'refused',
  code: EXIT.refused,
  finding: { code: 'changed-meanwhile', args: {} },
};

/** What an answer to the question ends the apply with; null where it goes on. */
const REFUSALS: Record<Answer, Refusal | null> = {
  yes: null,
  no: { outcome: 'refused', code: EXIT.failed, finding: { code: 'answered-no', args: {} } },
  interrupted: { outcome: 'interrupted', code: EXIT.interrupted, finding: { code: 'answered-no', args: {} } },
  'cannot-ask': { outcome: 'refused', code: EXIT.refused, finding: { code: 'cannot-ask', args: {} } },
};

/** `inboxctl apply`: plans, shows the plan, asks, carries it out and compares. */
export const apply: Command = async (invocation) => {
  const project = openProject(invocation);
  const interrupted = interruption(invocation.io);
  try {
    return await planAndApply(invocation, project, interrupted);
  } finally {
    interrupted.disarm();
    await project.close();
  }
};

/** What a run came to before anything was carried out. */
interface Shown extends PlannedAccounts {
  plan: Plan;
  /** Everything said so far. */
  said: Diagnostic[];
  /** The accounts without a plan, and why. */
  unplanned: Applied['unplanned'];
  /** What they do to the exit code. */
  codes: ExitCode[];
}

async function planAndApply(
  invocation: Invocation,
  project: OpenProject,
  interrupted: Interruption,
): Promise<ExitCode> {
  const { io, options } = invocation;
  const shown = await planAndShow(invocation, project);
  const { planned } = shown;
  const untried = combineApplied(planned.map(untouched), shown.unplanned);
  if (planned.length === 0) return finish(invocation, shown, untried);
  const possible = untried.steps.some(({ status }) => status === 'not-tried');
  if (!possible) return finish(invocation, shown, untried);

  let made = planned;
  if (options.yes !== true) {
    const refusal = REFUSALS[await ask(io, 'Carry this out? Type yes to go on: ')];
    if (refusal !== null) return stopped(invocation, shown, untried.steps, refusal);
    // What was asked about may be minutes old: files, settings and live rules are read again.
    const again = await planAgain(invocation, project, shown);
    if (again === null) return stopped(invocation, shown, untried.steps, CHANGED);
    made = again;
  }

  const changes = made.reduce((sum, { planned }) => sum + planned.work.length, 0);
  const shownProgress = progress(invocation, { changes, accounts: made.length });
  interrupted.arm(shownProgress);
  const results = await pMap(
    made,
    (one) =>
      carryOut(one, {
        rules: portOf(clientOf(project, one)),
        failureOf,
        interrupted: () => interrupted.requested,
        onStep: (step) => shownProgress.tell({ kind: 'step', step }),
        now: () => io.uptime() * 1000,
      }),
    { concurrency: AT_ONCE },
  ).finally(() => shownProgress.end());
  return finish(invocation, shown, combineApplied(results, shown.unplanned));
}

async function planAndShow(invocation: Invocation, { open, closed, diagnostics }: OpenProject): Promise<Shown> {
  const targets = open.map(({ account, client }) => ({ account, rules: client }));
  const { planned, failed } = await planAccounts(targets, failureOf);
  const without = unplanned(closed, failed);
  const plan = planOf(planned, without);
  const problems = failed.map(({ problem }) => problem);
  if (planned.length > 0) show(invocation, plan);
  if (problems.length > 0)
    invocation.io.stderr.write(renderProblems(problems, textOptions(invocation.io, 'stderr', invocation.options)));
  const said = [...diagnostics, ...plan.notices, ...problems];
  const why = without.map(({ name, error }) => ({ account: name, message: error.message }));
  return { planned, failed, plan, said, unplanned: why, codes: codesOf(closed, failed) };
}

/** Plans again from everything as it is now; null where that is not the plan that was shown. */
async function planAgain(invocation: Invocation, project: OpenProject, shown: Shown): Promise<Planned[] | null> {
  const accounts = readAgain(invocation, project);
  if (accounts === null) return null;
  const targets = accounts
    .filter(({ name }) => shown.planned.some(({ account }) => account.name === name))
    .map((account) => ({ account, rules: clientOf(project, { account }) }));
  const { planned, failed } = await planAccounts(targets, failureOf);
  const isSame = failed.length === 0 && planOf(planned, []).digest === shown.plan.digest;
  return isSame ? planned : null;
}

function clientOf({ open }: OpenProject, { account }: { account: Account }): Client {
  const found = open.find((one) => one.account.name === account.name);
  if (found === undefined) throw new Error(`The account ${account.name} is not open`);
  return found.client;
}

/** The client as the apply needs it: a create does not send an operator that nobody set. */
function portOf(client: Client): RulesPort {
  return {
    listRules: () => client.listRules(),
    createRule: (rule) => {
      const { conditionalOperator, ...rest } = rule.condition;
      const condition = conditionalOperator === null ? rest : rule.condition;
      return client.createRule({ ...rule, condition });
    },
    replaceRule: (id, rule) => client.replaceRule(id, rule),
    deleteRule: (id) => client.deleteRule(id),
  };
}

/** The result where nothing may or need be carried out. */
function untouched({ planned: { guarded, work } }: Planned): Applied {
  const steps = work.map(({ change }): Step => {
    return { change, status: guarded || change.refused !== undefined ? 'refused' : 'not-tried' };
  });
  return {
    run: null,
    outcome: steps.length === 0 ? 'converged' : 'refused',
    steps,
    differences: [],
    notices: [],
    unchecked: [],
    unplanned: [],
  };
}

function show({ io, options }: Invocation, plan: Plan): void {
  const json = options.format === 'json';
  const quiet = options.quiet === true;
  if (json && quiet) return;
  const stream = json ? 'stderr' : 'stdout';
  const notices = quiet ? errorsOnly(plan.notices) : plan.notices;
  io[stream].write(textPlan({ ...plan, notices }, textOptions(io, stream, options)));
}

/** The end where something was carried out, or there was nothing to do. */
function finish({ io, options }: Invocation, { said, codes, planned }: Shown, result: Applied): ExitCode {
  const quiet = options.quiet === true ? { ...result, notices: errorsOnly(result.notices) } : result;
  // Where not one account has a plan, stderr has said it all.
  const text = planned.length === 0 ? '' : textApplied(quiet, textOptions(io, 'stdout', options));
  const all = { ...result, notices: [...said, ...result.notices] };
  io.stdout.write(options.format === 'json' ? jsonApplied(all) : text);
  const { outcome, steps, differences, unchecked } = result;
  const failed = unchecked.length > 0 || differences.length > 0 || steps.some(({ status }) => status === 'failed');
  const refused = outcome === 'refused' || steps.some(({ status }) => status === 'refused');
  return exitCode(
    ...codes,
    outcome === 'interrupted' ? EXIT.interrupted : EXIT.done,
    failed ? EXIT.failed : EXIT.done,
    refused ? EXIT.refused : EXIT.done,
  );
}

/** The end where nothing was carried out, and why. */
function stopped(
  { io, options }: Invocation,
  { said, codes }: Shown,
  steps: readonly Step[],
  { outcome, code, finding }: Refusal,
): ExitCode {
  const severity = finding.code === 'answered-no' ? 'info' : 'error';
  const why = { ...finding, severity } as Diagnostic;
  if (options.format === 'json') {
    io.stdout.write(
      jsonApplied({
        run: null,
        outcome,
        steps: [...steps],
        differences: [],
        notices: [...said, why],
        unchecked: [],
        unplanned: [],
      }),
    );
  }
  io.stderr.write(renderProblems([why], textOptions(io, 'stderr', options)));
  return exitCode(code, ...codes);
}
