import type * as z from 'zod';
import type { FileFinding } from '../../diagnostics/files.ts';
import type { Level, WrongType } from '../../diagnostics/shapes.ts';
import { yamlText } from '../../diagnostics/yaml-text.ts';
import { entryPattern } from '../../model/lists.ts';
import type { Path, StaticKey } from '../../model/rule.ts';
import { writtenRule } from '../../model/written-rule.ts';
import { similarTypes, typeMeant } from './action-meant.ts';
import { MOST_PROBLEMS } from './file-problems.ts';
import { unknownKey } from './known-keys.ts';
import type { At } from './node-places.ts';
import { kindOf } from './plain.ts';
import { referenceIn } from './repairs.ts';
import { actionYaml, valueMeant } from './value-meant.ts';

/** A finding about what is at a path of a rule. */
export type ShapeFinding = FileFinding & { path: Path; at: At };

/** Returns the text of the file at a path of the rule. */
export type Written = (path: Path) => string;

/** Everything that the schema finds wrong with the plain value of a rule, in our own terms. */
export function shapeFindings(rule: unknown, written: Written): ShapeFinding[] {
  const { error } = writtenRule.safeParse(rule);
  const findings = (error?.issues ?? []).flatMap((issue) => findingsOf(issue, rule, written));
  const misspelt = new Set(findings.map(misspeltPath));
  // The schema may refuse a value twice: a delay that is too large and not whole.
  const places = new Set<string>();
  return findings.filter((finding) => {
    const place = `${finding.path.join('/')} ${finding.code === 'unknown-key'}`;
    if (places.has(place) || (finding.code === 'missing-key' && misspelt.has(finding.path.join('/')))) return false;
    places.add(place);
    return true;
  });
}

/** The path of the key that an unknown one means, which is then not missing. */
function misspeltPath(finding: ShapeFinding): string | undefined {
  if (finding.code !== 'unknown-key' || finding.args.proposal?.at !== finding.args.at) return undefined;
  return [...finding.path.slice(0, -1), finding.args.proposal.key].join('/');
}

function levelOf(path: Path): Level {
  if (path[0] === 'condition') return path[1] === 'static' ? 'static' : 'condition';
  if (path[0] === 'actions' && path.length > 1) return path[2] === 'fields' ? 'fields' : 'action';
  return 'rule';
}

function findingsOf(issue: z.core.$ZodIssue, rule: unknown, written: Written): ShapeFinding[] {
  const path = issue.path.map((segment) => (typeof segment === 'number' ? segment : String(segment)));
  const action = path.slice(0, 2);
  const misread = path[0] === 'actions' && path.length > 1 && misreadAction(valueAt(rule, action));
  if (misread) return [{ ...misread, path: action, at: 'value' }];
  const text = textPath(path);
  const value = text && valueAt(rule, text);
  if (text?.[1] === 'static' && Array.isArray(value)) return listFindings(value, text);
  if (text && kindOf(value) === 'mapping')
    return [{ ...wrongReference(text, value as object), path: text, at: 'value' }];
  if (issue.code !== 'unrecognized_keys') {
    const finding = findingAt(path, rule, written);
    return [{ ...finding, path, at: finding.code === 'missing-key' ? 'key' : 'value' }];
  }
  const at = levelOf(path);
  const around = [rule, ...path.map((_, index) => valueAt(rule, path.slice(0, index + 1)))];
  return issue.keys.slice(0, MOST_PROBLEMS + 1).map((key) => ({
    code: 'unknown-key',
    args: unknownKey(key, at, around),
    path: [...path, key],
    at: 'key',
  }));
}

/** The beginning of a path that leads to a text, or into a reference in its place. */
function textPath(path: Path): Path | undefined {
  if (path[0] === 'condition') {
    if (path[1] === 'aiInstructions') return path.slice(0, 2);
    return path[1] === 'static' && path.length > 2 ? path.slice(0, 3) : undefined;
  }
  return path[2] === 'fields' && path.length > 3 ? path.slice(0, 4) : undefined;
}

