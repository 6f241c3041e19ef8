/** Reads a bundle of keys, and puts its keys where a session looks for them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Redactor } from '../../diagnostics/redactor.ts';
import { KEY_VARIABLE } from '../../model/account-name.ts';
import { systemReason } from '../../model/system-reason.ts';
import { type Io, withMembers } from '../io.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { ending, UserError, userError } from '../user-error.ts';
import type { SessionArguments } from './arguments.ts';
import { type KeyBundle, parseKeyBundle, problemsOfBundle } from './key-bundle.ts';
import { keysIn, keyVariablesOf } from './keys.ts';
import { type Project, workingFolder } from './settings.ts';

/** By the terminal of a run, which may open several sessions: a pipe can be read only once. */
const read = new WeakMap<Terminal, KeyBundle>();

/**
 * The bundle of the arguments, if they have one. From then on the terminal hides what is in it. Throws a UserError if its
 * file cannot be read.
 */
export function givenBundle(io: Io, args: SessionArguments, terminal?: Terminal): KeyBundle | undefined {
  const { apiKeysFile: file, apiKeys } = args;
  if (apiKeys !== undefined) return parseKeyBundle(apiKeys, 'the input api-keys');
  if (file === undefined || terminal === undefined) return undefined;
  const known = read.get(terminal);
  if (known !== undefined) return known;
  const bundle = parseKeyBundle(textOf(file, workingFolder(io, args)), `the file ${file}`);
  read.set(terminal, bundle);
  terminal.hide(
    () => new Redactor([...keysIn(io.env), ...bundle.secrets.map((value) => ({ name: 'of the bundle', value }))]),
  );
  return bundle;
}

function textOf(file: string, cwd: string): string {
  try {
    return readFileSync(path.resolve(cwd, file), 'utf8');
  } catch (error) {
    throw userError({
      code: 'file-unreadable',
      args: { what: 'The bundle of keys', file, reason: systemReason(error) },
    });
  }
}

/**
 * The world with the keys of a bundle in its environment, where they replace variables of the same name. Throws a
 * UserError if the bundle is wrong.
 */
export function withKeys(io: Io, args: SessionArguments, bundle: KeyBundle, { accounts }: Project): Io {
  const beside = [args.apiKeyFile && '--api-key-file', args.apiKey && 'api-key'].flatMap((one) => one || []);
  const named = keyVariablesOf(accounts).filter((name) => KEY_VARIABLE.test(name));
  const problems = problemsOfBundle(bundle, new Set(['INBOXCTL_API_KEY', ...named]), beside);
  if (problems.length > 0) throw new UserError(problems.map(ending));
  const variables = Object.fromEntries(bundle.entries.map(({ variable, value }) => [variable, value]));
  return withMembers(io, { env: { ...io.env, ...variables } });
}
