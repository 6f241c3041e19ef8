/** Judgments: answers of the judge, a command of the user that answers in place of the service's AI. */
import * as z from 'zod';
import type { Mail } from './mail.ts';
import { ANSWERS } from './written-tests.ts';

/** The file of recorded judgments, beside the tests. */
export const JUDGMENTS_FILE = 'judgments.json';

/** As `judged` of a test has it. */
export type Answer = (typeof ANSWERS)[number];

const judgment = z.strictObject({
  /** For people. If several rules have the same instructions, the first. */
  rule: z.string(),
  /** For people. Missing with --no-subjects. */
  subject: z.string().optional(),
  /** Whether the instructions fit the mail. */
  answer: z.enum(ANSWERS),
  /** The first 16 hex digits of the mail's digest. With `rule`, it tells which judgment an edited rule had before. */
  mail: z.string().regex(/^[0-9a-f]{16}$/),
  /** The digest of `{instructions, mail}`, which alone identifies the question. */
  key: z.string().regex(/^sha256:[0-9a-f]{64}$/),
});
export type Judgment = z.infer<typeof judgment>;

export const judgmentsFile = z.strictObject({ formatVersion: z.literal(1), judgments: z.array(judgment) });

/** A question to the AI: do the instructions of a rule fit a mail? */
export interface Question {
  account: string;
  rule: string;
  instructions: string;
  mail: Mail;
}

/** The JSON that the judge gets on stdin: a mail and all rules to judge for it. The service asks its AI once for each mail too. */
export interface JudgeRequest {
  mail: Mail;
  rules: { name: string; instructions: string }[];
}

/** The JSON that the judge writes to stdout. */
export const judgeAnswer = z.strictObject({ matches: z.array(z.string()), reason: z.string().optional() });
export type JudgeAnswer = z.infer<typeof judgeAnswer>;

/** The judge of a project. */
export interface Judge {
  /** The program and its arguments. */
  command: readonly string[];
  timeoutSeconds: number;
}
