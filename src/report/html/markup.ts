/**
 * HTML in which text from others is always text. Templates escape everything put into them, in content and in quoted
 * attributes. Only the result of another template is inserted as it is.
 */
import { escapeControl, escapedLines } from '../../diagnostics/escape-control.ts';
import { cut } from '../../diagnostics/message.ts';

export interface Html {
  readonly markup: string;
}

type HtmlPiece = string | number | Html | null | readonly HtmlPiece[];

/** html`<b>${name}</b>`: text becomes one line of harmless characters; null becomes nothing. */
export function html(strings: TemplateStringsArray, ...pieces: readonly HtmlPiece[]): Html {
  return { markup: strings.reduce((all, string, index) => all + markupOf(pieces[index - 1] ?? null) + string) };
}

/** Escapes a text of several lines, for an element that keeps white space. */
export function lines(text: string): Html {
  return { markup: escaped(escapedLines(text).join('\n')) };
}

/** In characters, so that one name cannot take up the page. */
const LONGEST_NAME = 200;

/** A name from others, isolated from the text direction around it. Long names are cut. */
export function name(text: string): Html {
  if (text === '') return html`<bdi class="none">(empty)</bdi>`;
  return html`<bdi>${cut(text, LONGEST_NAME)}</bdi>`;
}

export function isLongName(text: string): boolean {
  return cut(text, LONGEST_NAME) !== text;
}

/** Our own markup without text from others, such as a script or a style. */
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
