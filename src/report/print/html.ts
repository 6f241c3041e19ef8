/** Prints a report as a page for a browser: one file that can be opened from anywhere. */
import { count, grouped } from '../../diagnostics/counts.ts';
import { bareMessage } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { advice, settling } from '../../diagnostics/differences.ts';
import { ours } from '../../diagnostics/message.ts';
import type { Difference } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import { alikeLine, mergeAlike } from '../alike.ts';
import { escapeAlike } from '../differing-parts.ts';
import {
  accountName,
  type Block,
  type Callout,
  type Facet,
  type Inline,
  inRow,
  line,
  type Report,
  type Section,
  type Standing,
  severityName,
} from '../document.ts';
import { filterHtml } from '../html/filter.ts';
import { type Html, html, lines, name as nameHtml } from '../html/markup.ts';
import { page } from '../html/page.ts';
import { ruleDifference } from '../html/rule-difference.ts';
import { valueHtml, wholeRule } from '../html/values.ts';
import { capital, isNamed } from '../lines.ts';
import { leftInWords, stateInWords, worstFirst } from '../standings.ts';
import { inlineHtml } from './inline-html.ts';

/** When and by what a page was made. Pages are kept and read much later. */
export interface Made {
  /** As returned by Date.toISOString. */
  at: string;
  /** The version of inboxctl. */
  version: string;
  /** The commit that a build is for; null if unknown. */
  commit: string | null;
}

interface HtmlOptions {
  made: Made | null;
  /** The digest of the plan, to compare or apply it. */
  digest: string;
  keyId: string | null;
}

export function printHtml({ top, body, next }: Report, options: HtmlOptions): string {
  const said = new Set(top.flatMap((block) => (block.kind === 'callout' ? block.problems : [])));
  const sections = body.filter((block) => block.kind === 'section');
  const title = plainTitle(top);
  const isMany = sections.length > MOST_OPEN;
  return page(
    title,
    html`<a class="skip" href="#changes">Skip to the changes</a>
<header><h1>${title}</h1>
${top.map(headHtml)}</header>
<main>
${calloutsHtml(top)}${body.map(betweenHtml)}${filterHtml(sections)}${changesHtml(body, isMany)}${body.map((block) => (block.kind === 'problems' ? noticesHtml(block.diagnostics.filter((one) => !said.has(one))) : null))}${next.map(endHtml)}</main>
${footer(options)}`,
  );
}

/** Returns a block that comes before the changes. */
function betweenHtml(block: Block): Html | null {
  if (block.kind === 'standings') return accountsHtml(block.standings);
  if (block.kind === 'text') return html`<p>${inlineHtml(block.text)}</p>\n`;
  return block.kind === 'differences' ? differencesHtml(block.differences) : null;
}

/** Returns a block that comes after the changes. */
function endHtml(block: Block): Html | null {
  if (block.kind === 'standings') return accountsHtml(block.standings);
  if (block.kind === 'text' && block.detail === undefined) return html`<p>${inlineHtml(block.text)}</p>\n`;
  if (block.kind === 'table') return tableHtml(block);
  if (block.kind !== 'commands') return null;
  return html`<p>${inlineHtml(block.lead)}</p>\n<pre class="copied"><code>${block.commands.map((one) => html`${inlineHtml(one, true)}\n`)}</code></pre>\n`;
}

/** With more changes than this, all of them are folded. */
const MOST_OPEN = 20;

function plainTitle(top: readonly Block[]): string {
  for (const block of top) {
    if (block.kind !== 'title') continue;
    const text = ownText(block.text).replace(/\.$/, '');
    const main = block.counts
      .filter(({ tone, isPage }) => tone !== 'plain' && !isPage)
      .map(({ number, label }) => `${grouped(number)} ${label}`);
    return main.length === 0 ? text : `${text}: ${main.join(', ')}`;
  }
  return '';
}

function ownText(parts: Inline): string {
  return parts.map((part) => (typeof part === 'string' ? part : 'look' in part ? ownText(part.inside) : '')).join('');
}

function headHtml(block: Block): Html | null {
  if (block.kind === 'text') return html`<p class="lead">${inlineHtml(block.text)}</p>\n`;
  if (block.kind !== 'title') return null;
  const { counts, beside, about } = block;
  const tiles = counts.map(
    ({ number, label, tone }) =>
      html`<li class="tile ${number === 0 ? 'zero' : tone}"><b>${grouped(number)}</b> ${label}</li>`,
  );
  const said = [...beside, ...(about.length === 0 ? [] : [line`${about}.`])];
  return html`${tiles.length === 0 ? null : html`<ul class="tiles">${tiles}</ul>`}${said.map((one) => html`<p class="lead">${capitalHtml(one)}</p>\n`)}`;
}

