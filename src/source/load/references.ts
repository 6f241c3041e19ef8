/** Resolves the references of a rule, `{ file: … }` and `{ env: … }`, and its lists to texts. */
import path from 'node:path';
import type { Finding, Severity } from '../../diagnostics/diagnostic.ts';
import { LEAST_SECRET } from '../../diagnostics/redactor.ts';
import type { KeyKind, ReferenceProblems } from '../../diagnostics/references.ts';
import { entryOnLine, entryPattern, joinedList } from '../../model/lists.ts';
import { onceFor } from '../../model/once-for.ts';
import type { Path, ReferenceAt, StaticKey } from '../../model/rule.ts';
import { mapTexts } from '../../model/texts.ts';
import { isReference, type Reference, type ResolvedRule, type WrittenRule } from '../../model/written-rule.ts';
import type { Where } from '../paths.ts';
import { FILE_LIMIT } from './read-file.ts';
import { type ReadReference, readReference } from './read-reference.ts';

/** What references can refer to. */
export interface ReferenceContext {
  variable: (name: string) => string | undefined;
  /** How an unset variable is reported. warning: when only the files are checked. */
  unset: Severity;
  /** Secrets that no rule may contain. */
  keys: readonly { of: KeyKind; value: string }[];
}

/** A finding about the reference at a path of the rule. */
type ReferenceFinding = Finding<keyof ReferenceProblems | 'list-entry'> & { severity: Severity; path: Path };

export interface ResolvedReferences {
  resolved: ResolvedRule;
  references: readonly ReferenceAt[];
  /** With an error among them, the rule must not be planned. */
  findings: readonly ReferenceFinding[];
  /** The paths of texts whose variable is not set: `actions/0/fields/label`. */
  unknown: ReadonlySet<string>;
}

// Shared by all rules without a reference: their own would take 400 bytes each (measured).
const NOTHING: Omit<ResolvedReferences, 'resolved'> = { references: [], findings: [], unknown: new Set() };

/** Variables of inboxctl, with the keys of accounts, and of the runner, with its tokens. */
const RESERVED = ['INBOXCTL_', 'INPUT_', 'GITHUB_', 'ACTIONS_', 'RUNNER_'];

/** The prefix for which no rule may refer to a variable. */
export function reservedPrefix(name: string): string | undefined {
  return RESERVED.find((prefix) => name.toUpperCase().startsWith(prefix));
}

/** Reads each text file once, however many rules refer to it. `readText` replaces the disk for files not yet written. */
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
      const key = at[2] as StaticKey;
      if (Array.isArray(reference)) return joinedList(key, reference);
      if (!isReference(reference)) return reference;
      const say: Say = (severity, finding) => {
        result.findings.push({ ...finding, severity, path: at });
      };
      const whole =
        'file' in reference
          ? fileText(reference.file, read([reference.file, folder]), referenceContext, say)
          : variableText(reference.env, referenceContext, say);
      const isList = whole !== null && 'file' in reference && at[1] === 'static';
      const text = isList ? textOfLines(whole, key, reference.file, say) : whole;
      if (text === null) result.unknown.add(at.join('/'));
      const unset = text === null ? { isUnset: true as const } : {};
      if ('env' in reference) result.references.push({ path: at, kind: 'env', name: reference.env, ...unset });
      else result.references.push({ path: at, kind: 'file', file: path.resolve(folder, reference.file) });
      // The checks need a text. A rule with this one is never planned.
      return text ?? standIn(reference);
    });
    return { resolved, ...(result.references.length === 0 ? NOTHING : result) };
  };
}

type Say = (severity: Severity, finding: Finding<keyof ReferenceProblems | 'list-entry'>) => void;

function fileText(file: string, read: ReadReference, context: ReferenceContext, say: Say): string | null {
  const text = 'text' in read ? read.text : null;
  const mistake = text?.includes('\0') ? 'not-utf8' : text?.trim() === '' ? 'empty' : null;
  if (text !== null && mistake === null) return withoutKey(text, { kind: 'file', name: file }, context, say);
  const unusable = 'mistake' in read ? read : ({ mistake: mistake ?? 'empty', reason: null } as const);
  say('error', { code: 'reference-unusable', args: { file, limit: FILE_LIMIT, ...unusable } });
  return null;
}

function textOfLines(text: string, key: StaticKey, file: string, say: Say): string | null {
  const lines = text.split('\n').map(entryOnLine);
  const entries = lines.filter((entry) => entry !== null);
  const entry = entries.find((one) => !entryPattern(key).test(one));
  if (entry === undefined) return joinedList(key, entries);
  say('error', { code: 'list-entry', args: { key, entry, line: { file, number: lines.indexOf(entry) + 1 } } });
  return null;
}

/** The value of a variable, or null. Calls `say` if a rule must not use it. */
function variableText(name: string, context: ReferenceContext, say: Say): string | null {
  const prefix = reservedPrefix(name);
  if (prefix !== undefined) {
    say('error', { code: 'variable-name', args: { name, problem: 'reserved', prefix, proposal: null } });
    return null;
  }
  const value = context.variable(name);
  if (value === undefined || value.trim() === '') {
    say(context.unset, { code: 'variable-unset', args: { name, empty: value !== undefined } });
    return null;
  }
  if (value.trim().length < LEAST_SECRET) {
    say('error', { code: 'variable-too-short', args: { name, least: LEAST_SECRET } });
    return null;
  }
  if (/^(["'])(?:(?!\1).)+\1$/.test(value)) say('warning', { code: 'variable-quoted', args: { name } });
  return withoutKey(value, { kind: 'env', name }, context, say);
}

/** Refuses a text with a key in it: the rule would send it to the service. */
function withoutKey(text: string, what: { kind: 'file' | 'env'; name: string }, { keys }: ReferenceContext, say: Say) {
  const key = keys.find(({ value }) => text.includes(value));
  if (key === undefined) return text;
  say('error', { code: 'reference-holds-key', args: { ...what, of: key.of } });
  return null;
}

/** In braces: the checks skip what the service would fill in. */
function standIn(reference: Reference): string {
  return 'file' in reference ? `{{the file ${reference.file}}}` : `{{the variable ${reference.env}}}`;
}
