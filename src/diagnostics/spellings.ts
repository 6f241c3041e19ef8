/**
 * Hides secrets that a text spells differently: escaped, encoded, wrapped or cut. The text is decoded in every known
 * way, and the results are decoded again, up to DEPTH times. Each decoded character knows where it came from.
 */
import { groupBy } from '../model/group-by.ts';

export interface Hidden {
  value: string;
  shown: string;
}

/** In UTF-16 units of the original text. */
type Span = { start: number; end: number };

/** A decoded text with a span for each unit. It consists of UTF-8 bytes, one per unit, until it is folded. */
type Layer = { text: string; spans: Span[] };

type Rewriting = readonly [RegExp, (match: RegExpExecArray) => string];

/** Enough for JSON in JSON in HTML. */
const DEPTH = 3;

/** In characters. If at least this much of a longer secret's start is in a text, it is hidden too. */
const LEAST_PART = 8;

/** Returns a function that hides all spellings of these values in a text. */
export function spellingsHider(hidden: readonly Hidden[]): (text: string) => string {
  const patterns = hidden.map(patternOf);
  const [short, long] = [true, false].map((isShort) => finderOf(patterns.filter((one) => one.isShort === isShort)));
  return (text) => {
    const found = layersOf(text).flatMap((layer) => {
      const letters = lettersOf(layer);
      return [...(short?.(letters) ?? []), ...(long?.(rewritten(letters, BARE)) ?? [])];
    });
    return replaced(text, found);
  };
}

/** Services compare addresses without case. Each direction alone misses letters, such as a sigma at a word's end. */
export function folded(text: string): string {
  return text.toLowerCase().toUpperCase();
}

/** A search for `text`, preceded by `open` if that is present. */
interface Pattern extends Pick<Hidden, 'shown'> {
  open: string;
  text: string;
  /** Only the whole text matches, with its white space: a secret this short could occur by chance. */
  isShort: boolean;
}

