/** Results of the use cases, for reports: the documents of model, but with diagnostics as data. */
import type { AccountTraffic, ApplyOutcome, Difference, Failure, Step } from '../model/applied.ts';
import type { DoctorDocument } from '../model/doctor.ts';
import type { ExplainMailDocument, Mail } from '../model/mail.ts';
import type { PlanDocument } from '../model/plan.ts';
import type { FileEdit, NewVariable } from '../model/pull.ts';
import type { TestDocument } from '../model/tested.ts';
import type { Diagnostic, Finding } from './diagnostic.ts';

/** The plan in memory: like the document, but its notices are data. */
export type Plan = Omit<PlanDocument, 'formatVersion' | 'notices'> & {
  notices: Diagnostic[];
  /** Omitted if there are no older signing keys. Never printed. */
};

export interface Applied {
  /** The name of the run and of its snapshot; null if nothing was carried out. */
  run: string | null;
  outcome: ApplyOutcome;
  /** The rules that `--only` names, if the run covers only these. */
  only?: string[];
  steps: Step[];
  differences: Difference[];
  /** What was sent for each account. Omitted: nothing was. */
  accounts?: AccountTraffic[];
  notices: Diagnostic[];
  /** Accounts that could not be planned, and why. Nothing was tried there. */
  unplanned: { account: string; message: string }[];
  /** Accounts whose live rules could not be compared at the end, and why. */
  unchecked: { account: string; failure: Failure }[];
}

/** The result of a pull. */
export interface Pulled {
  /** Whether nothing was written. */
  dryRun: boolean;
  /** The given names, if the pull covers only these rules. */
  only?: string[];
  files: (Pick<FileEdit, 'shown' | 'before' | 'after' | 'rules'> & { diff?: string })[];
  variables: NewVariable[];
  notices: Diagnostic[];
}

/** The result of one probe. `account` is null if it is about none. */
export type Probed = Pick<DoctorDocument['probes'][number], 'probe' | 'result'> & {
  account: string | null;
  finding: Finding;
};

/** The effects of rules on a mail, and the reasons. */
export interface MailExplanation {
  mail: Mail;
  /** Whether the rules were asked for by name. */
  areNamed: boolean;
  rules: readonly (Omit<ExplainMailDocument['rules'][number], 'reasons'> & { reasons: readonly Diagnostic[] })[];
  notices: readonly Diagnostic[];
}

type TestIn = TestDocument['tests'][number];
type ExpectationIn = TestIn['expectations'][number];

/** The results of tests. */
export interface Tested {
  tests: readonly (Omit<TestIn, 'expectations'> & {
    /** The time that it took, in ms. */
    duration: number;
    expectations: readonly (Omit<ExpectationIn, 'reason'> & { reasons: readonly Diagnostic[] })[];
  })[];
  notices: readonly Diagnostic[];
  /** The tests folders, for display. */
  folders: readonly string[];
  /** Options that select the same inboxes, to repeat in suggested commands. */
  sameInboxes: readonly string[];
}
