import type { Command } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { userError } from '../user-error.ts';
import { jsonSchema, SCHEMAS } from './schemas.ts';

/** `inboxctl schema`: prints a JSON Schema. */
export const schema: Command = async ({ io, args }) => {
  const [name = 'rules'] = args;
  if (!Object.hasOwn(SCHEMAS, name)) throw userError({ code: 'schema-unknown', args: { name } });
  io.stdout.write(jsonSchema(name as keyof typeof SCHEMAS));
  return EXIT.done;
};
