import { isUtf8 } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { Redactor } from '../../diagnostics/redactor.ts';
import { type FormattedText, formatFiles, formatText } from '../../engine/format.ts';
import { hasErrors } from '../../engine/plan.ts';
import { withWebhooksOf } from '../../engine/pull/hidden.ts';
import type { FormattedDocument, FormattedFile } from '../../model/formatted.ts';
import { formattedReport } from '../../report/checked.ts';
import { fileDiff } from '../../report/file-diff.ts';
import { type Formats, together } from '../../report/formats.ts';
import { json } from '../../report/json.ts';
import { renderProblems, shownNotices } from '../../report/print/problems.ts';
import { printTerminal } from '../../report/print/terminal.ts';
import { findRuleFiles } from '../../source/load/find-files.ts';
import { variablesIn } from '../../source/load/loader.ts';
import { type ArgumentsOf, type CommandDefinition, type Invocation, option, type Result } from '../command.ts';
import { EXIT, exitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { namedFiles } from '../named-files.ts';
import { common } from '../options.ts';
import { keysIn } from '../session/keys.ts';
import { openSession } from '../session/session.ts';
import { codeOfProblems, userError } from '../user-error.ts';

export const definition = {
  arguments: [{ name: '[file...]', description: 'only these files and folders; `-`: standard input to output' }],
  description:
    'Puts keys into the order of the API, long texts into blocks, small mappings on one line. The meaning of a file never changes.\nExits 0 when everything is in canonical form, 1 when a file cannot be written, 3 on files with problems and, with --check, on files that are not in canonical form.',
  options: [
    ...common,
    option('--check', 'write nothing; name the files that would be rewritten'),
    option('--diff', 'write nothing; print what would change, as a patch'),
  ],
  dry: 'inboxctl fmt --check',
  examples: {
    'inboxctl fmt': 'rewrite the rule files of this project',
    'inboxctl fmt --check --diff': 'for CI: exit code 3 says that a file is not in canonical form, the diff says how',
    'inboxctl fmt - < rules/news.yaml': 'for an editor: prints the text in canonical form',
  },
} as const satisfies CommandDefinition;

interface Formatting {
  files: readonly FormattedFile[];
  /** Returns the diff for --diff, with or without color. Replaces all other text. */
  diffs?: (color: boolean) => string;
}

export const FORMATTING: Formats<Formatting> = {
  text: ({ files, diffs }, { style, quiet, notices }) => {
    if (diffs !== undefined) return diffs(style.color);
    const problems = renderProblems(shownNotices(notices, quiet), style);
    const isSaid = !quiet || hasErrors(notices) || files.some(({ status }) => status === 'differs');
    return together(problems, isSaid ? printTerminal(formattedReport(files), style) : '');
  },
  json: ({ files }, { notices }) => json<FormattedDocument>(notices, { files: [...files] }),
};

/** A rule file read from standard input. `printed` is the formatted text. */
export const TEXT_OF_STDIN: Formats<Formatting & { printed: string }> = {
  ...FORMATTING,
  text: ({ printed }) => printed,
};

type FmtInvocation = Invocation<ArgumentsOf<typeof definition>>;

/** `inboxctl fmt [FILE…]`: rewrites rule files in canonical form, or only says which are not. */
export async function run(invocation: FmtInvocation): Promise<Result<Formatting>> {
  const { args } = invocation;
  if (args.file.includes('-')) return formatStdin(invocation);
  const session = openSession(invocation, { sendsKeys: false });
  const { project } = session;
  const roots = [...new Set(project.selected.flatMap((account) => session.filesOf(account).roots))];
  const rules = args.file.length === 0 ? [] : findRuleFiles(roots, project).files.map((file) => file.path);
  const named = namedFiles(args.file, project, rules);
  const { files, diagnostics } = formatFiles(roots, project, { check: args.check || args.diff, has: named?.has });
  // Lines of files are shown only for problems and diffs: then the variables that rules refer to must be hidden.
  if (diagnostics.length > 0 || args.diff) session.loadAll();
  const notices = [...project.notices, ...(named?.notices ?? []), ...diagnostics];
  return finished(invocation, { files, notices, code: codeOfProblems(diagnostics) }, session.redactor);
}

/**
 * `inboxctl fmt -`: from standard input to standard output, without a project. Prints nothing if there are problems.
 */
async function formatStdin(invocation: FmtInvocation): Promise<Result<Formatting>> {
  const { io, args, terminal, findings } = invocation;
  if (args.file.length > 1) throw userError({ code: 'stdin-and-files', args: {} });
  const text = await stdinText(io);
  const formatted = formatText(STDIN, text);
  const mentioned = variablesIn(text).map((name) => ({ name, value: io.env[name] ?? '' }));
  const redactor = new Redactor([...keysIn(io.env), ...mentioned]);
  terminal.hide(() => redactor);
  const notices = Array.isArray(formatted) ? formatted : [];
  const file: FormattedText = { file: STDIN, ...(Array.isArray(formatted) ? { status: 'invalid' } : formatted) };
  const result = { files: [file], notices, code: codeOfProblems(notices) };
  if (args.diff || args.check) return finished(invocation, result, redactor);
  findings.add(notices);
  const printed = notices.length > 0 ? '' : (file.texts?.after ?? text);
  const document = { files: [{ file: STDIN, status: file.status }], printed };
  return { code: result.code, document, formats: TEXT_OF_STDIN };
}

const STDIN = '(standard input)';

async function stdinText({ stdin }: Io): Promise<string> {
  const bytes = await buffer(stdin);
  if (!isUtf8(bytes)) throw userError({ code: 'stdin-not-utf8', args: {} });
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

interface Found {
  files: readonly FormattedText[];
  notices: readonly Diagnostic[];
  code: ReturnType<typeof codeOfProblems>;
}

function finished({ args, terminal, findings }: FmtInvocation, found: Found, redactor: Redactor): Result<Formatting> {
  const { files, notices } = found;
  // A diff takes the place of all other text.
  findings.add(notices, args.diff && args.format === 'text' ? 'stderr' : 'document');
  const isDifferent = args.check && files.some(({ status }) => status === 'differs');
  const code = exitCode(found.code, isDifferent ? EXIT.wrongInput : EXIT.done);
  if (!args.diff) {
    const plain = files.map(({ file, status }) => ({ file, status }));
    return { code, document: { files: plain }, formats: FORMATTING };
  }
  if (args.format === 'text') {
    findings.print();
    if (!terminal.quiet) terminal.write('stderr', printTerminal(formattedReport(files), terminal.style('stderr')));
  }
  const diffOf = differ(files, redactor);
  const withDiffs = files.map((one) => {
    const diff = diffOf(one, false);
    return { file: one.file, status: one.status, ...(diff !== '' && { diff }) };
  });
  const diffs = (color: boolean) => files.map((one) => diffOf(one, color)).join('');
  return { code, document: { files: withDiffs, diffs }, formats: FORMATTING };
}

/** Returns a function that shows the diff of a file; empty if nothing would change. */
function differ(files: readonly FormattedText[], redactor: Redactor): (one: FormattedText, color: boolean) => string {
  const edits = files.flatMap(({ file, texts }) =>
    texts === undefined ? [] : [{ path: file, shown: file, kind: 'rules' as const, rules: [], ...texts }],
  );
  const hiding = withWebhooksOf(edits, redactor);
  return ({ file }, color) => {
    const edit = edits.find(({ shown }) => shown === file);
    return edit === undefined ? '' : fileDiff(edit, (line) => hiding.line(line), { color }).text;
  };
}
