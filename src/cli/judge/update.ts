/**
 * `inboxctl test --update-judgments`: asks the judge the questions of tests that have no recorded judgment, and writes the
 * answers beside the tests. Answers are written even if others fail: they took time, and may have cost money.
 */
import type { Diagnostic, Finding, Place } from '../../diagnostics/diagnostic.ts';
import type { JudgmentsChange } from '../../diagnostics/results.ts';
import { judgeEnvironment } from '../../engine/judge/run.ts';
import { askJudge, type Judged } from '../../engine/judge.ts';
import {
  type Asking,
  type JudgmentsUpdate,
  judgmentOf,
  openQuestions,
  type Recording,
  updatedJudgments,
  writtenJudgments,
} from '../../mail/judgments.ts';
import type { AskedQuestion } from '../../mail/run-tests.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Judge, Judgment, Question } from '../../model/judgments.ts';
import type { RuleFile } from '../../source/load/find-files.ts';
import { replaceFile, tryOutput } from '../../source/replace-file.ts';
import type { Invocation } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { unwritable } from '../output-file.ts';
import type { Session } from '../session/session.ts';
import type { RecordedJudgments } from '../session/tests.ts';
import { interruption } from '../terminal/interruption.ts';
import { judgingProgress } from '../terminal/judging.ts';
import { userError } from '../user-error.ts';

/**
 * Asks the judge, and writes its answers. Throws a UserError if a file cannot be written, and on Ctrl-C, once the answers so far
 * are written.
 */
export async function updateJudgments(
  invocation: Invocation<{ subjects: boolean }>,
  session: Session,
  files: readonly JudgmentsFile[],
  judge: Judge,
) {
  const { redactor } = session;
  const shown = (text: string) => redactor.text(text);
  const holdsSecret = ({ instructions, isSecret }: AskedQuestion) => isSecret || shown(instructions) !== instructions;
  const open = files.map((one) => {
    const allowed = one.questions.filter((question) => !holdsSecret(question));
    return { ...one, askings: openQuestions(allowed, one.judgments, shown) };
  });
  // Before the judge is asked, so that no answer is lost.
  for (const { file, askings } of open) if (askings.length > 0) writing(file, () => tryOutput(file.path));
  const askings = open.flatMap((one) => one.askings);
  const { judged, interrupted } = await askAll(invocation, session, askings, judge);
  const isDone = judged.left === 0 && judged.failed.length === 0;
  const updates = open.map((one) => {
    const keepsOut = one.judgments.length > 0 && one.judgments.every(({ subject }) => subject === undefined);
    const update = updateOf(one, judged, {
      // Until all is judged, the old judgments are needed to tell what changed.
      complete: one.complete && isDone,
      recording: { shown, subjects: invocation.args.subjects && !keepsOut },
    });
    writeIfChanged(one, update.judgments);
    return update;
  });
  if (interrupted) {
    const args = { answered: judged.answered.length, mails: askings.length };
    throw userError({ code: 'judge-interrupted', args });
  }
  const failed = failures(judged, files);
  const isStarted = failed.every(({ code }) => code !== 'judge-not-started');
  const secret = files.flatMap(({ questions }) => secretInstructions(questions.filter(holdsSecret)));
  return {
    code: isDone ? EXIT.done : isStarted ? EXIT.failed : EXIT.wrongInput,
    /** By the path of the file. */
    judgments: new Map(updates.map(({ file, judgments }) => [file.path, judgments])),
    change: {
      added: updates.flatMap(({ added }) => added),
      removed: updates.reduce((sum, { removed }) => sum + removed.length, 0),
      files: files.map(({ file }) => file.shown),
    },
    problems: [...secret, ...failed],
  };
}

interface FileUpdate extends JudgmentsUpdate {
  file: RuleFile;
  /** The new judgments to show. */
  added: JudgmentsChange['added'];
}

