/** The references of a rule to their texts: what `{ file: … }` and `{ env: … }` stand for. */
import path from 'node:path';
import type { Finding, Severity } from '../model/diagnostic.ts';
import type { KeyKind, ReferenceProblems } from '../model/file-problems.ts';
import { isReference } from '../model/reference.ts';
import { FIELD_KEYS, type ReferenceAt, STATIC_KEYS } from '../model/rule.ts';
import type { Reference, ResolvedRule, WrittenRule } from '../model/written-rule.ts';
import type { Where } from './find-files.ts';
import type { Path } from './node-places.ts';
import { FILE_LIMIT } from './read-file.ts';
import { type ReadReference, readReference } from './read-reference.ts';

/** What references may be made to. */
export interface Surroundings {
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

/** In characters, white space around it not counted: a shorter text occurs by chance, and would be hidden there. */
export const LEAST_SECRET = 4;

/** Variables of the program itself, keys of accounts among them, and of the runner: tokens more often than not. */
const RESERVED = ['INBOXCTL_', 'INPUT_', 'GITHUB_', 'ACTIONS_', 'RUNNER_'];

/**
 * Takes where the project is and what may be referred to; gives a function from a rule as written, and the file (as
 * shown) that it is in, to the rule with its texts. Each file is read once, however many refer to it. `readText` reads
 * them where they are not yet as they will be.
 */
export function createResolver(
  where: Where,
  surroundings: Surroundings,
  readText: (written: string, folder: string) => ReadReference = (written, folder) =>
    readReference(written, folder, where),
): (written: WrittenRule, file: string) => ResolvedReferences {
  const files = new Map<string, ReadReference>();
  const read = (file: string, folder: string): ReadReference => {
    const id = `${folder}\0${file}`;
    const known = files.get(id) ?? readText(file, folder);
    files.set(id, known);
    return known;
  };
  return (written, file) => {
    const found = referencesOf(written);
    // Without a reference it is a resolved rule as it is.
    if (found.length === 0) return { resolved: written as ResolvedRule, ...NOTHING };
    const result = { references: [] as ReferenceAt[], findings: [] as ReferenceFinding[], unknown: new Set<string>() };
    const resolved = structuredClone(written);
    const folder = path.dirname(path.resolve(where.cwd, file));
    for (const { at, reference } of found) {
      const say: Say = (severity, finding) => {
        result.findings.push({ ...finding, severity, path: at });
      };
      const text =
        'file' in reference
          ? fileText(reference.file, read(reference.file, folder), surroundings, say)
          : variableText(reference.env, surroundings, say);
      // Something must stand there for the checks; a rule with it is never planned.
      setAt(resolved, at, text ?? standIn(reference));
      if (text === null) result.unknown.add(at.join('/'));
      if ('env' in reference) result.references.push({ path: at, kind: 'env', name: reference.env });
      else result.references.push({ path: at, kind: 'file', file: path.resolve(folder, reference.file) });
    }
    return { resolved: resolved as ResolvedRule, ...result };
  };
}

type Say = (severity: Severity, finding: Finding<keyof ReferenceProblems>) => void;

function fileText(file: string, read: ReadReference, { keys }: Surroundings, say: Say): string | null {
  if (!('mistake' in read)) return withoutKey(read.text, { kind: 'file', name: file }, keys, say);
  say('error', { code: 'reference-unusable', args: { file, limit: FILE_LIMIT, ...read } });
  return null;
}

/** Takes the name of a variable; gives its value, or null, and says why a rule may not have it. */
export function variableText(name: string, { variable, unset, keys }: Surroundings, say: Say): string | null {
  const prefix = RESERVED.find((reserved) => name.toUpperCase().startsWith(reserved));
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
function withoutKey(text: string, what: { kind: 'file' | 'env'; name: string }, keys: Surroundings['keys'], say: Say) {
  const key = keys.find(({ value }) => text.includes(value));
  if (key === undefined) return text;
  say('error', { code: 'reference-holds-key', args: { ...what, of: key.of } });
  return null;
}

interface Found {
  at: Path;
  reference: Reference;
}

function referencesOf({ condition, actions }: WrittenRule): Found[] {
  const found: Found[] = [];
  const look = (value: unknown, pathOf: () => Path): void => {
    if (isReference(value)) found.push({ at: pathOf(), reference: value });
  };
  look(condition.aiInstructions, () => ['condition', 'aiInstructions']);
  for (const key of STATIC_KEYS) look(condition.static?.[key], () => ['condition', 'static', key]);
  actions.forEach(({ fields }, index) => {
    if (fields == null) return;
    for (const key of FIELD_KEYS) look(fields[key], () => ['actions', index, 'fields', key]);
  });
  return found;
}

/** Braces, since what the service fills in is not looked into by the checks either. */
function standIn(reference: Reference): string {
  return 'file' in reference ? `{{the file ${reference.file}}}` : `{{the variable ${reference.env}}}`;
}

function setAt(rule: object, at: Path, text: string): void {
  const parent = at.slice(0, -1).reduce((inner: object, key) => Reflect.get(inner, key), rule);
  Reflect.set(parent, at.at(-1) ?? '', text);
}
