/** The sample mails of a plan: the mails of the tests that can be read. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { hasErrors } from '../../engine/plan.ts';
import { answersOf } from '../../mail/judgments.ts';
import { readSamples } from '../../mail/samples.ts';
import type { OpenProject } from './accounts.ts';
import { loadJudgments } from './judgments.ts';
import { loadTests } from './tests.ts';

/**
 * Adds to each open account its sample mails and the recorded answers about them. A file of these that cannot be read does not
 * stop the plan: it is left out, with a warning.
 */
export function withSamples<Project extends OpenProject>(project: Project): Project {
  const { session, open, diagnostics } = project;
  if (open.length === 0) return project;
  const { loaded, problems } = loadTests(session);
  const read = readSamples(loaded.map(({ samples }) => samples));
  const recorded = loadJudgments(session.project);
  const samplesOf = new Map(
    session.project.selected.map(({ name }, index) => {
      const answerFor = answersOf(recorded.ofAccounts[index]?.judgments ?? []);
      return [name, { mails: read[index] ?? [], answerFor }];
    }),
  );
  const leftOut: Diagnostic[] = hasErrors([...problems, ...recorded.problems])
    ? [{ code: 'samples-left-out', args: {}, severity: 'warning' }]
    : [];
  return {
    ...project,
    open: open.map(({ account, ...rest }) => {
      return { ...rest, account: { ...account, samples: samplesOf.get(account.name) ?? { mails: [] } } };
    }),
    diagnostics: [...diagnostics, ...leftOut],
  };
}
