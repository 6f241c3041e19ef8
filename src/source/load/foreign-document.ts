/** Tells a document of something else in a folder of rules from a rule with mistakes. */
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import { isLikeComment } from '../../diagnostics/yaml.ts';
import { projectFile } from '../../model/written-project.ts';
import { RULE_KEYS } from '../../model/written-rule.ts';
import { keyMeant } from './meant-key.ts';
import { kindOf } from './plain.ts';

const SETTINGS = Object.keys(projectFile.shape);

/** What a document is that declares no rule; null if it is a rule, or `rules` with some. */
export function foreignDocument(value: unknown): ArgsOf<'document-not-rule'> | null {
  const found = kindOf(value);
  const foreign = (of: ArgsOf<'document-not-rule'>['of'], key = '') => ({ found, of, key });
  // The first of them say what it is, and there may be very many.
  const items: unknown[] = [value].flat().slice(0, 100);
  // An export of the service's web page has rules with such keys.
  const isExport = items.some((one) => 'automate' in Object(one) || 'systemType' in Object(one));
  if (isExport && !('condition' in Object(value))) return foreign('export');
  if (found !== 'mapping') return foreign(items.some(isLikeRule) ? 'list' : 'other');
  const keys = Object.keys(Object(value));
  const rules: unknown[] = [Reflect.get(Object(value), 'rules')].flat().slice(0, 100);
  const isOnlyRules = keys.join() === 'rules' && !rules.every((one) => kindOf(one) === 'mapping');
  if (isOnlyRules || [value, ...rules].some(isLikeRule)) return null;
  const [below] = rulesBelow(value);
  if (below) return foreign('below', below);
  if (keys[0] === 'tests') return foreign('tests');
  const isRules = rules.some((one) => kindOf(one) === 'mapping');
  return foreign(keys.every((key) => SETTINGS.includes(key)) && !isRules ? 'settings' : 'other');
}

/** Whether more of its keys mean those of a rule than not, and as many are those of a rule as mean nothing. */
function isLikeRule(value: unknown): value is object {
  const keys = kindOf(value) === 'mapping' ? Object.keys(Object(value)).slice(0, 100) : [];
  const isKey = (key: string) => RULE_KEYS.includes(key) || (key === 'rules' && Array.isArray(Object(value).rules));
  const others = keys.filter((key) => !isKey(key) && !isLikeComment(key));
  const meanings = others.map((key) => keyMeant({ of: 'rule', root: value }, key, []));
  const unknown = meanings.filter((meant) => meant === null || meant.how === 'lift').length;
  const isMeant = unknown < keys.length / 2 && (unknown < 2 || unknown <= keys.filter(isKey).length);
  return isMeant || ['name', 'condition', 'actions'].every((key) => keys.includes(key));
}

/** The keys of the rules in a value, or of their lists. */
function rulesBelow(value: unknown, list = ''): string[] {
  return Object.entries(Object(value)).flatMap(([name, inner]) => {
    const key = Array.isArray(value) ? list : name;
    const hasPart = 'condition' in Object(inner) || 'actions' in Object(inner);
    if (hasPart && isLikeRule(inner)) return [key];
    return typeof inner === 'object' ? rulesBelow(inner, key) : [];
  });
}
