/** Values that a schema may just accept or just refuse. */
import fc from 'fast-check';

class Made {
  file = 'a.txt';
}

/** Its own `__proto__`, as JSON and YAML can have it. */
export const withProto = (value: object): object =>
  Object.defineProperty(value, '__proto__', { value: 'x', enumerable: true, configurable: true, writable: true });

/** What looks like something that belongs there. Made anew each time: some are put into. */
const odd = fc
  .constantFrom<() => unknown>(
    ...[undefined, null, true, false, 0, -0, 1, 1.5, -1, 60, 129_600, 129_601, 2 ** 53, Number.NaN, 1n].map(
      (value) => () => value,
    ),
    ...[Number.POSITIVE_INFINITY, '', ' ', 'text', '1', 'AND', 'and', 'LABEL', 'NOPE', 'exact', 'keep'].map(
      (value) => () => value,
    ),
    ...['25%', '100%', '101%', '025%', 'ckx9q2s7l0000v8mn4h2r1abc', 'CKX9Q2\n', 'cab', Symbol('x')].map(
      (value) => () => value,
    ),
    () => [],
    () => ['text'],
    () => new Array(2),
    () => Object.assign(new Array(2), { 1: 'text' }),
    () => ({}),
    () => ({ file: 'a.txt' }),
    () => ({ file: '' }),
    () => ({ file: 'a.txt', env: 'A' }),
    () => ({ env: 'A_1' }),
    () => ({ env: '1A' }),
    () => Object.create(null),
    () => Object.create({ file: 'a.txt' }),
    () => ({ constructor: undefined }),
    () => ({ constructor: Made }),
    () => ({ constructor: Array }),
    () => withProto({}),
    () => JSON.parse('{"__proto__": null}'),
    () => Object.defineProperty({}, 'hidden', { value: 1 }),
    () => ({ [Symbol('x')]: 1 }),
    () => new Made(),
    () => new Date(0),
    () => new Map([['file', 'a.txt']]),
    () => new String('text'),
    () => new Number(1),
    () => new Boolean(true),
    () => () => 'text',
  )
  .map((make) => make());

const oddKey = fc.constantFrom<PropertyKey>(
  ...['x', '__proto__', 'constructor', 'toString', 'file', 'env', 'rules', 'a b', '-a', 'é', '1', ''],
  Symbol.for('x'),
);

/** One place of a value: the way there. */
type Way = PropertyKey[];

function waysInto(value: unknown, way: Way = []): Way[] {
  if (typeof value !== 'object' || value === null) return [way];
  return [way, ...Object.keys(value).flatMap((key) => waysInto(Reflect.get(value, key), [...way, key]))];
}

function put(holder: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A copy in which the place that `way` leads to was changed. */
function changed(value: unknown, way: Way, change: (holder: object, key: PropertyKey) => void): unknown {
  const holder = { root: structuredClone(value) };
  const path = ['root', ...way];
  const parent = path.slice(0, -1).reduce((inner: object, key) => Reflect.get(inner, key), holder);
  change(parent, path.at(-1) ?? '');
  return holder.root;
}

/** Takes a value that fits; gives it with one place, anywhere, of another value, gone, doubled, or with a key more. */
function spoiled(value: unknown): fc.Arbitrary<unknown> {
  return fc.constantFrom(...waysInto(value)).chain((way) =>
    fc.oneof(
      odd.map((other) => changed(value, way, (holder, key) => put(holder, key, other))),
      fc.constant(0).map(() => changed(value, way, (holder, key) => Reflect.deleteProperty(holder, key))),
      fc.tuple(oddKey, odd).map(([extra, other]) =>
        changed(value, way, (holder, key) => {
          const inner = Reflect.get(holder, key);
          if (typeof inner === 'object' && inner !== null) put(inner, extra, other);
        }),
      ),
      fc.constant(0).map(() =>
        changed(value, way, (holder, key) => {
          if (Array.isArray(holder)) holder.push(Reflect.get(holder, key));
        }),
      ),
    ),
  );
}

/** Takes values that fit; gives them, and near misses of them. */
export function nearMisses(fitting: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 1, arbitrary: fitting },
    { weight: 8, arbitrary: fitting.chain(spoiled) },
    { weight: 1, arbitrary: odd },
  );
}

/** Whether a value can come from JSON or YAML, gaps and undefined members besides, with no `__proto__` in it. */
export function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol';
  if (Array.isArray(value)) return Reflect.ownKeys(value).length <= value.length + 1 && value.every(isData);
  if (Object.getPrototypeOf(value) !== Object.prototype || Object.getOwnPropertySymbols(value).length > 0) return false;
  return Object.getOwnPropertyNames(value).every(
    (key) => key !== '__proto__' && Object.keys(value).includes(key) && isData(Reflect.get(value, key)),
  );
}