/** How the answers change a file. */
function updateOf(
  { file, judgments, questions, askings }: JudgmentsFile & { askings: readonly Asking[] },
  { answered }: Judged,
  { complete, recording }: { complete: boolean; recording: Recording },
): FileUpdate {
  const { shown } = recording;
  const own = new Set(askings);
  const fresh = answered.flatMap(({ asking, answer: { matches, reason } }) => {
    return (own.has(asking) ? asking.questions : []).map((question) => {
      const answer = matches.includes(shown(question.rule)) ? 'yes' : 'no';
      return { question, judgment: judgmentOf(question, answer, recording), reason };
    });
  });
  const update = updatedJudgments(
    judgments,
    fresh.map(({ judgment }) => judgment),
    { needed: questions, complete, recording },
  );
  const changed = new Set(update.changed);
  const added = fresh.map(({ question, judgment, reason }) => ({
    rule: judgment.rule,
    subject: shown(question.mail.subject),
    answer: judgment.answer,
    was: changed.has(judgment) ? OPPOSITE[judgment.answer] : null,
    reason: reason ? shown(reason) : null,
  }));
  return { ...update, file, added };
}

const OPPOSITE = { yes: 'no', no: 'yes' } as const;

/** Asks the judge, with its progress on stderr. `interrupted`: Ctrl-C ended it. */
async function askAll(
  { io, terminal }: Invocation,
  session: Session,
  askings: readonly Asking[],
  judge: Judge,
): Promise<{ judged: Judged; interrupted: boolean }> {
  if (askings.length === 0) return { judged: { answered: [], failed: [], left: 0 }, interrupted: false };
  const mentioned = session.loader.mentioned().map(({ name }) => name);
  const progress = judgingProgress(io, terminal, askings.length);
  const stop = interruption(io, {
    what: 'writing the answers so far',
    unknown: 'Some answers may not be recorded.',
  });
  stop.arm(progress.say);
  try {
    const env = judgeEnvironment(io.env, session.secrets(), mentioned);
    const context = { folder: session.project.home, env, signal: stop.signal };
    return { judged: await askJudge(askings, judge, context, progress.tell), interrupted: stop.signal.aborted };
  } finally {
    progress.end();
    stop.disarm();
  }
}

/** A warning for each rule whose instructions the judge must not see. */
function secretInstructions(questions: readonly AskedQuestion[]): Diagnostic[] {
  const rules = new Map([...questions].reverse().map((one) => [one.rule, one]));
  return [...rules.values()].map(({ rule, account, place }): Diagnostic => {
    return { code: 'judge-instructions-secret', args: { rule }, severity: 'warning', place, account };
  });
}

/** Each failure once, with the places of all tests that it concerns. */
function failures({ failed, left }: Judged, files: readonly JudgmentsFile[]): Diagnostic[] {
  const places = new Map<Question, Place>(files.flatMap(({ questions }) => questions.map((one) => [one, one.place])));
  const notStarted = failed.find(({ finding }) => finding.code === 'judge-not-started');
  if (notStarted !== undefined) return [{ ...notStarted.finding, severity: 'error' } as Diagnostic];
  const alike = [...groupBy(failed, ({ finding }) => JSON.stringify(finding)).values()];
  const found = alike.map((all) => {
    const [place, ...related] = all.flatMap(({ asking: { questions } }) =>
      questions.slice(0, 1).flatMap((one) => places.get(one) ?? []),
    );
    return { ...all[0].finding, severity: 'error', ...(place !== undefined && { place, related }) } as Diagnostic;
  });
  if (left === 0) return found;
  const givenUp: Finding = { code: 'judge-given-up', args: { failures: failed.length, left } };
  return [...found, { ...givenUp, severity: 'error' }];
}

/** A file of judgments, and its questions. */
export interface JudgmentsFile extends RecordedJudgments {
  questions: readonly AskedQuestion[];
  /** Whether `questions` is complete: then judgments that answer none of them can be removed. */
  complete: boolean;
}

/** Writes the new judgments of a file; if they are the same, leaves it alone: a formatter may have changed its layout. */
function writeIfChanged({ file, judgments }: JudgmentsFile, updated: readonly Judgment[]): void {
  const text = writtenJudgments(updated);
  if (text !== writtenJudgments(judgments)) writing(file, () => replaceFile(file.path, text));
}

/** Throws a UserError if a file of judgments cannot be written. */
function writing(file: RuleFile, write: () => void): void {
  const problem = unwritable('The file of judgments', file.shown, write);
  if (problem !== null) throw userError(problem);
}
