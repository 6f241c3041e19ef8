/** What can be read of a rule with errors of shape: its other errors are told together with these. */
import type { Path } from '../../model/rule.ts';
import { type WrittenRule, writtenRule } from '../../model/written-rule.ts';
import type { ShapeFinding } from './shape-findings.ts';

export interface ReadableRule {
  /** With something else in the place of what is wrong. Never planned. */
  written: WrittenRule;
  /** Nothing can be said about what is at, above or below these paths. */
  damaged: readonly Path[];
}

/** Something valid for what must not be missing; all else can be left out. A blank name is compared with no other. */
const STAND_INS = new Map<string, unknown>([
  ['name', ''],
  ['condition', { aiInstructions: '{{…}}' }],
  ['actions', [{ type: 'ARCHIVE' }]],
  ['type', 'ARCHIVE'],
]);

/** Takes the plain value of a rule and all that is wrong with its shape; null where too little is left of it. */
export function readableRule(value: object, findings: readonly ShapeFinding[]): ReadableRule | null {
  const rule = structuredClone(value);
  for (const { path, code } of findings) {
    const key = path.at(-1) ?? '';
    const parent = path.slice(0, -1).reduce((inner: unknown, one) => Reflect.get(Object(inner), one), rule);
    const standIn = typeof key === 'number' ? { type: 'ARCHIVE' } : STAND_INS.get(key);
    if (standIn === undefined || code === 'unknown-key') Reflect.deleteProperty(Object(parent), key);
    else Reflect.set(Object(parent), key, structuredClone(standIn));
  }
  if (!writtenRule.safeParse(rule).success) return null;
  return { written: rule as WrittenRule, damaged: findings.map(damagedBy) };
}

/** What an action needs and uses depends on all of its keys. */
function damagedBy({ path, code }: ShapeFinding): Path {
  const isOfAction = path[0] === 'actions' && (path.at(-1) === 'type' || code === 'unknown-key');
  return isOfAction ? path.slice(0, 2) : path;
}

/** Whether something can be said about a path. */
export function isReadable(path: Path, damaged: readonly Path[]): boolean {
  return !damaged.some((one) => {
    const [short, long] = one.length < path.length ? [one, path] : [path, one];
    return short.every((segment, index) => segment === long[index]);
  });
}
