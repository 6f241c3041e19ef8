/**
 * Prints a report as Markdown for GitHub and GitLab, to be readable on a phone: what matters most comes first, changes are folded,
 * and the least important parts are left out if they do not fit. Each group of changes keeps a line. What will be made has its
 * details before anything that is left alone. Text from others becomes code.
 */
import { count, grouped } from '../../diagnostics/counts.ts';
import { bareMessage } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { inRow } from '../../diagnostics/message.ts';
import { groupBy } from '../../model/group-by.ts';
import { alikeLine, alikeOf, moreAlike } from '../alike.ts';
import type { Block, Callout, Names, Report, Section, Standing } from '../document.ts';
import { accountName, line, MOST_RISKY } from '../inline.ts';
import { capital } from '../lines.ts';
import { differenceBlocks } from '../markdown/differences.ts';
import { fenced } from '../markdown/escape.ts';
import { ruleDiff } from '../markdown/rule-diff.ts';
import { leftInWords, STATE_WORDS, worstFirst } from '../standings.ts';
import { fitted, moreItem, type Piece } from './fit.ts';
import { inlineMarkdown, markdownLines, plainInline, summaryMarkdown, tableMarkdown } from './inline-markdown.ts';

export interface MarkdownOptions {
  /** In bytes of UTF-8. Omitted: no limit. */
  maxBytes?: number;
  /** Where the whole report is, such as `the job summary`, as Markdown of ours. Null or omitted: nowhere else. */
  whole?: string | null;
  /** Whether it becomes a page, which has room for all details. */
  isPage?: boolean;
}

/** The most important parts have the lowest ranks and are left out last. Changes have a line each before their details. */
const RANK = {
  title: 0,
  attention: 1,
  names: 2,
  accounts: 3,
  dangerous: 4,
  warnings: 5,
  changes: 6,
  held: 7,
  dangerousDetails: 8,
  otherChanges: 9,
  details: 10,
  notes: 11,
  otherHeld: 12,
  lists: 13,
  heldDetails: 14,
};

/** The result ends in a newline. It is empty if not even the title fits. */
export function printMarkdown(
  report: Report,
  { maxBytes = WHOLE, whole = null, isPage = false }: MarkdownOptions = {},
): string {
  const text = fitted(reportPiece(report, { whole, isPage, isWhole: maxBytes === WHOLE }), maxBytes - 1);
  return text === '' ? '' : `${text}\n`;
}

const WHOLE = Number.POSITIVE_INFINITY;

function reportPiece({ top, body, next }: Report, options: Pick<View, 'whole' | 'isPage' | 'isWhole'>): Piece {
  const view: View = {
    ...options,
    said: new Set(top.flatMap((block) => (block.kind === 'callout' ? block.problems : []))),
    isHeaded: top.some((block) => block.kind === 'title' && block.about.length > 0),
  };
  const others = body.filter(({ kind }) => kind !== 'standings');
  const inside = bodyPieces(others, view);
  // A terminal shows some blocks before the title.
  const titleFirst = top.toSorted((a, b) => Number(b.kind === 'title') - Number(a.kind === 'title'));
  // The start and the end of a report are short and always important.
  const inSight = (block: Block) =>
    piecesOf(block, view).map((piece) => ({ ...piece, rank: Math.min(piece.rank, RANK.attention) }));
  return {
    rank: RANK.title,
    text: '',
    glue: '\n\n',
    inside: [
      ...titleFirst.flatMap(inSight),
      // A terminal shows them at the end instead.
      ...body.flatMap((block) => (block.kind === 'standings' ? standingPieces(block, view) : [])),
      { rank: RANK.title, text: '', glue: '\n\n', inside, isMoreFirst: true, more: leftOut(options.whole, body) },
      ...next.flatMap(inSight),
    ],
  };
}

interface View extends Required<Pick<MarkdownOptions, 'whole' | 'isPage'>> {
  /** Problems that a callout already shows. */
  said: ReadonlySet<Diagnostic>;
  /** Whether there is no size limit. */
  isWhole: boolean;
  /** Whether the title already describes the account. */
  isHeaded: boolean;
}

function titlePieces({ text, counts, beside, about }: Extract<Block, { kind: 'title' }>): Piece[] {
  const number = ({ number: one, label }: (typeof counts)[number]) => `${grouped(one)} ${label}`;
  const main = counts.filter(({ tone }) => tone !== 'plain').map(number);
  const rest = counts.filter(({ tone }) => tone === 'plain').map(number);
  const title = `### ${inlineMarkdown(text).replace(/\.$/, '')}`;
  const said = [
    ...(rest.length === 0 ? [] : [`${rest.join(', ')}.`]),
    ...(about.length === 0 ? [] : [`${inlineMarkdown(about)}.`]),
    ...beside.map((one) => capital(inlineMarkdown(one))),
  ];
  if (main.length === 0) said.reverse();
  return [
    { rank: RANK.title, text: main.length === 0 ? title : `${title}: ${main.join(', ')}` },
    ...(said.length === 0 ? [] : [{ rank: RANK.attention, text: said.join(' ') }]),
  ];
}

