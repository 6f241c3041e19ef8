/** A notice as an item of a list: what others wrote in it stands in code. */
import type { Notice } from '../../model/plan.ts';
import { isNamed } from '../lines.ts';
import { SEVERITIES } from '../plan-view.ts';
import { nameInCode, placeInCode, prose, ruleInCode } from './escape.ts';

/** In characters: a message that lists much must leave room for others. */
const LONGEST = 1_000;

export function noticeItem(notice: Notice): string {
  return `- **${SEVERITIES[notice.severity]}:** ${noticeText(notice)}`;
}

/** What it is about and what it says, on one line. */
export function noticeText({ account, rule, source, message }: Notice): string {
  const about =
    rule !== undefined
      ? `${ruleInCode({ account, name: rule })}: `
      : isNamed(account)
        ? `${nameInCode(account)}: `
        : '';
  const place = source === undefined ? '' : ` (${placeInCode(source)})`;
  return `${about}${messageText(message)}${place}`;
}

/** A message as a sentence; a very long one is cut, and shows it. */
export function messageText(message: string): string {
  // What is refused is said above such messages.
  const said = message.replace(/^Refused: /, '');
  return prose(said.length > LONGEST ? `${said.slice(0, LONGEST)} …` : said);
}
