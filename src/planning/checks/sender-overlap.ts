/**
 * Rules that look at the sender alone and overlap. Some deployments refuse such a rule while the other is switched on
 * (measured); elsewhere both run.
 */
import type { RuleSetCheck, RuleSetFinding } from './finding.ts';
import { looksAtSenderOnly, senderIndex } from './sender-index.ts';
import { sendersOf } from './senders.ts';

const FROM = { path: ['condition', 'static', 'from'], at: 'value' } as const;

export const overlappingSenders: RuleSetCheck = (rules) => {
  const index = senderIndex<number>(1);
  const found: RuleSetFinding[] = [];
  rules.forEach(({ body }, rule) => {
    if (!looksAtSenderOnly(body)) return;
    const senders = sendersOf(body.condition.static.from ?? '');
    const told = new Set<number>();
    for (const sender of senders) {
      const [other] = index.overlapping(sender);
      if (!other || told.has(other.owner)) continue;
      told.add(other.owner);
      const args = {
        name: rules[other.owner]?.body.name ?? '',
        sender: sender.written,
        otherSender: other.sender.written,
      };
      const related = { rule: other.owner, ...FROM };
      found.push({ code: 'senders-overlap', args, severity: 'warning', rule, ...FROM, related });
    }
    for (const sender of senders) index.add(sender, rule);
  });
  return found;
};
