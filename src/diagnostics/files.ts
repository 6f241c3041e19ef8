/** Everything that can be wrong with, or noteworthy in, rule files. */
import { type FolderProblems, folderProblems } from './folders.ts';
import type { Topic } from './message.ts';
import { type PolicyProblems, policyProblems } from './policy.ts';
import { type ReferenceProblems, referenceProblems } from './references.ts';
import { type RuleProblems, type RuleSetProblems, ruleProblems, ruleSetProblems } from './rules.ts';
import { type ShapeProblems, shapeProblems } from './shapes.ts';
import { type YamlProblems, yamlProblems } from './yaml.ts';

export interface FileProblems
  extends FolderProblems,
    YamlProblems,
    ShapeProblems,
    ReferenceProblems,
    RuleProblems,
    PolicyProblems,
    RuleSetProblems {}

export const fileProblems = {
  ...folderProblems,
  ...yamlProblems,
  ...shapeProblems,
  ...referenceProblems,
  ...ruleProblems,
  ...policyProblems,
  ...ruleSetProblems,
} satisfies Topic;
