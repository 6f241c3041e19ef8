/** Commands of inboxctl run inside the action: their documents as values; what they say goes to the log as it comes. */
import type { Invocation, Result } from '../cli/command.ts';
import { apply } from '../cli/commands/apply.ts';
import { plan } from '../cli/commands/plan.ts';
import { pull } from '../cli/commands/pull.ts';
import { test } from '../cli/commands/test.ts';
import { validate } from '../cli/commands/validate.ts';
import { type Arguments, argumentsOf, type CommandName } from '../cli/commands.ts';
import type { ExitCode } from '../cli/exit-code.ts';
import type { Io } from '../cli/io.ts';
import type { SessionArguments } from '../cli/session/arguments.ts';
import { type TerminalArguments, terminalOf } from '../cli/terminal/terminal.ts';
import { endOf } from '../cli/user-error.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Applied, Plan } from '../diagnostics/results.ts';
import type { NewVariable } from '../model/pull.ts';
import type { TestDocument } from '../model/tested.ts';
import type { PullReport } from '../report/formats.ts';
import { diagnosticsOf, testDocumentOf } from '../report/json.ts';
import { withoutCommands } from './runner.ts';

declare const INBOXCTL_VERSION: string;

/** How a command ended. The document is null where it could not go on: the notices say why. */
interface Ended<Document> {
  code: ExitCode;
  document: Document | null;
  notices: readonly Diagnostic[];
}

/** What a pull would write. */
export interface PulledFiles extends Pick<PullReport, 'files'> {
  variables: readonly Pick<NewVariable, 'name' | 'rules'>[];
  notices: readonly Diagnostic[];
}

/** All run with the settings of the inputs. */
export interface Commands {
  validate: () => Promise<Ended<{ notices: readonly Diagnostic[] }>>;
  /** Tests of rules against sample mails. */
  test: () => Promise<Ended<Pick<TestDocument, 'tests'>>>;
  plan: () => Promise<Ended<Plan>>;
  /** `account` takes the place of the accounts of the inputs. */
  apply: (args: Pick<Arguments<'apply'>, 'yes'> & { expect?: string[]; account?: string[] }) => Promise<Ended<Applied>>;
  /** A dry run of `pull --prune`. */
  pull: () => Promise<Ended<PulledFiles>>;
}

/** `settings` are given to every command. */
export function commandsIn(io: Io, settings: SessionArguments): Commands {
  const run = async <Name extends CommandName, Value, Document>(
    name: Name,
    command: (invocation: Invocation<Arguments<Name>>) => Promise<Result<Value>>,
    documentOf: (value: Value) => Document,
    noticesIn: (document: Document, value: Value) => readonly Diagnostic[],
    given: object = {},
  ): Promise<Ended<Document>> => {
    const args = argumentsOf(name, { ...settings, ...given, format: 'json', color: 'never' } as object);
    const terminal = terminalOf(io, args as TerminalArguments);
    const end = await withoutCommands(io, () =>
      endOf(command, { io, version: INBOXCTL_VERSION, args, terminal, now: Date.now }),
    );
    if ('problems' in end) return { code: end.code, document: null, notices: end.problems };
    const document = documentOf(end.document);
    return { code: end.code, document, notices: noticesIn(document, end.document) };
  };
  const own = ({ notices }: { notices: readonly Diagnostic[] }) => notices;
  return {
    validate: () => run('validate', validate, ({ notices }) => ({ notices }), own),
    test: () => run('test', test, testDocumentOf, (_, { notices }) => notices),
    plan: () => run('plan', plan, (report) => report.plan, own),
    apply: (given) => run('apply', apply, ({ applied }) => applied, diagnosticsOf, given),
    pull: () =>
      run(
        'pull',
        (invocation) => pull(invocation, { isStored: true }),
        ({ files, variables, notices }) => ({ files, variables, notices }),
        own,
        { prune: true, dryRun: true },
      ),
  };
}
