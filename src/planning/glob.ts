/** In a glob `*` is any run of characters; nothing else is special. */
export function globMatcher(glob: string): (text: string) => boolean {
  const [head = '', ...rest] = glob.split('*');
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === glob;
  return (text) => {
    if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
    const end = text.length - tail.length;
    let at = head.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}

/** The function gives the first glob that a text matches, or null. */
export function firstGlob(globs: readonly string[]): (text: string) => string | null {
  const matchers = globs.map((glob) => ({ glob, matches: globMatcher(glob) }));
  return (text) => matchers.find(({ matches }) => matches(text))?.glob ?? null;
}
