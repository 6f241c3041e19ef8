/** What is not as declared at the end of an apply, and the lines that settle it, to be copied. */

import { count } from '../../diagnostics/counts.ts';
import { advice, settling } from '../../diagnostics/differences.ts';
import { ours } from '../../diagnostics/message.ts';
import type { Difference } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import { toldApart } from '../differing-parts.ts';
import { isNamed } from '../lines.ts';
import { inlineHtml } from '../print/inline-html.ts';
import { type Html, html, lines, name } from './markup.ts';
import { valueHtml } from './values.ts';

/** A box with a list for each way to settle the differences. */
export function differencesHtml(differences: readonly Difference[]): Html | null {
  if (differences.length === 0) return null;
  const ways = [...groupBy(differences, advice)].map(([how, alike]) => {
    const copied = settling({ kind: alike[0].kind, at: alike });
    const block = copied.length === 0 ? null : html`<pre class="copied"><code>${lines(copied.join('\n'))}</code></pre>`;
    return html`<ul>${alike.map(item)}</ul><p>${inlineHtml(ours(how))}</p>${block}`;
  });
  return html`<section class="box danger"><h2>Not as declared: ${count(differences.length, 'difference')}</h2>\n${ways}</section>\n`;
}

function item({ account, rule, path, declared, live }: Difference): Html {
  const whose = isNamed(account) ? html`${name(account)}: ` : null;
  const which = html`${whose}<b>${name(rule)}</b>`;
  if (path === '') return html`<li>${which}</li>`;
  return html`<li><code>${path}</code> of ${which}<dl class="fields"><div><dt>declared</dt><dd>${side(declared, live)}</dd></div><div><dt>live</dt><dd>${side(live, declared)}</dd></div></dl></li>`;
}

function side(value: Difference['declared'], other: Difference['declared']): Html {
  return valueHtml(typeof value === 'string' && typeof other === 'string' ? toldApart(value, other)[0] : value);
}
