import * as z from 'zod';
import { planDocument } from '../../model/plan.ts';
import { accountFile, projectFile } from '../../model/written-project.ts';
import { ruleDocument } from '../../model/written-rule.ts';
import { testsDocument } from '../../model/written-tests.ts';
import { seedSchema } from '../../sandbox/seed.ts';
import { forEditors } from './editor-schema.ts';

/** The schemas that users can have, with the title that editors show. */
export const SCHEMAS = {
  rules: { schema: ruleDocument, title: 'inboxctl rule file' },
  tests: { schema: testsDocument, title: 'inboxctl tests file' },
  project: { schema: projectFile, title: 'inboxctl project file' },
  account: { schema: accountFile, title: 'inboxctl account file' },
  plan: { schema: planDocument, title: 'inboxctl plan' },
  sandbox: { schema: seedSchema, title: 'Seed of an inboxctl sandbox' },
} as const;

/** The JSON Schema (draft 7, which every editor reads) as text. */
export function jsonSchema(name: keyof typeof SCHEMAS): string {
  const { schema, title } = SCHEMAS[name];
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  // Nobody writes a plan by hand.
  const readable = name === 'plan' ? rest : forEditors(rest);
  return `${JSON.stringify({ $schema, title, ...readable }, null, 2)}\n`;
}
