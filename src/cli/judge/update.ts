/**
 * `inboxctl test --update-judgments`: asks the judge about what tests need and no recorded judgment covers, and writes the
 * answers beside the tests. Answers are written even if the rest fails: they took time, and may have cost money.
 */
import type { Diagnostic, Finding, Place } from '../../diagnostics/diagnostic.ts';
import type { JudgmentsChange } from '../../diagnostics/results.ts';
import { judgeEnvironment } from '../../engine/judge/environment.ts';
import { askJudge, type Judged } from '../../engine/judge.ts';
import {
  type Asking,
  judgmentOf,
  openQuestions,
  type Recording,
  updatedJudgments,
  writtenJudgments,
} from '../../mail/judgments.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Judge, Judgment, Question } from '../../model/judgments.ts';
import { systemReason } from '../../model/system-reason.ts';
import type { RuleFile } from '../../source/load/find-files.ts';
import { replaceFile, tryOutput } from '../../source/replace-file.ts';
import type { Invocation } from '../command.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Session } from '../session/session.ts';
import { interruption } from '../terminal/interruption.ts';
import { judgingProgress } from '../terminal/judging.ts';
import { userError } from '../user-error.ts';

/** A file of judgments, and what the tests of its accounts ask. */
export interface JudgmentsFile {
  file: RuleFile;
  judgments: readonly Judgment[];
  /** Each with the place of a test that asks it. `isSecret`: the instructions are in a variable. */
  questions: readonly (Question & { place: Place; isSecret: boolean })[];
  /** No other test needs a judgment of it. */
  complete: boolean;
}

export interface Updated {
  code: ExitCode;
  /** By the path of the file. */
  judgments: Map<string, readonly Judgment[]>;
  change: JudgmentsChange;
  problems: Diagnostic[];
}

/** Throws a UserError on Ctrl-C, once the answers so far are written, and where they could not be. */
export async function updateJudgments(
  invocation: Invocation<{ subjects: boolean }>,
  session: Session,
  files: readonly JudgmentsFile[],
  judge: Judge,
): Promise<Updated> {
  const { redactor } = session;
  const shown = (text: string) => redactor.text(text);
  const holdsSecret = ({ instructions, isSecret }: JudgmentsFile['questions'][number]) =>
    isSecret || shown(instructions) !== instructions;
  const problems = files.flatMap(({ questions }) => withSecrets(questions.filter(holdsSecret)));
  const open = files.map(({ questions, judgments }) => {
    const allowed = questions.filter((one) => !holdsSecret(one));
    return openQuestions(allowed, judgments, shown);
  });
  for (const { file } of files.filter((_, index) => open[index]?.length !== 0)) tryWriting(file);
  const { judged, interrupted } = await asked(invocation, session, open.flat(), judge);
  const isDone = judged.left === 0 && judged.failed.length === 0;
  const updates = files.map((one, index) => {
    const keepsOut = one.judgments.length > 0 && one.judgments.every(({ subject }) => subject === undefined);
    const recording: Recording = { shown, subjects: invocation.args.subjects && !keepsOut };
    const own = new Set(open[index]);
    const answered = judged.answered.filter(({ asking }) => own.has(asking));
    const fresh = answered.flatMap(({ asking, answer }) =>
      asking.questions.map((question) => {
        const judgment = judgmentOf(question, answer.matches.includes(shown(question.rule)) ? 'yes' : 'no', recording);
        return { judgment, subject: question.mail.subject, reason: answer.reason };
      }),
    );
    const update = updatedJudgments(
      one.judgments,
      fresh.map(({ judgment }) => judgment),
      // What was judged before is needed to tell what changed, until all is judged.
      { needed: one.questions, complete: one.complete && isDone, recording },
    );
    writeIfOther(one, update.judgments);
    return { file: one.file, update, fresh };
  });
  const change: JudgmentsChange = {
    added: updates.flatMap(({ update: { changed }, fresh }) =>
      fresh.map(({ judgment, subject, reason }) => ({
        rule: judgment.rule,
        subject: shown(subject),
        answer: judgment.answer,
        was: changed.includes(judgment) ? (judgment.answer === 'yes' ? 'no' : 'yes') : null,
        reason: reason ? shown(reason) : null,
      })),
    ),
    removed: updates.reduce((sum, { update }) => sum + update.removed.length, 0),
    files: files.map(({ file }) => file.shown),
  };
  if (interrupted) {
    const args = { answered: judged.answered.length, mails: open.flat().length };
    throw userError({ code: 'judge-interrupted', args }, EXIT.interrupted);
  }
  problems.push(...failures(judged, files));
  const notStarted = judged.failed.some(({ finding }) => finding.code === 'judge-not-started');
  return {
    code: isDone ? EXIT.done : notStarted ? EXIT.wrongInput : EXIT.failed,
    judgments: new Map(updates.map(({ file, update }) => [file.path, update.judgments])),
    change,
    problems: session.redacted(problems),
  };
}

async function asked(
  { io, terminal }: Invocation,
  session: Session,
  askings: readonly Asking[],
  judge: Judge,
): Promise<{ judged: Judged; interrupted: boolean }> {
  if (askings.length === 0) return { judged: { answered: [], failed: [], left: 0 }, interrupted: false };
  const mentioned = session.loader.mentioned().map(({ name }) => name);
  const progress = judgingProgress(io, terminal, askings.length);
  const stop = interruption(io, {
    what: 'the answers so far are written',
    unknown: 'Some answers may not be recorded.',
  });
  stop.arm(progress.say);
  try {
    const env = judgeEnvironment(io.env, session.secrets(), mentioned);
    const around = { folder: session.project.home, env, signal: stop.signal };
    return { judged: await askJudge(askings, judge, around, progress.tell), interrupted: stop.requested };
  } finally {
    progress.end();
    stop.disarm();
  }
}

/** Each rule once. */
function withSecrets(questions: JudgmentsFile['questions']): Diagnostic[] {
  const rules = new Map([...questions].reverse().map((one) => [one.rule, one]));
  return [...rules.values()].map(({ rule, account, place }): Diagnostic => {
    return { code: 'judge-instructions-secret', args: { rule }, severity: 'warning', place, account };
  });
}

/** Checked before the judge is asked, so that no answer is lost. */
function tryWriting({ path, shown }: RuleFile): void {
  try {
    tryOutput(path);
  } catch (error) {
    throw unwritable(shown, error);
  }
}

/** A formatter may have changed how the file looks: if its judgments are the same, it is not written. */
function writeIfOther({ file, judgments }: JudgmentsFile, updated: readonly Judgment[]): void {
  const text = writtenJudgments(updated);
  if (text === writtenJudgments(judgments)) return;
  try {
    replaceFile(file.path, text);
  } catch (error) {
    throw unwritable(file.shown, error);
  }
}

function unwritable(file: string, error: unknown) {
  const args = { what: 'The file of judgments', file, reason: systemReason(error) };
  return userError({ code: 'file-unwritable', args }, EXIT.failed);
}

/** Each kind of failure once, at the tests that asked. */
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
