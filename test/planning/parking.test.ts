import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveRule, RuleBody } from '../../src/model/rule.ts';
import { canonicalLive } from '../../src/planning/canonical.ts';
import { isParked, parkedAs, parkedBody, unparked } from '../../src/planning/parking.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { runs } from '../harness/runs.ts';

const MARK = 'inboxctl: being moved';
const NAME_MARK = '(inboxctl: moving)';

/** White space of all kinds, what the marks are made of, and what separates alternatives. */
const text = fc
  .array(
    fc.constantFrom(
      ...['a', 'B', ' ', '\t', '\r\n', '\n', '\u00a0', '\ufeff', '🙂', '|', '*', ',', ' or ', ':', '', '邮'],
      ...[MARK, `${MARK}: `, `${MARK} (OR)`, `${MARK} (OR): `, NAME_MARK, ` ${NAME_MARK}`],
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const maybe = fc.option(text);

const liveRules: fc.Arbitrary<LiveRule> = fc
  .record({
    name: text,
    runOnThreads: fc.boolean(),
    enabled: fc.boolean(),
    condition: fc.record({
      conditionalOperator: fc.option(fc.constantFrom('AND' as const, 'OR' as const)),
      aiInstructions: maybe,
      static: fc.record({ from: maybe, to: maybe, subject: maybe }),
    }),
  })
  .map((parts) => ({
    ...liveOf(declaredOf({ name: 'x', condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }] })),
    ...parts,
  }));

const rule = (name: string, condition: Partial<LiveRule['condition']>): LiveRule => {
  const made = liveOf(declaredOf({ name, condition: {}, actions: [{ type: 'STAR' }] }));
  return { ...made, condition: { ...made.condition, ...condition } };
};
const statics = (subject: string | null, from: string | null = null) => ({ static: { from, to: null, subject } });

/** A live rule after a PUT: `measured` services trim the name and take blank texts for none, others keep all as sent. */
function stored(live: LiveRule, body: RuleBody, measured: boolean): LiveRule {
  const actions = body.actions.map((action) => ({ ...action, integrationName: null, integrationToolName: null }));
  const put = { ...live, ...body, actions };
  return measured ? { ...put, name: put.name.trim() } : put;
}

const kinds = fc.constantFrom('sender' as const, 'name' as const);

describe('what a parked rule was', () => {
  it('is told by it alone, whatever its texts are, and however often it was parked', () => {
    fc.assert(
      fc.property(liveRules, fc.array(kinds, { minLength: 1, maxLength: 3 }), fc.boolean(), (live, steps, measured) => {
        const was = unparked(live);
        let now = live;
        for (const kind of steps) {
          now = stored(now, parkedBody(now, kind), measured);
          expect(isParked(now)).toBe(true);
          expect(canonicalLive(unparked(now))).toEqual(canonicalLive(was));
          if (kind === 'name') expect(parkedAs(now)).toBe('name');
          if (kind === 'name') expect(canonicalLive(now).name).not.toBe(canonicalLive(was).name);
        }
        expect(unparked(now)).toMatchObject({ id: live.id, enabled: live.enabled, createdAt: live.createdAt });
      }),
      { numRuns: runs(500) },
    );
  });

  it('is the same object where it is not parked', () => {
    for (const live of [
      rule(`A ${NAME_MARK}`, statics(null, 'a@example.com')),
      rule('A', statics(`Re: ${MARK}`)),
      rule('A', statics(`${MARK}: x|y`)),
      rule('A', statics(`${MARK} to x`)),
      rule('A', { aiInstructions: MARK }),
    ]) {
      expect(isParked(live)).toBe(false);
      expect(parkedAs(live)).toBeNull();
      expect(unparked(live)).toBe(live);
    }
  });
});

describe('what is sent to park a rule', () => {
  it('is the live rule with a mark in its subject, and for a name cycle in its name', () => {
    const live = rule('A', statics(null, 'a@example.com'));
    const { condition } = canonicalLive(live);
    const subject = 'inboxctl: being moved';
    const parked = { ...canonicalLive(live), condition: { ...condition, static: { ...condition.static, subject } } };
    expect(parkedBody(live, 'sender')).toEqual(parked);
    expect(parkedBody(live, 'name')).toEqual({ ...parked, name: 'A (inboxctl: moving)' });
  });

  it('has the mark before each alternative of a subject, or the others would still match', () => {
    expect(parkedBody(rule('A', statics('Invoice| Bill *|')), 'sender').condition.static.subject).toBe(
      'inboxctl: being moved: Invoice|inboxctl: being moved:  Bill *|inboxctl: being moved: ',
    );
  });

  it('leaves the AI nothing to match where OR asks it about all mail', () => {
    const live = rule('A', { conditionalOperator: 'OR', aiInstructions: 'find it' });
    expect(parkedBody(live, 'name').condition).toEqual({
      conditionalOperator: 'AND',
      aiInstructions: 'find it',
      static: { from: null, to: null, subject: 'inboxctl: being moved (OR)' },
    });
  });

  it('tells a rule whose sender is put aside from one whose name is', () => {
    const live = rule('A', statics(null, 'a@example.com'));
    const bySender = stored(live, parkedBody(live, 'sender'), true);
    expect(parkedAs(bySender)).toBe('sender');
    expect(parkedAs(stored(bySender, parkedBody(bySender, 'name'), true))).toBe('name');
  });
});

describe('a parked rule matches no mail that it did not match', () => {
  it('as services were measured to match, but for mail with the mark', () => {
    const words = fc.constantFrom('Invoice', 'Bill', '*', 'a@example.com', '');
    const subjects = fc.option(fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')));
    const mails = fc.record({
      from: fc.constantFrom('a@example.com', 'b@example.com'),
      subject: fc.array(fc.constantFrom('Invoice', 'Bill', ' ', 'x'), { maxLength: 4 }).map((parts) => parts.join('')),
      aiSaysYes: fc.boolean(),
    });
    const conditions = fc.record({
      conditionalOperator: fc.constantFrom('AND' as const, 'OR' as const),
      aiInstructions: fc.option(fc.constant('find it')),
      static: fc.record({ from: fc.option(fc.constant('a@example.com')), to: fc.constant(null), subject: subjects }),
    });
    fc.assert(
      fc.property(conditions, kinds, mails, (condition, kind, mail) => {
        const parked = parkedBody(rule('A', condition), kind);
        expect(matches(parked, mail)).toBe(false);
      }),
      { numRuns: runs(500) },
    );
  });
});

interface Mail {
  from: string;
  subject: string;
  aiSaysYes: boolean;
}

/** As measured: alternatives at `|`, `*` a glob, all static parts joined by AND, the operator between them and the AI. */
function matches({ condition }: RuleBody, mail: Mail): boolean {
  const { from, subject } = condition.static;
  const parts = [
    ...(from === null ? [] : [mail.from.includes(from)]),
    ...(subject === null ? [] : [subject.split('|').some((one) => glob(one).test(mail.subject))]),
  ];
  const isStatic = parts.every(Boolean);
  if (condition.aiInstructions === null) return parts.length > 0 && isStatic;
  if (parts.length === 0) return mail.aiSaysYes;
  return condition.conditionalOperator === 'OR' ? isStatic || mail.aiSaysYes : isStatic && mail.aiSaysYes;
}

function glob(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('.*'));
}
