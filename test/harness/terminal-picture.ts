/** What a terminal shows, as an SVG: text with colors as the program prints them, and steps that appear one after the other. */

const COLUMN = 8.4;
const LINE = 20;
const PAD = 16;

const THEMES = {
  light: { back: '#f6f8fa', edge: '#d1d9e0', text: '#1f2328', dim: '#59636e', red: '#cf222e', green: '#116329' },
  dark: { back: '#151b23', edge: '#3d444d', text: '#f0f6fc', dim: '#9198a1', red: '#ff7b72', green: '#3fb950' },
} as const;
const MORE = { light: { yellow: '#9a6700', cyan: '#1b7c83' }, dark: { yellow: '#d29922', cyan: '#39c5cf' } } as const;

export type Theme = keyof typeof THEMES;

/** The classes that a code of a terminal sets, and those that it ends. */
const CODES: Record<string, { sets?: string; ends?: string[] }> = {
  1: { sets: 'bold' },
  2: { sets: 'dim' },
  22: { ends: ['bold', 'dim'] },
  31: { sets: 'red' },
  32: { sets: 'green' },
  33: { sets: 'yellow' },
  36: { sets: 'cyan' },
  39: { ends: ['red', 'green', 'yellow', 'cyan'] },
};

export interface Picture {
  title: string;
  theme: Theme;
  /** What appears at once, in order, and for how many seconds nothing follows. The longest fits, and a still shows the last. */
  steps: { text: string; seconds: number }[];
}

/** Draws a picture. It has no script, and moves only for those who have nothing against it. */
export function terminalPicture({ title, theme, steps }: Picture): string {
  const colors = { ...THEMES[theme], ...MORE[theme] };
  const lines = steps.map(({ text }) => text.split('\n').map(pieces));
  const count = lines.flat().length;
  const columns = Math.max(...lines.flat().map((line) => line.map(({ text }) => text).join('').length));
  const seen = Math.max(...lines.map((group) => group.length));
  const [width, height] = [Math.ceil(columns * COLUMN) + 2 * PAD, seen * LINE + 2 * PAD];
  let row = 0;
  const groups = lines.map((group, step) => {
    const drawn = group.map((line) => drawnLine(line, PAD + (row++ + 0.75) * LINE));
    return `<g class="s${step}">\n${drawn.filter(Boolean).join('\n')}\n</g>`;
  });
  const up = (after: number) => Math.max(0, after - seen) * LINE;
  const styles = Object.entries(colors).map(([name, color]) => `.${name}{fill:${color}}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;fill:${colors.text}}
.bold{font-weight:700}
${styles.join('')}
.all{transform:translateY(-${up(count)}px)}
${
  steps.length > 1
    ? motion(
        lines.map((group) => group.length),
        steps,
        up,
      )
    : ''
}</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6" fill="${colors.back}" stroke="${colors.edge}"/>
<clipPath id="seen"><rect y="${PAD}" width="${width}" height="${seen * LINE}"/></clipPath>
<g clip-path="url(#seen)"><g class="all">
${groups.join('\n')}
</g></g>
</svg>
`;
}

/** The styles of what appears step by step, over and over. */
function motion(counts: number[], steps: Picture['steps'], up: (after: number) => number): string {
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  let [time, after] = [0, 0];
  const frames = steps.map(({ seconds }, step) => {
    const begin = ((time / total) * 100).toFixed(2);
    time += seconds;
    after += counts[step] ?? 0;
    const end = ((time / total) * 100 - 0.01).toFixed(2);
    return { hidden: `${begin}%`, moved: `${begin}%,${end}%{transform:translateY(-${up(after)}px)}` };
  });
  const shown = frames.slice(1).map(({ hidden }, index) => {
    const step = index + 1;
    const keys = `0%,${(Number.parseFloat(hidden) - 0.01).toFixed(2)}%{opacity:0}${hidden},100%{opacity:1}`;
    return `.s${step}{animation:s${step} ${total}s infinite}@keyframes s${step}{${keys}}`;
  });
  const all = `.all{animation:all ${total}s infinite}@keyframes all{${frames.map(({ moved }) => moved).join('')}}`;
  return `@media (prefers-reduced-motion:no-preference){\n${all}\n${shown.join('\n')}\n}\n`;
}

interface Piece {
  text: string;
  classes: string[];
}

/** The pieces of a line, each of one look. */
function pieces(line: string): Piece[] {
  const found: Piece[] = [];
  let classes: string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal looks for control characters
  for (const [, codes, text = ''] of line.matchAll(/\u001b\[([\d;]*)m|([^\u001b]+)/g)) {
    if (codes === undefined) found.push({ text, classes });
    for (const code of codes?.split(';') ?? []) classes = after(code, classes);
  }
  return found;
}

function after(code: string, classes: string[]): string[] {
  if (code === '' || code === '0') return [];
  const known = CODES[code];
  if (known === undefined) throw new Error(`The picture has no look for the code ${code}`);
  return [...classes.filter((one) => !known.ends?.includes(one)), ...(known.sets === undefined ? [] : [known.sets])];
}

/** A line as text as wide as its columns, in whichever font. */
function drawnLine(line: Piece[], y: number): string {
  const whole = line
    .map(({ text }) => text)
    .join('')
    .trimEnd();
  const indent = whole.length - whole.trimStart().length;
  if (whole.length === indent) return '';
  let left = indent;
  const spans = line.map(({ text, classes }) => {
    const rest = text.slice(Math.min(left, text.length));
    left -= text.length - rest.length;
    const shown = escaped(rest).replaceAll(' ', '\u00a0');
    return classes.length === 0 || rest === '' ? shown : `<tspan class="${classes.join(' ')}">${shown}</tspan>`;
  });
  const [x, length] = [PAD + indent * COLUMN, (whole.length - indent) * COLUMN].map((one) => Number(one.toFixed(1)));
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${spans.join('')}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
