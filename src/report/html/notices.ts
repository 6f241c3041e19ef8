/** What there is to say besides the changes. */
import type { Notice } from '../../model/plan.ts';
import { isNamed } from '../lines.ts';
import { bySeverity, SEVERITIES } from '../plan-view.ts';
import { type Html, html, name, prose } from './markup.ts';

/** A section, errors first; null where there are no notices. */
export function noticesHtml(notices: readonly Notice[]): Html | null {
  if (notices.length === 0) return null;
  const items = bySeverity(notices).map(
    (notice) => html`<li class="${notice.severity}"><b>${SEVERITIES[notice.severity]}:</b> ${noticeText(notice)}</li>`,
  );
  return html`<section class="notices" aria-labelledby="notices"><h2 id="notices">Also</h2><ul>${items}</ul></section>\n`;
}

/** What it is about and what it says. */
export function noticeText({ account, rule, source, message }: Notice): Html {
  const whose = isNamed(account) ? html`${name(account)}: ` : null;
  const which = rule === undefined ? null : html`<b>${name(rule)}</b>: `;
  const place = source === undefined ? null : html` (<code class="copied">${source.file}:${source.line}</code>)`;
  return html`${whose}${which}<span class="message">${prose(message)}</span>${place}`;
}
