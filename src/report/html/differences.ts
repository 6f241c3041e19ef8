/** What is not as declared at the end of an apply, and the lines that settle it, to be copied. */

import { count } from '../../diagnostics/counts.ts';
import { type ShownDifference, settlings } from '../applied-view.ts';
import { toldApart } from '../differing-parts.ts';
import { isNamed } from '../lines.ts';
import { type Html, html, lines, name } from './markup.ts';
import { box } from './summary.ts';
import { valueHtml } from './values.ts';

/** A box with a list for each way to settle the differences. */
export function differencesHtml(differences: readonly ShownDifference[]): Html | null {
  if (differences.length === 0) return null;
  const ways = settlings(differences).map(({ how, differences: alike, lines: copied }) => {
    const block = copied.length === 0 ? null : html`<pre class="copied"><code>${lines(copied.join('\n'))}</code></pre>`;
    return html`<ul>${alike.map(item)}</ul><p>${how}</p>${block}`;
  });
  return box('danger', `Not as declared: ${count(differences.length, 'difference')}`, html`${ways}`);
}

function item({ account, rule, path, declared, live }: ShownDifference): Html {
  const whose = isNamed(account) ? html`${name(account)}: ` : null;
  const which = html`${whose}<b>${name(rule)}</b>`;
  if (path === '') return html`<li>${which}</li>`;
  return html`<li><code>${path}</code> of ${which}<dl class="fields"><div><dt>declared</dt><dd>${side(declared, live)}</dd></div><div><dt>live</dt><dd>${side(live, declared)}</dd></div></dl></li>`;
}

function side(value: ShownDifference['declared'], other: ShownDifference['declared']): Html {
  return valueHtml(typeof value === 'string' && typeof other === 'string' ? toldApart(value, other)[0] : value);
}
