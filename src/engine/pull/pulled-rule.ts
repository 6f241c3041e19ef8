/**
 * Brings a declared rule to the state of its live rule. Only what differs gets the live value, in the rule itself or in the
 * file that a reference names. Secrets stay as they are. What is ignored or not managed is left alone.
 */
import { isDeepStrictEqual } from 'node:util';
import { isHideable } from '../../diagnostics/redactor.ts';
import { FIELD_KEYS } from '../../model/action-types.ts';
import { entriesOf } from '../../model/lists.ts';
import { pairActions } from '../../model/pair-actions.ts';
import { type Action, type Path, type RuleBody, STATIC_KEYS, type StaticKey } from '../../model/rule.ts';
import type { WrittenRule } from '../../model/written-rule.ts';
import { secretTexts } from '../../planning/account-redactor.ts';
import { canonicalRule } from '../../planning/canonical.ts';
import { type ComparisonSettings, comparison } from '../../planning/compared.ts';
import type { Candidate } from '../../planning/matching.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import { asWritten, type DraftRule, draftOf, resolvedOf, type TextKind, writableBody } from './new-rule.ts';

export interface PulledRule {
  draft: DraftRule;
  /** For each action of the draft the index of the declared one that it continues; undefined where all are as declared. */
  actions: readonly (number | null)[] | undefined;
  isChanged: boolean;
  /** Changed texts that are in files (absolute). */
  fileTexts: { path: Path; file: string; text: string }[];
  /** Texts that stay although the live ones differ, or may differ; with the live ones. A list has its own separators. */
  kept: { path: Path; text: string | null }[];
  /** Secrets whose live values are known to differ. */
  secrets: { path: Path; variable: string | null }[];
  unset: string[];
}

export type PullContext = { settings: ComparisonSettings; kind: TextKind };

type Texts = Record<string, unknown>;

type Both<T> = { declared: T; live: T };

export function pulledRule(source: LoadedRule, candidate: Candidate, context: PullContext): PulledRule {
  const { written } = source;
  const declared = canonicalRule(source.resolved);
  const live = writableBody(candidate);
  const draft = structuredClone(written) as WrittenRule;
  const result = { fileTexts: [], kept: [], secrets: [], unset: [] };
  const compared = comparison(context.settings);
  const isIgnored = (path: Path) => compared.isIgnored(declared.name, path.join('/'));
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
  // With one kind of condition nobody writes an operator. Once there are both, it says what they mean together.
  const isJoined = condition.aiInstructions != null && condition.static != null;
  const isNewlyJoined = isJoined && hasBothKinds(live) && !hasBothKinds(declared);
  if (operator === null && isNewlyJoined && !isIgnored(['condition', 'conditionalOperator'])) {
    set(condition, 'conditionalOperator', liveOperator);
  }
}

function hasBothKinds({ condition }: RuleBody): boolean {
  return condition.aiInstructions !== null && STATIC_KEYS.some((key) => condition.static[key] !== null);
}

/** Puts a mapping in its place, or removes it if nothing is left in it. */
function attach(target: Texts, key: string, inner: Texts): void {
  if (Object.keys(inner).length > 0) target[key] = inner;
  else if (target[key] != null) delete target[key];
}

function set(target: Texts, key: string, value: unknown): void {
  if (value === null) delete target[key];
  else target[key] = value;
}

/** Sets a text to its live value. `path`: where it will be in the rule; `from`: where it is now, if that differs. */
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
  // A few live texts are not in canonical form, so that they can be written.
  const isSame = declared === live || declared === live?.replaceAll('\r\n', '\n');
  if (isSame && !isUnknown) return;
  const reference = source.references.find((one) => one.path.join('/') === at);
  const variable = reference?.kind === 'env' ? reference.name : null;
  const isSecret = variable !== null || (key === 'webhookUrl' && declared !== null);
  if (isSecret) {
    result.kept.push({ path, text: live });
    if (isUnknown && variable !== null) result.unset.push(variable);
    else result.secrets.push({ path, variable });
    return;
  }
  const written = live === null ? null : context.kind(live, key);
  const isInFile = reference?.kind === 'file' && typeof written === 'string';
  if (isInFile) result.fileTexts.push({ path, file: reference.file, text: written });
  else set(target, key, written && asWritten(written, path, Array.isArray(target[key])));
  const isList = path[1] === 'static' && (isInFile || Array.isArray(target[key]));
  if (isList && !entriesOf(key as StaticKey, live ?? '').isExact) result.kept.push({ path, text: live });
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

/** Actions have no ids: a text in a field that is secret in any of them may be an earlier value of that secret. */
function secretKind(body: RuleBody, { references }: LoadedRule, { kind }: PullContext): TextKind {
  const variableOf = secretTexts({ body, references });
  return (text, key) => {
    const isSecret = variableOf(['actions', NOWHERE, 'fields', key], text) !== null;
    return isSecret && isHideable(text) ? { text, key, as: 'variable' } : kind(text, key);
  };
}

/** Not the index of any action. */
const NOWHERE = -1;

/** Whether an action holds something that is never overwritten, and so would stay in an action of another type. */
function holdsSecret(action: Action | undefined, index: number, { references }: LoadedRule): boolean {
  const at = `actions/${index}/`;
  const isVariable = references.some(({ kind, path }) => kind === 'env' && path.join('/').startsWith(at));
  return isVariable || (action !== undefined && action.fields.webhookUrl !== null);
}

/** Compares a declared action with a live one. A text that is not known equals any other. */
function equality(declared: RuleBody, live: RuleBody, { unknown }: LoadedRule, { settings }: PullContext) {
  const { counted } = comparison(settings);
  const [ours = [], theirs = []] = [declared, live].map((body) => counted(body, declared.name).actions ?? []);
  const json = (action: (typeof ours)[number] | undefined, hidden: readonly string[]) =>
    JSON.stringify(action, (key, value) => (hidden.includes(key) ? null : value));
  const unknownIn = ours.map((_, index) => FIELD_KEYS.filter((key) => unknown.has(`actions/${index}/fields/${key}`)));
  return (from: number, at: number): boolean => {
    const fields = unknownIn[from] ?? [];
    return json(ours[from], fields) === json(theirs[at], fields);
  };
}

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
