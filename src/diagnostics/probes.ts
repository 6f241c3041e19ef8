/** The English of what doctor finds. */

import type { ProbeName } from '../model/doctor.ts';
import { count, grouped } from './counts.ts';
import { escapeControl } from './escape-control.ts';
import type { Message, Messages } from './message.ts';
import { saidWhole } from './quoting.ts';

type None = Record<never, never>;
type ScopeProbe = 'RULES_READ' | 'RULES_WRITE' | 'STATS_READ';
/** What the service, or the way to it, gave as the reason; and what to do. */
type Said = { message: string; remedy: string | null };

export interface DoctorFindings {
  /** Not looked at: it needs what failed in `because`. */
  'probe-skipped': { because: ProbeName };
  'node-version': { version: string; needed: string; isEnough: boolean };
  'project-found': { file: string; accounts: number };
  /** There is no project file, which is fine. */
  'project-without-file': None;
  'project-broken': { file: string; errors: number };
  'files-checked': { rules: number; files: number; errors: number; warnings: number };
  'variables-set': { count: number };
  'variables-unset': { names: readonly string[] };
  'history-whole': None;
  'base-url-set': { baseUrl: string; endsAsUsual: boolean };
  /** `from` is the variable or the file that it comes from. */
  'api-key-set': { from: string };
  connected: { host: string; through: string };
  'tls-trusted': { host: string };
  'tls-unused': { isLoopback: boolean };
  'api-answers': None;
  'key-accepted': None;
  'scope-granted': { scope: ScopeProbe };
  'scope-missing': { scope: ScopeProbe } & Said;
  'scope-not-told': { scope: ScopeProbe } & Said;
  /** The deployment answers no statistics. `status` is 404 or 405. */
  'statistics-missing': { status: number };
  'clock-right': { seconds: number };
  /** `seconds` is how much later it is here than there; below zero where it is earlier. */
  'clock-off': { seconds: number };
  'clock-not-told': None;
  'service-resembles': { profile: 'contract' | 'older' | 'newer' };
  'service-not-told': None;
  'live-rules': { count: number };
}

/** What each probe is called in a text. */
export const PROBE_LABELS: Record<ProbeName, string> = {
  node: 'Node',
  project: 'project',
  files: 'files',
  variables: 'variables',
  history: 'git history',
  'base-url': 'base URL',
  'api-key': 'API key',
  connection: 'connection',
  tls: 'TLS',
  api: 'API',
  key: 'key accepted',
  RULES_READ: 'RULES_READ',
  RULES_WRITE: 'RULES_WRITE',
  STATS_READ: 'STATS_READ',
  clock: 'clock',
  service: 'service',
  'live-rules': 'live rules',
};

/** What does not work without a scope, and what still does. */
const WITHOUT: Record<DoctorFindings['scope-missing']['scope'], string> = {
  RULES_READ: 'Nothing works without it.',
  RULES_WRITE: 'plan works, apply does not.',
  STATS_READ: 'Only stats needs it.',
};

const RESEMBLES: Record<DoctorFindings['service-resembles']['profile'], string> = {
  contract: 'Looks like the API as it is documented.',
  older: 'Looks like an older deployment.',
  newer: 'Looks like a newer deployment.',
};

/** What is said of all probes together that one failure leaves unseen. */
export function notLookedAt(probes: readonly ProbeName[], because: ProbeName): string {
  return `Not looked at: ${probes.map((probe) => PROBE_LABELS[probe]).join(', ')}. First mend "${PROBE_LABELS[because]}".`;
}

