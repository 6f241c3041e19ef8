/** Returns a function that computes its value only once for each argument. Arguments are compared as JSON. */
export function onceFor<Argument, Value>(compute: (argument: Argument) => Value): (argument: Argument) => Value {
  const known = new Map<string, Value>();
  return (argument) => {
    const key = JSON.stringify(argument);
    const found = known.get(key) ?? compute(argument);
    known.set(key, found);
    return found;
  };
}
