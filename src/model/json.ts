/** Nothing that is read here needs ten. Past some thousands, whatever works recursively exhausts the stack. */
const DEPTH_LIMIT = 100;

/** The value of a JSON text; undefined where it is not JSON, which has no undefined, or is nested too deeply. */
export function jsonIn(text: string): unknown {
  try {
    return isDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By its brackets; those in texts do not count. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    } else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth > DEPTH_LIMIT) return true;
  }
  return false;
}
