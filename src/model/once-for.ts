/**
 * A function that computes its value once for each argument, and then returns the same value. Arguments are compared by their
 * JSON.
 */
export function onceFor<Argument, Value>(compute: (argument: Argument) => Value): (argument: Argument) => Value {
  const known = new Map<string, Value>();
  return (argument) => {
    const key = JSON.stringify(argument);
    const found = known.get(key) ?? compute(argument);
    known.set(key, found);
    return found;
  };
}
