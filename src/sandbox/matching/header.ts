/** The people in a From or To header. */

export interface Party {
  /** null: none, or an empty one. */
  name: string | null;
  /** The bare address; null: there is no valid one. */
  address: string | null;
}

const LOCAL = String.raw`[^\s\p{Cc}()<>[\]:;@\\,"]`;
const LABEL = String.raw`[\p{L}\p{Nd}](?:[\p{L}\p{Nd}-]*[\p{L}\p{Nd}])?`;
const ADDRESS = String.raw`${LOCAL}+@${LABEL}(?:\.${LABEL})+`;

const WHOLE = new RegExp(`^${ADDRESS}$`, 'u');

/** Beginning where a run of such characters begins, or the search would try each of them. */
const FIRST = new RegExp(`(?<!${LOCAL})${ADDRESS}`, 'u');

/** Captures the text in angle brackets at the end of an entry, and the text before them. */
const IN_BRACKETS = /^(.*)<([^<>]*)>$/s;

/** The one party of a From header. */
export function partyOf(header: string): Party {
  const entry = header.trim();
  const [, before, inBrackets = ''] = IN_BRACKETS.exec(entry) ?? [];
  // A text that is an address as a whole is the first one in it, too.
  const address = WHOLE.test(inBrackets) ? inBrackets : (FIRST.exec(entry)?.[0] ?? null);
  const name = before === undefined ? (entry === address ? '' : entry) : unquoted(before.trim());
  return { name: name === '' ? null : name, address };
}

function unquoted(name: string): string {
  const [, quoted] = /^"(.*)"$/s.exec(name) ?? [];
  return quoted === undefined ? name : quoted.replace(/\\(.)/gs, '$1');
}

/** The parties of a To header: it is split at commas outside quotes, angle brackets and parentheses. */
export function partiesOf(header: string): Party[] {
  const entries: string[] = [];
  let start = 0;
  let isQuoted = false;
  let isInBrackets = false;
  let depth = 0;
  for (let at = 0; at < header.length; at += 1) {
    const character = header[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '<') isInBrackets = true;
    else if (character === '>') isInBrackets = false;
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === ',' && !isInBrackets && depth === 0) {
      entries.push(header.slice(start, at));
      start = at + 1;
    }
  }
  return [...entries, header.slice(start)].map(partyOf);
}
