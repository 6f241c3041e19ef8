/**
 * Loads the rules of accounts, and every problem of every file. In order: find the files (find-files), read each
 * (read-file), turn its documents into values with places (read-documents, plain), check them against the schema (parse,
 * shape-findings), and resolve references (references).
 */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Secret } from '../../diagnostics/redactor.ts';
import { onceFor } from '../../model/once-for.ts';
import type { Path, ReferenceAt } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import { shownPath, type Where } from '../paths.ts';
import { withCutTexts } from './cut-texts.ts';
import { type FoundFiles, findRuleFiles, type RuleFile } from './find-files.ts';
import { createLocate, type Locate } from './locate.ts';
import { isReadable, parseRuleFile, type SourceRule } from './parse.ts';
import { readRuleFile } from './read-file.ts';
import { createResolver, type ReferenceContext } from './references.ts';

/** A rule as written, and with its references resolved. */
export interface LoadedRule extends SourceRule {
  /** The path of its file, relative to the project file, with `/`. */
  file: string;
  resolved: ResolvedRule;
  references: readonly ReferenceAt[];
  /** The paths of texts that are not known, `actions/0/fields/label`. They are not checked. */
  unknown: ReadonlySet<string>;
  /** The paths of errors of shape. They are not checked further. */
  damaged: readonly Path[];
}

export interface LoadedRules<Kept> {
  rules: Kept[];
  /** Rules with errors, as far as they can be read: they are checked, but never planned. */
  broken: Kept[];
  /** With an error among them, `rules` is not all that the files declare, so there can be no plan. */
  problems: Diagnostic[];
  files: Readonly<FoundFiles['files']>;
}

/** `Kept`: what is kept of each rule. */
export interface Loader<Kept = unknown> {
  /** Loads rules folders or files (absolute, or relative to `where.cwd`). */
  load(roots: readonly string[]): LoadedRules<Kept>;
  loaded(file: string): LoadedFile<Kept> | undefined;
  locate: Locate;
  /** The variables that loaded rules refer to. The value of an unset one is empty. */
  secrets(): Secret[];
  /** Like `secrets`, for everything that looks like a reference, also in broken rules: hidden in messages. */
  mentioned(): Secret[];
}

const NONE: readonly Path[] = [];

/** What one file declares. */
export interface LoadedFile<Kept> {
  rules: Kept[];
  broken: Kept[];
  problems: Diagnostic[];
  /** The files (absolute) that its rules refer to. */
  referred: string[];
}

/**
 * `keep` returns what is kept of a rule, to save memory. Reads each file once, synchronously, which is several times
 * faster for many small files. `known` may return what another loader has read of a file (absolute).
 */
export function createLoader<Kept>(
  where: Where,
  referenceContext: ReferenceContext,
  keep: (rule: LoadedRule, locate: Locate) => Kept,
  known: (file: string) => LoadedFile<Kept> | undefined = () => undefined,
): Loader<Kept> {
  const { home = where.cwd } = where;
  const texts = new Map<string, string>();
  const variables = new Set<string>();
  /** The shown paths of files that rules refer to. */
  const referred = new Set<string>();
  const locate = createLocate(texts);
  const resolve = createResolver(where, referenceContext);

  const valuesOf = (names: ReadonlySet<string>): Secret[] =>
    [...names].map((name) => ({ name, value: referenceContext.variable(name) ?? '' }));

  /** Accounts that share a folder share its problems. */
  const theSame = onceFor((problem: Diagnostic) => problem);
  const list = onceFor((roots: readonly string[]) => findRuleFiles(roots, where));

  const read = new Map<string, LoadedFile<Kept>>();
  const loadFile = (file: RuleFile): LoadedFile<Kept> => {
    const found = read.get(file.path) ?? known(file.path) ?? readFile(file);
    read.set(file.path, found);
    return found;
  };
  const readFile = (file: RuleFile): LoadedFile<Kept> => {
    const text = readRuleFile(file, where.tree);
    if (typeof text !== 'string') return { rules: [], broken: [], problems: [text], referred: [] };
    texts.set(file.shown, text);
    const { rules: sources, broken: incomplete, ...found } = parseRuleFile(file.shown, text);
    const problems = withCutTexts(file.shown, text, found.problems);
    const rules: Kept[] = [];
    const broken: Kept[] = [];
    const files = new Set<string>();
    const fromHome = home === where.cwd ? file.shown : shownPath(file.path, home);
    const whole = sources.map((source) => ({ ...source, damaged: NONE }));
    for (const { written, spot, damaged } of [...whole, ...incomplete]) {
      const { resolved, references, unknown, findings } = resolve(written, file.shown);
      for (const reference of references) {
        if (reference.kind === 'env') variables.add(reference.name);
        else files.add(reference.file);
      }
      for (const { path, ...finding } of findings) {
        const named = isReadable(['name'], damaged) ? { rule: written.name } : {};
        problems.push({ ...finding, ...named, ...locate(spot, path) });
      }
      const isWhole = damaged === NONE && findings.every(({ severity }) => severity !== 'error');
      const kept = keep({ written, spot, file: fromHome, resolved, references, unknown, damaged }, locate);
      (isWhole ? rules : broken).push(kept);
    }
    for (const one of files) referred.add(shownPath(one, where.cwd));
    return { rules, broken, problems, referred: [...files] };
  };

  return {
    locate,
    loaded: (file) => read.get(file),
    secrets: () => valuesOf(variables),
    mentioned: () => valuesOf(new Set([...texts.values()].flatMap(variablesIn))),
    load: (roots) => {
      const { files, problems: found } = list(roots);
      const all = files.map(loadFile);
      const isUnread = ({ code, place }: Diagnostic) => code !== 'file-not-read' || !referred.has(place?.file ?? '');
      return {
        rules: all.flatMap(({ rules }) => rules),
        broken: all.flatMap(({ broken }) => broken),
        problems: [...found.filter(isUnread).map(theSame), ...all.flatMap(({ problems }) => problems)],
        files,
      };
    },
  };
}

/** The variables that a text seems to refer to, also if it is not valid YAML. */
export function variablesIn(text: string): string[] {
  if (!text.includes('env')) return [];
  return [...text.matchAll(/\benv["']?\s*:\s*["']?([A-Za-z_]\w*)/g)].map(([, name = '']) => name);
}
