/** A mail to try rules on: the texts of its headers. */
import * as z from 'zod';

export const mail = z.strictObject({
  from: z.string().default(''),
  to: z.string().default(''),
  subject: z.string().default(''),
  /** Whether it replies to another mail of its thread. */
  reply: z.boolean().default(false),
});

export type Mail = z.infer<typeof mail>;
