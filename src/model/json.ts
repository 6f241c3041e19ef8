/** The value of a JSON text; undefined where it is not JSON, which has no undefined. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
