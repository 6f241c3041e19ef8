/** Reads a bundle of keys, and puts its keys where a session looks for them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Redactor } from '../../diagnostics/redactor.ts';
import { hasErrors } from '../../engine/plan.ts';
import { systemReason } from '../../model/system-reason.ts';
import { type Io, withMembers } from '../io.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UserError, userError } from '../user-error.ts';
import type { SessionArguments } from './arguments.ts';
import { findingsOfBundle, type KeyBundle, parseKeyBundle } from './key-bundle.ts';
import { keysIn, keyVariableOf } from './keys.ts';
import { type Project, workingFolder } from './settings.ts';

/** By the terminal of a run, which may open several sessions: a pipe can be read only once. */
const read = new WeakMap<Terminal, KeyBundle>();

/** The bundle of the arguments, which the terminal hides from then on. Throws a UserError if it cannot be read. */
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

/** The world and the project with a bundle's keys, which replace variables. Throws a UserError if it is wrong. */
export function withKeys(io: Io, args: SessionArguments, bundle: KeyBundle | undefined, project: Project) {
  if (bundle === undefined) return { io, opened: project };
  const beside = [args.apiKeyFile && '--api-key-file', args.apiKey && 'api-key'].flatMap((one) => one || []);
  const known = new Set(project.accounts.map(keyVariableOf));
  const found = findingsOfBundle(bundle, known, beside);
  if (hasErrors(found)) throw new UserError(found);
  const ours = bundle.entries.filter(({ name }) => known.has(name));
  const spareKeys = bundle.entries.filter(({ name }) => !known.has(name));
  const variables = Object.fromEntries(ours.map(({ name, value }) => [name, value]));
  return {
    io: withMembers(io, { env: { ...io.env, ...variables } }),
    opened: { ...project, spareKeys, notices: [...project.notices, ...found] },
  };
}
