/** The results of the use cases, for reports: the documents of model, with diagnostics as data in the place of text. */
import type { AppliedOf } from '../model/applied.ts';
import type { ProbedOf } from '../model/doctor.ts';
import type { MailExplanationOf } from '../model/mail.ts';
import type { PlanOf } from '../model/plan.ts';
import type { TestedOf } from '../model/tested.ts';
import type { Diagnostic, Finding } from './diagnostic.ts';

export type Plan = PlanOf<Diagnostic>;
export type Applied = AppliedOf<Diagnostic>;
export type Probed = ProbedOf<Finding>;
export type MailExplanation = MailExplanationOf<Diagnostic>;
export type Tested = TestedOf<Diagnostic>;
