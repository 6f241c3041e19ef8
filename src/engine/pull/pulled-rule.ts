/**
 * A declared rule as its live rule is. Only what differs gets the live value, where it stands: in the rule, in the file
 * that a reference names; secrets stay what they are. What is not managed or ignored is not looked at.
 */

import { isDeepStrictEqual } from 'node:util';
import { isHideable } from '../../diagnostics/redactor.ts';
import { FIELD_KEYS } from '../../model/action-types.ts';
import { firstGlob } from '../../model/glob.ts';
import { pairActions } from '../../model/pair-actions.ts';
import type { PlanSettings } from '../../model/project.ts';
import { type Action, type Path, type RuleBody, STATIC_KEYS } from '../../model/rule.ts';
import type { WrittenRule } from '../../model/written-rule.ts';
import { canonicalRule } from '../../planning/canonical.ts';
import { comparison } from '../../planning/compared.ts';
import type { Candidate } from '../../planning/matching.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import { draftOf, resolvedOf, writableBody } from './new-rule.ts';
import { type DraftRule, type TextKind, Unplaced } from './unplaced.ts';

/** A text at a path of the rule as it is to be. */
interface TextAt {
  path: Path;
  text: string | null;
}

/** A changed text that stands in a file (absolute). */
interface FileText {
  path: Path;
  file: string;
  text: string;
}

export interface PulledRule {
  draft: DraftRule;
  /** For each action of the draft the index of the declared one that it continues; undefined where all are as declared. */
  actions: readonly (number | null)[] | undefined;
  isChanged: boolean;
  fileTexts: FileText[];
  /** Texts that stay as they are although the live ones are, or may be, others: with those. */
  kept: TextAt[];
  /** Secrets that are known to be others on the service. */
  secrets: { path: Path; variable: string | null }[];
  /** Variables that are not set. */
  unset: string[];
}

export interface PullContext {
  settings: Pick<PlanSettings, 'actionOrder' | 'ignoreDifferences'>;
  inlineSecrets: boolean;
  kind: TextKind;
}

type Texts = Record<string, unknown>;

interface Both<T> {
  declared: T;
  live: T;
}

export function pulledRule(source: LoadedRule, candidate: Candidate, context: PullContext): PulledRule {
  const { written } = source;
  const declared = canonicalRule(source.resolved);
  const live = writableBody(candidate);
  const draft = structuredClone(written) as WrittenRule;
  const result = { fileTexts: [], kept: [], secrets: [], unset: [] };
  const isIgnored = ignoredPaths(declared.name, context.settings);
  const pulling: Pulling = { source, context, isIgnored, result };

  if (written.enabled != null) draft.enabled = candidate.live.enabled;
  if (declared.runOnThreads !== live.runOnThreads && !isIgnored(['runOnThreads'])) {
    draft.runOnThreads = live.runOnThreads;
  }
  pullCondition(draft, declared, live, pulling);
  const actions = isIgnored(['actions']) ? undefined : pulledActions(declared, live, candidate.body, pulling);
  if (actions !== undefined) draft.actions = actions.map(({ action }) => action);
  const isChanged = !isDeepStrictEqual(draft, written) || pulling.result.fileTexts.length > 0;
  return { draft, actions: actions?.map(({ from }) => from), isChanged, ...result };
}

interface Pulling {
  source: LoadedRule;
  context: PullContext;
  /** Whether a path of a rule, or what it is in, is left out of the comparison. */
  isIgnored: (path: Path) => boolean;
  result: Pick<PulledRule, 'fileTexts' | 'kept' | 'secrets' | 'unset'>;
}

function ignoredPaths(name: string, { ignoreDifferences }: PullContext['settings']): (path: Path) => boolean {
  const globs = ignoreDifferences
    .filter(({ rule }) => firstGlob([rule])(name) !== null)
    .flatMap(({ fields }) => fields);
  const ignored = firstGlob(globs);
  return (path) => globs.length > 0 && path.some((_, index) => ignored(path.slice(0, index + 1).join('/')) !== null);
}

function pullCondition(draft: WrittenRule, declared: RuleBody, live: RuleBody, pulling: Pulling): void {
  const { isIgnored } = pulling;
  const { condition } = draft;
  const operator = condition.conditionalOperator ?? null;
  const liveOperator = live.condition.conditionalOperator;
  if (operator !== null && operator !== liveOperator && !isIgnored(['condition', 'conditionalOperator'])) {
    set(condition, 'conditionalOperator', liveOperator);
  }
  const texts = { declared: declared.condition.aiInstructions, live: live.condition.aiInstructions };
  pullText(condition, { path: ['condition', 'aiInstructions'] }, texts, pulling);
  const matchers: Texts = condition.static ?? {};
  for (const key of STATIC_KEYS) {
    const both = { declared: declared.condition.static[key], live: live.condition.static[key] };
    pullText(matchers, { path: ['condition', 'static', key] }, both, pulling);
  }
  attach(condition, 'static', matchers);
}

/** Puts a mapping in its place; one in which nothing is left goes. */
function attach(target: Texts, key: string, inner: Texts): void {
  if (Object.keys(inner).length > 0) target[key] = inner;
  else if (target[key] != null) delete target[key];
}

function set(target: Texts, key: string, value: unknown): void {
  if (value === null) delete target[key];
  else target[key] = value;
}

/**
 * Makes a text what it is on the service. `path` leads to it in the rule as it will be, `from` in the rule as it is, where
 * that is another.
 */