function riskPiece({ risk, names }: Extract<Block, { kind: 'risks' }>['risks'][number]): Piece {
  const below = names.length > MOST_RISKY ? ', marked ⚠️ below' : '';
  const text = `> - **${capital(inlineMarkdown(risk))}:** ${inlineMarkdown(inRow(names, MOST_RISKY))}${below}`;
  return { rank: RANK.attention, text };
}

const ALERTS = { danger: 'CAUTION', warning: 'WARNING', good: 'TIP', note: 'IMPORTANT' } as const;

function calloutPieces({ tone, title, problems, lines, remedy = [], place }: Callout): Piece[] {
  const head = capital(inlineMarkdown(title));
  const said = [...alikeOf(problems, true).map((one) => alikeLine(one, bareMessage(one.diagnostic))), ...lines];
  const inside = [...said, ...(remedy.length === 0 ? [] : [remedy])].map((one, index): Piece => {
    const rank = index < MOST_ITEMS || one === remedy ? RANK.names : RANK.notes;
    return { rank, text: `> - ${inlineMarkdown(one)}` };
  });
  const end = inside.length === 0 ? '.' : ':';
  const text = `> [!${ALERTS[tone]}]\n> ${place === 'here' ? head : `**${head}${end}**`}`;
  return [{ rank: RANK.attention, text, inside, more: ({ length }) => moreItem(length, '> ') }];
}

/** The groups of a part that have a line before dangerous ones have their details. */
const MOST_LINES = 50;

/** Returns the pieces of the body, by its parts. Sections go inside the heading before them. */
function bodyPieces(blocks: readonly Block[], view: View): Piece[] {
  let part = partPiece('');
  const parts = [part];
  let lines = 0;
  let account: PieceAround | null = null;
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level !== undefined) {
      part = partPiece(headingMarkdown(block));
      parts.push(part);
      [lines, account] = [0, null];
    } else if (block.kind === 'heading') {
      const text = view.isHeaded ? '' : headingMarkdown(block);
      account = { rank: RANK.otherHeld, text, glue: '\n\n', inside: [], isFrame: true };
      part.inside.push(account);
    } else if (block.kind === 'section' && account !== null) {
      const section = sectionPiece(block, view, lines++ >= MOST_LINES);
      account.inside.push(section);
      account.rank = Math.min(account.rank, section.short.rank);
    } else part.inside.push(...piecesOf(block, view));
  }
  return parts;
}

type PieceAround = Piece & { inside: Piece[] };

/** A part counts its changes that have not even a line. */
function partPiece(text: string): PieceAround {
  const inside: Piece[] = [];
  const more = (left: readonly Piece[]) => {
    const gone = new Set(left);
    const sections = inside
      .flatMap((one) => (one.isFrame ? (one.inside ?? []) : [one]))
      .filter(({ short }) => short && gone.has(short));
    const number = sections.reduce((sum, { counts }) => sum + (counts?.number ?? 0), 0);
    return number === 0 ? '' : `- and ${count(number, 'more change')}`;
  };
  return { rank: text === '' ? RANK.title : RANK.attention, text, glue: '\n\n', inside, more };
}

function piecesOf(block: Block, view: View): Piece[] {
  const piece = (text: string, rank = RANK.changes): Piece[] => (text === '' ? [] : [{ rank, text }]);
  switch (block.kind) {
    case 'title':
      return titlePieces(block);
    case 'callout':
      return calloutPieces(block);
    case 'risks':
      return [{ rank: RANK.attention, text: '> [!WARNING]', isFrame: true, inside: block.risks.map(riskPiece) }];
    case 'section':
      return [sectionPiece(block, view)];
    case 'heading':
      return piece(headingMarkdown(block));
    case 'text':
      return block.detail === 'identity' ? [] : piece(textMarkdown(block), RANK.accounts);
    case 'names':
      return piece(namesMarkdown(block));
    case 'list':
      return [listPiece(block, view)];
    case 'standings':
      return standingPieces(block, view);
    case 'problems':
      return problemPieces(block.diagnostics, view);
    case 'differences':
      return differenceBlocks(block.differences, view.isPage).map((text) => ({ rank: RANK.attention, text }));
    case 'rule': {
      const diff = ruleDiff(block.before, block.after, view.isPage);
      return diff.length > 0 ? piece(fenced(diff.join('\n'), 'diff')) : [];
    }
    case 'items':
      return itemPieces(block);
    case 'code':
      return piece(fenced(block.lines.join('\n'), block.language));
    case 'report':
      return [reportPiece(block.report, view)];
    case 'table':
      return piece(tableMarkdown(block));
    case 'commands':
      return view.isPage
        ? [...piece(inlineMarkdown(block.lead)), ...piece(fenced(block.commands.map(plainInline).join('\n'), 'sh'))]
        : [];
  }
}

