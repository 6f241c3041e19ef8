/** The lists of `inboxctl list` and `inboxctl explain`. */
import * as z from 'zod';
import { accountError, change, documentHead, mailSearch, place } from './plan.ts';

const words = {
  when: z.string().meta({ description: 'When the rule acts, in words.' }),
  does: z.string().meta({ description: 'What it does then, in words.' }),
};

const listedRule = z.object({
  account: z.string(),
  name: z.string(),
  id: z.string(),
  enabled: z.boolean(),
  state: z.enum(['as-declared', 'differs', 'undeclared', 'ignored']).meta({
    description: 'How the rule compares with the files. ignored: it matches a glob of `ignore` and is never touched.',
  }),
  source: place.nullable().meta({ description: 'Where the rule is declared; null where it is not.' }),
  rule: change.shape.after.unwrap().meta({ description: 'The live rule, as plans show rules.' }),
});

/** What `inboxctl list --format json` and `--format yaml` print. */
export const listDocument = z.object({
  ...documentHead,
  accounts: z.array(
    z.object({ name: z.string(), baseUrl: z.string(), live: z.int().min(0), error: accountError.optional() }),
  ),
  rules: z.array(listedRule.extend(words)),
});

const explainedRule = z.object({
  account: z.string(),
  rule: z.string(),
  source: place,
  risks: change.shape.risks,
  search: mailSearch.optional(),
});

/** What `inboxctl explain --format json` prints. */
export const explainDocument = z.object({ ...documentHead, rules: z.array(explainedRule.extend(words)) });

export type ListDocument = z.infer<typeof listDocument>;
export type ExplainDocument = z.infer<typeof explainDocument>;
export type ListedRule = z.infer<typeof listedRule>;
export type RuleState = ListedRule['state'];
/** A declared rule, without its sentence. */
export type ExplainedRule = z.infer<typeof explainedRule> & { shown: ListedRule['rule'] };
