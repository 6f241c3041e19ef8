/** Takes a glob in which `*` is any run of characters and nothing else is special; gives its test. */
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

/** Takes globs, gives a function from a text to the first glob that it matches, or null. */
export function firstGlob(globs: readonly string[]): (text: string) => string | null {
  const matchers = globs.map((glob) => ({ glob, matches: globMatcher(glob) }));
  return (text) => matchers.find(({ matches }) => matches(text))?.glob ?? null;
}
