/**
 * The people in a From or To header (measured). Left open, and read here as: the brackets at the end are the last ones; tokens
 * that are not valid are passed over; every `"` opens or closes, whatever stands before it; a name without brackets is the whole
 * entry.
 */

export interface Party {
  /** With its quotes and backslashes; null: an empty one. */
  name: string | null;
  /** The bare address; null: there is no valid one. */
  address: string | null;
}

const ATOM = "[A-Za-z0-9_'+-]+";
const LABEL = '[A-Za-z0-9][A-Za-z0-9-]*';
const VALID = new RegExp(`^${ATOM}(?:\\.${ATOM})*(?<!')@(?:${LABEL}\\.)+[A-Za-z]{2,}$`);

/** The text in angle brackets at the end, the whole text, or a token of it: the first of these that is valid. */
export function addressOf(text: string): string | null {
  const whole = text.trim();
  const [, inBrackets = ''] = /<([^<>]*)>$/.exec(whole) ?? [];
  return [inBrackets, whole, ...whole.split(/[\s<>]/)].find((candidate) => VALID.test(candidate)) ?? null;
}

/** The text before the first bracket, or the text behind it. */
function nameOf(entry: string): string | null {
  const at = entry.indexOf('<');
  if (at === -1) return entry.trim() || null;
  const inside = entry
    .slice(at + 1)
    .split(/[<>]/, 1)
    .join('');
  return entry.slice(0, at).trim() || inside.trim() || null;
}

/** The people of a header: it is split at commas, and put together again where a quote is open. */
export function partiesOf(header: string): Party[] {
  const parties: Party[] = [];
  let open: string[] = [];
  let quotes = 0;
  const close = () => {
    const entry = open.join(',');
    parties.push({ name: nameOf(entry), address: addressOf(entry) });
    open = [];
  };
  for (const piece of header.split(',')) {
    open.push(piece);
    quotes += piece.split('"').length - 1;
    if (quotes % 2 === 0) close();
  }
  if (open.length > 0) close();
  return parties;
}
