/** Reads an action in another shape than its own: `ARCHIVE`, `LABEL: News`, `{ action: ARCHIVE }`, `type: LABEL News`. */
import { ACTION_TYPES, ACTIONS, type ActionType, FIELDS, fieldsOf } from '../../model/action-types.ts';
import { minutesOf } from '../../model/minutes.ts';
import { nearest, stepsBetween } from '../../model/nearest.ts';
import { ACTION_KEYS, isReference } from '../../model/written-rule.ts';

type Read = { type?: ActionType; delayInMinutes?: number | '…'; fields?: Record<string, unknown> };

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
  if (Array.isArray(written)) return written.length === 1 ? readAction(written[0]) : spoken(written.join(': '));
  if (typeof written === 'string') return spoken(written);
  const parts = Object.entries(Object(written)).map(([key, value]) => readPart(key, value));
  if (parts.includes(null) || parts.filter((part) => part?.type).length > 1) return null;
  return Object.assign({}, ...parts, { fields: Object.assign({}, ...parts.map((part) => part?.fields)) });
}

function readPart(key: string, value: unknown): Read | null {
  if (stateIn(String(value)) === false && !ACTION_KEYS.includes(key)) return null;
  if (/^(?:type|actions?|do|kind|name|op)$/i.test(key)) return readAction(value);
  if (ACTION_KEYS.includes(key)) return { [key]: value };
  const isText = typeof value !== 'object' || isReference(value);
  if (Object.hasOwn(FIELDS, key)) return { fields: { [key]: isText ? value : '…' } };
  const delayInMinutes = delayIn(key, value, true);
  if (delayInMinutes !== null) return { delayInMinutes };
  const [similar, ...others] = similarTypes(key).filter((one) => !ACTIONS[one].risk);
  const type = typeMeant(key) ?? (others.length === 0 ? similar : null);
  if (!type) return null;
  const { needs, channel } = ACTIONS[type];
  if (typeof value === 'string' && value !== '') {
    const delayInMinutes = needs ? null : delayIn('after', value, true);
    if (channel || stateIn(value)) return { type };
    if (delayInMinutes !== null) return { type, delayInMinutes };
    if (!needs && fieldsOf(type)[0] === 'content') return { type, fields: { content: value } };
    if (!needs) return ACTIONS[type].risk || !typeMeant(key) ? null : { type, delayInMinutes: '…' };
    return { type, fields: { [needs]: needs === 'to' && /\s/.test(value) ? '…' : value } };
  }
  if (typeof value !== 'object') return { type };
  return readAction({ type, ...value }) ?? (needs ? { type, fields: { [needs]: '…' } } : null);
}

/** Reads `ARCHIVE`, `LABEL News`, `label: "News"` or `Label(News)`. */
function spoken(text: string): Read | null {
  for (const { 0: gap, index } of text.matchAll(/(?:[\s:=(>]|->)+/g)) {
    const type = typeMeant(text.slice(0, index));
    const rest = text.slice(index + gap.length).replace(/^["']|["')]+$/g, '');
    const needs = type && !typeMeant(rest) && ACTIONS[type].needs;
    const delayInMinutes = /\D/.test(rest) ? minutesOf(rest) : null;
    if (type && !needs && delayInMinutes !== null) return { type, delayInMinutes };
    if (needs && rest !== '' && !(needs === 'to' && /\s/.test(rest))) return { type, fields: { [needs]: rest } };
  }
  const type = typeMeant(text);
  return type && { type };
}

/** The type with the same letters, or nearly. One with a risk must have all but one. */
export function typeMeant(written: string): ActionType | null {
  if (/\d/.test(written)) return null;
  const letters = (text: string) => text.replace(/\s+\/\/.*|[^a-z]/gi, '').toLowerCase();
  const [word, known] = [letters(written), ACTION_TYPES.map(letters)];
  const meant = known.includes(word) ? word : (nearest(word, known) ?? '');
  const type = ACTION_TYPES[known.indexOf(meant)];
  return !type || (ACTIONS[type].risk && stepsBetween(word, meant) > 1) ? null : type;
}

/** The types with every word of a text in their names, or else in their names and meanings. */
export function similarTypes(written: string): readonly ActionType[] {
  const said = stems(written.slice(0, 100)).filter((word) => !FILLING.test(word));
  const having = (type: ActionType) => {
    const known = stems(`${type} ${ACTIONS[type].does.split(/[.;]/)[0]}`);
    return said.length > 0 && said.every((word) => known.includes(word));
  };
  const similar = ACTION_TYPES.filter(having);
  const named = similar.filter((type) => stems(type).some((word) => said.includes(word)));
  return named.length > 0 ? named : similar;
}

const FILLING = /^(?:mail|email|messag|to|as|the|in|it|this|an|and)$/;

/** The words of a text without their endings. */
function stems(text: string): string[] {
  const spaced = text.replace(/(?<=[a-z])(?=[A-Z])|_|into\b/g, ' ').toLowerCase();
  const words = spaced.replace(/\bun(?=[a-z]{4})/g, 'un ').match(/[a-z]{2,}|\d+/g) ?? [];
  return words.map((word) => word.replace(/(?:e?s|ed|e|ing|y|ies|i[sz]e)$/, '').replace(/(.)\1$/, '$1'));
}

/** The minutes that a key with its value says: `delayInHours: 2`, `after: 2 days`. */
export function delayIn(key: string, value: unknown, isAction: boolean): number | null {
  const words = key.replace(/(?<=[a-z])(?=[A-Z])|_/g, ' ').toLowerCase();
  const [unit] = /\b(?:sec(?:ond)?|min(?:ute)?|h(?:ou)?r|day|week)s?\b/.exec(words) ?? [];
  if (
    words
      .replace(unit ?? '', '')
      .replace(/\b(?:delay|wait|defer|after|in|later|time)\b/g, '')
      .trim() !== ''
  )
    return null;
  const isDelay = isAction || /^(?:delay|wait|defer)/.test(words);
  // A number counts what the key says: `delayMs` is not minutes.
  if (!/^[\d.]+$/.test(String(value))) return isDelay ? minutesOf(value) : null;
  if (unit) return isDelay ? minutesOf(`${value} ${unit}`) : null;
  return /^(?:delay|wait|defer)$/.test(words) ? minutesOf(value) : null;
}

/** Whether a word says that something is on or off. */
export function stateIn(word: string): boolean | null {
  const state =
    /^(?:is|rule)?(not)?(dis|in|de|un)?(?:en)?(?:(off|no?|none|never|false|0|paused?|stopped|suspended)|abled?|activ(?:e|ated?)|on|y|yes|true|1|state|status)$/;
  const [said, ...not] = state.exec(word.toLowerCase().replace(/[-_ ]/g, '')) ?? [];
  return said === undefined ? null : not.filter(Boolean).length % 2 === 0;
}
