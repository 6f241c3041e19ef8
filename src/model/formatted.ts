/** The result of `inboxctl fmt`. */
import * as z from 'zod';
import { documentHead } from './plan.ts';

const status = z.enum(['unchanged', 'rewritten', 'differs', 'left-alone', 'invalid']).meta({
  description:
    'unchanged: it is in canonical form. differs: it is not, and --check writes nothing. left-alone: the canonical form would not say the same. invalid: it has problems, or could not be written.',
});

/** What `inboxctl fmt --format json` prints. */
export const formattedDocument = z
  .object({
    ...documentHead,
    files: z.array(
      z.object({
        file: z.string(),
        status,
        diff: z.string().optional().meta({ description: 'With --diff, what would change, as a unified diff.' }),
      }),
    ),
  })
  .meta({ description: 'What inboxctl fmt did.' });

export type FormattedDocument = z.infer<typeof formattedDocument>;
/** `file` is relative to the working directory. */
export type FormattedFile = FormattedDocument['files'][number];
export type FormatStatus = z.infer<typeof status>;
