/** What to write in place of a value of another type. */
import { ACTIONS, isSendable } from '../../model/action-types.ts';
import { ADDRESS_KEYS, type Path } from '../../model/rule.ts';
import { writtenRule } from '../../model/written-rule.ts';
import { oneLine } from '../layout/scalar.ts';
import { actionMeant, isWhole } from './action-meant.ts';

const LONGEST = 200;

/** The YAML of the value that is probably meant at a path of a rule; null if that is not clear. `source`: as in the file. */
export function valueMeant(path: Path, value: unknown, source: string, action: unknown): string | null {
  for (const meant of [...candidates(String(path.at(-1)), value, source, action)]) {
    if (fits(path, meant)) return inFlow(meant);
  }
  return null;
}

function* candidates(key: string, value: unknown, source: string, action: unknown): Generator<unknown> {
  if (Array.isArray(value) && value.length === 1) yield value[0];
  if (Array.isArray(value) && ADDRESS_KEYS.some((one) => one === key)) yield value.join(', ');
  if (typeof value === 'number' || typeof value === 'boolean') yield source;
  if (/^(?:y|yes|on|true|1)$/i.test(String(value))) yield true;
  if (/^(?:n|no|off|false|0)$/i.test(String(value))) yield false;
  if (key === 'condition') yield { aiInstructions: value };
  const type = String(Reflect.get(Object(action), 'type'));
  if (key === 'fields' && isSendable(type) && ACTIONS[type].needs) yield { [ACTIONS[type].needs]: value };
  if (key !== 'actions') return;
  const parts =
    typeof value === 'string'
      ? value.split(/\s*[,;+\n]\s*/)
      : Object.entries(Object(value)).map((one) => Object.fromEntries([one]));
  for (const several of [[value], parts]) {
    const actions = several.map(actionMeant);
    if (actions.every((one) => one && isWhole(one))) yield actions;
  }
}

/** Whether the schema of a rule takes a value at a path. */
function fits(path: Path, value: unknown): boolean {
  const rule = path.reduceRight((inner: unknown, key) => (typeof key === 'number' ? [inner] : { [key]: inner }), value);
  const at = path.map((key) => (typeof key === 'number' ? 0 : key)).join();
  return !writtenRule.safeParse(rule).error?.issues.some((issue) => issue.path.join().startsWith(at));
}

/** A value as YAML on one line; null if it is long, or has a URL, which may be a secret. */
export function inFlow(value: unknown): string | null {
  const flow = (one: unknown): string => {
    if (Array.isArray(one)) return `[${one.map(flow).join(', ')}]`;
    if (typeof one !== 'object' || one === null) return typeof one === 'string' ? oneLine(one, true) : String(one);
    return `{ ${Object.entries(one)
      .map(([key, inner]) => `${key}: ${flow(inner)}`)
      .join(', ')} }`;
  };
  const text = flow(value);
  return text.length > LONGEST || text.includes('://') ? null : text;
}