/** Capitalizes the first word if it is ours. */
function capitalHtml([first, ...rest]: Inline): Html {
  return inlineHtml([...(first === undefined ? [] : [typeof first === 'string' ? capital(first) : first]), ...rest]);
}

/** Identifies the page and the plan. */
function footer({ made, digest, keyId }: HtmlOptions): Html {
  const key = keyId === null ? null : html` · key <code>${keyId}</code>`;
  return html`<footer><p>inboxctl${made === null ? null : madeHtml(made)} · digest of the plan <code class="copied">${digest}</code>${key}</p></footer>`;
}

function madeHtml({ at, version, commit }: Made): Html {
  const when = at.replace(/^(.{10})T(.{5}).*$/, '$1 $2 UTC');
  const which = commit === null ? null : html` · commit <code class="copied">${commit}</code>`;
  return html` ${version} · <time datetime="${at}">${when}</time>${which}`;
}

/** Returns a box for each callout. All risks share one. */
function calloutsHtml(top: readonly Block[]): Html[] {
  const all = top.filter((block) => block.kind === 'callout');
  const risks = all.filter(({ tone, names }) => tone === 'warning' && names.length > 0);
  return all.flatMap((one) => {
    if (!risks.includes(one)) return [box(one.tone, capitalHtml(one.title), calloutHtml(one))];
    if (one !== risks[0]) return [];
    const items = risks.map((risk) => html`<li><b>${capitalHtml(risk.title)}:</b> ${namesHtml(risk.names)}</li>`);
    return [box('warning', html`Risks`, html`<ul>${items}</ul>`)];
  });
}

function box(tone: Callout['tone'], title: Html, inside: Html | null): Html {
  return html`<section class="box ${tone}"><h2>${title}</h2>\n${inside}</section>\n`;
}

function calloutHtml({ names, problems, lines, remedy = [], place }: Callout): Html | null {
  const said = [...lines, ...(remedy.length === 0 ? [] : [remedy])];
  const items = [
    ...mergeAlike(problems).map((one) => inlineHtml(alikeLine(one, bareMessage(one.diagnostic)))),
    ...said.map((one) => inlineHtml(one)),
  ];
  const list = items.length === 0 ? null : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  return html`${names.length === 0 || place === 'verdict' ? null : html`<p>${namesHtml(names)}</p>`}${list}`;
}

/** Maximum number of names in a list. */
const MOST_NAMED = 12;

/** Lists the first names. If there are more, a button filters the page by all of them. */
function namesHtml(names: readonly Inline[]): Html {
  if (names.length <= MOST_NAMED) return inlineHtml(inRow(names));
  const places = [...new Set(names.flatMap(placesIn))].join(' ');
  // Without the script, which enables the button, its text is still useful.
  return html`${inlineHtml(inRow(names.slice(0, MOST_NAMED)))} <button type="button" class="more" data-only="${places}" disabled>and ${grouped(names.length - MOST_NAMED)} more</button>`;
}

function placesIn(name: Inline): string[] {
  return name.flatMap((part) =>
    typeof part === 'object' && 'look' in part
      ? [...(part.to === undefined ? [] : [part.to.replace('change-', '')]), ...placesIn(part.inside)]
      : [],
  );
}

/** Returns a box with a list for each way to resolve differences. */
function differencesHtml(differences: readonly Difference[]): Html | null {
  if (differences.length === 0) return null;
  const ways = [...groupBy(differences, advice)].map(([how, alike]) => {
    const copied = settling({ kind: alike[0].kind, at: alike });
    const block = copied.length === 0 ? null : html`<pre class="copied"><code>${lines(copied.join('\n'))}</code></pre>`;
    return html`<ul>${alike.map(differenceItem)}</ul><p>${inlineHtml(ours(how))}</p>${block}`;
  });
  return box('danger', html`Not as declared: ${count(differences.length, 'difference')}`, html`${ways}`);
}

