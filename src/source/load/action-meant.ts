/** Reads an action in another shape than its own: `ARCHIVE`, `LABEL: News`, `{ action: ARCHIVE }`, `type: LABEL News`. */
import { ACTION_TYPES, ACTIONS, type ActionType, FIELD_KEYS, fieldsOf } from '../../model/action-types.ts';
import { nearest, stepsBetween } from '../../model/nearest.ts';
import { ACTION_KEYS } from '../../model/written-rule.ts';

interface Read {
  type?: ActionType;
  fields?: Record<string, unknown>;
}

/** The action that somebody means by this, with `…` for what is missing; null if that is not clear. */
export function actionMeant(written: unknown): object | null {
  const { fields = {}, ...read } = readAction(written) ?? {};
  const keys = Object.keys(fields);
  const type = read.type ?? ACTION_TYPES.find((one) => keys[0] && ACTIONS[one].needs === keys[0] && !ACTIONS[one].risk);
  if (!type || keys.some((key) => !fieldsOf(type).some((one) => one === key))) return null;
  const { needs, channel } = ACTIONS[type];
  const own = { type, ...(channel && { messagingChannelId: '…' }), ...read };
  return needs || keys.length > 0 ? { ...own, fields: { ...(needs && { [needs]: '…' }), ...fields } } : own;
}

function readAction(written: unknown): Read | null {
  if (Array.isArray(written)) return written.length === 1 ? readAction(written[0]) : null;
  if (typeof written === 'string') return spoken(written);
  const parts = Object.entries(Object(written)).map(([key, value]) => readPart(key, value));
  if (parts.includes(null) || parts.filter((part) => part?.type).length > 1) return null;
  return Object.assign({}, ...parts, { fields: Object.assign({}, ...parts.map((part) => part?.fields)) });
}

function readPart(key: string, value: unknown): Read | null {
  if (value === false) return null;
  if (/^(?:type|actions?|do|kind|name|op)$/i.test(key)) return readAction(value);
  if (ACTION_KEYS.includes(key)) return { [key]: value };
  if (FIELD_KEYS.some((field) => field === key)) return { fields: { [key]: value ?? '…' } };
  const type = typeMeant(key);
  if (type === null) return null;
  const { needs, channel } = ACTIONS[type];
  if (typeof value === 'string' && value !== '') {
    if (!needs) return channel ? { type } : null;
    return { type, fields: { [needs]: needs === 'to' && /\s/.test(value) ? '…' : value } };
  }
  return typeof value === 'object' ? readAction({ type, ...value }) : { type };
}

/** Reads `ARCHIVE`, `LABEL News`, `label: "News"` or `Label(News)`. */
function spoken(text: string): Read | null {
  for (const { 0: gap, index } of text.matchAll(/(?:[\s:=(>]|->)+/g)) {
    const type = typeMeant(text.slice(0, index));
    const rest = text.slice(index + gap.length).replace(/^["']|["')]+$/g, '');
    const needs = type && !typeMeant(rest) && ACTIONS[type].needs;
    if (needs && rest !== '' && !(needs === 'to' && /\s/.test(rest))) return { type, fields: { [needs]: rest } };
  }
  const type = typeMeant(text);
  return type && { type };
}

/** The type with the same letters, or nearly. One with a risk must have all but one. */
export function typeMeant(written: string): ActionType | null {
  const letters = (text: string) => text.replace(/\s+\/\/.*|[^a-z]/gi, '').toLowerCase();
  const [word, known] = [letters(written), ACTION_TYPES.map(letters)];
  const meant = known.includes(word) ? word : (nearest(word, known) ?? '');
  const type = ACTION_TYPES[known.indexOf(meant)];
  return !type || (ACTIONS[type].risk && stepsBetween(word, meant) > 1) ? null : type;
}

/** The types with the rarest of these words in their names or meanings, and whether the words say the opposite. */
export function similarTypes(written: string): { similar: readonly ActionType[]; isOpposite: boolean } {
  const said = stems(written.slice(0, 100));
  const meaning = (type: ActionType) => stems(`${type} ${ACTIONS[type].does.split(/[.;]/)[0]}`);
  const having = said
    .filter(({ length }) => length > 2)
    .map((word) => ACTION_TYPES.filter((type) => meaning(type).includes(word)));
  const least = Math.min(3, ...having.map(({ length }) => length || 4));
  const similar = ACTION_TYPES.filter((type) => having.some((types) => types.length === least && types.includes(type)));
  const isNamed = similar.some((type) => stems(type).some((word) => said.includes(word)));
  return { similar, isOpposite: isNamed && said.some((word) => OPPOSITE.test(word)) };
}

const OPPOSITE = /^(?:un|no|not|never|dont|without|undo|keep|stop|remov|clear|skip)$/;

/** The words of a text without their endings. */
function stems(text: string): string[] {
  const spaced = text.replace(/(?<=[a-z])(?=[A-Z])|_|into\b/g, ' ').toLowerCase();
  const words = spaced.replace(/\bun(?=[a-z]{4})/g, 'un ').match(/[a-z]{2,}/g) ?? [];
  return words.map((word) => word.replace(/(?:e?s|ed|e|ing|y|ies|i[sz]e)$/, '').replace(/(.)\1$/, '$1'));
}
