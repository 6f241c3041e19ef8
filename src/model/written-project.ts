/** inboxctl.yaml and account files as people write them: for types, checks, and the JSON Schema of editors. */
import * as z from 'zod';
import { ACCOUNT_NAME, KEY_VARIABLE } from './account-name.ts';
import { ACTION_TYPES, ACTIONS, typesNamed } from './action-types.ts';
import { PITFALL_CODES } from './pitfalls.ts';
import { variableName } from './written-rule.ts';

const globs = z.array(z.string());

const guard = z.strictObject({
  maxDeletes: z
    .union([z.int().min(0), z.string().regex(/^(100|[1-9]?[0-9])%$/)])
    .nullish()
    .meta({
      description:
        'The most rules that one apply deletes in an inbox: a number, taken exactly, or a share of the live rules that are not ignored, rounded down, then at least 2.',
      patternErrorMessage: 'Write a whole number, or a share such as "25%".',
      default: '25%',
    }),
});

const policy = z.strictObject({
  forbidActions: z.array(z.enum(ACTION_TYPES)).nullish().meta({
    description: 'Types of actions that no declared rule may have.',
    default: [],
  }),
  forwardTo: globs.nullish().meta({
    description: `Globs of addresses. Every address in \`to\`, \`cc\` and \`bcc\` of ${typesNamed((type) => ACTIONS[type].outbound === true)} must match one; \`{{…}}\` never does. Left out: any address.`,
  }),
  webhookHosts: globs.nullish().meta({
    description:
      'Globs of hosts. The host of every `webhookUrl` must match one; `{{…}}` never does. Left out: any host.',
  }),
  confine: z
    .array(
      z
        .strictObject({
          actions: z.array(z.enum(ACTION_TYPES)).min(1).meta({ description: 'Types of actions.' }),
          files: globs.min(1).meta({
            description:
              'Globs of paths from the folder of the project file, such as `rules/outbound/*`. `*` is any run of characters, `/` included.',
          }),
        })
        .meta({ title: 'confined actions' }),
    )
    .nullish()
    .meta({
      description:
        'Types of actions that only rules of certain files may have. A type in several entries must satisfy each.',
      default: [],
    }),
  forbidPitfalls: z.boolean().nullish().meta({
    description:
      'true: a condition that means something else than it seems to, which else gets a warning, is forbidden.',
    default: false,
  }),
});

/** A list whose entries are about the rules that a glob fits. */
function ofRules<More extends z.ZodRawShape>(title: string, more: More) {
  const rule = z.string().meta({ description: 'Glob of rule names.' });
  return z.array(z.strictObject({ rule, ...more }).meta({ title })).nullish();
}

const perAccount = {
  rules: z
    .array(z.string().min(1))
    .min(1)
    .nullish()
    .meta({ description: 'Folders of rule files, or rule files, relative to this file.', default: ['rules'] }),
  undeclared: z.enum(['delete', 'keep', 'declared-before']).nullish().meta({
    description:
      'What happens to live rules that no file declares. declared-before: they are deleted where the git history of the rules folders shows that they were declared once, and else kept.',
    default: 'delete',
  }),
  ignore: globs.nullish().meta({
    description: 'Globs of names of live rules that are never touched. `*` is any run of characters.',
    default: [],
  }),
  actionOrder: z.enum(['exact', 'any']).nullish().meta({
    description:
      'any: the order of actions does not count as a difference. They are sent in the order that the plan shows.',
    default: 'exact',
  }),
  ignoreDifferences: ofRules('ignored difference', {
    fields: globs.min(1).meta({
      description: 'Globs of paths, such as `actions/*/fields/folderName`. A place in the list is that in the file.',
    }),
  }).meta({
    description: 'Differences that never cause a replace. A replace for another reason keeps the live value.',
    default: [],
  }),
  acceptPitfalls: ofRules('accepted pitfalls', {
    codes: z.array(z.enum(PITFALL_CODES)).min(1).meta({ description: 'Codes of pitfalls.' }),
  }).meta({
    description:
      'Pitfalls that are meant, so neither reported nor forbidden. Each warning ends with the line to write.',
    default: [],
  }),
  aiSelection: z.enum(['one', 'several']).nullish().meta({
    description:
      'How many rules the AI of the service chooses for a mail, as its account is set there. For tests of rules.',
    default: 'one',
  }),
  guard: guard.nullish().meta({ description: 'Stops an apply that would delete too much.' }),
  policy: policy
    .nullish()
    .meta({ description: 'Forbids actions, addresses and hosts. A rule that breaks it stops its account.' }),
  tests: z
    .array(z.string().min(1))
    .nullish()
    .meta({
      description:
        'Folders of tests files, or tests files, relative to this file: sample mails, and what the rules do to them. `[]`: none.',
      default: ['tests'],
    }),
};

const baseUrl = z.string().min(1).nullish();
const apiKey = z
  .strictObject({
    env: variableName.meta({
      description: 'The name of a variable of the environment. It begins with INBOXCTL_.',
      pattern: KEY_VARIABLE.source,
      patternErrorMessage: 'The name begins with INBOXCTL_, and is not that of another setting.',
    }),
  })
  .nullish();
const NEVER_THE_KEY = 'Never write the key itself into a file. Name the variable that holds it: { env: NAME }.';

/** An account file, or an account in the project file. */
export const accountFile = z
  .strictObject({
    baseUrl: baseUrl.meta({
      description: "The service's address, ending in /api/v1. Left out: that of the project, else INBOXCTL_BASE_URL.",
    }),
    apiKey: apiKey.meta({
      description: 'The variable that holds the API key. Left out: that of the project, else INBOXCTL_API_KEY.',
      errorMessage: NEVER_THE_KEY,
    }),
    ...perAccount,
  })
  .meta({
    title: 'account',
    description: 'One inbox. Every key that it sets takes the place of the same key of the project.',
  });

const accountName = z.string().regex(ACCOUNT_NAME).meta({
  patternErrorMessage:
    'An account has letters, digits and . _ @ + - in its name, and none but the first two at its start.',
});

/** inboxctl.yaml. Everything is optional. */
export const projectFile = z
  .strictObject({
    version: z.literal(1).nullish().meta({ description: 'The version of this format.', default: 1 }),
    baseUrl: baseUrl.meta({
      description:
        "The service's address, ending in /api/v1, for every account that has none of its own. Left out: INBOXCTL_BASE_URL.",
    }),
    apiKey: apiKey.meta({
      description: 'The variable that holds the API key, for every account that names none of its own.',
      default: { env: 'INBOXCTL_API_KEY' },
      errorMessage: NEVER_THE_KEY,
    }),
    ...perAccount,
    accounts: z
      .union([z.record(accountName, accountFile.nullable()), z.string().min(1)])
      .nullish()
      .meta({
        description:
          'The inboxes of this project by name: letters, digits and `.`, `_`, `@`, `+`, `-`. Or the path of a folder, relative to this file, that has a file `NAME.yaml` for each. Left out: one, called default, with INBOXCTL_BASE_URL and INBOXCTL_API_KEY.',
      }),
  })
  .meta({ description: 'A project of inboxctl.' });

export type WrittenProject = z.infer<typeof projectFile>;

export type WrittenAccount = z.infer<typeof accountFile>;

export type AccountKey = keyof WrittenAccount;
