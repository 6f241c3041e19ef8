/**
 * Reads the new files as the loader would, before any is written: the only check of what the editor made. Each changed rule
 * must match the live rule, except for known differences, and all others must be unchanged. Otherwise no rule of the file
 * is changed or removed.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FileFinding } from '../../diagnostics/files.ts';
import type { FileEdit } from '../../model/pull.ts';
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import { textAt, textsOf } from '../../model/texts.ts';
import { canonicalLive, canonicalRule } from '../../planning/canonical.ts';
import { checkRule } from '../../planning/checks/rule.ts';
import { comparison } from '../../planning/compared.ts';
import { parseRuleFile } from '../../source/load/parse.ts';
import { type ReadReference, readReference, textOfFile } from '../../source/load/read-reference.ts';
import { createResolver, type ResolvedReferences } from '../../source/load/references.ts';
import type { Draft } from './draft.ts';
import type { PullAccount, PullInput } from './input.ts';
import type { PulledRule } from './pulled-rule.ts';
import type { Subject } from './rule-file-drafts.ts';
import { withoutMark } from './text-edits.ts';

/** What a changed rule must equal: its live rule, except for the texts that are kept. */
export interface Expected {
  live: LiveRule;
  kept: PulledRule['kept'];
  settings: PullAccount['settings'];
}

type Objections = Map<Subject, FileFinding | 'check' | 'holds-key'>;

/** `expected`: what each touched rule must be. */
export function verify(draft: Draft, expected: ReadonlyMap<Subject, Expected>, input: PullInput): Objections {
  const objections: Objections = new Map();
  const resolve = resolverOver(draft, input);
  for (const { file, rules, removed } of draft.ruleFiles) {
    if (file.after === null) continue;
    const { rules: found, problems } = parseRuleFile(file.shown, withoutMark(file.after));
    const isWhole = problems.length === 0 && found.length === rules.length;
    const isKept =
      isWhole &&
      rules.every(
        ({ subject, touched }, index) =>
          touched || ('written' in subject && isDeepStrictEqual(subject.written, found[index]?.written)),
      );
    if (!isKept) for (const rule of removed) objections.set(rule, 'check');
    for (const [index, { subject, touched }] of rules.entries()) {
      const source = found[index];
      if (!touched) continue;
      if (!isKept || source === undefined) {
        objections.set(subject, 'check');
        continue;
      }
      const read = resolve(source.written, file.shown);
      objectTo(subject, read, expected.get(subject), input.referenceContext.keys, objections);
    }
  }
  return objections;
}

function objectTo(
  subject: Subject,
  { resolved, findings, unknown }: ResolvedReferences,
  expected: Expected | undefined,
  keys: PullInput['referenceContext']['keys'],
  objections: Objections,
): void {
  const checked = checkRule(resolved).filter((finding) => !unknown.has(finding.path.join('/')));
  const error = [...findings, ...checked].find(({ severity }) => severity === 'error');
  if (error?.code === 'reference-holds-key' || (error === undefined && holdsKey(resolved, keys))) {
    objections.set(subject, 'holds-key');
  } else if (error !== undefined) {
    objections.set(subject, { code: error.code, args: error.args } as FileFinding);
  } else if (expected === undefined || !isAsLive(canonicalRule(resolved), expected)) {
    objections.set(subject, 'check');
  }
}

/** The loader looks for keys behind references only: what people write is theirs, and what a pull writes is not. */
function holdsKey(rule: ResolvedReferences['resolved'], keys: PullInput['referenceContext']['keys']): boolean {
  const texts = [rule.name, rule.renamedFrom ?? '', ...textsOf(rule).map(({ text }) => text)];
  return keys.some(({ value }) => texts.some((text) => text.includes(value)));
}

function isAsLive(body: RuleBody, { live, kept, settings }: Expected): boolean {
  const wanted = structuredClone(body);
  for (const { path: at, text } of kept) {
    Reflect.set(Object(textAt(wanted, at.slice(0, -1))), at.at(-1) ?? '', text);
  }
  const found = canonicalLive(live);
  const { conditionalOperator } = found.condition;
  if (wanted.condition.conditionalOperator === null) wanted.condition.conditionalOperator = conditionalOperator;
  // The rename may still have to be carried out.
  const [{ over, isSame }, there] = [comparison(settings), { ...found, name: body.name }];
  return isSame(over(wanted, there), there);
}

/** References to files that are drafted lead to the draft; variables that are new have their values. */
function resolverOver({ texts, variables }: Draft, { where, referenceContext }: PullInput) {
  const drafts = new Map<string, FileEdit>(texts.map((file) => [file.path, file]));
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  const read = (written: string, folder: string): ReadReference => {
    const file = path.resolve(folder, written);
    const drafted = drafts.get(file);
    if (drafted === undefined) return readReference(written, folder, where);
    if (drafted.after === null) return { mistake: 'missing', reason: null };
    return { text: textOfFile(withoutMark(drafted.after)), file };
  };
  const variable = (name: string) => values.get(name) ?? referenceContext.variable(name);
  return createResolver(where, { ...referenceContext, unset: 'warning', variable }, read);
}