function listFindings(list: unknown[], path: Path): ShapeFinding[] {
  const key = path.at(-1) as StaticKey;
  if (list.length === 0) return [{ code: 'missing-key', args: { key, at: 'static', empty: true }, path, at: 'key' }];
  return list.flatMap((value, index): ShapeFinding[] => {
    const entry = typeof (value ?? '') === 'string' ? String(value ?? '') : null;
    return entryPattern(key).test(entry ?? '')
      ? []
      : [{ code: 'list-entry', args: { key, entry }, path: [...path, index], at: 'value' }];
  });
}

function wrongReference(path: Path, value: object): FileFinding {
  const keys = Object.keys(value);
  const [only] = Object.values(value);
  const isOne = keys.length === 1;
  const meant = Object.entries(value).flatMap(
    ([key, inner]) => referenceIn(`${key}: ${[inner].flat().join(' ')}`) ?? [],
  );
  const proposal = meant.length === 1 && !('file' in value && 'env' in value) ? (meant[0] ?? null) : null;
  if (isOne && keys[0] === 'env' && typeof only === 'string') {
    // It may be the secret itself.
    return { code: 'variable-name', args: { name: '', problem: 'shape', prefix: null, proposal } };
  }
  const isUrl = /^https?:/.test(String(only));
  // A single word may be the name of something elsewhere.
  const isText = isOne && typeof only === 'string' && (isUrl ? path.at(-1) === 'webhookUrl' : /\s/.test(only));
  const text = isText && keys[0] !== 'file' ? yamlText(only) : null;
  return { code: 'reference-shape', args: { key: String(path.at(-1)), keys, proposal: proposal ?? text } };
}

/** What to say about an entry of `actions` that is not written as an action. */
function misreadAction(entry: unknown): FileFinding | null {
  const { type } = Object(entry);
  if (typeof type === 'string' && typeMeant(type)) return null;
  const meant = actionYaml(entry);
  const found = kindOf(entry);
  const pair = found === 'mapping' && type === undefined ? Object.entries(Object(entry))[0] : undefined;
  const [word, value] = pair ?? [entry];
  const isWord = typeof word === 'string' && value !== false;
  if (meant || (isWord && typeMeant(word))) {
    return { code: 'wrong-type', args: { key: 'actions', expected: 'mapping', found, written: '', meant } };
  }
  if (!isWord) return null;
  const unknown = { written: word, proposal: null, ...similarTypes(word) };
  return pair && unknown.similar.length === 0 ? null : { code: 'action-type-unknown', args: unknown };
}

/** The finding about a value that the schema refuses. Its path decides what is expected. */
function findingAt(path: Path, rule: unknown, written: Written): FileFinding {
  const value = valueAt(rule, path);
  const key = String(path.at(-1) ?? '');
  const isItem = typeof path.at(-1) === 'number';
  const found = kindOf(value);
  if (!isItem && [value ?? []].flat().length === 0) {
    return { code: 'missing-key', args: { key, at: levelOf(path.slice(0, -1)), empty: value !== undefined } };
  }
  const text = typeof value === 'string' ? value : written(path);
  if (key === 'type') return unknownType(text);
  const expected = isItem ? 'mapping' : (EXPECTED[key] ?? 'text');
  const meant = valueMeant(path, value, written(path), valueAt(rule, [...path.slice(0, -1), 'type']));
  if (key === 'messagingChannelId' && !meant) return { code: 'channel-not-cuid', args: { written: text } };
  const args = { key: isItem ? 'actions' : key, expected, found, written: written(path), meant };
  return { code: 'wrong-type', args };
}

function unknownType(written: string): FileFinding {
  if (written.toUpperCase() === 'INTEGRATION') return { code: 'action-type-integration', args: {} };
  return { code: 'action-type-unknown', args: { written, proposal: typeMeant(written), ...similarTypes(written) } };
}

const EXPECTED: Record<string, WrongType['expected']> = {
  actions: 'list',
  condition: 'mapping',
  conditionalOperator: 'operator',
  delayInMinutes: 'minutes',
  enabled: 'true or false',
  fields: 'mapping',
  runOnThreads: 'true or false',
  static: 'mapping',
};

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce((inner: unknown, key) => Reflect.get(Object(inner), key), root);
}