function differenceItem({ account, rule, path, declared, live }: Difference): Html {
  const whose = isNamed(account) ? html`${nameHtml(account)}: ` : null;
  const which = html`${whose}<b>${nameHtml(rule)}</b>`;
  if (path === '') return html`<li>${which}</li>`;
  return html`<li><code>${path}</code> of ${which}<dl class="fields"><div><dt>declared</dt><dd>${differenceSide(declared, live)}</dd></div><div><dt>live</dt><dd>${differenceSide(live, declared)}</dd></div></dl></li>`;
}

function differenceSide(value: Difference['declared'], other: Difference['declared']): Html {
  return valueHtml(typeof value === 'string' && typeof other === 'string' ? escapeAlike(value, other)[0] : value);
}

/** Maximum number of rows of a table. A browser takes seconds to lay out thousands at once. */
const MOST_ROWS = 50;

/** Tabulates the accounts, worst first, if there are several or one has no plan. */
function accountsHtml(standings: readonly Standing[]): Html | null {
  // After an apply, those with nothing to do have no name.
  const named = standings.filter(({ name }) => name !== '');
  if (named.length < 2 && named.every(({ state }) => state !== 'failed')) return null;
  const { shown } = worstFirst(named, Number.POSITIVE_INFINITY);
  const sorted = [...shown, ...named.filter(({ state }) => state === 'nothing')];
  const heads = ['Account', ...COLUMNS.map(([head]) => head)].map((head) => html`<th scope="col">${head}</th>`);
  const left = leftInWords(worstFirst(sorted.slice(MOST_ROWS), 0).left);
  return html`<section><h2 id="accounts">Accounts</h2>
<div class="wide" role="region" aria-labelledby="accounts" tabindex="0">${rowsHtml(heads, sorted.map(accountRow), left)}</div></section>
`;
}

function tableHtml({ head, rows }: Extract<Block, { kind: 'table' }>): Html {
  const heads = head.map((cell) => html`<th scope="col">${inlineHtml(cell ?? [])}</th>`);
  const body = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inlineHtml(cell ?? [])}</td>`)}</tr>`);
  return html`<div class="wide">${rowsHtml(heads, body, `${grouped(rows.length - MOST_ROWS)} more`)}</div>\n`;
}

/** Returns tables below each other. All but the first are folded: `left` says what they have. */
function rowsHtml(heads: readonly Html[], rows: readonly Html[], left: string): Html {
  const [first, ...rest] = Array.from({ length: Math.ceil(rows.length / MOST_ROWS) }, (_, index) => {
    const some = rows.slice(index * MOST_ROWS, (index + 1) * MOST_ROWS);
    return html`<div class="rows"><table class="accounts"><thead><tr>${heads}</tr></thead><tbody>${some}</tbody></table></div>`;
  });
  return html`${first ?? null}${rest.length === 0 ? null : html`<details><summary>and ${left}</summary>${rest}</details>`}`;
}

const COLUMNS = [
  ['Live', 'live'],
  ['Declared', 'declared'],
  ['Create', 'create'],
  ['Replace', 'replace'],
  ['Delete', 'delete'],
  ['Unchanged', 'unchanged'],
  ['Left alone', 'kept'],
] as const;

function accountRow({ name, state, words, baseUrl = '', numbers }: Standing): Html {
  const head = html`<th scope="row">${inlineHtml(accountName(name))} <code>${baseUrl}</code></th>`;
  if (state === 'failed' || numbers === undefined) {
    const isBad = state !== 'changes' && state !== 'nothing';
    return html`<tr>${head}<td colspan="7"${isBad ? html` class="failed"` : null}>${capital(stateInWords(state))}: ${inlineHtml(words)}</td></tr>`;
  }
  return html`<tr>${head}${COLUMNS.map(([, key]) => html`<td>${grouped(numbers[key])}</td>`)}</tr>`;
}

/** Returns the changes below their headings. */
function changesHtml(body: readonly Block[], isMany: boolean): Html | null {
  const groups: { above: Html[]; head: Inline; sections: Section[] }[] = [];
  // The heading of a part, and what is said below it.
  let above: Html[] = [];
  for (const block of body) {
    if (block.kind === 'heading' && block.level !== undefined) above = [html`<h3>${inlineHtml(block.text)}</h3>\n`];
    else if (block.kind === 'text' && above.length > 0) above.push(html`<p>${inlineHtml(block.text)}</p>\n`);
    else if (block.kind === 'heading' || (block.kind === 'section' && groups.length === 0)) {
      groups.push({ above, head: block.kind === 'heading' ? block.text : [], sections: [] });
      above = [];
    }
    if (block.kind === 'section') groups.at(-1)?.sections.push(block);
  }
  const shown = groups.filter(({ sections }) => sections.length > 0);
  if (shown.length === 0) return null;
  const lists = shown.map(({ above: part, head, sections }) => {
    const title = head.length === 0 ? null : html`<p class="account">${inlineHtml(head)}</p>\n`;
    return html`${part}<div class="account-changes">${title}${sections.map((one) => sectionHtml(one, !isMany))}</div>\n`;
  });
  return html`<section class="${isMany ? 'many' : ''}" id="changes" aria-labelledby="changes-title"><h2 id="changes-title">Changes</h2>
<p class="nothing" hidden>No change fits the filter.</p>
${lists}</section>
`;
}

