/** Far more than any file or answer needs. Thousands would overflow the stack of recursive code. */
const DEPTH_LIMIT = 100;

/** The value of a JSON text; undefined if it is not JSON, or nested too deeply. */
export function jsonIn(text: string): unknown {
  try {
    return isDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
