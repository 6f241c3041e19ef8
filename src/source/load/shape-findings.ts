import type { Finding } from '../../diagnostics/diagnostic.ts';
import { entryPattern } from '../../model/lists.ts';
import type { Path, StaticKey } from '../../model/rule.ts';
import { ACTION_KEYS, writtenRule } from '../../model/written-rule.ts';
import { actionMeant, similarTypes, stateIn, typeMeant } from './action-meant.ts';
import { shownValue } from './meant-key.ts';
import { kindOf } from './plain.ts';
import { referenceIn } from './repairs.ts';
import { schemaFindings, type Written } from './schema-findings.ts';
import { schemaAt, valueAt } from './schema-walk.ts';
import type { SettingFinding } from './settings-text.ts';

/** Everything that is wrong with the plain value of a rule. */
export function shapeFindings(rule: unknown, written: Written): SettingFinding[] {
  return schemaFindings({ of: 'rule', root: rule }, written, (path) => ownFindings(path, rule));
}

/** What rules alone have: actions in other shapes, texts that may be lists or references. */
function ownFindings(path: Path, rule: unknown): SettingFinding[] | null {
  const at = 'value';
  const action = path.slice(0, 2);
  const misread = path[0] === 'actions' && path.length > 1 && misreadAction(valueAt(rule, action), path);
  if (misread) return [{ ...misread, path: action, at }];
  const value = valueAt(rule, path);
  if (path.at(-1) === 'type' && typeof value === 'string') return [{ ...unknownType(value), path, at }];
  // Only texts may be something else, such as a reference.
  const isText = (one: Path) => schemaAt(writtenRule, one)?._zod.def.type === 'union';
  const text = path.map((_, index) => path.slice(0, index + 1)).find(isText);
  const given = text && valueAt(rule, text);
  if (text?.[1] === 'static' && Array.isArray(given) && given.length > 0) return listFindings(given, text);
  return text && kindOf(given) === 'mapping' ? [{ ...wrongReference(text, given as object), path: text, at }] : null;
}

function listFindings(list: unknown[], path: Path): SettingFinding[] {
  const key = path.at(-1) as StaticKey;
  return list.flatMap((value, index): SettingFinding[] => {
    const entry = typeof (value ?? '') === 'string' ? String(value ?? '') : null;
    return entryPattern(key).test(entry ?? '')
      ? []
      : [{ code: 'list-entry', args: { key, entry }, path: [...path, index], at: 'value' }];
  });
}

function wrongReference(path: Path, value: object): Finding {
  const keys = Object.keys(value);
  const [only] = Object.values(value);
  const meant = Object.entries(value).flatMap(
    ([key, inner]) =>
      referenceIn(`${key}: ${[inner].flat().join(' ')}`) ??
      (path[1] === 'static' ? [] : (referenceIn(String(inner)) ?? [])),
  );
  const proposal = meant.length === 1 && !('file' in value && 'env' in value) ? (meant[0] ?? null) : null;
  if (keys.join() === 'env' && typeof only === 'string') {
    // It may be the secret itself.
    return { code: 'variable-name', args: { name: '', problem: 'shape', prefix: null, proposal } };
  }
  return { code: 'reference-shape', args: { key: path.slice(-2).join('.'), keys, proposal } };
}

/** What to say about an entry of `actions` that is not written as an action. */
function misreadAction(entry: unknown, path: Path): Finding | null {
  const { type } = Object(entry);
  if (typeof type === 'string' && typeMeant(type)) return null;
  const meant = actionMeant(entry);
  const yaml = meant && shownValue(meant, []);
  const isValid = writtenRule.shape.actions.element.safeParse(meant).success;
  const found = kindOf(entry);
  const [pair] = found === 'mapping' ? Object.entries(Object(entry)) : [];
  const [word, value] = pair ?? [entry];
  const proposal = isValid || yaml?.includes('…') ? yaml : null;
  if (!proposal && Object.keys(Object(entry)).some((key) => ACTION_KEYS.includes(key))) return null;
  const similar = typeof word === 'string' && stateIn(String(value)) !== false ? similarTypes(word) : [];
  const isNone = !pair || Object.keys(Object(entry)).length === 1;
  if (!proposal && typeof word === 'string' && (similar.length > 0 || isNone) && !typeMeant(word)) {
    return { code: 'action-type-unknown', args: { written: word, proposal: null, similar } };
  }
  const about = { key: path.slice(0, 2).join('.'), setting: 'action', found, written: null, choices: [] };
  return { code: 'wrong-value', args: { ...about, meant: proposal } };
}

function unknownType(written: string): Finding {
  if (written.toUpperCase() === 'INTEGRATION') return { code: 'action-type-integration', args: {} };
  return {
    code: 'action-type-unknown',
    args: { written, proposal: typeMeant(written), similar: similarTypes(written) },
  };
}