const SIGNS = { create: '+', replace: '~', delete: '−' } as const;

/** Returns an article. The filter reads its attributes. */
function sectionHtml(section: Section, isOpen: boolean): Html {
  const { id, op, number, summary, hint, body, facets } = section;
  const badges = [
    ...facets.filter((facet) => facet.of === 'status').map(badge),
    ...facets.filter((facet) => facet.of === 'risk').map(badge),
    ...(hint.length === 0 ? [] : [html` <span class="badge">${inlineHtml(hint)}</span>`]),
  ];
  const data = (of: Facet['of']) =>
    facets
      .filter((facet) => facet.of === of)
      .map(({ value }) => value)
      .join(' ');
  const more = (of: Facet['of']) => (data(of) === '' ? null : html` data-${of}="${data(of)}"`);
  return html`<article class="change" id="${id}" data-op="${op}" data-number="${number}" data-account="${data('account')}" data-risks="${data('risk')}"${more('status')}${more('mails')}><details${isOpen ? html` open` : null}><summary><span class="op ${op}">${SIGNS[op]} ${op}</span> <h3>${inlineHtml(summary)}</h3>${badges}</summary><div class="body">${body.map(blockHtml)}</div></details></article>
`;
}

function badge({ of, value, label }: Facet): Html {
  const look = of === 'status' ? value : value === 'refused' ? 'refused' : 'risk';
  return html` <span class="badge ${look}">${label}</span>`;
}

/** Maximum number of items in a folded list. */
const MOST_ITEMS = 50;

function blockHtml(block: Block): Html | null {
  switch (block.kind) {
    case 'text':
      return textHtml(block);
    case 'names':
      return html`<p class="facts">${inlineHtml(inRow(block.names))}</p>`;
    case 'list': {
      const left = block.items.length - MOST_ITEMS;
      const items = block.items.slice(0, MOST_ITEMS).map((item) => html`<li>${inlineHtml(item)}</li>`);
      const more = left > 0 ? html`<li>${grouped(left)} more</li>` : null;
      return html`<details><summary>${inlineHtml(block.title)}</summary><ul>${items}${more}</ul></details>`;
    }
    case 'differences':
      return differencesHtml(block.differences);
    case 'rule': {
      const { before, after } = block;
      if (before === null) return after === null ? null : wholeRule(after);
      if (after === null) return wholeRule(before);
      return ruleDifference(before, after);
    }
    default:
      return null;
  }
}

function textHtml({ text, tone, sign, detail }: Extract<Block, { kind: 'text' }>): Html {
  const said = capitalHtml(text);
  if (detail === 'identity') return html`<p class="identity">${said}</p>`;
  if (tone === 'note') return html`<p class="impact"><b>${said}.</b></p>`;
  if (sign !== undefined) return html`<p class="why">${said}</p>`;
  return html`<p class="${tone === 'quiet' ? 'facts' : 'sentence'}">${said}</p>`;
}

const RANK = { error: 0, warning: 1, info: 2 } as const;

/** Lists notices, errors first. Null if there are none. */
function noticesHtml(diagnostics: readonly Diagnostic[]): Html | null {
  if (diagnostics.length === 0) return null;
  const items = mergeAlike(diagnostics)
    .sort((a, b) => RANK[a.diagnostic.severity] - RANK[b.diagnostic.severity])
    .map((one) => {
      const name = severityName(one.diagnostic);
      return html`<li class="${one.diagnostic.severity}"><b>${name}:</b> <span class="message">${inlineHtml(alikeLine(one))}</span></li>`;
    });
  return html`<section class="notices" aria-labelledby="notices"><h2 id="notices">Also</h2><ul>${items}</ul></section>\n`;
}
