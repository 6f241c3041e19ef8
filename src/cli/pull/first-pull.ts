/** What `init` does with the inbox of a new project: reads its rules into files, and plans. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { InboxOutcome } from '../../model/init.ts';
import type { PlanReport } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import { plan } from '../commands/plan.ts';
import { type Arguments, argumentsOf } from '../commands.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { openSession } from '../session/session.ts';
import { endOf, type Stopped, UserError } from '../user-error.ts';
import { type PullResult, pullInto } from './pull-into.ts';

export interface FirstPull extends Pick<PullResult, 'files' | 'variables'> {
  inbox: InboxOutcome;
  /** The variables of the connection that are missing. */
  missing: string[];
  notices: readonly Diagnostic[];
  code: ExitCode;
}

/** The variables of the connection that are named by no setting. */
const MISSING: Partial<Record<Diagnostic['code'], string>> = {
  'base-url-missing': 'INBOXCTL_BASE_URL',
  'api-key-missing': 'INBOXCTL_API_KEY',
};

type InitInvocation = Invocation<Arguments<'init'>>;

/**
 * Writes the rules of the inbox into a project that has none yet, if it is said where that inbox is. Never throws a
 * UserError. The file of a project that `isFresh` need not be in git.
 */
export async function firstPull(invocation: InitInvocation, isFresh: boolean): Promise<FirstPull> {
  const problems = openSession(invocation, { sends: false, project: 'optional' }).connectionProblems();
  const names = problems.map((one) => (one.code === 'account-key-unset' ? one.args.name : MISSING[one.code]));
  const missing = [...new Set(names.filter((name) => name !== undefined))];
  const nothing = { files: [], variables: [], missing };
  if (missing.length > 0) {
    const wrong = problems.filter((_, index) => names[index] === undefined);
    return { ...nothing, inbox: 'not-said', notices: wrong, code: wrong.length > 0 ? EXIT.wrongInput : EXIT.done };
  }
  const { singleFile, inlineSecrets } = invocation.args;
  try {
    // Where nobody wrote a project file yet, an example takes the place of rules.
    const how = {
      only: null,
      prune: false,
      keepRoots: !isFresh,
      isStored: isFresh,
      project: 'optional',
      force: false,
      dryRun: false,
    } as const;
    const pulled = await pullInto(invocation, { singleFile, inlineSecrets, ...how });
    const hasRules = pulled.files.some(({ kind }) => kind === 'rules');
    const inbox = hasRules ? 'pulled' : 'empty';
    const variables = pulled.variables.map((one) => ({ ...one, rules: pulled.redactor.everywhere(one.rules) }));
    return { ...pulled, variables, inbox: pulled.code === EXIT.done ? inbox : 'not-read', missing };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { ...nothing, inbox: 'not-read', notices: error.diagnostics, code: error.code };
  }
}

/** Plans what was pulled, which is nothing; the new variables have the values that they have live. */
export function firstPlan(
  { io, args, ...invocation }: InitInvocation,
  { variables }: FirstPull,
): Promise<Result<PlanReport> | Stopped> {
  const env = { ...io.env, ...Object.fromEntries(variables.map(({ name, value }) => [name, value])) };
  // `io` may be the process itself: its members are not its own properties.
  const withVariables: Io = Object.create(io, { env: { value: env } });
  const { directory, baseUrl, apiKeyFile, allowHttp, timeout } = args;
  const planArgs = argumentsOf('plan', { directory, baseUrl, apiKeyFile, allowHttp, timeout });
  return endOf(plan, { ...invocation, io: withVariables, args: planArgs });
}