function namesMarkdown({ lead, names }: Names, most = names.length): string {
  return inlineMarkdown(lead === undefined ? inRow(names, most) : line`${lead}${inRow(names, most)}.`);
}

function headingMarkdown({ text, about, level }: Extract<Block, { kind: 'heading' }>): string {
  const said = [text, about].filter(({ length }) => length > 0).map(inlineMarkdown);
  return said.length === 0 ? '' : `${'#'.repeat(level ?? 4)} ${said.join(': ')}`;
}

function itemPieces({ lead, items }: Extract<Block, { kind: 'items' }>): Piece[] {
  const list: Piece = {
    rank: RANK.names,
    text: '',
    inside: items.map((item) => ({ rank: RANK.names, text: `- ${inlineMarkdown(item)}` })),
    more: ({ length }) => moreItem(length),
  };
  const text = inlineMarkdown(lead);
  return items.length === 0 ? [] : [{ rank: RANK.names, text, glue: '\n\n', inside: [list], isFrame: true }];
}

const SIGNS = { create: '+', replace: '~', delete: '−' } as const;

/** Names of alike changes, or their places, that are always shown. */
const FEW_NAMES = 5;

const RANKS = {
  dangerous: { line: RANK.dangerous, lateLine: RANK.dangerous, details: RANK.dangerousDetails },
  plain: { line: RANK.changes, lateLine: RANK.otherChanges, details: RANK.details },
  held: { line: RANK.held, lateLine: RANK.otherHeld, details: RANK.heldDetails },
};

/** `isLate`: a part has many before it. */
function sectionPiece(section: Section, view: View, isLate = false): Piece & { short: Piece } {
  const { op, number, summary, gist, marks, hint, body, isDangerous, isHeld } = section;
  const isLong = (block: Block): block is Names => block.kind === 'names' && block.names.length > FEW_NAMES;
  const counts = { op, number };
  const ranks = RANKS[isHeld ? 'held' : isDangerous ? 'dangerous' : 'plain'];
  const names = body.filter(isLong).map((block): Piece => {
    const few = { rank: ranks.details, text: namesMarkdown(block, FEW_NAMES) };
    return { rank: RANK.lists, text: namesMarkdown(block), counts, short: few };
  });
  const pieces: Piece[] = [];
  for (const block of body.filter((one) => !isLong(one))) {
    const own = piecesOf(block, view);
    const last = pieces.at(-1);
    if (block.kind === 'text' && block.isBelow && last !== undefined) last.text += ` ${own[0]?.text}.`;
    else pieces.push(...own);
  }
  const isList = ({ rank }: Piece) => rank === RANK.lists;
  const said = pieces.filter((one) => !isList(one)).map(({ text }) => text);
  const head = (print: typeof inlineMarkdown) => {
    const heed = marks.length === 0 ? '' : ` ⚠️ ${marks.map(print).join(', ')}`;
    return [`${print(summary)}${heed}`, ...[gist, hint].filter(({ length }) => length > 0).map(print)].join(' · ');
  };
  const first = body.find((one): one is Names => one.kind === 'names' && one.lead === undefined);
  const few = first === undefined ? '' : `: ${namesMarkdown(first, FEW_NAMES)}`;
  return {
    rank: ranks.details,
    text: [`<details>\n<summary><b>${SIGNS[op]} ${op}</b> ${head(summaryMarkdown)}</summary>`, ...said].join('\n\n'),
    inside: [...names, ...pieces.filter(isList), ...(view.isPage ? identityPieces(body) : [])],
    end: '</details>',
    glue: '\n\n',
    counts,
    short: {
      rank: isLate ? ranks.lateLine : ranks.line,
      text: `- **${SIGNS[op]} ${op}** ${head(inlineMarkdown)}${few}`,
    },
    isLast: isHeld,
  };
}

function identityPieces(body: readonly Block[]): Piece[] {
  const items = body.flatMap((block) =>
    block.kind === 'text' && block.detail === 'identity' ? [`- ${textMarkdown(block)}`] : [],
  );
  return items.length === 0 ? [] : [{ rank: RANK.lists, text: folded('Id and digest', items) }];
}

function textMarkdown({ text, tone, sign }: Extract<Block, { kind: 'text' }>): string {
  const said = capital(markdownLines(text).join('\n\n'));
  if (sign !== undefined) return `⚠️ ${said}`;
  return tone === 'note' ? `**${said}.**` : said;
}

const MOST_ITEMS = 10;

