import { formatFiles } from '../../engine/format.ts';
import { FORMATTING, type Formatting } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { codeOfProblems, EXIT, exitCode } from '../exit-code.ts';
import { openSession } from '../session/session.ts';

/** `inboxctl fmt`: rewrites rule files in canonical form, or with `--check` names those that are not. */
export async function fmt(invocation: Invocation<Arguments<'fmt'>>): Promise<Result<Formatting>> {
  const session = openSession(invocation, { sends: false });
  const { project } = session;
  const roots = new Set(project.selected.flatMap((account) => session.filesOf(account).roots));
  const { files, diagnostics } = formatFiles([...roots], project, invocation.args.check);
  // The lines of problems are shown: only then it matters which variables the rules refer to.
  if (diagnostics.length > 0) session.loadAll();
  const problems = session.redacted(diagnostics);
  const differs = files.some(({ status }) => status === 'differs');
  return {
    code: exitCode(codeOfProblems(problems), differs ? EXIT.wrongInput : EXIT.done),
    document: { files, notices: [...project.notices, ...problems] },
    formats: FORMATTING,
  };
}
