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

/** What names an address or a key: a flag, the account, the top level of the project file, or the environment. */
export type NamedBy = 'flag' | keyof typeof IN_FILES | 'environment';

const IN_FILES = { account: "the account's settings", project: 'the top level of inboxctl.yaml' } as const;
const ADDRESS_FROM = { ...IN_FILES, flag: '--base-url', environment: 'INBOXCTL_BASE_URL' } as const;
const KEY_FROM = {
  account: `, by ${IN_FILES.account}`,
  project: `, by ${IN_FILES.project}`,
  flag: '',
  environment: '',
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
  /** `isOtherSet`: INBOXCTL_BASE_URL is set to another. */
  'base-url-set': ({ baseUrl, by, isOtherSet }: { baseUrl: string; by: NamedBy; isOtherSet: boolean }) => ({
    message: say`${theirs(baseUrl)}, from ${ADDRESS_FROM[by]}${isOtherSet ? '; INBOXCTL_BASE_URL is set to another, and not used' : ''}`,
  }),
  'tls-unused': () => ({
    message: say`http:// is not encrypted: anyone on the network path can read the API key.`,
    remedy: say`Use https://, and make a new key: this one may be known by now.`,
  }),
  /** `from`: the variable, or the file of --api-key-file. `isOtherSet`: INBOXCTL_API_KEY is set to another. */
  'api-key-set': ({ from, by, isOtherSet }: { from: string; by: NamedBy; isOtherSet: boolean }) => ({
    message: say`from ${theirs(from)}${KEY_FROM[by]}${isOtherSet ? '; INBOXCTL_API_KEY is set to another, and not used' : ''}`,
  }),
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
