/** The findings of `inboxctl doctor`. */
import * as z from 'zod';
import { notice } from './plan.ts';

const probe = z.enum(['base-url', 'api-key', 'proxy', 'connection', 'key', 'RULES_READ', 'RULES_WRITE', 'STATS_READ']);
export type ProbeName = z.infer<typeof probe>;

const result = z.enum(['ok', 'warning', 'failed', 'skipped']);

/** What `inboxctl doctor --format json` prints. */
export const doctorDocument = z
  .object({
    formatVersion: z.literal(1),
    notices: z.array(notice).meta({ description: 'What else there is to say about the settings.' }),
    probes: z.array(
      z.object({
        account: z.string(),
        probe,
        result: result.meta({ description: 'skipped: it could not be looked at, or there was nothing to see.' }),
        detail: z.string(),
        remedy: z.string().optional().meta({ description: 'What to do about it.' }),
      }),
    ),
  })
  .meta({ description: 'What inboxctl doctor found.' });

export type DoctorDocument = z.infer<typeof doctorDocument>;
export type ProbeResult = z.infer<typeof result>;

export type ProbedOf<Finding> = { account: string; probe: ProbeName; result: ProbeResult; finding: Finding };
