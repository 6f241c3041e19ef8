/** The rule files of accounts, ready to be loaded. */
import path from 'node:path';
import { type AccountFiles, type Looked, lookedAt } from '../../engine/declare.ts';
import type { AccountSettings } from '../../model/project.ts';
import { createLoader, type LoadedRule, type Loader } from '../../source/load.ts';
import type { Surroundings } from '../../source/references.ts';
import type { Invocation } from '../command.ts';
import { ownKeys } from './keys.ts';
import type { Project } from './settings.ts';

/** A loader for the project's rules; `unset` is what a variable is that a rule needs and that is not set. */
export function rulesLoader(invocation: Invocation, project: Project, unset: 'error' | 'warning'): Loader<Looked> {
  return createLoader(project, surroundingsOf(invocation, project, unset), lookedAt);
}

/** The same, of which the rules as they are written are kept too: for a command that edits them. */
export function writtenRulesLoader(invocation: Invocation, project: Project): Loader<Looked & { source: LoadedRule }> {
  return createLoader(project, surroundingsOf(invocation, project, 'warning'), (source, locate) => {
    return { ...lookedAt(source, locate), source };
  });
}

/** What the rules of a project may refer to. */
export function surroundingsOf(invocation: Invocation, project: Project, unset: 'error' | 'warning'): Surroundings {
  const { env } = invocation.io;
  return {
    variable: (name) => env[name],
    unset,
    keys: ownKeys(invocation, project),
  };
}

/** Takes an account; gives what its rules are declared from. */
export function rulesOf({ name, rules, plan, pathOf }: AccountSettings, { home, locate }: Project): AccountFiles {
  return {
    name,
    roots: rules.map((root) => path.resolve(home, root)),
    settings: plan,
    policyPlace: (key) => locate?.([...pathOf('policy'), key], 'key').place ?? null,
  };
}
