import { TEXT } from '../../report/formats.ts';
import type { ArgumentsOf, CommandDefinition, Invocation, Result } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { jsonSchema } from '../schemas/schemas.ts';

export const definition = {
  arguments: [
    {
      name: '[name]',
      description: 'which schema: rules (the default), tests, project, account, plan or sandbox',
      choices: ['rules', 'tests', 'project', 'account', 'plan', 'sandbox'],
    },
  ],
  description:
    'Prints the JSON Schema of rule files, of tests files, of inboxctl.yaml, of account files, of a plan in JSON, or of the seed of a sandbox.',
  options: [],
  examples: { 'inboxctl schema rules > rules.schema.json': 'for an editor' },
} as const satisfies CommandDefinition;

/** `inboxctl schema`: prints a JSON Schema. */
export async function run({
  args: { name = 'rules' },
}: Invocation<ArgumentsOf<typeof definition>>): Promise<Result<string>> {
  return { code: EXIT.done, document: jsonSchema(name), formats: TEXT };
}
