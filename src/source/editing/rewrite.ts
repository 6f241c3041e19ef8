/** A rule written anew as a whole, by the library: what is left where no smaller change will do. */
import { stringify } from 'yaml';
import type { Place } from './layout.ts';
import { lineEnd } from './lines.ts';
import { inFlow } from './render.ts';
import { endOfLines } from './replace.ts';
import { type Position, type Session, splice } from './session.ts';
import type { Plain } from './values.ts';

/** Takes a rule and what it shall be; notes what writes it anew, without its comments. Gives what it then is. */
export function rewriteRule(place: Place, wanted: Plain, position: Position, session: Session): Plain {
  const { text, eol } = session;
  if (position.in === 'flow' || position.in === 'entry' || (place.kind === 'map' && place.flow)) {
    splice(session, place.start, place.end, inFlow(wanted, true));
    return wanted;
  }
  const column = position.in === 'item' ? position.column + 2 : 0;
  const lines = stringified(wanted, session.manner.step);
  const written = lines.map((line, index) => (line === '' || index === 0 ? line : ' '.repeat(column) + line));
  const start = place.anchor?.start ?? place.start;
  const isBlock = place.kind === 'map';
  const end = isBlock
    ? endOfLines(text, place.end, position.in === 'item' ? position.column : -1)
    : lineEnd(text, place.end);
  const needsEnd = isBlock && text[end - 1] === '\n';
  splice(session, start, end, `${written.join(eol)}${needsEnd ? eol : ''}`);
  return wanted;
}

function stringified(rule: Plain, indent: number): string[] {
  const options = { indent, lineWidth: 0, version: '1.2', schema: 'core' } as const;
  const lines = stringify(rule, { ...options, blockQuote: 'literal' })
    .slice(0, -1)
    .split('\n');
  // Blank lines at the end would go on into those that follow.
  return lines.at(-1) === ''
    ? stringify(rule, { ...options, blockQuote: false })
        .trimEnd()
        .split('\n')
    : lines;
}
