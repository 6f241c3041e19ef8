import { TEXT } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import { jsonSchema } from '../schemas/schemas.ts';

/** `inboxctl schema`: prints a JSON Schema. */
export async function schema({ args: { name = 'rules' } }: Invocation<Arguments<'schema'>>): Promise<Result<string>> {
  return { code: EXIT.done, document: jsonSchema(name), formats: TEXT };
}
