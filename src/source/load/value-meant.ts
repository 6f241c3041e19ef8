import { ACTIONS, isSendable } from '../../model/action-types.ts';
import { minutesOf } from '../../model/minutes.ts';
import { ADDRESS_KEYS, type Path } from '../../model/rule.ts';
import { writtenRule } from '../../model/written-rule.ts';
import { oneLine } from '../layout/scalar.ts';
import { actionMeant } from './action-meant.ts';

/** The YAML of what is meant by a value of another type; null if that is not clear. `type`: of the action with the value. */
export function valueMeant(path: Path, value: unknown, source: string, type: unknown): string | null {
  const meant = candidates(String(path.at(-1)), value, source, String(type)).find((one) => fits(path, one));
  return meant === undefined ? null : inFlow(meant);
}

function candidates(key: string, value: unknown, source: string, type: string): unknown[] {
  const needs = isSendable(type) && ACTIONS[type].needs;
  const items =
    typeof value === 'string'
      ? value.split(/\s*[,;+\n]\s*/)
      : Object.entries(Object(value)).map((one) => Object.fromEntries([one]));
  const word = String(value).trim();
  return [
    ...(Array.isArray(value) && value.length === 1 ? value : []),
    ...(Array.isArray(value) && ADDRESS_KEYS.some((one) => one === key) ? [value.join(', ')] : []),
    ...(key === 'condition' ? [{ aiInstructions: value }] : []),
    ...(key === 'fields' && needs ? [{ [needs]: value }] : []),
    ...(key === 'actions' ? [[actionMeant(value)], items.map(actionMeant)] : []),
    ...(key === 'delayInMinutes' ? [minutesOf(value)] : []),
    ...(key === 'conditionalOperator' ? [word.toUpperCase()] : []),
    ...(/^(?:y|yes|on|true|1)$/i.test(word) ? [true] : /^(?:n|no|off|false|0)$/i.test(word) ? [false] : []),
    ...(typeof value === 'number' || typeof value === 'boolean' ? [source] : []),
  ];
}

/** Whether the schema of a rule takes a value at a path. */
function fits(path: Path, value: unknown): boolean {
  const rule = path.reduceRight((inner: unknown, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value);
  const at = path.map((key) => (typeof key === 'number' ? 0 : key)).join();
  return value !== null && !writtenRule.safeParse(rule).error?.issues.some((issue) => issue.path.join().startsWith(at));
}

/** The YAML of the action that is meant by an entry of `actions`; null if that is not clear. */
export function actionYaml(entry: unknown): string | null {
  const yaml = inFlow(actionMeant(entry));
  return yaml.includes('…') || fits(['actions', 0], actionMeant(entry)) ? yaml : null;
}

/** A value as YAML on one line, with `…` for long texts, and for URLs, which may be secret. */
function inFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inFlow).join(', ')}]`;
  if (typeof value === 'string') return value.length > 100 || value.includes('://') ? '…' : oneLine(value, true);
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${inFlow(inner)}`)
    .join(', ')} }`;
}
