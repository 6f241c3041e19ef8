/** Findings of doctor that no other command reports. */
import type { ProbeName } from '../model/doctor.ts';
import { count } from './counts.ts';
import { list, ours, type Parts, say, sentence, type Topic, theirs } from './message.ts';

export const PROBE_LABELS: Record<ProbeName, string> = {
  'base-url': 'base URL',
  'api-key': 'API key',
  proxy: 'proxy',
  connection: 'connection',
  key: 'key accepted',
  RULES_READ: 'RULES_READ',
  RULES_WRITE: 'RULES_WRITE',
  STATS_READ: 'STATS_READ',
};

const WITHOUT = {
  RULES_READ: 'Every command that connects needs it, except stats.',
  RULES_WRITE: 'Only apply and rollback need it.',
  STATS_READ: 'Only stats needs it.',
} as const;

/** Describes all probes that were skipped because of the same failure. */
export function notLookedAt(probes: readonly ProbeName[], because: ProbeName): Parts {
  const labels = list(probes, (probe) => ours(PROBE_LABELS[probe]), probes.length);
  return say`Not checked: ${labels}. Fix "${ours(PROBE_LABELS[because])}" first.`;
}

export const doctorFindings = {
  'probe-skipped': ({ because }: { because: ProbeName }) => ({
    message: say`Not checked: fix "${ours(PROBE_LABELS[because])}" first.`,
  }),
  'base-url-set': ({ baseUrl }: { baseUrl: string }) => ({ message: [theirs(baseUrl)] }),
  'tls-unused': () => ({
    message: say`http:// is not encrypted: anyone on the network path can read the API key.`,
    remedy: say`Use https://, and make a new key: this one may be known by now.`,
  }),
  'api-key-set': ({ from }: { from: string }) => ({ message: say`from ${theirs(from)}` }),
  /** `proxy` is the proxy for display, with the variable that names it. */
  'proxy-used': ({ proxy }: { proxy: string }) => ({ message: [theirs(proxy)] }),
  'proxy-unused': ({ variable, host }: { variable: string; host: string }) => ({
    message: say`none: ${theirs(variable)} does not apply to ${theirs(host)}`,
  }),
  connected: ({ host, through }: { host: string; through: string }) => ({
    message: say`${theirs(host)} answers${theirs(through)}`,
  }),
  'key-accepted': () => ({ message: say`yes` }),
  'live-rules': ({ count: number }: { count: number }) => ({ message: say`yes: ${count(number, 'live rule')}` }),
  'scope-granted': () => ({ message: say`yes` }),
  'scope-missing': ({ scope, remedy }: { scope: keyof typeof WITHOUT; remedy: string | null }) => ({
    message: say`The key does not have it. ${WITHOUT[scope]}`,
    ...optionalRemedy(remedy),
  }),
  'scope-not-told': ({ message, remedy }: { message: string; remedy: string | null }) => ({
    message: say`Unknown: ${sentence(message)}`,
    ...optionalRemedy(remedy),
  }),
  /** The deployment has no statistics. `status` is 404 or 405. */
  'statistics-missing': ({ status }: { status: number }) => ({
    message: say`This deployment has no statistics: it answers ${status}.`,
  }),
} satisfies Topic;

function optionalRemedy(remedy: string | null): { remedy?: Parts } {
  return remedy === null ? {} : { remedy: [theirs(remedy)] };
}
