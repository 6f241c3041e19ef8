import { TEXT } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import { jsonSchema, SCHEMAS } from '../schemas/schemas.ts';
import { userError } from '../user-error.ts';

/** `inboxctl schema`: prints a JSON Schema. */
export async function schema({ args: { name = 'rules' } }: Invocation<Arguments<'schema'>>): Promise<Result<string>> {
  if (!Object.hasOwn(SCHEMAS, name)) throw userError({ code: 'schema-unknown', args: { name } });
  return { code: EXIT.done, document: jsonSchema(name as keyof typeof SCHEMAS), formats: TEXT };
}
