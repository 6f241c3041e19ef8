import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describe as inWords } from '../../src/diagnostics/describe.ts';
import { Redactor } from '../../src/diagnostics/redactor.ts';
import type { RuleBody } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import { likelyRenames } from '../../src/planning/likely-renames.ts';
import { accountPlan } from '../harness/account.ts';
import { declaredOf, liveOf, writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { planSettings } from '../harness/settings.ts';

const rule = (name: string, more: Partial<ResolvedRule> = {}) =>
  declaredOf({
    name,
    ...asking(PROMPT),
    actions: [{ type: 'LABEL', fields: { label: 'News' } }, { type: 'ARCHIVE' }],
    ...more,
  } as ResolvedRule);

const PROMPT =
  'Regular issues of newsletters that I subscribed to and that nobody expects an answer to. No receipts, no personal mail.';

const asking = (aiInstructions: string) => ({ condition: { aiInstructions, static: { from: '@news.example.com' } } });

/** The names of what is paired, as `old -> new`. */
const pairsOf = (created: readonly RuleBody[], deleted: readonly RuleBody[]) =>
  likelyRenames(created, deleted).map((pair) => `${pair.deleted.name} -> ${pair.created.name}`);

const bodies = (...rules: ReturnType<typeof rule>[]) => rules.map(({ body }) => body);

describe('names that look the same are paired, whatever the content', () => {
  const other = { ...asking('Receipts and invoices.'), actions: [{ type: 'STAR' as const }] };
  const twinsOf = (from: string, to: string) => pairsOf(bodies(rule(to, other)), bodies(rule(from)));

  it.each([
    ['Caf\u00e9', 'Cafe\u0301'],
    ['Paypal', 'P\u0430ypal'],
    ['News', 'News\u200b'],
    ['Office', 'O\ufb03ce'],
  ])('%j and %j', (one, two) => {
    expect([twinsOf(one, two), twinsOf(two, one)]).toEqual([[`${one} -> ${two}`], [`${two} -> ${one}`]]);
  });

  it.each([
    ['Hallo', '\u041f\u043e\u0447\u0442\u0430'],
    ['Cafe', 'Caf\u00e9'],
    ['News', 'news'],
    ['\u041f\u043e\u0447\u0442\u0430', '\u041f\u043e\u0440\u0442\u044b'],
  ])('but not %j and %j', (one, two) => expect(twinsOf(one, two)).toEqual([]));

  it('any name in another Unicode form: both are in the message, and differ in it', () =>
    forAll([fc.stringMatching(/^[a-z \u00e0-\u00ef]{0,9}[\u00e0-\u00e5]$/).map((name) => name.trim())], 25, (name) => {
      const declared = rule(name.normalize('NFD'), other);
      const { notices } = accountPlan([declared], [liveOf(rule(name))]);
      const [message = ''] = notices.filter(({ code }) => code === 'likely-rename').map((one) => inWords(one).message);
      const [, own, meant] = /^"(.*)" is not the live rule "(.*)": they differ in Unicode form/.exec(message) ?? [];
      expect(`${own}${meant}`).toMatch(/^[ -~]+$/);
      expect(own).not.toBe(meant);
    }));
});

describe('a deleted and a created rule are paired', () => {
  const old = bodies(rule('Old'));

  it.each<[string, Partial<ResolvedRule>]>([
    ['of the same content', {}],
    ['whose label was changed', { actions: [{ type: 'LABEL', fields: { label: 'Papers' } }, { type: 'ARCHIVE' }] }],
    ['whose instructions were edited a little', asking(`${PROMPT} No ads.`)],
    ['that differ in case and white space', asking(PROMPT.toUpperCase().replaceAll(' ', '\n'))],
  ])('%s', (_what, more) => {
    expect(pairsOf(bodies(rule('New', more)), old)).toEqual(['Old -> New']);
  });

  it.each<[string, Partial<ResolvedRule>]>([
    ['the same actions for other senders', { condition: { static: { from: '@shop.example.com' } } }],
    ['other instructions', asking('Receipts and invoices.')],
    ['entirely other actions', { actions: [{ type: 'STAR' }] }],
  ])('but not one with %s', (_what, more) => {
    expect(pairsOf(bodies(rule('New', more)), old)).toEqual([]);
  });

  it('short conditions of one pattern are not alike', () => {
    const about = (name: string) => rule(name, { condition: { aiInstructions: `Mail about ${name} from customers` } });
    expect(pairsOf(bodies(about('invoices')), bodies(about('orders')))).toEqual([]);
  });

  it('texts without a word are not alike, unless they are equal', () => {
    const of = (name: string, subject: string) => rule(name, { condition: { static: { subject } } });
    expect(pairsOf(bodies(of('New', '!!!')), bodies(of('Old', '🙂')))).toEqual([]);
    expect(pairsOf(bodies(of('New', '!!!')), bodies(of('Old', '!!!')))).toEqual(['Old -> New']);
  });

  it('the nearest first, and equally near ones by name', () => {
    const edited = asking(`${PROMPT} No ads.`);
    const nearest = pairsOf(bodies(rule('B', edited), rule('A')), bodies(rule('Y'), rule('X', edited)));
    expect(nearest).toEqual(['Y -> A', 'X -> B']);
    expect(pairsOf(bodies(rule('B'), rule('A')), bodies(rule('Y'), rule('X')))).toEqual(['X -> A', 'Y -> B']);
  });
});

describe('properties', () => {
  const two = fc
    .tuple(writtenRules, writtenRules)
    .map((sides) => sides.map((side) => side.map((one) => declaredOf(one).body)));

  it('no rule is paired twice, and the order of the rules does not matter', async () => {
    const shuffled = two.chain(([news = [], olds = []]) =>
      fc.tuple(
        fc.constant([news, olds]),
        fc.shuffledSubarray(news, { minLength: news.length }),
        fc.shuffledSubarray(olds, { minLength: olds.length }),
      ),
    );
    await forAll([shuffled], 100, ([[news = [], olds = []], otherNews, otherOlds]) => {
      const found = likelyRenames(news, olds);
      expect(new Set(found.map(({ created }) => created)).size).toBe(found.length);
      expect(new Set(found.map(({ deleted }) => deleted)).size).toBe(found.length);
      expect(pairsOf(otherNews, otherOlds)).toEqual(pairsOf(news, olds));
    });
  });

  it('rules that share no word of their conditions, and have other names, are never paired', async () => {
    // Letters that stand on one side only, whatever the actions are.
    const apart = (bodiesOf: RuleBody[], letter: string) =>
      bodiesOf.map((body) => ({
        ...body,
        name: `${body.name}${letter}`,
        condition: {
          ...body.condition,
          aiInstructions: `${letter}1 ${letter}2`,
          static: { from: null, to: null, subject: body.condition.static.subject && `${letter}3` },
        },
      }));
    await forAll([two], 100, ([news = [], olds = []]) => {
      expect(likelyRenames(apart(news, 'n'), apart(olds, 'o'))).toEqual([]);
    });
  });

  it('rules of which only the name changed are all paired', () =>
    forAll([writtenRules], 100, (written) => {
      const olds = written.map(
        (one, index) => declaredOf({ ...one, condition: { aiInstructions: `find ${index}` } }).body,
      );
      const news = olds.map((body) => ({ ...body, name: `${body.name} renamed` }));
      expect(likelyRenames(news, olds)).toHaveLength(olds.length);
      for (const { created, deleted } of likelyRenames(news, olds))
        expect(created.name).toBe(`${deleted.name} renamed`);
    }));
});

it('ten thousand renamed rules are all found, those of one condition too', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => index);
  const of = (name: string, prompt: string) => rule(name, asking(prompt)).body;
  const olds = many.map((index) => of(`Old ${index}`, `${PROMPT} ${index}`));
  const news = many.map((index) => of(`New ${index}`, `${PROMPT} ${index}`));
  expect(likelyRenames(news, olds)).toHaveLength(many.length);
  // Of rules that are all alike only a few are compared with each: it takes no longer than there are rules.
  const alike = many.map((index) => of(`New ${index}`, 'x'));
  expect(likelyRenames(alike, olds)).toEqual([]);
});

