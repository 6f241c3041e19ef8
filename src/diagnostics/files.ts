/** All problems with rule files, and notes about them. */
import { folderProblems } from './folders.ts';
import type { FindingOf, Message, Parts, Topic } from './message.ts';
import { pitfalls } from './pitfalls.ts';
import { policyProblems } from './policy.ts';
import { referenceProblems } from './references.ts';
import { ruleProblems, ruleSetProblems } from './rules.ts';
import { schemaProblems } from './schemas.ts';
import { shapeProblems } from './shapes.ts';
import { yamlProblems } from './yaml.ts';

export const fileProblems = {
  ...folderProblems,
  ...yamlProblems,
  ...schemaProblems,
  ...shapeProblems,
  ...referenceProblems,
  ...ruleProblems,
  ...pitfalls,
  ...policyProblems,
  ...ruleSetProblems,
} satisfies Topic;

/** Problems that make the loader refuse a file or a rule. */
export type FileFinding = FindingOf<typeof fileProblems>;

/** Returns the message of a finding without the remedy. */
export function fileMessage({ code, args }: FileFinding): Parts {
  const says = fileProblems[code] as (args: FileFinding['args']) => Message;
  return says(args).message;
}
