/** Reads an action in another shape than its own: `ARCHIVE`, `LABEL: News`, `{ action: ARCHIVE }`, `type: LABEL News`. */
import { inCurlyQuotes } from '../../diagnostics/look-alike.ts';
import { ACTION_TYPES, ACTIONS, type ActionType, FIELD_KEYS, fieldsOf } from '../../model/action-types.ts';
import { nearest, stepsBetween } from '../../model/nearest.ts';
import { ACTION_KEYS } from '../../model/written-rule.ts';

interface MeantAction {
  type?: ActionType;
  fields?: Record<string, unknown>;
}

/** The action that somebody probably means by this; null if that is not clear. */
export function actionMeant(written: unknown): MeantAction | null {
  if (Array.isArray(written)) return written.length === 1 ? actionMeant(written[0]) : null;
  if (typeof written === 'string') return spoken(written);
  let whole: MeantAction = {};
  for (const [key, value] of Object.entries(Object(written))) {
    const part = partMeant(key, value);
    if (part === null || (part.type && whole.type)) return null;
    whole = { ...whole, ...part, ...(part.fields && { fields: { ...whole.fields, ...part.fields } }) };
  }
  const type = whole.type ?? typeMeant(Object.keys(whole.fields ?? {})[0] ?? '');
  return type && { type, ...whole };
}

function partMeant(key: string, value: unknown): MeantAction | null {
  if (/^(?:type|actions?|do|kind|name|op)$/i.test(key)) return actionMeant(value);
  if (ACTION_KEYS.includes(key)) return { [key]: value };
  if (FIELD_KEYS.some((field) => field === key)) return { fields: { [key]: value } };
  const type = typeMeant(key);
  if (type === null || value === false) return null;
  const { needs } = ACTIONS[type];
  if (typeof value === 'string' && value !== '') return needs ? { type, fields: { [needs]: value } } : null;
  return typeof value === 'object' && value !== null ? actionMeant({ type, ...value }) : { type };
}

/** Reads `ARCHIVE`, `LABEL News`, `label: "News"` or `Label(News)`. */
function spoken(text: string): MeantAction | null {
  for (const { 0: gap, index } of text.matchAll(/[\s:=(>]+/g)) {
    const type = typeMeant(text.slice(0, index));
    const rest = text.slice(index + gap.length).replace(/^["']|["')]+$/g, '');
    const needs = type && !typeMeant(rest) && ACTIONS[type].needs;
    if (needs && rest !== '' && !(needs === 'to' && /\s/.test(rest))) return { type, fields: { [needs]: rest } };
  }
  const type = typeMeant(text);
  return type && { type };
}

/** Whether an action has all that its type needs, and nothing that it does not use. */
export function isWhole(action: MeantAction): boolean {
  const { type = 'ARCHIVE', fields = {} } = action;
  const { needs, channel } = ACTIONS[type];
  const used: readonly string[] = fieldsOf(type);
  if (needs && !(needs in fields)) return false;
  return Object.keys(fields).every((key) => used.includes(key)) && (!channel || 'messagingChannelId' in action);
}

/** The type with the same letters, or nearly. A type with a risk has only a slip. */
export function typeMeant(written: string): ActionType | null {
  const word = normal(inCurlyQuotes(written) ?? written.replace(/[ \t]+\/\/.*$/, ''));
  const near = nearest(word, ACTION_TYPES.map(normal)) ?? '';
  const type = ACTION_TYPES.find((one) => normal(one) === word) ?? ACTION_TYPES.find((one) => normal(one) === near);
  return !type || (ACTIONS[type].risk && stepsBetween(word, normal(type)) > 1) ? null : type;
}

const OPPOSITE = /^(?:un|no|not|never|dont|without|undo|keep|stop)$/;

/** The types whose names or meanings have most of these words, and whether the words say the opposite. */
export function similarTypes(written: string): { similar: ActionType[]; isOpposite: boolean } {
  const said = stems(written.slice(0, 100));
  const meanings = ACTION_TYPES.map((type) => stems(`${type} ${ACTIONS[type].does.split('.')[0]}`));
  // The fewer types have a word, the more it says.
  const weights = said.map((word) => 1 / meanings.filter((meaning) => meaning.includes(word)).length);
  const scores = meanings.map((meaning) =>
    said.reduce((sum, word, index) => sum + (meaning.includes(word) ? (weights[index] ?? 0) : 0), 0),
  );
  const similar = ACTION_TYPES.filter((_, index) => scores[index] && scores[index] === Math.max(...scores));
  const isNamed = similar.some((type) => stems(type).some((word) => said.includes(word)));
  const isOpposite =
    similar.length > 0 && said.some((word) => OPPOSITE.test(word) || (isNamed && /^(?:remov|clear|skip)$/.test(word)));
  return { similar: similar.length > 3 ? [] : similar, isOpposite };
}

/** The words of a text without their endings. */
function stems(text: string): string[] {
  const words = text
    .replace(/(?<=[a-z])(?=[A-Z])|_|into\b/g, ' ')
    .toLowerCase()
    .replace(/\bun(?=[a-z]{4})/g, 'un ');
  return (words.match(/[a-z]{2,}/g) ?? []).map((word) =>
    word.replace(/(?:e?s|ed|e|ing|y|ies|i[sz]e)$/, '').replace(/(.)\1$/, '$1'),
  );
}

function normal(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}
