/** Commands of inboxctl run inside the action: their documents as values; what they say goes to the log. */
import type { Invocation, Result } from '../cli/command.ts';
import { type Arguments, argumentsOf, type CommandName } from '../cli/commands.ts';
import { endOf } from '../cli/end.ts';
import type { ExitCode } from '../cli/exit-code.ts';
import type { Io } from '../cli/io.ts';
import type { SessionArguments } from '../cli/session/arguments.ts';
import { type TerminalArguments, terminalOf } from '../cli/terminal/terminal.ts';
import type { ApplyDocument } from '../model/applied.ts';
import type { PlanDocument } from '../model/plan.ts';
import type { NewVariable } from '../model/pull.ts';
import type { PullReport } from '../report/formats.ts';
import { applyDocumentOf, noticesOf, planDocumentOf } from '../report/json.ts';

declare const INBOXCTL_VERSION: string;

/** How a command ended. The document is null where it could not go on: the notices say why. */
interface Ended<Document> {
  code: ExitCode;
  document: Document | null;
  notices: PlanDocument['notices'];
}

/** What a pull would write. */
export interface PulledFiles extends Pick<PullReport, 'files'> {
  variables: readonly Pick<NewVariable, 'name' | 'rules'>[];
  notices: PlanDocument['notices'];
}

/** All run with the settings of the inputs. */
export interface Commands {
  validate: () => Promise<Ended<{ notices: PlanDocument['notices'] }>>;
  plan: () => Promise<Ended<PlanDocument>>;
  /** `account` takes the place of the accounts of the inputs. */
  apply: (
    args: Pick<Arguments<'apply'>, 'yes'> & { expect?: string[]; account?: string[] },
  ) => Promise<Ended<ApplyDocument>>;
  /** A dry run of `pull --prune`. */
  pull: () => Promise<Ended<PulledFiles>>;
}

/** Takes the world that commands see, and what all of them are given. */
export function commandsIn(io: Io, settings: SessionArguments): Commands {
  const run = async <Name extends CommandName, Value, Document extends { notices: PlanDocument['notices'] }>(
    name: Name,
    command: (invocation: Invocation<Arguments<Name>>) => Promise<Result<Value>>,
    documentOf: (value: Value) => Document,
    given: object = {},
  ): Promise<Ended<Document>> => {
    const args = argumentsOf(name, { ...settings, ...given, format: 'json', color: 'never' } as object);
    const end = await endOf(command, {
      io,
      version: INBOXCTL_VERSION,
      args,
      terminal: terminalOf(io, args as TerminalArguments),
    });
    if ('problems' in end) return { code: end.code, document: null, notices: noticesOf(end.problems) };
    const document = documentOf(end.document);
    return { code: end.code, document, notices: document.notices };
  };
  return {
    validate: async () => {
      const { validate } = await import('../cli/commands/validate.ts');
      return run('validate', validate, ({ notices }) => ({ notices: noticesOf(notices) }));
    },
    plan: async () => {
      const { plan } = await import('../cli/commands/plan.ts');
      return run('plan', plan, (report) => planDocumentOf(report.plan));
    },
    apply: async (given) => {
      const { apply } = await import('../cli/commands/apply.ts');
      return run('apply', apply, ({ applied }) => applyDocumentOf(applied), given);
    },
    pull: async () => {
      const { pull } = await import('../cli/commands/pull.ts');
      const documentOf = ({ files, variables, notices }: PullReport) => {
        return { files, variables, notices: noticesOf(notices) };
      };
      return run('pull', pull, documentOf, { prune: true, dryRun: true });
    },
  };
}