it('a hundred rules on both sides, with long instructions, are compared to the end only where that matters', () => {
  const text = (seed: number) => Array.from({ length: 900 }, (_, index) => `w${(index * seed) % 977}`).join(' ');
  const of = (seed: number, name: string, end = '') =>
    rule(name, { condition: { aiInstructions: text(seed) + end } }).body;
  const numbers = Array.from({ length: 100 }, (_, index) => index + 1);
  const olds = numbers.map((seed) => of(seed, `Old ${seed}`));
  const edited = numbers.map((seed) => of(seed, `New ${seed}`, ' and so on'));
  expect(likelyRenames(edited, olds)).toHaveLength(numbers.length);
  const others = numbers.map((seed) => of(seed + 200, `New ${seed}`));
  expect(likelyRenames(others, olds)).toEqual([]);
});

describe('what a plan says', () => {
  const said = (declared: ReturnType<typeof rule>[], live: ReturnType<typeof rule>[], more = {}) =>
    accountPlan(declared, live.map(liveOf), more).notices.map((notice) => ({ ...inWords(notice), ...notice }));

  it('of a changed name: the line that makes it a rename', () => {
    const [notice] = said([rule('Papers')], [rule('News: "daily"\\')]);
    const place = { file: 'rules/all.yaml' };
    expect(notice).toMatchObject({ code: 'likely-rename', severity: 'warning', rule: 'Papers', place });
    expect(notice?.message).toContain('history and learned patterns');
    expect(notice?.remedy).toContain('\nrenamedFrom: "News: \\"daily\\"\\\\"');
  });

  it('of a misspelled renamedFrom: what was meant, by content and by name', () => {
    const byContent = { ...rule('Papers'), renamedFrom: 'Something else' };
    const byName = { ...rule('Papers', { condition: { static: { from: '@x.example' } } }), renamedFrom: 'Newslettrs' };
    for (const declared of [byContent, byName]) {
      const notices = said([declared], [rule('Newsletters')]);
      expect(notices.map(({ code }) => code)).toEqual(['rename-misspelled']);
      expect(notices[0]?.message).toContain('Did you mean "Newsletters"?');
      expect(notices[0]?.remedy).toContain('\nrenamedFrom: "Newsletters"');
    }
  });

  it('of a renamedFrom that nothing is near to: not to remove it unread, where the rule is created', () => {
    const [notice] = said([{ ...rule('Papers'), renamedFrom: 'Newsletters' }], []);
    expect(notice).toMatchObject({ code: 'rename-spent', args: { why: 'not-found' } });
    expect(notice?.remedy).toBe('Correct the name in the line `renamedFrom`, or remove the line.');
  });

  it('nothing where the old rule stays, or where its name has a secret in it', () => {
    const settings = planSettings({ undeclared: 'keep' });
    expect(said([rule('Papers')], [rule('News')], { settings })).toMatchObject([{ code: 'rule-kept' }]);
    const redactor = accountRedactor('key', new Redactor([{ name: 'TOKEN', value: 'hush-hush' }]));
    expect(said([rule('Papers')], [rule('News hush-hush')], { redactor })).toEqual([]);
  });
});
