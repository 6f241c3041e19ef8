/**
 * Notes about rules kept true in the text of their file: comments that the program wrote. They are recognised by their
 * very words, and every other comment is left alone.
 */
import { isDeepStrictEqual } from 'node:util';
import { CST, Lexer } from 'yaml';
import { commentLine, type RuleNotes } from '../formatting/render-rule.ts';
import { parseRuleFile } from '../parse.ts';
import { isFirstOnLine, lineBreakBefore, nextLine, spacesBefore } from './lines.ts';
import { type NoteSpot, noteSpots } from './note-spots.ts';
import { type Splice, spliced } from './splices.ts';

/** How a kind of note is recognised. */
interface NoteForm {
  /** The lines that each begins with. */
  sentences: readonly string[];
  /** Takes the comments below these; gives how many belong to the note, null where somebody changed it. */
  rest: (lines: readonly string[]) => number | null;
}

export type NoteForms = Readonly<Record<keyof RuleNotes, NoteForm>>;

/**
 * Takes the text of a rule file, the notes that its rules shall have, in the order of the rules, and how notes are
 * recognised; gives the text with these and no others, and which rules got others by that. A kind of note that is left out stays as it is, and so does one that
 * somebody changed. Where no comment can stand, as within brackets, there is none.
 */
export function editNotes(
  text: string,
  notes: readonly (RuleNotes | undefined)[],
  forms: NoteForms,
): { text: string; changed: number[] } {
  const isMentioned = Object.values(forms).some(({ sentences }) => sentences.some((line) => text.includes(line)));
  const isWanted = notes.some((one) => [one?.above, one?.below].some((lines) => (lines?.length ?? 0) > 0));
  if (!isMentioned && !isWanted) return { text, changed: [] };
  const { rules } = parseRuleFile('', text);
  const spots = noteSpots(text);
  const comments = commentsOf(text);
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const changes = rules.flatMap(({ spot }, index): Change[] => {
    const own = notes[index];
    const at = spots.get(`${spot.document}/${spot.path.join('/')}`);
    if (own === undefined || at === undefined) return [];
    const within = comments.filter(({ start }) => start >= at.from && start < at.to);
    const splices = (['above', 'below'] as const).flatMap((kind) => {
      const lines = own[kind];
      return lines === undefined ? [] : splicesFor(lines.map(commentLine), at[kind], within, forms[kind], text, eol);
    });
    return splices.length === 0 ? [] : [{ index, splices }];
  });
  const isSame = (edited: string) => {
    const found = parseRuleFile('', edited);
    return found.problems.length === 0 && isDeepStrictEqual(found.rules.map(writtenOf), rules.map(writtenOf));
  };
  if (isSame(carriedOut(text, changes))) return resultOf(text, changes);
  // A comment can end a text that keeps its blank lines.
  const kept: Change[] = [];
  for (const change of changes) if (isSame(carriedOut(text, [...kept, change]))) kept.push(change);
  return resultOf(text, kept);
}

/** What makes the notes of one rule, by its index, as they shall be. */
interface Change {
  index: number;
  splices: Splice[];
}

function carriedOut(text: string, changes: readonly Change[]): string {
  return spliced(
    text,
    changes.flatMap(({ splices }) => splices),
  );
}

function resultOf(text: string, changes: readonly Change[]): { text: string; changed: number[] } {
  return { text: carriedOut(text, changes), changed: changes.map(({ index }) => index) };
}

function writtenOf({ written }: { written: unknown }): unknown {
  return written;
}

/** A comment that has a line for itself. */
interface CommentOnLine {
  /** The beginning of its line, and of the next. */
  start: number;
  end: number;
  indentation: string;
  text: string;
}

function commentsOf(text: string): CommentOnLine[] {
  const found: CommentOnLine[] = [];
  let offset = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    const type: CST.TokenType | 'doc-mode' | 'flow-error-end' | null = isScalar ? 'scalar' : CST.tokenType(lexeme);
    if (type === 'comment' && isFirstOnLine(text, offset)) {
      const start = spacesBefore(text, offset);
      const indentation = text.slice(start, offset);
      found.push({ start, end: nextLine(text, offset), indentation, text: lexeme.trimEnd() });
    }
    const isMark = type === 'doc-mode' || type === 'flow-error-end' || (type === 'scalar' && !isScalar);
    isScalar = type === 'scalar' && !isScalar;
    if (!isMark) offset += lexeme.length;
  }
  return found;
}

function splicesFor(
  wanted: readonly string[],
  spot: NoteSpot | null,
  comments: readonly CommentOnLine[],
  form: NoteForm,
  text: string,
  eol: string,
): Splice[] {
  const found = notesIn(comments, form);
  if (found === null) return [];
  const [first, ...more] = found;
  if (first === undefined) {
    return wanted.length === 0 || spot === null ? [] : [inserted(spot, wanted, text, eol)];
  }
  const superfluous = wanted.length === 0 ? found : more;
  const splices = superfluous.map((note) => removed(note, text));
  const isRight = isDeepStrictEqual(
    first.map((comment) => comment.text),
    wanted,
  );
  if (wanted.length > 0 && !isRight) splices.push(replaced(first, wanted, text, eol));
  return splices;
}

type Note = [CommentOnLine, ...CommentOnLine[]];

/** The notes of a kind among comments; null where one of them is not as it was written. */
function notesIn(comments: readonly CommentOnLine[], { sentences, rest }: NoteForm): Note[] | null {
  const lines = sentences.map(commentLine);
  const notes: Note[] = [];
  for (let at = 0; at < comments.length; at += 1) {
    const first = comments[at] as CommentOnLine;
    if (!lines.includes(first.text)) continue;
    const joined = joinedFrom(comments, at);
    if (!lines.every((line, index) => joined[index]?.text === line)) return null;
    const length = rest(joined.slice(lines.length).map((comment) => comment.text.replace(/^# ?/, '')));
    if (length === null) return null;
    const end = lines.length + length;
    notes.push([first, ...joined.slice(1, end)]);
    at += end - 1;
  }
  return notes;
}

/** A comment with those that follow it line by line. */
function joinedFrom(comments: readonly CommentOnLine[], at: number): CommentOnLine[] {
  const joined: CommentOnLine[] = [];
  for (const comment of comments.slice(at)) {
    if (joined.length > 0 && joined.at(-1)?.end !== comment.start) break;
    joined.push(comment);
  }
  return joined;
}

function inserted({ at, column }: NoteSpot, wanted: readonly string[], text: string, eol: string): Splice {
  const lines = wanted.map((line) => ' '.repeat(column) + line);
  const isOpen = at > 0 && text[at - 1] !== '\n';
  return { start: at, end: at, text: lines.map((line) => (isOpen ? eol + line : line + eol)).join('') };
}

function removed(note: Note, text: string): Splice {
  const end = note.at(-1)?.end ?? 0;
  const endsOpen = end === text.length && text[end - 1] !== '\n';
  return { start: endsOpen ? lineBreakBefore(text, note[0].start) : note[0].start, end, text: '' };
}

function replaced(note: Note, wanted: readonly string[], text: string, eol: string): Splice {
  const [{ start, indentation }] = note;
  const end = note.at(-1)?.end ?? start;
  const last = text[end - 1] === '\n' ? eol : '';
  return { start, end, text: wanted.map((line) => indentation + line).join(eol) + last };
}
