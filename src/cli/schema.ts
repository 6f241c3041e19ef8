import type { Command } from './definition.ts';
import { EXIT } from './exit-code.ts';
import { jsonSchema, SCHEMAS } from './schemas.ts';
import { stop } from './stop.ts';

/** `inboxctl schema`: prints a JSON Schema. */
export const schema: Command = async ({ io, args }) => {
  const [name = 'rules'] = args;
  if (!Object.hasOwn(SCHEMAS, name)) throw stop({ code: 'schema-unknown', args: { name } });
  io.stdout.write(jsonSchema(name as keyof typeof SCHEMAS));
  return EXIT.done;
};
