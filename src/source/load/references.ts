/** The references of a rule to their texts: what `{ file: … }` and `{ env: … }` stand for. */

import path from 'node:path';
import type { Finding, Severity } from '../../diagnostics/diagnostic.ts';
import { LEAST_SECRET } from '../../diagnostics/redactor.ts';
import type { KeyKind, ReferenceProblems } from '../../diagnostics/references.ts';
import { onceFor } from '../../model/once-for.ts';
import type { Path, ReferenceAt } from '../../model/rule.ts';
import { mapTexts } from '../../model/texts.ts';
import { isReference, type Reference, type ResolvedRule, type WrittenRule } from '../../model/written-rule.ts';
import type { Where } from '../paths.ts';
import { FILE_LIMIT } from './read-file.ts';
import { type ReadReference, readReference } from './read-reference.ts';

/** What references may be made to. */
export interface ReferenceContext {
  /** The value of a variable; undefined where it is not set. */
  variable: (name: string) => string | undefined;
  /** error: a rule cannot do without. warning: where only the files are looked at. */
  unset: Severity;
  /** Secrets that no rule may hold. */
  keys: readonly { of: KeyKind; value: string }[];
}

/** A finding about the reference at a path of the rule. */
type ReferenceFinding = Finding<keyof ReferenceProblems> & { severity: Severity; path: Path };

export interface ResolvedReferences {
  resolved: ResolvedRule;
  references: readonly ReferenceAt[];
  /** With an error among them the rule is not as it was meant. */
  findings: readonly ReferenceFinding[];
  /** Where texts stand that are not known, because a variable is not set: `actions/0/fields/label`. */
  unknown: ReadonlySet<string>;
}

// One for all rules without a reference: of their own they would take 400 bytes each (measured).
const NOTHING: Omit<ResolvedReferences, 'resolved'> = { references: [], findings: [], unknown: new Set() };

/** Variables of the program itself, keys of accounts among them, and of the runner: tokens more often than not. */
const RESERVED = ['INBOXCTL_', 'INPUT_', 'GITHUB_', 'ACTIONS_', 'RUNNER_'];

/** The beginning of a variable's name for which no rule may refer to it. */
export function reservedPrefix(name: string): string | undefined {
  return RESERVED.find((prefix) => name.toUpperCase().startsWith(prefix));
}

/**
 * Gives a function that puts the texts of references into a rule as written, given the file (as shown) that the rule is
 * in. Each text file is read once, however many rules refer to it. `readText` replaces the disk, for files that are not
 * written yet.
 */
export function createResolver(
  where: Where,
  referenceContext: ReferenceContext,
  readText: (written: string, folder: string) => ReadReference = (written, folder) =>
    readReference(written, folder, where),
): (written: WrittenRule, file: string) => ResolvedReferences {
  const read = onceFor(([file, folder]: readonly [string, string]) => readText(file, folder));
  return (written, file) => {
    const result = { references: [] as ReferenceAt[], findings: [] as ReferenceFinding[], unknown: new Set<string>() };
    const folder = path.dirname(path.resolve(where.cwd, file));
    const resolved = mapTexts(written, (reference, at) => {
      if (!isReference(reference)) return reference;
      const say: Say = (severity, finding) => {
        result.findings.push({ ...finding, severity, path: at });
      };
      const text =
        'file' in reference
          ? fileText(reference.file, read([reference.file, folder]), referenceContext, say)
          : variableText(reference.env, referenceContext, say);
      if (text === null) result.unknown.add(at.join('/'));
      const unset = text === null ? { isUnset: true as const } : {};
      if ('env' in reference) result.references.push({ path: at, kind: 'env', name: reference.env, ...unset });
      else result.references.push({ path: at, kind: 'file', file: path.resolve(folder, reference.file) });
      // Something must stand there for the checks; a rule with it is never planned.
      return text ?? standIn(reference);
    });
    return { resolved, ...(result.references.length === 0 ? NOTHING : result) };
  };
}

type Say = (severity: Severity, finding: Finding<keyof ReferenceProblems>) => void;

function fileText(file: string, read: ReadReference, { keys }: ReferenceContext, say: Say): string | null {
  if (!('mistake' in read)) return withoutKey(read.text, { kind: 'file', name: file }, keys, say);
  say('error', { code: 'reference-unusable', args: { file, limit: FILE_LIMIT, ...read } });
  return null;
}

/** The value of a variable, or null; `say` is told why a rule may not have it. */
export function variableText(name: string, { variable, unset, keys }: ReferenceContext, say: Say): string | null {
  const prefix = reservedPrefix(name);
  if (prefix !== undefined) {
    say('error', { code: 'variable-name', args: { name, problem: 'reserved', prefix } });
    return null;
  }
  const value = variable(name);
  if (value === undefined || value.trim() === '') {
    say(unset, { code: 'variable-unset', args: { name, empty: value !== undefined } });
    return null;
  }
  if (value.trim().length < LEAST_SECRET) {
    say('error', { code: 'variable-too-short', args: { name, least: LEAST_SECRET } });
    return null;
  }
  return withoutKey(value, { kind: 'env', name }, keys, say);
}

/** A rule that holds a key would send it to the service, and on from there. */
function withoutKey(
  text: string,
  what: { kind: 'file' | 'env'; name: string },
  keys: ReferenceContext['keys'],
  say: Say,
) {
  const key = keys.find(({ value }) => text.includes(value));
  if (key === undefined) return text;
  say('error', { code: 'reference-holds-key', args: { ...what, of: key.of } });
  return null;
}

/** Braces, since what the service fills in is not looked into by the checks either. */
function standIn(reference: Reference): string {
  return 'file' in reference ? `{{the file ${reference.file}}}` : `{{the variable ${reference.env}}}`;
}