function pullText(
  target: Texts,
  { path, from = path }: { path: Path; from?: Path },
  { declared, live }: Both<string | null>,
  { source, context, isIgnored, result }: Pulling,
): void {
  if (isIgnored(path)) return;
  const at = from.join('/');
  const key = String(path.at(-1));
  const isUnknown = source.unknown.has(at);
  // Of a few texts the live one is not in canonical form, so that it can be written.
  const isSame = declared === live || declared === live?.replaceAll('\r\n', '\n');
  if (isSame && !isUnknown) return;
  const reference = source.references.find((one) => one.path.join('/') === at);
  const variable = reference?.kind === 'env' ? reference.name : null;
  const isSecret = variable !== null || (key === 'webhookUrl' && declared !== null);
  if (isSecret && !context.inlineSecrets) {
    result.kept.push({ path, text: live });
    if (isUnknown && variable !== null) result.unset.push(variable);
    else result.secrets.push({ path, variable });
    return;
  }
  const written = live === null ? null : context.kind(live, key);
  if (reference?.kind !== 'file' || typeof written !== 'string') set(target, key, written);
  else result.fileTexts.push({ path, file: reference.file, text: written });
}

interface PulledAction {
  action: WrittenRule['actions'][number];
  /** The index of the declared one that it continues. */
  from: number | null;
}

function pulledActions(declared: RuleBody, live: RuleBody, body: RuleBody, pulling: Pulling): PulledAction[] {
  const { source } = pulling;
  const context = { ...pulling.context, kind: secretKind(declared, source, pulling.context) };
  const pairs = pairActions({
    declared: declared.actions.map(({ type }) => type),
    live: live.actions.map(({ type }) => type),
    isEqual: equality(declared, body, source, context),
    canTurn: (from) => !holdsSecret(declared.actions[from], from, source),
  });
  const rows = pairs.map((from, at) => ({ from, at }));
  if (context.settings.actionOrder === 'any') {
    const last = source.written.actions.length;
    rows.sort((a, b) => (a.from ?? last) - (b.from ?? last) || a.at - b.at);
  }
  const fresh = draftOf(resolvedOf(live), context.kind).actions;
  return rows.map(({ from, at }, index) => {
    if (from === null) return { action: fresh[at] as PulledAction['action'], from };
    const both = { declared: declared.actions[from] as Action, live: live.actions[at] as Action };
    return { action: pulledAction(from, both, index, { ...pulling, context }), from };
  });
}

/**
 * Actions have no ids, so what stands in a field that is a secret in any of them may be an earlier value of that one,
 * unless the files have it as a plain text.
 */
function secretKind(declared: RuleBody, { references }: LoadedRule, { kind, inlineSecrets }: PullContext): TextKind {
  const secrets = new Set(references.flatMap((one) => (one.kind === 'env' ? [one.path.join('/')] : [])));
  const at = (index: number, key: string) => `actions/${index}/fields/${key}`;
  return (text, key) => {
    const isSecret = declared.actions.some((_, index) => secrets.has(at(index, key)));
    const isPlain = declared.actions.some(({ fields }, index) => {
      return !secrets.has(at(index, key)) && fields[key as keyof Action['fields']] === text;
    });
    return isSecret && !isPlain && !inlineSecrets && isHideable(text)
      ? new Unplaced(text, key, 'variable')
      : kind(text, key);
  };
}

/** Whether an action has what is never written over, and what would stay in one of another type. */
function holdsSecret(action: Action | undefined, index: number, { references }: LoadedRule): boolean {
  const at = `actions/${index}/`;
  const isVariable = references.some(({ kind, path }) => kind === 'env' && path.join('/').startsWith(at));
  return isVariable || (action !== undefined && action.fields.webhookUrl !== null);
}

/** When a declared action and a live one are equal; a text that is not known is equal to any. */
function equality(declared: RuleBody, live: RuleBody, { unknown }: LoadedRule, { settings }: PullContext) {
  const { counted } = comparison(settings);
  const [ours = [], theirs = []] = [declared, live].map((body) => counted(body, declared.name).actions ?? []);
  const texts = new Map<string, string>();
  const json = (side: string, actions: typeof ours, index: number, fields: readonly string[]): string => {
    const key = `${side}${index} ${fields.join()}`;
    const known = texts.get(key);
    if (known !== undefined) return known;
    const action = actions[index] ?? null;
    const hidden = Object.fromEntries(fields.map((field) => [field, null]));
    const shown =
      action === null || fields.length === 0 ? action : { ...action, fields: { ...action.fields, ...hidden } };
    const text = JSON.stringify(shown);
    texts.set(key, text);
    return text;
  };
  const unknownIn = ours.map((_, index) => FIELD_KEYS.filter((key) => unknown.has(`actions/${index}/fields/${key}`)));
  return (from: number, at: number): boolean => {
    const fields = unknownIn[from] ?? [];
    return json('d', ours, from, fields) === json('l', theirs, at, fields);
  };
}

/** A declared action as the live one is that it is paired with. */
function pulledAction(from: number, { declared, live }: Both<Action>, index: number, pulling: Pulling) {
  const { source, isIgnored } = pulling;
  const action = structuredClone(source.written.actions[from]) as WrittenRule['actions'][number];
  if (isIgnored(['actions', index])) return action;
  for (const key of ['type', 'messagingChannelId', 'delayInMinutes'] as const) {
    if (declared[key] !== live[key] && !isIgnored(['actions', index, key])) set(action, key, live[key]);
  }
  const fields: Texts = action.fields ?? {};
  for (const key of FIELD_KEYS) {
    const both = { declared: declared.fields[key], live: live.fields[key] };
    const path = ['actions', index, 'fields', key];
    pullText(fields, { path, from: ['actions', from, 'fields', key] }, both, pulling);
  }
  attach(action, 'fields', fields);
  return action;
}
