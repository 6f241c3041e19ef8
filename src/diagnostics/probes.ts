/** Findings of doctor that no other command reports. */
import type { ProbeName } from '../model/doctor.ts';
import { count, grouped } from './counts.ts';
import { list, ours, type Parts, say, sentence, type Topic, theirs } from './message.ts';

/** The labels of probes. */
export const PROBE_LABELS: Record<ProbeName, string> = {
  project: 'project',
  files: 'files',
  'base-url': 'base URL',
  'api-key': 'API key',
  proxy: 'proxy',
  connection: 'connection',
  key: 'key accepted',
  RULES_READ: 'RULES_READ',
  RULES_WRITE: 'RULES_WRITE',
  STATS_READ: 'STATS_READ',
  clock: 'clock',
  service: 'service',
};

/** The commands that need each scope. */
const WITHOUT = {
  RULES_READ: 'Every command that connects needs it, except stats.',
  RULES_WRITE: 'Only apply and rollback need it.',
  STATS_READ: 'Only stats needs it.',
} as const;

const RESEMBLES = {
  contract: 'Looks like the API as it is documented.',
  older: 'Looks like an older deployment.',
  newer: 'Looks like a newer deployment.',
} as const;

/** Describes all probes that were skipped because of the same failure. */
export function notLookedAt(probes: readonly ProbeName[], because: ProbeName): Parts {
  const labels = list(probes, (probe) => ours(PROBE_LABELS[probe]), probes.length);
  return say`Not checked: ${labels}. Fix "${ours(PROBE_LABELS[because])}" first.`;
}

export const doctorFindings = {
  /** Skipped, because it needs the probe `because`, which failed. */
  'probe-skipped': ({ because }: { because: ProbeName }) => ({
    message: say`Not checked: fix "${ours(PROBE_LABELS[because])}" first.`,
  }),
  'project-found': ({ file, accounts }: { file: string; accounts: number }) => ({
    message: accounts === 1 ? [theirs(file)] : say`${theirs(file)}, ${count(accounts, 'account')}`,
  }),
  /** There is no project file, which is allowed. */
  'project-without-file': () => ({
    message: say`No inboxctl.yaml, so the defaults apply: rules/, and one account.`,
  }),
  'project-broken': ({ file, errors }: { file: string; errors: number }) => ({
    message: say`${theirs(file)} has ${count(errors, 'error')}.`,
    remedy: say`They are listed below; \`inboxctl validate\` lists them too.`,
  }),
  'files-checked': (args: { rules: number; files: number; errors: number; warnings: number }) => {
    const where = say`${count(args.rules, 'rule')} in ${count(args.files, 'file')}`;
    const found = [
      ...(args.errors > 0 ? [count(args.errors, 'error')] : []),
      ...(args.warnings > 0 ? [count(args.warnings, 'warning')] : []),
    ];
    if (found.length === 0) return { message: where };
    return {
      message: say`${where}: ${list(found, ours)}.`,
      remedy: say`They are listed by: inboxctl ${args.errors > 0 ? 'plan' : 'validate'}`,
    };
  },
  'base-url-set': ({ baseUrl, endsAsUsual }: { baseUrl: string; endsAsUsual: boolean }) =>
    endsAsUsual
      ? { message: [theirs(baseUrl)] }
      : {
          message: say`${theirs(baseUrl)} does not end in /api/v1.`,
          remedy: say`The API is below /api/v1; if it answers, this deployment is an exception.`,
        },
  /** The service is on another machine. */
  'tls-unused': () => ({
    message: say`http:// is not encrypted: anyone on the network path can read the API key.`,
    remedy: say`Use https://, and make a new key: this one may be known by now.`,
  }),
  /** `from` is the variable or the file with the key. */
  'api-key-set': ({ from }: { from: string }) => ({ message: say`from ${theirs(from)}` }),
  /** `proxy` is the proxy for display, with the variable that names it. */
  'proxy-used': ({ proxy }: { proxy: string }) => ({ message: [theirs(proxy)] }),
  /** A variable names a proxy, but it does not apply to this host. */
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
  /** The words of the service, or of the network. */
  'scope-not-told': ({ message, remedy }: { message: string; remedy: string | null }) => ({
    message: say`Unknown: ${sentence(message)}`,
    ...optionalRemedy(remedy),
  }),
  /** The deployment has no statistics. `status` is 404 or 405. */
  'statistics-missing': ({ status }: { status: number }) => ({
    message: say`This deployment has no statistics: it answers ${status}.`,
  }),
  'clock-right': ({ seconds }: { seconds: number }) => ({
    message: Math.abs(seconds) < 2 ? say`as the service's` : say`${distance(seconds)} ${ahead(seconds)} the service's`,
  }),
  /** `seconds` is how far our clock is ahead of the service. Negative if it is behind. */
  'clock-off': ({ seconds }: { seconds: number }) => ({
    message: say`This machine's clock is ${distance(seconds)} ${ahead(seconds)} the service's.`,
    remedy: say`Set the one that is wrong: certificates and the times of runs depend on it.`,
  }),
  'clock-not-told': () => ({ message: say`The service does not say what time it has.` }),
  'service-resembles': ({ profile }: { profile: keyof typeof RESEMBLES }) => ({ message: [RESEMBLES[profile]] }),
  'service-not-told': () => ({ message: say`None of its answers tell which version it is.` }),
} satisfies Topic;

function optionalRemedy(remedy: string | null): { remedy?: Parts } {
  return remedy === null ? {} : { remedy: [theirs(remedy)] };
}

/** Formats a duration in its largest whole unit: `12 min`. */
function distance(seconds: number): Parts {
  const size = Math.abs(seconds);
  if (size < 120) return say`${size} s`;
  if (size < 2 * 3600) return say`${Math.round(size / 60)} min`;
  if (size < 2 * 86_400) return say`${Math.round(size / 3600)} h`;
  return say`${grouped(Math.round(size / 86_400))} days`;
}

function ahead(seconds: number): 'ahead of' | 'behind' {
  return seconds > 0 ? 'ahead of' : 'behind';
}
