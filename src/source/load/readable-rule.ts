/** Makes a rule with errors of shape readable, so that its other errors are reported together with them. */
import type { Path } from '../../model/rule.ts';
import { type WrittenRule, writtenRule } from '../../model/written-rule.ts';
import type { ShapeFinding } from './shape-findings.ts';

export interface ReadableRule {
  /** With stand-ins for what is wrong. Never planned. */
  written: WrittenRule;
  /** What is at, above or below these paths is not checked. */
  damaged: readonly Path[];
}

/** Stand-ins for what a rule must have; the rest can be left out. A blank name is compared with no other. */
const STAND_INS = new Map<string, unknown>([
  ['name', ''],
  ['condition', { aiInstructions: '{{…}}' }],
  ['actions', [{ type: 'ARCHIVE' }]],
  ['type', 'ARCHIVE'],
]);

/** The readable part of the plain value of a rule, given its errors of shape; null if too little is left. */
export function readableRule(value: object, findings: readonly ShapeFinding[]): ReadableRule | null {
  const rule = structuredClone(value);
  for (const { path, code } of findings) {
    const key = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce((inner: unknown, one) => Reflect.get(Object(inner), one), rule);
    const item = path[0] === 'actions' ? { type: 'ARCHIVE' } : '{{…}}';
    const standIn = typeof key === 'number' ? item : STAND_INS.get(key);
    if (standIn === undefined || code === 'unknown-key') Reflect.deleteProperty(Object(parent), key);
    else Reflect.set(Object(parent), key, structuredClone(standIn));
  }
  if (!writtenRule.safeParse(rule).success) return null;
  return { written: rule as WrittenRule, damaged: findings.map(damagedBy) };
}

/** An action with a wrong type or key is damaged as a whole, since they decide which fields it needs. */
function damagedBy({ path, code }: ShapeFinding): Path {
  const isOfAction = path[0] === 'actions' && (path.at(-1) === 'type' || code === 'unknown-key');
  return isOfAction ? path.slice(0, 2) : path;
}

/** Whether what is at a path can be checked. */
export function isReadable(path: Path, damaged: readonly Path[]): boolean {
  return !damaged.some((one) => {
    const [short, long] = one.length < path.length ? [one, path] : [path, one];
    return short.every((segment, index) => segment === long[index]);
  });
}
