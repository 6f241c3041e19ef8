/** Runs commands of inboxctl inside the action. Their documents are returned as values; their messages go to the log. */
import type { ReviewedBy } from '../cli/apply/carry-out.ts';
import type { ApplyReport } from '../cli/apply/formats.ts';
import { type ArgumentsOf, argumentsOf, type CommandDefinition, type Invocation, type Result } from '../cli/command.ts';
import * as apply from '../cli/commands/apply.ts';
import * as plan from '../cli/commands/plan.ts';
import * as rollback from '../cli/commands/rollback.ts';
import * as test from '../cli/commands/test.ts';
import * as validate from '../cli/commands/validate.ts';
import type { ExitCode } from '../cli/exit-code.ts';
import type { Io } from '../cli/io.ts';
import type { SessionArguments } from '../cli/session/arguments.ts';
import { type TerminalArguments, terminalOf } from '../cli/terminal/terminal.ts';
import { runToEnd } from '../cli/user-error.ts';
import { textOf } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { withTheirs } from '../diagnostics/message.ts';
import { isPitfall } from '../diagnostics/pitfalls.ts';
import type { Plan } from '../diagnostics/results.ts';
import type { ShownChanges } from '../model/review.ts';
import type { PlanReport } from '../report/formats.ts';
import { diagnosticsOf } from '../report/json.ts';
import { INPUTS } from './definition.ts';
import { withoutCommands } from './runner.ts';

declare const INBOXCTL_VERSION: string;

/** How a command ended. The document is null if it could not go on: the notices say why. */
type Ended<Document> = { code: ExitCode; document: Document | null; notices: readonly Diagnostic[] };

/** A plan, with what only the run that made it can tell. */
export type PlannedHere = Plan & Pick<PlanReport, 'isInbox'>;

/** The commands that a job runs. */
export type Commands = ReturnType<typeof commandsIn>;

/** Options that our words name are inputs here, where there is one of the name. */
function withInputs(diagnostic: Diagnostic): Diagnostic {
  const named = (ours: string) =>
    ours.replace(/--([a-z-]+)/g, (option, name) => (name in INPUTS ? `\`${name}\`` : option));
  return { ...diagnostic, text: withTheirs(textOf(diagnostic), (part) => part, named) };
}

/** `settings` come from the inputs and are given to every command; `rules` to those that plan. */
export function commandsIn(io: Io, settings: SessionArguments, rules: { only?: readonly string[] } = {}) {
  const run = async <Definition extends CommandDefinition, Value, Document>(
    definition: Definition,
    command: (invocation: Invocation<ArgumentsOf<Definition>>) => Promise<Result<Value>>,
    read: (value: Value, notices: readonly Diagnostic[]) => Omit<Ended<Document>, 'code'>,
    given: object = {},
  ): Promise<Ended<Document>> => {
    const args = argumentsOf(definition, { ...settings, ...given, format: 'json', color: 'never' } as object);
    const terminal = terminalOf(io, args as TerminalArguments);
    const invocation = { io, version: INBOXCTL_VERSION, args, terminal, now: Date.now, commands: async () => [] };
    const end = await withoutCommands(io, () => runToEnd(command, invocation));
    if ('problems' in end) return { code: end.code, document: null, notices: end.problems.map(withInputs) };
    return { code: end.code, ...read(end.document, end.notices.map(withInputs)) };
  };
  const whole = <Document>(document: Document, notices: readonly Diagnostic[]) => ({ document, notices });
  const withNotices = ({ plan, isInbox }: PlanReport, notices: readonly Diagnostic[]) => {
    return { document: { ...plan, notices: [...notices], isInbox }, notices };
  };
  const appliedOf = ({ applied }: ApplyReport) => {
    // The job says itself what was not reviewed and what is left alone, and the pull request the rest.
    const said: readonly string[] = ['left-alone', 'not-as-reviewed', 'overwrites-drift', 'rule-kept'];
    const notices = applied.notices.filter(({ code }) => !said.includes(code) && !isPitfall(code));
    const document = { ...applied, notices: notices.map(withInputs) };
    return { document, notices: diagnosticsOf(document).map(withInputs) };
  };
  return {
    validate: () => run(validate.definition, validate.run, whole),
    test: () => run(test.definition, test.run, whole),
    /** `base`: what the plan is compared with. `withoutBase`: that tells only which accounts the files touch. */
    plan: ({ base = null, withoutBase = false }: { base?: string | null; withoutBase?: boolean } = {}) => {
      const planned: typeof plan.run = (invocation) => plan.run(invocation, { withoutBase });
      return run(plan.definition, planned, withNotices, { ...rules, base: base ?? undefined });
    },
    /** `account` replaces the accounts of the inputs. `expect`: the digest of the plan. `reviewed`, `shown`: what the run goes by. */
    apply: (given: {
      yes: boolean;
      base?: string;
      expect?: string;
      shown?: ShownChanges;
      account?: string[];
      reviewed?: ReviewedBy;
      maxDeletes?: number;
      allowEmpty?: boolean;
    }) => run(apply.definition, apply.run, appliedOf, { ...rules, ...given }),
    /** A dry run of `rollback --from`. Its deletes pass the guard: the digest that it shows is what allows them. */
    wayBack: (from: string) =>
      run(rollback.definition, rollback.wayBack, withNotices, {
        from,
        dryRun: true,
        maxDeletes: Number.MAX_SAFE_INTEGER,
      }),
    /** `expect`: the digest of the whole way back. */
    rollback: (given: { from: string; yes: true; expect: string }) =>
      run(rollback.definition, rollback.takeBack, appliedOf, given),
  };
}