function listPiece({ title, items }: Extract<Block, { kind: 'list' }>, { isWhole }: View): Piece {
  const shown = isWhole ? items : items.slice(0, MOST_ITEMS);
  const more = items.length > shown.length ? [moreItem(items.length - shown.length)] : [];
  const lines = [...shown.map((item) => `- ${inlineMarkdown(item)}`), ...more];
  return { rank: RANK.lists, text: folded(summaryMarkdown(title), lines) };
}

function folded(summary: string, lines: readonly string[]): string {
  return `<details>\n<summary>${summary}</summary>\n\n${lines.join('\n')}\n\n</details>`;
}

/** Maximum number of accounts named. They are a list, since a name in code could still end a table cell. */
const MOST_ACCOUNTS = 16;
/** If more accounts than this have the same changes, they share a line. */
const FEW = 3;

function standingPieces({ standings }: Extract<Block, { kind: 'standings' }>, { isPage }: View): Piece[] {
  const { shown, left } = worstFirst(standings, MOST_ACCOUNTS);
  if (standings.length < 2 || (shown.length === 0 && !isPage)) return [];
  const counts = leftInWords(left);
  const rest = shown.length === 0 ? counts : `and ${counts}`;
  return [
    {
      rank: RANK.accounts,
      text: '',
      inside: standingItems(shown),
      more: ({ length }) => moreItem(length),
      end: counts === '' ? '' : isPage ? otherStandings(standings, rest) : `- ${rest}`,
    },
  ];
}

/** Names the accounts that are counted elsewhere. After an apply, those with nothing to do have no name. */
function otherStandings(standings: readonly Standing[], summary: string): string {
  const others = worstFirst(standings, Number.POSITIVE_INFINITY).shown.slice(MOST_ACCOUNTS);
  const idle = standings.filter(({ name, state }) => state === 'nothing' && name !== '');
  const items = standingItems(others).map(({ text }) => text);
  const names = idle.length === 0 ? [] : [`- ${inlineMarkdown(inRow(idle.map(({ name }) => accountName(name))))}`];
  return [...items, ...names].length === 0 ? `- ${summary}` : `\n${folded(summary, [...items, ...names])}`;
}

function standingItems(standings: readonly Standing[]): Piece[] {
  const keyOf = ({ name, state, words }: Standing) => (state === 'changes' ? plainInline(words) : `${state} ${name}`);
  return [...groupBy(standings, keyOf).values()].flatMap((group) =>
    group.length > FEW ? [standingItem(group)] : group.map((one) => standingItem([one])),
  );
}

function standingItem(group: readonly [Standing, ...Standing[]]): Piece {
  const [{ state, words }] = group;
  const said = inlineMarkdown(words);
  const what = state === 'changes' ? said : `**${STATE_WORDS[state]}**: ${said}`;
  const names = inlineMarkdown(inRow(group.map(({ name }) => accountName(name))));
  return { rank: RANK.accounts, text: `- ${names}: ${what}${group.length > 1 ? ' each' : ''}` };
}

const SEVERITIES = { error: 'Error', warning: 'Warning', info: 'Note' };

function problemPieces(diagnostics: readonly Diagnostic[], { isPage, said }: View): Piece[] {
  const unsaid = diagnostics.filter((one) => !said.has(one));
  const items = alikeOf(unsaid, isPage).map((one): Piece => {
    const item = `**${SEVERITIES[one.diagnostic.severity]}:** ${inlineMarkdown(alikeLine(one))}`;
    return {
      rank: one.diagnostic.severity === 'info' ? RANK.notes : RANK.warnings,
      text: [item, ...moreAlike(one)].map((text) => `- ${text}`).join('\n'),
    };
  });
  if (items.length === 0) return [];
  const rank = Math.min(...items.map((one) => one.rank));
  return [{ rank, text: '', inside: items, more: ({ length }) => moreItem(length), isFrame: true }];
}

function leftOut(whole: string | null, body: readonly Block[]): (left: readonly Piece[]) => string {
  const total = body.reduce((sum, block) => sum + (block.kind === 'section' ? block.number : 0), 0);
  const sumOf = (counts: readonly { number: number }[]) => counts.reduce((sum, { number }) => sum + number, 0);
  return (left) => {
    const counted = [...new Set(left.flatMap(({ counts }) => counts ?? []))];
    // A nested report counts its own changes.
    if (counted.length === 0 || total === 0) return '';
    const parts = [...groupBy(counted, ({ op }) => op)].map(([op, own]) => `${grouped(sumOf(own))} to ${op}`);
    const where = whole === null ? '`inboxctl plan` shows all.' : `The whole plan is in ${whole}.`;
    const head = `**${grouped(sumOf(counted))} of ${count(total, 'change')} not shown in full here:**`;
    return `> [!IMPORTANT]\n> ${head} ${parts.join(', ')}. ${where}`;
  };
}
