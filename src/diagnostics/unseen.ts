/**
 * Characters that are invisible or look like others. A reviewer approves what is visible, so these characters become
 * escapes wherever a text is shown or written. Exceptions are those that a script or an emoji needs:
 * - a selector, a joiner or a tag within an emoji that Unicode lists as a whole (RGI_Emoji);
 * - one joiner where it changes the letters around it, by the rules for domain names (RFC 5892, appendix A);
 * - a few marks on a letter, each of which is visible.
 * A Node with an older Unicode version also escapes the characters that this version does not have yet.
 */

// \p{C}: controls, formats, surrogates, private use, unassigned. \p{Z}: spaces and line ends. \p{DI}: characters that
// draw nothing by definition, such as selectors and Hangul fillers. The last six draw nothing either, but have no such
// property: the blanks of Braille, music, Egyptian and Khitan, and the object replacement character.
const HIDDEN = /[[\p{C}\p{Z}\p{DI}\u2800\u{1d159}\u{13441}\u{13442}\u{16fe4}\ufffc]--[ \p{ExtPict}]]/v;
const HIDDEN_EACH = new RegExp(HIDDEN.source, 'gv');
const MARK = /[[\p{Mn}\p{Me}]--\p{DI}]/v;
const EMOJI = /^\p{RGI_Emoji}$/v;

// What may need escapes: emoji with a hidden character; a hidden character; marks without a letter, of another script
// than the letter, or more than one.
const SUSPECTS = new RegExp(
  [
    String.raw`\p{Emoji}(?=\p{EMod}?[\ufe0f\u200d\u{e0020}-\u{e007f}])(?:[\p{EMod}\ufe0f\u20e3\u{e0020}-\u{e007f}]|\u200d\p{Emoji})+`,
    HIDDEN.source,
    `(?<![\\p{L}\\p{N}\\p{P}\\p{S}\\p{M}])${MARK.source}+`,
    `${MARK.source}{2,}`,
    `[${MARK.source}--\\p{sc=Inherited}](?<=[\\p{sc=Latin}\\p{sc=Common}].)`,
  ].join('|'),
  'gsv',
);

/** Vietnamese needs two marks on a letter, Hebrew and Tibetan four. */
const MOST_MARKS = 4;

/** `character` is a single code point. */
export type Escape = (character: string) => string;

/** Escapes everything in a text that would be invisible. */
export function escapeUnseen(text: string, escaped: Escape): string {
  // Most texts are ASCII and printable. To look for suspects takes ten times as long.
  if (!/[^ -~]/.test(text)) return text;
  return text.replace(SUSPECTS, (found, at: number) => cells(found, at, text, escaped).join(''));
}

/** Like `escapeUnseen`, but returns what each character is shown as. */
export function unseenCells(text: string, escaped: Escape): string[] {
  const all: string[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(SUSPECTS)) {
    for (const character of text.slice(end, index)) all.push(character);
    all.push(...cells(found, index, text, escaped));
    end = index + found.length;
  }
  return [...all, ...text.slice(end)];
}

/** Removes everything that draws nothing. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN_EACH, '');
}

/** Whether nothing in a text, which may have several lines, needs an escape. */
export function isSeen(text: string): boolean {
  return escapeUnseen(text, (character) => (/[\n\t]/.test(character) ? character : '')) === text;
}

function cells(found: string, at: number, text: string, escaped: Escape): string[] {
  const characters = [...found];
  if (characters.length === 1 && HIDDEN.test(found)) return [isNeededJoiner(found, at, text) ? found : escaped(found)];
  if (EMOJI.test(found)) return characters;
  const letter = /.$/su.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? '';
  const isBare = !/[\p{L}\p{N}\p{P}\p{S}\p{M}]/u.test(letter);
  const isPlain = /[\p{sc=Latin}\p{sc=Common}]/u.test(letter);
  return characters.map((character, index) => {
    if (HIDDEN.test(character)) return escaped(character);
    if (!MARK.test(character)) return character;
    const isForeign = isPlain && !/\p{sc=Inherited}/u.test(character);
    const isLost = isBare || isForeign || index >= MOST_MARKS || character === characters[index - 1];
    return isLost ? escaped(character) : character;
  });
}

function isNeededJoiner(found: string, at: number, text: string): boolean {
  if (found !== '\u200c' && found !== '\u200d') return false;
  const before = text.slice(Math.max(0, at - 8), at);
  const after = text.slice(at + 1, at + 9);
  if (/^\p{L}/u.test(after) && isVirama(/\p{L}\p{M}*(\p{Mn})$/u.exec(before)?.[1])) return true;
  const joinsOn = formsOf(/(\p{L})\p{Mn}*$/u.exec(before)?.[1]) > 2 && formsOf(/^\p{Mn}*(\p{L})/u.exec(after)?.[1]) > 1;
  return found === '\u200c' && joinsOn;
}

/** Marks of combining class 9 are viramas. Normalization sorts them between marks of classes 8 and 10. */
function isVirama(mark: string | undefined): boolean {
  if (mark === undefined) return false;
  const [lower, higher] = ['\u3099', '\u05b0'];
  return (mark + lower).normalize('NFD') === lower + mark && (higher + mark).normalize('NFD') === mark + higher;
}

/** How many forms an Arabic letter has: four if it joins on both sides, two if only with the letter before it. */
function formsOf(letter: string | undefined): number {
  arabicForms ??= countForms();
  return arabicForms.get(letter ?? '') ?? 0;
}

let arabicForms: Map<string, number> | undefined;

/** Unicode has a presentation form, a single character, for each form of a letter. */
function countForms(): Map<string, number> {
  const forms = new Map<string, number>();
  for (let code = 0xfb50; code <= 0xfefc; code += 1) {
    const letter = String.fromCharCode(code).normalize('NFKC');
    forms.set(letter, (forms.get(letter) ?? 0) + 1);
  }
  return forms;
}
