/**
 * HTML in which everything that others wrote is text. A template escapes whatever is put into it, in content and in
 * quoted attributes alike; only what another template made goes in as it is.
 */
import { escapeControl, escapedLines } from '../../diagnostics/escape-control.ts';
import { cut } from '../../diagnostics/message.ts';

export interface Html {
  readonly markup: string;
}

type HtmlPiece = string | number | Html | null | readonly HtmlPiece[];

/** html`<b>${name}</b>`: a text is one line in which nothing does or hides anything; null is nothing. */
export function html(strings: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html {
  return { markup: strings.reduce((all, string, index) => all + markupOf(pieces[index - 1] ?? null) + string) };
}

/** A text of several lines, for an element that keeps white space. */
export function lines(text: string): Html {
  return { markup: escaped(escapedLines(text).join('\n')) };
}

/** In characters: one name must not take the room of many. */
const LONGEST_NAME = 200;

/** A name of others, apart from its surroundings whatever way it is written; a long one is cut. */
export function name(text: string): Html {
  if (text === '') return html`<bdi class="none">(empty)</bdi>`;
  return html`<bdi>${cut(text, LONGEST_NAME)}</bdi>`;
}

export function isLongName(text: string): boolean {
  return cut(text, LONGEST_NAME) !== text;
}

/** Markup of ours that holds nobody's text: a script, a style. */
export function raw(markup: string): Html {
  return { markup };
}

function markupOf(piece: HtmlPiece): string {
  if (piece === null) return '';
  if (typeof piece === 'string') return escaped(escapeControl(piece));
  if (typeof piece === 'number') return String(piece);
  if (isList(piece)) return piece.map(markupOf).join('');
  return piece.markup;
}

function isList(piece: Html | readonly HtmlPiece[]): piece is readonly HtmlPiece[] {
  return Array.isArray(piece);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
