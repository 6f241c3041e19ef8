/** A live rule as it is compared with a declared one, and as it is written into a file that does not have it. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FileFinding } from '../../diagnostics/files.ts';
import type { Undeclarable } from '../../diagnostics/pulls.ts';
import { isHideable, type Redactor } from '../../diagnostics/redactor.ts';
import { entriesOf } from '../../model/lists.ts';
import { type Path, type RuleBody, STATIC_KEYS, type StaticKey } from '../../model/rule.ts';
import { mapTexts, textAt, type WithTexts } from '../../model/texts.ts';
import type { Reference, ResolvedRule, WrittenRule } from '../../model/written-rule.ts';
import { sendableActions } from '../../planning/canonical.ts';
import { checkRule } from '../../planning/checks/rule.ts';
import type { Candidate } from '../../planning/matching.ts';
import { shapeFindings } from '../../source/load/shape-findings.ts';

/** A text that will go into a variable or a file of its own. Its name is not chosen yet. */
export interface Unplaced {
  text: string;
  /** The key in the rule that holds it, such as `webhookUrl`. */
  key: string;
  as: 'variable' | 'file';
}

/** A rule as it will be written. A text may be an `Unplaced`. */
export type DraftRule = WithTexts<WrittenRule, string | string[] | Reference | Unplaced>;

/** A draft as it is written; `place` tells where each text goes. */
export function placed(draft: DraftRule, place: (unplaced: Unplaced) => string | Reference): WrittenRule {
  return mapTexts(draft, (text) => (typeof text === 'object' && 'as' in text ? place(text) : text)) as WrittenRule;
}

/** A text with more lines than this reads better in a file of its own, and a matcher with more entries as a list. */
const MOST_LINES = 3;
const MOST_ENTRIES = 5;

export type TextKind = (text: string, key: string) => string | Unplaced;

/** Anyone who knows a webhook's URL may call it, and a text with a secret in it would store that in the clear. */
export function textKind(redactor: Redactor, isNew: boolean): TextKind {
  return (text, key) => {
    const isSecret = key === 'webhookUrl' || redactor.text(text) !== text;
    // What is too short to be hidden cannot be a variable.
    if (isSecret && isHideable(text)) return { text, key, as: 'variable' };
    const lines = text.replace(/\n$/, '').split('\n').length;
    return isNew && lines > MOST_LINES ? { text, key, as: 'file' } : text;
  };
}

/** What is written for a live rule, or why it cannot be declared. */
export function newRule(candidate: Candidate, kind: TextKind): { draft: DraftRule } | Undeclarable {
  const body = writableBody(candidate);
  if (body.actions.length === 0) return { why: 'no-action' };
  const rule = resolvedOf(body);
  // The first thing for which the loader would refuse it.
  const problem = shapeProblem(rule) ?? asFinding(checkRule(rule).find(({ severity }) => severity === 'error'));
  if (problem === null) return { draft: draftOf(rule, kind) };
  return problem.code === 'condition-empty' ? { why: 'no-condition' } : { why: 'refused', problem };
}

/** The first thing that a rule as written cannot be, or null. */
export function shapeProblem(rule: WrittenRule): FileFinding | null {
  return asFinding(shapeFindings(rule, (path) => String(textAt(rule, path)))[0]);
}

function asFinding(found: Pick<Diagnostic, 'code' | 'args'> | undefined): FileFinding | null {
  return found === undefined ? null : ({ code: found.code, args: found.args } as FileFinding);
}

/** A rule as it will be written. `kind` decides where each text goes. */
export function draftOf(rule: ResolvedRule, kind: TextKind): DraftRule {
  return mapTexts(rule, (text, path) => {
    const key = String(path.at(-1));
    return key === 'messagingChannelId' ? text : asWritten(kind(text, key), path);
  });
}

/** How a text is written at a path: that of a matcher perhaps as a list, and not in a file of its own. */
export function asWritten(kind: ReturnType<TextKind>, path: Path, isList = false) {
  if (path[1] !== 'static' || (typeof kind !== 'string' && kind.as === 'variable')) return kind;
  const text = typeof kind === 'string' ? kind : kind.text;
  const { entries, isExact } = entriesOf(path[2] as StaticKey, text);
  return entries.length > (isList ? 0 : MOST_ENTRIES) && (isList || isExact) ? entries : text;
}

/** The canonical form, but for texts with `\r\r\n`, which would change again when they are read back. */
export function writableBody({ live, body }: Candidate): RuleBody {
  const raw = { ...live, actions: sendableActions(live.actions) };
  return {
    ...mapTexts(body, (text, path) => (text.includes('\r\n') && textAt(raw, path)) || text),
    name: body.name.includes('\r\n') ? live.name.trim() : body.name,
  };
}

/** A rule with nothing in it that says nothing, as people write it. */
export function resolvedOf(body: RuleBody): ResolvedRule {
  const { conditionalOperator, aiInstructions, static: matchers } = body.condition;
  const hasMatcher = STATIC_KEYS.some((key) => matchers[key] !== null);
  return {
    name: body.name,
    ...(body.runOnThreads ? {} : { runOnThreads: false }),
    condition: {
      // A single kind of condition needs no operator. OR would only look as if it had an effect.
      ...(conditionalOperator !== null && hasMatcher && aiInstructions !== null ? { conditionalOperator } : {}),
      ...(aiInstructions === null ? {} : { aiInstructions }),
      ...(hasMatcher ? { static: withoutNull(matchers) } : {}),
    },
    actions: body.actions.map(({ type, messagingChannelId, fields, delayInMinutes }) => {
      const used = withoutNull(fields);
      return {
        type,
        ...(messagingChannelId === null ? {} : { messagingChannelId }),
        ...(Object.keys(used).length === 0 ? {} : { fields: used }),
        ...(delayInMinutes === null ? {} : { delayInMinutes }),
      };
    }),
  };
}

function withoutNull<T extends object>(object: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}