export const doctorFindings: Messages<DoctorFindings> = {
  'probe-skipped': ({ because }) => ({ message: `Not looked at: first mend "${PROBE_LABELS[because]}".` }),
  'node-version': ({ version, needed, isEnough }) => ({
    message: isEnough ? version : `${version} is too old.`,
    ...(isEnough ? {} : { remedy: `Install Node ${needed} or newer.` }),
  }),
  'project-found': ({ file, accounts }) => ({
    message: accounts === 1 ? escapeControl(file) : `${escapeControl(file)}, ${count(accounts, 'account')}`,
  }),
  'project-without-file': () => ({ message: 'No inboxctl.yaml, so the defaults hold: rules/, and one account.' }),
  'project-broken': ({ file, errors }) => ({
    message: `${escapeControl(file)} has ${count(errors, 'error')}.`,
    remedy: 'They are listed below; inboxctl validate lists them too.',
  }),
  'files-checked': ({ rules, files, errors, warnings }) => filesMessage(rules, files, errors, warnings),
  'variables-set': ({ count: number }) => ({ message: `${count(number, 'variable')} of the rules, all set` }),
  'variables-unset': ({ names }) => ({
    message: `Not set: ${names.map(escapeControl).join(', ')}.`,
    remedy: 'plan and apply need them: the rules take texts from them. In a workflow, pass them in `env`.',
  }),
  'history-whole': () => ({ message: 'whole' }),
  'base-url-set': ({ baseUrl, endsAsUsual }) => ({
    message: endsAsUsual ? escapeControl(baseUrl) : `${escapeControl(baseUrl)} does not end in /api/v1.`,
    ...(endsAsUsual ? {} : { remedy: 'The API is below /api/v1; if it answers, this deployment is an exception.' }),
  }),
  'api-key-set': ({ from }) => ({ message: `from ${escapeControl(from)}` }),
  connected: ({ host, through }) => ({ message: `${escapeControl(host)} answers${escapeControl(through)}` }),
  'tls-trusted': ({ host }) => ({ message: `the certificate of ${escapeControl(host)} is trusted` }),
  'tls-unused': ({ isLoopback }) =>
    isLoopback
      ? { message: 'none: http://, which does not leave this machine' }
      : {
          message: 'None: http://. The API key travels readable for anyone on the way.',
          remedy: 'Use https://, and make a new key: this one may be known by now.',
        },
  'api-answers': () => ({ message: 'answers as documented' }),
  'key-accepted': () => ({ message: 'yes' }),
  'scope-granted': () => ({ message: 'yes' }),
  'scope-missing': ({ scope, remedy }) => ({
    message: `The key does not have it. ${WITHOUT[scope]}`,
    ...said(remedy),
  }),
  'scope-not-told': ({ message, remedy }) => ({
    message: `Cannot be told: ${saidWhole(message)}`,
    ...said(remedy),
  }),
  'statistics-missing': ({ status }) => ({ message: `This deployment has no statistics: it answers ${status}.` }),
  'clock-right': ({ seconds }) => ({
    message: Math.abs(seconds) < 2 ? "as the service's" : `${distance(seconds)} ${ahead(seconds)} the service's`,
  }),
  'clock-off': ({ seconds }) => ({
    message: `This machine's clock is ${distance(seconds)} ${ahead(seconds)} the service's.`,
    remedy: 'Set the one that is wrong: certificates and the times of runs depend on it.',
  }),
  'clock-not-told': () => ({ message: 'The service does not say what time it has.' }),
  'service-resembles': ({ profile }) => ({ message: RESEMBLES[profile] }),
  'service-not-told': () => ({ message: 'Nothing that it answered tells what it is like.' }),
  'live-rules': ({ count: number }) => ({ message: grouped(number) }),
};

function filesMessage(rules: number, files: number, errors: number, warnings: number): Message {
  const found = [
    ...(errors > 0 ? [count(errors, 'error')] : []),
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
  ].join(', ');
  const where = `${count(rules, 'rule')} in ${count(files, 'file')}`;
  if (found === '') return { message: where };
  return { message: `${where}: ${found}.`, remedy: 'They are listed by: inboxctl validate' };
}

function said(remedy: string | null): { remedy?: string } {
  return remedy === null ? {} : { remedy: escapeControl(remedy) };
}

/** A time in the largest unit that it fills: `12 min`. */
function distance(seconds: number): string {
  const size = Math.abs(seconds);
  if (size < 120) return `${size} s`;
  if (size < 2 * 3600) return `${Math.round(size / 60)} min`;
  if (size < 2 * 86_400) return `${Math.round(size / 3600)} h`;
  return `${grouped(Math.round(size / 86_400))} days`;
}

function ahead(seconds: number): string {
  return seconds > 0 ? 'ahead of' : 'behind';
}
