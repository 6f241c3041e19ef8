/** What the use cases hand to report: the documents of model, with what there is to say still as data. */
import type { Difference, Failure, Outcome, Step } from '../model/applied.ts';
import type { DoctorDocument } from '../model/doctor.ts';
import type { ExplainMailDocument, Mail } from '../model/mail.ts';
import type { PlanDocument } from '../model/plan.ts';
import type { FileEdit, NewVariable } from '../model/pull.ts';
import type { TestDocument } from '../model/tested.ts';
import type { Diagnostic, Finding } from './diagnostic.ts';

/** The plan as the program holds it: as the document, but its notices are still data. */
export type Plan = Omit<PlanDocument, 'formatVersion' | 'notices'> & { notices: Diagnostic[] };

export interface Applied {
  /** The name of the run, under which its journal is kept; null where nothing was carried out. */
  run: string | null;
  outcome: Outcome;
  /** What `--only` names, where the run was about these rules alone. */
  only?: string[];
  steps: Step[];
  differences: Difference[];
  notices: Diagnostic[];
  /** Accounts that could not be planned, so that nothing of them was tried, and why. */
  unplanned: { account: string; message: string }[];
  /** Accounts whose live rules could not be compared at the end, and why. */
  unchecked: { account: string; failure: Failure }[];
}

/** What is told of a pull. */
export interface Pulled {
  /** Nothing was written. */
  dryRun: boolean;
  /** The names that were given, where it was about these rules alone. */
  only?: string[];
  files: (Pick<FileEdit, 'shown' | 'before' | 'after' | 'rules'> & { diff?: string })[];
  variables: NewVariable[];
  notices: Diagnostic[];
}

/** What one probe found. `account` is null where it is about none. */
export type Probed = Pick<DoctorDocument['probes'][number], 'probe' | 'result'> & {
  account: string | null;
  finding: Finding;
};

/** What rules do to a mail, and why. */
export interface MailExplanation {
  mail: Mail;
  /** Whether the rules were asked for by name. */
  areNamed: boolean;
  rules: readonly (Omit<ExplainMailDocument['rules'][number], 'reasons'> & { reasons: readonly Diagnostic[] })[];
  notices: readonly Diagnostic[];
}

type TestIn = TestDocument['tests'][number];
type ExpectationIn = TestIn['expectations'][number];

/** What an update of the recorded judgments changed. */
export interface JudgmentsChange extends NonNullable<TestDocument['judgments']> {
  /** As they are shown. */
  files: readonly string[];
}

/** How the tests of rules ended. */
export interface Tested {
  tests: readonly (Omit<TestIn, 'expectations'> & {
    expectations: readonly (Omit<ExpectationIn, 'reason'> & { reasons: readonly Diagnostic[] })[];
  })[];
  notices: readonly Diagnostic[];
  /** Where judgments were updated. */
  judgments?: JudgmentsChange;
  /** The tests folders, as they are shown. */
  folders: readonly string[];
  /** What a command about the same inboxes needs too, as it is typed. */
  sameInboxes: readonly string[];
}
