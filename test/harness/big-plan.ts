/** Plans of any size, as somebody would have them who takes over the rules of a company: most changes are dull. */
import type { Change, PlanDocument } from '../../src/model/plan.ts';
import { shownAction, shownChange, shownPlan, shownRule } from './shown-rule.ts';

/** Of 30 changes 3 are deletes, 3 send mail, and the rest is replaced and created. */
export function bigPlan(changes: number, accounts = 1): PlanDocument {
  const all = Array.from({ length: changes }, (_, index) => changeOf(index, accounts));
  const order = (one: Change) => `${one.account} ${one.name}`;
  return shownPlan(all.sort((a, b) => (order(a) < order(b) ? -1 : 1)));
}

function changeOf(index: number, accounts: number): Change {
  const account = accounts === 1 ? 'default' : `team-${String((index * 7) % accounts).padStart(2, '0')}`;
  const name = `Mail of list ${String(index + 1).padStart(3, '0')}`;
  const label = [shownAction('LABEL', { label: 'Lists' }), shownAction('ARCHIVE')];
  const before = shownRule({ from: `@list-${index}.example.com` }, label, { name });
  if (index % 10 === 9) return shownChange({ account, name, before, after: null });
  if (index % 10 === 4) {
    const forward = [...label, shownAction('FORWARD', { to: 'archive@example.com' })];
    return shownChange({ account, before: null, after: { ...before, actions: forward }, risks: ['sends-mail'] });
  }
  if (index % 2 === 0) return shownChange({ account, before: null, after: before });
  const from = `@list-${index}.example.com, @news-${index}.example.com`;
  return shownChange({ account, before, after: shownRule({ from }, label, { name }) });
}
