/** A live rule that no file declares, as it is written into one. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FileFinding, Undeclarable } from '../../diagnostics/pulls.ts';
import { textAt } from '../../model/texts.ts';
import type { ResolvedRule, WrittenRule } from '../../model/written-rule.ts';
import { checkRule } from '../../planning/checks/rule.ts';
import type { Candidate } from '../../planning/matching.ts';
import { shapeFindings } from '../../source/load/shape-findings.ts';
import { resolvedOf, writableBody } from './live-texts.ts';
import type { DraftRule, TextKind } from './unplaced.ts';

/** Takes a live rule; gives what is written for it, or why it cannot be declared. */
export function newRule(candidate: Candidate, kind: TextKind): { draft: DraftRule } | Undeclarable {
  const body = writableBody(candidate);
  if (body.actions.length === 0) return { why: 'no-action' };
  const rule = resolvedOf(body);
  const problem = problemOf(rule);
  if (problem === null) return { draft: draftOf(rule, kind) };
  return problem.code === 'condition-empty' ? { why: 'no-condition' } : { why: 'refused', problem };
}

/** The first thing for which the loader would refuse a rule, or null. */
function problemOf(rule: ResolvedRule): FileFinding | null {
  return shapeProblem(rule) ?? asFinding(checkRule(rule).find(({ severity }) => severity === 'error'));
}

/** The first thing that a rule as written cannot be, or null. */
export function shapeProblem(rule: WrittenRule): FileFinding | null {
  return asFinding(shapeFindings(rule, (path) => String(textAt(rule, path)))[0]);
}

function asFinding(found: Pick<Diagnostic, 'code' | 'args'> | undefined): FileFinding | null {
  return found === undefined ? null : ({ code: found.code, args: found.args } as FileFinding);
}

/** An action that no file has yet. */
export function actionDraft(action: ResolvedRule['actions'][number], kind: TextKind): unknown {
  return action.fields ? { ...action, fields: textsPlaced(action.fields, kind) } : action;
}

function draftOf(rule: ResolvedRule, kind: TextKind): DraftRule {
  const { aiInstructions, static: matchers, ...condition } = rule.condition;
  return {
    ...rule,
    condition: {
      ...condition,
      ...(typeof aiInstructions === 'string' ? { aiInstructions: kind(aiInstructions, 'aiInstructions') } : {}),
      ...(matchers ? { static: textsPlaced(matchers, kind) } : {}),
    },
    actions: rule.actions.map((action) => actionDraft(action, kind)),
  };
}

function textsPlaced(texts: object, kind: TextKind): object {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, kind(text, key)]));
}
