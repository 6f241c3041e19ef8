/**
 * How the accounts of a plan stand: the worst first, and the rest in a line. As a list: in a table a name in code could
 * still end its cell.
 */
import type { PlanDocument } from '../../model/plan.ts';
import { leftInWords, standingsOfPlan, stateInWords, worstFirst } from '../standings.ts';
import { nameInCode } from './escape.ts';
import { messageText } from './notice.ts';

/** In characters: nobody reads more of each on a phone. */
const LONGEST = 120;

/** `most`: how many accounts are named. Empty for one account, or where nothing is to be done. */
export function standingList(plan: PlanDocument, most: number): string[] {
  const errors = plan.notices.filter(({ severity }) => severity === 'error');
  const { shown, left } = worstFirst(standingsOfPlan(plan, errors), most);
  if (plan.accounts.length < 2 || shown.length === 0) return [];
  const rows = shown.map(({ name, state, words }) => {
    const text = words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
    const said = messageText(text);
    return `- ${nameInCode(name)}: ${state === 'changes' ? said : `**${stateInWords(state)}**: ${said}`}`;
  });
  const rest = leftInWords(left);
  return [[...rows, ...(rest === '' ? [] : [`- and ${rest}`])].join('\n')];
}
