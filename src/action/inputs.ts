/** The checked inputs of the workflow. All problems are reported at once. */
import * as z from 'zod';
import { parseKeyBundle } from '../cli/session/key-bundle.ts';
import { isDigest } from '../model/digest.ts';
import { jsonIn } from '../model/json.ts';
import { SHARD_FORM, shardIn } from '../model/shard.ts';
import { INPUTS, type InputDefinition } from './definition.ts';

export type Inputs = ReturnType<typeof readInputs>;

const PREFIX = 'INPUT_';

/** Reads the inputs, which the runner passes as INPUT_NAME, or returns what is wrong with them. */
export function inputsOf(env: Record<string, string | undefined>): { ok: Inputs } | { problems: string[] } {
  const problems: string[] = [...unknownInputs(env)];
  for (const [name, definition] of Object.entries<InputDefinition>(INPUTS)) {
    const value = givenIn(env, name);
    if (value === null) {
      if (definition.required) problems.push(`The input ${name} is missing. It is one of ${joinValues(definition)}.`);
    } else if (definition.values !== undefined && !definition.values.includes(value)) {
      problems.push(`The input ${name} is "${value}". It is one of ${joinValues(definition)}.`);
    }
  }
  const get = (name: keyof typeof INPUTS) => givenIn(env, name);
  problems.push(...unfitting(get('mode'), env));
  const runId = get('run-id') ?? '';
  if (!/^\d{0,15}$/.test(runId)) {
    problems.push(`The input run-id is "${runId}". It is the number in the address of a workflow run.`);
  }
  const expect = get('expect')?.toLowerCase() ?? null;
  if (expect !== null && !isDigest(expect)) {
    problems.push(`The input expect is "${expect}". It is sha256: and 64 hex digits.`);
  }
  const shard = get('shard');
  if (shard !== null && shardIn(shard) === null) problems.push(`The input shard is "${shard}". ${SHARD_FORM}`);
  return problems.length > 0 ? { problems } : { ok: readInputs(env) };
}

function readInputs(env: Record<string, string | undefined>) {
  const get = (name: keyof typeof INPUTS) => givenIn(env, name);
  const oneOf = <N extends 'mode' | 'review'>(name: N) => get(name) as (typeof INPUTS)[N]['values'][number];
  return {
    mode: oneOf('mode'),
    workingDirectory: get('working-directory') ?? '.',
    /** Globs; empty for all accounts. */
    accounts: listOf(get('account')),
    /** Globs, one a line, since a name may have commas, or quoted as in JSON and with commas; empty for all rules. */
    only: listOf(get('only'), '\n').flatMap(namesIn),
    /** null for all of those accounts. */
    shard: shardIn(get('shard') ?? ''),
    baseUrl: get('base-url'),
    apiKey: get('api-key'),
    apiKeys: get('api-keys'),
    githubToken: get('github-token'),
    comment: get('comment') === 'true',
    review: oneOf('review'),
    signingKey: get('signing-key'),
    /** In lower case; empty if none is given. */
    allowedHosts: listOf(get('allowed-hosts')).map((host) => host.toLowerCase()),
    /** Of a rollback: a file, or the folder that has it; empty in other modes. */
    runFile: get('run-file') ?? '',
    runId: Number(get('run-id')),
    /** The digest of the plan that a run by hand carries out, in lower case; null to show it. */
    expect: get('expect')?.toLowerCase() ?? null,
  };
}

/** The values of secret inputs. Works even if other inputs are wrong, because masking comes first. */
export function secretInputs(env: Record<string, string | undefined>): string[] {
  return Object.entries<InputDefinition>(INPUTS).flatMap(([name, { secret }]) => {
    const value = secret === undefined ? null : givenIn(env, name);
    if (value === null) return [];
    return secret === 'bundle' ? [...parseKeyBundle(value, name).secrets] : value;
  });
}

/** Reads one input. An empty one counts as not given: that is what a workflow passes for a missing secret. */
function givenIn(env: Record<string, string | undefined>, name: string): string | null {
  const { default: otherwise } = INPUTS[name as keyof typeof INPUTS] as InputDefinition;
  // The default of a token is an expression, which the runner has already filled in.
  const fallback = otherwise === undefined || otherwise.includes('${{') ? null : otherwise;
  return env[variableOf(name)]?.trim() || fallback;
}

function variableOf(name: string): string {
  return `${PREFIX}${name.replaceAll(' ', '_').toUpperCase()}`;
}

function unknownInputs(env: Record<string, string | undefined>): string[] {
  const known = new Set(Object.keys(INPUTS).map(variableOf));
  const others = Object.keys(env).filter((name) => name.startsWith(PREFIX) && !known.has(name));
  return others.map((name) => {
    const written = name.slice(PREFIX.length).toLowerCase();
    return `There is no input "${written}". The inputs are ${Object.keys(INPUTS).join(', ')}.`;
  });
}

function unfitting(mode: string | null, env: Record<string, string | undefined>): string[] {
  const problems = Object.entries<InputDefinition>(INPUTS).flatMap(([name, { of }]) => {
    if (of === undefined) return [];
    const isGiven = givenIn(env, name) !== null;
    const modes: readonly (string | null)[] = of.modes;
    if (modes.includes(mode)) return of.required && !isGiven ? [`The mode ${mode} needs the input ${name}.`] : [];
    const which = `the mode${modes.length === 1 ? '' : 's'} ${modes.join(' and ')}`;
    return isGiven ? [`The input ${name} is for ${which}, and this is the mode ${mode}.`] : [];
  });
  const whole = { rollback: 'takes a whole run back', drift: 'compares all rules' }[mode ?? ''];
  return whole !== undefined && givenIn(env, 'only') !== null
    ? [...problems, `The input only is not for the mode ${mode}, which ${whole}.`]
    : problems;
}

function joinValues({ values = [] }: InputDefinition): string {
  return values.join(', ');
}

/** The form of one line, as messages print it; a form of workflows has no other. */
function namesIn(line: string): string[] {
  const read = line.startsWith('"') ? z.array(z.string()).safeParse(jsonIn(`[${line}]`)) : null;
  return read?.success ? read.data : [line];
}

function listOf(text: string | null, separator: string | RegExp = /[\n,]/): string[] {
  return (text ?? '').split(separator).flatMap((part) => part.trim() || []);
}
