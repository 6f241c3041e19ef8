/**
 * Rules changed in the text of their file. What is the same stays as it is written, byte for byte: comments, order,
 * quotes, anchors and all. The change is made on the text itself, and then read back: what does not read as wanted
 * is not given out.
 */
import type { WrittenRule } from '../../model/written-rule.ts';
import { parseRuleFile, type SourceRule } from '../parse.ts';
import { yamlDocuments } from '../yaml-documents.ts';
import { editDocument } from './document.ts';
import { headComments, withoutDocuments } from './documents.ts';
import { Overlap, type Splice, spliced } from './splices.ts';
import { normal, type Plain, same } from './values.ts';

/** A rule of a file, by where it stands in it, and what it shall be: null removes it. */
export interface RuleEdit {
  document: number;
  path: readonly (string | number)[];
  wanted: WrittenRule | null;
}

/** A rule as it is and as it shall be, in normal form. */
interface Target {
  document: number;
  /** In the list of its document; 0 where the rule is the document. */
  index: number;
  isDocument: boolean;
  before: Plain;
  after: Plain;
}

/**
 * Takes the text of a rule file and changes of its rules; gives the text with these made and all else kept. Null and
 * omitted keys are the same, so that only what differs is changed. A file in which no rule is left gives the comments
 * at its head, or ''. Gives null where the text has problems, a place is not that of a rule, or the change cannot be
 * written so that it reads back as wanted.
 */
export function editRules(text: string, edits: readonly RuleEdit[]): string | null {
  const targets = targetsOf(text, edits);
  if (!targets) return null;
  const changed = targets.filter(({ before, after }) => !same(before, after));
  if (changed.length === 0) return text;
  if (targets.every(({ after }) => after === null)) return headComments(text);
  const edited = attempt(text, targets, new Set());
  if (edited !== null && misread(edited, targets)?.length === 0) return edited;
  const wrong = edited === null ? null : misread(edited, targets);
  for (const rewritten of [wrong, changed.filter(({ after }) => after !== null)]) {
    if (!rewritten || rewritten.length === 0) continue;
    const again = attempt(text, targets, new Set(rewritten));
    if (again !== null && misread(again, targets)?.length === 0) return again;
  }
  return null;
}

function placeOf(document: number, path: readonly (string | number)[]): string {
  return `${document}/${path.join('/')}`;
}

function targetsOf(text: string, edits: readonly RuleEdit[]): Target[] | null {
  const { rules, problems } = parseRuleFile('', text);
  if (problems.length > 0) return null;
  const wanted = new Map(edits.map((edit) => [placeOf(edit.document, edit.path), edit.wanted]));
  const targets = rules.map(({ written, spot }: SourceRule): Target => {
    const place = placeOf(spot.document, spot.path);
    const before = normal(written as Plain);
    const after = wanted.has(place) ? normal((wanted.get(place) ?? null) as Plain) : before;
    wanted.delete(place);
    return {
      document: spot.document,
      index: Number(spot.path[1] ?? 0),
      isDocument: spot.path.length === 0,
      before,
      after,
    };
  });
  return wanted.size === 0 ? targets : null;
}

/** The text with the rules as they shall be, if that can be written at all; some of them written anew. */
function attempt(text: string, targets: readonly Target[], rewritten: ReadonlySet<Target>): string | null {
  const byDocument = new Map<number, Target[]>();
  for (const target of targets) {
    const known = byDocument.get(target.document);
    if (known) known.push(target);
    else byDocument.set(target.document, [target]);
  }
  const removed = new Set<number>();
  for (const { document, isDocument, after } of targets) if (isDocument && after === null) removed.add(document);
  const splices: Splice[] = removed.size > 0 ? withoutDocuments(text, removed) : [];
  let index = 0;
  for (const document of yamlDocuments(text, () => {}, { keepSourceTokens: true })) {
    const own = byDocument.get(index) ?? [];
    const isRemoved = removed.has(index++);
    const changed = own.filter(({ before, after }) => !same(before, after));
    if (isRemoved || changed.length === 0) continue;
    const wanted = new Map(changed.map((target) => [target.index, target.after]));
    const anew = new Set(own.filter((target) => rewritten.has(target)).map((target) => target.index));
    for (const splice of editDocument(document, text, { wanted, rewritten: anew })) splices.push(splice);
  }
  try {
    return spliced(text, splices);
  } catch (error) {
    if (error instanceof Overlap) return null;
    throw error;
  }
}

/** The rules that do not read as they shall; null where a text does not even have as many, or has problems. */
function misread(text: string, targets: readonly Target[]): Target[] | null {
  const { rules, problems } = parseRuleFile('', text);
  const expected = targets.filter(({ after }) => after !== null);
  if (problems.length > 0 || rules.length !== expected.length) return null;
  return expected.filter(({ after }, index) => !same(normal(rules[index]?.written as Plain), after));
}