/** Longer secrets match without white space: lines may be wrapped. Scheme and host of a URL are not secret. */
function patternOf({ value, shown }: Hidden): Pattern {
  const letters = lettersOf(layerOf(value));
  const { text } = rewritten(letters, BARE);
  const [open = ''] = /^[A-Z][A-Z\d+.-]*:\/\/(?:[^/?#@]*(?:[/?#]|$))?/.exec(text) ?? [];
  if (text.length < open.length + LEAST_PART) return { open: '', text: letters.text, isShort: true, shown };
  return { open, text: text.slice(open.length), isShort: false, shown };
}

type Found = Span & Pick<Hidden, 'shown'>;

function finderOf(patterns: readonly Pattern[]): (layer: Layer) => Found[] {
  const starting = groupBy(patterns, ({ text, isShort }) => (isShort ? text : text.slice(0, LEAST_PART)));
  const lengths = [...new Set([...starting.keys()].map((start) => start.length))];
  return ({ text, spans }) => {
    const found: Found[] = [];
    for (let at = 0; at < text.length; at++) {
      for (const length of lengths) {
        for (const { open, text: wanted, shown } of starting.get(text.slice(at, at + length)) ?? []) {
          let last = at + length - 1;
          while (last + 1 < text.length && text[last + 1] === wanted[last + 1 - at]) last++;
          const first = text.endsWith(open, at) ? at - open.length : at;
          found.push({ start: spans[first]?.start ?? 0, end: spans[last]?.end ?? 0, shown });
        }
      }
    }
    return found;
  };
}

function replaced(text: string, found: readonly Found[]): string {
  let shown = '';
  let done = 0;
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (one.start >= done) shown += text.slice(done, one.start) + one.shown;
    done = Math.max(done, one.end);
  }
  return shown + text.slice(done);
}

function layersOf(text: string): Layer[] {
  const layers = new Map<string, Layer>();
  let fresh = [layerOf(text)];
  for (let depth = 0; depth <= DEPTH; depth++) {
    if (depth > 0) fresh = fresh.flatMap((layer) => DECODERS.map((decoder) => rewritten(layer, decoder)));
    fresh = fresh.filter((layer) => !layers.has(layer.text) && layers.set(layer.text, layer));
  }
  return [...layers.values()];
}

function layerOf(text: string): Layer {
  const spans = Array.from({ length: text.length }, (_, start) => ({ start, end: start + 1 }));
  return rewritten({ text, spans }, [/[\u0080-\u{10ffff}]/gu, ([character]) => utf8(character)]);
}

function rewritten(layer: Layer, [pattern, rewrite]: Rewriting): Layer {
  const { text, spans } = layer;
  const into: Layer = { text: '', spans: [] };
  let done = 0;
  const copy = (end: number) => {
    into.text += text.slice(done, end);
    for (; done < end; done++) into.spans.push(spans[done] as Span);
  };
  for (const match of text.matchAll(pattern)) {
    copy(match.index);
    done += match[0].length;
    const span = { start: spans[match.index]?.start ?? 0, end: spans[done - 1]?.end ?? 0 };
    const made = rewrite(match);
    into.text += made;
    for (let unit = 0; unit < made.length; unit++) into.spans.push(span);
  }
  if (done === 0) return layer;
  copy(text.length);
  return into;
}

/** Converts bytes to text in folded case. Anything that is not UTF-8 is read as Latin-1. */
function lettersOf(layer: Layer): Layer {
  const { text, spans } = rewritten(layer, [
    BEYOND_ASCII,
    ([bytes]) => folded(bytes.length > 1 ? Buffer.from(bytes, 'latin1').toString() : bytes),
  ]);
  return { text: text.toUpperCase(), spans };
}

const BEYOND_ASCII = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;

const BARE: Rewriting = [/[\s\p{Default_Ignorable_Code_Point}]+/gu, () => ''];

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const CONTROLS: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** A run of code units is decoded as one piece, since a character may consist of two. So is a run of base64 or hex. */
const DECODERS: readonly Rewriting[] = [
  [
    /((?:\\u[\da-f]{4})+)|\\x([\da-f]{2})|\\([\s\S])/gi,
    ([, units, hex, escaped = '']) => coded(units, 16) ?? byte(hex) ?? CONTROLS[escaped] ?? escaped,
  ],
  [/%([\da-f]{2})/gi, ([, hex]) => byte(hex) ?? ''],
  [/\+|%([\da-f]{2})/gi, ([, hex]) => byte(hex) ?? ' '],
  [
    /((?:&#\d+;?)+)|((?:&#x[\da-f]+;?)+)|&(amp|lt|gt|quot|apos);?/gi,
    ([, decimal, hex, name = '']) => coded(decimal, 10) ?? coded(hex, 16) ?? NAMED[name.toLowerCase()] ?? '',
  ],
  ...[0, 1, 2, 3].map((skipped) => packed(/[\w+/-](?:(?:\r?\n[ \t]*)?[\w+/-]){5,}={0,2}/g, 'base64', skipped)),
  ...[0, 1].map((skipped) => packed(/[\da-f](?:(?:\r?\n[ \t]*)?[\da-f]){7,}/gi, 'hex', skipped)),
];

function packed(run: RegExp, encoding: 'base64' | 'hex', skipped: number): Rewriting {
  return [run, ([digits]) => Buffer.from(digits.replace(/\s/g, '').slice(skipped), encoding).toString('latin1')];
}

function byte(hex: string | undefined): string | undefined {
  return hex === undefined ? hex : String.fromCharCode(Number.parseInt(hex, 16));
}

/** Returns the bytes of the numbers in a text, which are code units or code points. */
function coded(numbers: string | undefined, base: number): string | undefined {
  const digits = numbers?.match(base === 16 ? /[\da-f]+/gi : /\d+/g);
  const points = digits?.map((one) => Math.min(Number.parseInt(one, base), 0x10ffff));
  return points && utf8(points.map((point) => String.fromCodePoint(point)).join(''));
}

function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}
