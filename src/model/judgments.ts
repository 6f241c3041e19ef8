/** Judgments: what the judge of a project, a command of the user, answered in the place of the service's AI. */
import * as z from 'zod';
import type { Mail } from './mail.ts';
import { ANSWERS } from './written-tests.ts';

/** The file of recorded judgments, beside the tests. */
export const JUDGMENTS_FILE = 'judgments.json';

/** As `judged` of a test has it. */
export type Answer = (typeof ANSWERS)[number];

const judgment = z.strictObject({
  /** For people. Of rules with the same instructions the first. */
  rule: z.string(),
  /** For people. Left out with --no-subjects. */
  subject: z.string().optional(),
  /** Whether the instructions fit the mail. */
  answer: z.enum(ANSWERS),
  /** The first 16 hex digits of the mail's digest: an edited rule is recognized by it and by `rule`. */
  mail: z.string().regex(/^[0-9a-f]{16}$/),
  /** The digest of `{instructions, mail}`: nothing else decides which judgment is meant. */
  key: z.string().regex(/^sha256:[0-9a-f]{64}$/),
});
export type Judgment = z.infer<typeof judgment>;

export const judgmentsFile = z.strictObject({ formatVersion: z.literal(1), judgments: z.array(judgment) });

/** What the AI is asked: whether the instructions of a rule fit a mail. */
export interface Question {
  account: string;
  rule: string;
  instructions: string;
  mail: Mail;
}

/** What the judge gets on stdin, as JSON: a mail, and all rules to judge for it, as the service asks its AI once a mail. */
export interface JudgeRequest {
  mail: Mail;
  rules: { name: string; instructions: string }[];
}

/** What it answers on stdout. */
export const judgeAnswer = z.strictObject({ matches: z.array(z.string()), reason: z.string().optional() });
export type JudgeAnswer = z.infer<typeof judgeAnswer>;

/** The judge of a project. */
export interface Judge {
  /** The program and its arguments. */
  command: readonly string[];
  timeoutSeconds: number;
}
