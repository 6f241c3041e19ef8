/**
 * Runs commands of inboxctl inside the action. Their documents are returned as values; their messages go to the log.
 */
import type { Invocation, Result } from '../cli/command.ts';
import { apply } from '../cli/commands/apply.ts';
import { plan } from '../cli/commands/plan.ts';
import { pull } from '../cli/commands/pull.ts';
import { takeBack, wayBack } from '../cli/commands/rollback.ts';
import { test } from '../cli/commands/test.ts';
import { validate } from '../cli/commands/validate.ts';
import { type Arguments, argumentsOf, type CommandName } from '../cli/commands.ts';
import type { ExitCode } from '../cli/exit-code.ts';
import type { Io } from '../cli/io.ts';
import type { SessionArguments } from '../cli/session/arguments.ts';
import { type TerminalArguments, terminalOf } from '../cli/terminal/terminal.ts';
import { endOf } from '../cli/user-error.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ApplyReport } from '../report/formats.ts';
import { diagnosticsOf } from '../report/json.ts';
import { withoutCommands } from './runner.ts';

declare const INBOXCTL_VERSION: string;

/** How a command ended. The document is null if it could not go on: the notices say why. */
interface Ended<Document> {
  code: ExitCode;
  document: Document | null;
  notices: readonly Diagnostic[];
}

interface ApplyGiven {
  expect?: string[];
  account?: string[];
  /** The pull requests whose plans showed what is carried out. */
  pullRequests?: number[];
}

/** The commands that a job runs. */
export type Commands = ReturnType<typeof commandsIn>;

/** `settings` come from the inputs and are given to every command; `rules` to those that plan. */
export function commandsIn(io: Io, settings: SessionArguments, rules: { only?: readonly string[] } = {}) {
  const run = async <Name extends CommandName, Value, Document>(
    name: Name,
    command: (invocation: Invocation<Arguments<Name>>) => Promise<Result<Value>>,
    read: (value: Value) => Omit<Ended<Document>, 'code'>,
    given: object = {},
  ): Promise<Ended<Document>> => {
    const args = argumentsOf(name, { ...settings, ...given, format: 'json', color: 'never' } as object);
    const terminal = terminalOf(io, args as TerminalArguments);
    const invocation = { io, version: INBOXCTL_VERSION, args, terminal, now: Date.now };
    const end = await withoutCommands(io, () => endOf(command, invocation));
    if ('problems' in end) return { code: end.code, document: null, notices: end.problems };
    return { code: end.code, ...read(end.document) };
  };
  const whole = <Document extends { notices: readonly Diagnostic[] }>(document: Document) => {
    return { document, notices: document.notices };
  };
  const appliedOf = ({ applied }: ApplyReport) => ({ document: applied, notices: diagnosticsOf(applied) });
  return {
    validate: () => run('validate', validate, whole),
    /** Tests of rules against sample mails. */
    test: () => run('test', test, whole),
    /** `base`: what the plan is compared with. `isHeld`: guards count only what is from here. */
    plan: ({ base, isHeld = false }: { base?: string; isHeld?: boolean } = {}) => {
      const planned = (invocation: Invocation<Arguments<'plan'>>) => plan(invocation, { isHeld });
      return run('plan', planned, (report) => whole(report.plan), { ...rules, base });
    },
    /** `account` replaces the accounts of the inputs. */
    apply: (given: Pick<Arguments<'apply'>, 'yes'> & ApplyGiven) =>
      run('apply', apply, appliedOf, { ...rules, ...given }),
    /** A dry run of `rollback --from`. Its deletes pass the guard: the digest that it shows is what allows them. */
    wayBack: (from: string) =>
      run('rollback', wayBack, ({ plan }) => whole(plan), { from, dryRun: true, maxDeletes: Number.MAX_SAFE_INTEGER }),
    /** `expect`: the digest of the whole way back. */
    rollback: (given: { from: string; yes: true; expect: string[] }) => run('rollback', takeBack, appliedOf, given),
    /** A dry run of `pull --prune`. */
    pull: () => run('pull', (invocation) => pull(invocation, { isStored: true }), whole, { prune: true, dryRun: true }),
  };
}
