import * as z from 'zod';
import { PITFALL_CODES } from './pitfalls.ts';
import { documentHead } from './plan.ts';

/** The settings that decide what plans and tests contain, with defaults. */
const planSettings = z.object({
  undeclared: z.enum(['delete', 'keep', 'declared-before']),
  ignore: z.array(z.string()),
  actionOrder: z.enum(['exact', 'any']),
  ignoreDifferences: z.array(z.object({ rule: z.string(), fields: z.array(z.string()) })),
  acceptPitfalls: z.array(z.object({ rule: z.string(), codes: z.array(z.enum(PITFALL_CODES)) })),
  aiSelection: z.enum(['one', 'several']),
  guard: z.object({ maxDeletes: z.union([z.number(), z.string()]) }),
  policy: z.object({
    forbidActions: z.array(z.string()).readonly(),
    forwardTo: z.array(z.string()).readonly().nullable().meta({ description: 'null: any address.' }),
    webhookHosts: z.array(z.string()).readonly().nullable().meta({ description: 'null: any host.' }),
    // Globs of paths from the folder of the project file.
    confine: z.array(z.object({ actions: z.array(z.string()), files: z.array(z.string()) })),
    forbidPitfalls: z.boolean(),
  }),
});

const listedAccount = z.object({
  name: z.string(),
  baseUrl: z.string().nullable().meta({ description: 'null: not set, or unusable, and a notice says why.' }),
  baseUrlFrom: z.enum(['project', 'environment']).meta({
    description: 'project: the project file has it. environment: it comes from INBOXCTL_BASE_URL.',
  }),
  apiKey: z.object({
    env: z.string().meta({ description: 'The variable of the API key.' }),
    set: z.boolean().meta({ description: 'Whether this variable is set, and not empty.' }),
  }),
  rules: z.array(z.string()).meta({ description: 'Folders and files of rules, relative to the project file.' }),
  declared: z.number().meta({ description: 'How many rules the files declare; those with errors do not count.' }),
  files: z.number().meta({ description: 'How many rule files there are.' }),
  errors: z.number().meta({ description: 'How many errors the files have: inboxctl validate shows them.' }),
  ...planSettings.shape,
});

/** What `inboxctl accounts --format json` prints. It contains no value of a key. */
export const accountsDocument = z
  .object({
    ...documentHead,
    accounts: z.array(listedAccount).meta({ description: 'In the order of the project file.' }),
  })
  .meta({ description: 'The accounts of an inboxctl project.' });

export type AccountsDocument = z.infer<typeof accountsDocument>;
export type PlanSettings = z.infer<typeof planSettings>;
export type ListedAccount = z.infer<typeof listedAccount>;
