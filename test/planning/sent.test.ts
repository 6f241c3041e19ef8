/** What is sent is what the plan shows as `after`: with fields that are ignored, in any order, and with secrets. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/diagnostics/redactor.ts';
import type { ShownRule } from '../../src/model/plan.ts';
import type { DeclaredRule, LiveRule, ReferenceAt, RuleBody } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import { canonicalLive } from '../../src/planning/canonical.ts';
import type { AccountInput } from '../../src/planning/plan-account.ts';
import { accountPlan } from '../harness/account.ts';
import { declaredOf, liveOf, writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { planSettings } from '../harness/settings.ts';

type Action = ResolvedRule['actions'][number];

const REDACTOR = accountRedactor('key', new Redactor([]));

function planned(declared: DeclaredRule[], live: LiveRule[], set: object, more: Partial<AccountInput> = {}) {
  const flags = { allowEmpty: false, allowLoss: false, maxDeletes: null };
  const placeOf: AccountInput['placeOf'] = ({ file, document }) => ({ file, line: document + 1, column: 1 });
  return accountPlan(declared, live, { settings: planSettings(set), flags, redactor: REDACTOR, placeOf, ...more });
}

const rule = (actions: Action[], more: Partial<ResolvedRule> = {}) =>
  declaredOf({ name: 'A', condition: { aiInstructions: 'find it' }, actions, ...more } as ResolvedRule);
const there = (actions: Action[], more: Partial<ResolvedRule> = {}) => liveOf(rule(actions, more));
const ignoring = (...fields: string[]) => ({ ignoreDifferences: [{ rule: 'A', fields }] });
const other = { condition: { aiInstructions: 'find another' } };

const forward = (to: string): Action => ({ type: 'FORWARD', fields: { to } });
const folder = (folderName?: string, delayInMinutes?: number): Action => ({
  type: 'MOVE_FOLDER',
  fields: folderName === undefined ? {} : { folderName },
  ...(delayInMinutes === undefined ? {} : { delayInMinutes }),
});
const STAR: Action = { type: 'STAR' };

/** The only change: the actions that it sends, each as its type and what it has. */
function sent(declared: DeclaredRule, live: LiveRule[], set: object): unknown[] {
  const { work } = planned([declared], live, set);
  expect(work).toHaveLength(1);
  expectShown(work[0]?.change.after ?? null, work[0]?.wanted ?? null);
  return (work[0]?.wanted?.actions ?? []).map(({ type, fields, delayInMinutes }) =>
    [type, ...Object.values(fields), delayInMinutes].filter((one) => one !== null).join(' '),
  );
}

/** Secrets aside, which show by their tags what they are. */
function expectShown(after: ShownRule | null, wanted: RuleBody | null): void {
  const alike = (shown: unknown, plain: unknown): unknown => {
    if (shown === null || typeof shown !== 'object') return shown;
    if ('tag' in shown) return shown.tag === REDACTOR.tag(String(plain)) ? plain : shown;
    const entries = Object.entries(shown).map(([key, inner]) => [key, alike(inner, Reflect.get(Object(plain), key))]);
    return Array.isArray(shown) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
  };
  expect(alike(after, wanted)).toEqual(wanted);
}

describe('an ignored field', () => {
  it('is sent as it is live by a replace for another reason, and as declared by a create', () => {
    const set = ignoring('actions/*/fields/t*');
    const declared = rule([forward('evil@example.net')], other);
    expect(sent(declared, [there([forward('team@example.com')])], set)).toEqual(['FORWARD team@example.com']);
    expect(sent(declared, [], set)).toEqual(['FORWARD evil@example.net']);
    const same = rule([forward('evil@example.net')]);
    expect(planned([same], [there([forward('team@example.com')])], set).work).toEqual([]);
  });

  it('has the same digest whatever is declared, and another one where the live value changes', () => {
    const set = ignoring('actions/*/fields/to');
    const digest = (to: string, live: string) =>
      planned([rule([forward(to)], other)], [there([forward(live)])], set).work[0]?.change.digest;
    expect(digest('a@example.com', 'x@example.com')).toBe(digest('b@example.com', 'x@example.com'));
    expect(digest('a@example.com', 'x@example.com')).not.toBe(digest('a@example.com', 'y@example.com'));
  });

  it.each<[string, Action[], Action[], unknown[]]>([
    ['an action before it', [STAR, folder('D')], [folder('L')], ['STAR', 'MOVE_FOLDER L']],
    ['one less', [folder('D')], [STAR, folder('L')], ['MOVE_FOLDER L']],
    [
      'the other order',
      [folder('D', 1), folder('E', 2)],
      [folder('L', 2), folder('M', 1)],
      ['MOVE_FOLDER M 1', 'MOVE_FOLDER L 2'],
    ],
    ['a second one of its type', [folder('D'), folder('E')], [folder('L')], ['MOVE_FOLDER L', 'MOVE_FOLDER E']],
    [
      'one that is equal but for it comes first',
      [folder('D', 5), folder('E')],
      [folder('L', 9), folder('M', 5)],
      ['MOVE_FOLDER M 5', 'MOVE_FOLDER L'],
    ],
    ['another type', [folder('D')], [STAR], ['MOVE_FOLDER D']],
  ])('belongs to its action: %s', (_, declared, live, expected) => {
    expect(sent(rule(declared), [there(live)], ignoring('actions/*/fields/folderName'))).toEqual(expected);
  });

  it('of one place in the list is that of the declared list', () => {
    const declared = rule([folder('D'), folder('E')], other);
    const live = [there([folder('L'), folder('M')])];
    expect(sent(declared, live, ignoring('actions/1/fields/folderName'))).toEqual(['MOVE_FOLDER D', 'MOVE_FOLDER M']);
  });

  it.each<[string, DeclaredRule, Action[], string[]]>([
    ['actions/*/type', rule([forward('a@example.com')], other), [STAR], ['STAR a@example.com']],
    ['actions', rule([STAR], other), [folder('L'), STAR], ['MOVE_FOLDER L', 'STAR']],
    ['actions/*', rule([folder('D', 1), STAR]), [folder('L')], ['MOVE_FOLDER L', 'STAR']],
  ])('can be a type, whole actions, or the list of them: %s', (path, declared, live, expected) => {
    expect(sent(declared, [there(live)], ignoring(path))).toEqual(expected);
  });

  it('can be the whole condition, or all but the name', () => {
    const [item] = planned([rule([STAR], other)], [there([folder('L')])], ignoring('condition')).work;
    expect(item?.wanted?.condition.aiInstructions).toBe('find it');
    const off = there([folder('L')], { runOnThreads: false });
    expect(planned([rule([STAR], other)], [off], ignoring('*')).work).toEqual([]);
    const renamed = rule([STAR], { ...other, name: 'A', renamedFrom: 'Old' } as Partial<ResolvedRule>);
    const [rename] = planned([renamed], [there([folder('L')], { name: 'Old' })], ignoring('*')).work;
    expect(rename?.wanted).toEqual({ ...canonicalLive(there([folder('L')])), name: 'A' });
    expectShown(rename?.change.after ?? null, rename?.wanted ?? null);
  });

  it('that a type needs and the service does not show is sent, and shown, as declared; it causes no replace', () => {
    const set = ignoring('actions/*/fields/folderName', 'actions/*/messagingChannelId', 'actions/*/delayInMinutes');
    expect(sent(rule([folder('D', 5)], other), [there([folder()])], set)).toEqual(['MOVE_FOLDER D']);
    expect(planned([rule([folder('D')])], [there([folder()])], set).work).toEqual([]);
    const notify = (id: string | null): Action => ({ type: 'NOTIFY_MESSAGING_CHANNEL', messagingChannelId: id });
    const [item] = planned([rule([notify('ckx9q2s7l0000v8mn4h2r1abc')], other)], [there([notify(null)])], set).work;
    expect(item?.change.before?.actions?.[0]?.messagingChannelId).toBeNull();
    expect(item?.change.after?.actions?.[0]?.messagingChannelId).toBe('ckx9q2s7l0000v8mn4h2r1abc');
    expect(item?.wanted?.actions[0]?.messagingChannelId).toBe('ckx9q2s7l0000v8mn4h2r1abc');
  });

  it('that a variable holds keeps its live value, which is no less secret', () => {
    const references: ReferenceAt[] = [{ path: ['actions', 0, 'fields', 'content'], kind: 'env', name: 'TEXT' }];
    const reply = (content: string): Action => ({ type: 'REPLY', fields: { content } });
    const declared = { ...rule([reply('hush new')], other), references };
    const [item] = planned([declared], [there([reply('hush old')])], ignoring('actions/*/fields/content')).work;
    expect(item?.wanted?.actions[0]?.fields.content).toBe('hush old');
    const shown = { shown: '(secret TEXT)', tag: REDACTOR.tag('hush old') };
    for (const side of [item?.change.before, item?.change.after])
      expect(side?.actions?.[0]?.fields?.content).toEqual(shown);
  });

  it('is judged by the policy where its live value would be sent', () => {
    const set = { ...ignoring('actions/*/fields/to'), policy: { forwardTo: ['*@example.com'] } };
    const live = [there([forward('evil@example.net')])];
    const made = planned([rule([forward('team@example.com')], other)], live, set);
    expect(made.guarded).toBe(true);
    expect(made.notices).toMatchObject([
      { code: 'policy-kept', severity: 'error', rule: 'A', args: { path: 'actions/0/fields/to' }, place: { line: 1 } },
    ]);
    expect(planned([rule([forward('team@example.com')])], live, set)).toMatchObject({ guarded: false, notices: [] });
    expect(planned([rule([forward('team@example.com')], other)], live, { policy: set.policy }).guarded).toBe(false);
  });

  it('is judged by what the policy confines to other files, as its type may be live', () => {
    const policy = { confine: [{ actions: ['FORWARD' as const], files: ['rules/outbound/*'] }] };
    const declared = { ...rule([STAR], other), file: 'rules/a.yaml' };
    const live = [there([forward('team@example.com')])];
    for (const path of ['actions', 'actions/*/type']) {
      const made = planned([declared], live, { ...ignoring(path), policy });
      expect(made.guarded).toBe(true);
      expect(made.notices).toMatchObject([{ code: 'policy-kept', args: { path: 'actions/0/type' } }]);
    }
    const within = { ...declared, file: 'rules/outbound/a.yaml' };
    expect(planned([within], live, { ...ignoring('actions'), policy })).toMatchObject({ guarded: false, notices: [] });
    expect(planned([declared], live, { policy })).toMatchObject({ guarded: false, notices: [] });
  });

  it('is judged by the policy in a condition too', () => {
    const set = { ...ignoring('condition/static/from'), policy: { forbidPitfalls: true } };
    const declared = { condition: { static: { from: '@example.com' } } };
    const live = [there([STAR], { condition: { static: { from: 'acme' } } })];
    const made = planned([rule([STAR, folder('D')], declared)], live, set);
    expect(made.guarded).toBe(true);
    expect(made.notices).toMatchObject([{ code: 'policy-kept', args: { path: 'condition/static/from' } }]);
    expect(planned([rule([STAR], declared)], live, set)).toMatchObject({ guarded: false, notices: [] });
  });
});

describe('actionOrder any', () => {
  const set = { actionOrder: 'any' };
  const hook = (webhookUrl: string): Action => ({ type: 'CALL_WEBHOOK', fields: { webhookUrl } });

  it('sends the order that it shows and digests, whatever the file has', () => {
    const live = [there([STAR])];
    const sentOf = (...actions: Action[]) => planned([rule(actions)], live, set).work[0];
    const [one, two] = [sentOf(STAR, folder('D')), sentOf(folder('D'), STAR)];
    expect(one?.wanted).toEqual(two?.wanted);
    expect(one?.change).toEqual(two?.change);
    expectShown(one?.change.after ?? null, one?.wanted ?? null);
  });

  it('tells actions apart by what counts of them', () => {
    const both = { ...set, ...ignoring('actions/*/fields/folderName') };
    const live = there([folder('Z', 1), folder('C', 2)]);
    expect(planned([rule([folder('A', 1), folder('B', 2)])], [live], both).work).toEqual([]);
  });

  it('names each secret by its own variable, and lets no order tell about their values', () => {
    const references: ReferenceAt[] = [
      { path: ['actions', 1, 'fields', 'webhookUrl'], kind: 'env', name: 'SECOND' },
      { path: ['actions', 2, 'fields', 'webhookUrl'], kind: 'env', name: 'FIRST' },
    ];
    const shown = (first: string, second: string) => {
      const declared = { ...rule([STAR, hook(second), hook(first), hook('https://m.example.com')]), references };
      const [item] = planned([declared], [there([STAR])], set).work;
      expectShown(item?.change.after ?? null, item?.wanted ?? null);
      return item?.change.after?.actions?.map((action) => {
        const url = action?.fields?.webhookUrl;
        return typeof url === 'object' ? url?.shown : url;
      });
    };
    const order = shown('https://a.example.com', 'https://z.example.com');
    expect(shown('https://z.example.com', 'https://a.example.com')).toEqual(order);
    expect(order).toContain('(secret FIRST)');
    expect(order).toContain('(secret SECOND)');
  });
});

const GLOBS = [
  ...['actions/*/fields/*', 'actions/*/fields/content', 'actions/0/fields/*', 'actions/*/delayInMinutes'],
  ...['actions/*', 'actions', 'actions/1', 'actions/*/type', 'condition', 'condition/static/*', 'runOnThreads'],
  ...['condition/conditionalOperator', '*', 'name'],
];

const worlds = fc.record({
  declared: writtenRules,
  live: writtenRules,
  /** Which declared rule has its live rule from which of the others. */
  alike: fc.array(fc.nat(7), { maxLength: 8 }),
  actionOrder: fc.constantFrom('any', 'exact'),
  fields: fc.uniqueArray(fc.constantFrom(...GLOBS), { maxLength: 3 }),
  secret: fc.boolean(),
});

function worldOf({
  declared,
  live,
  alike,
  actionOrder,
  fields,
  secret,
}: typeof worlds extends fc.Arbitrary<infer W> ? W : never) {
  const rules = declared.map(declaredOf).map((one) => {
    const references = one.body.actions.flatMap(({ fields: { content } }, index): ReferenceAt[] =>
      content === null ? [] : [{ path: ['actions', index, 'fields', 'content'], kind: 'env', name: `TEXT_${index}` }],
    );
    return secret ? { ...one, references } : one;
  });
  const others = live.map((written, index) => liveOf(declaredOf(written, index), index));
  const names = new Set<string>();
  const taken = others
    .map((one, index) => ({ ...one, name: rules[alike[index] ?? -1]?.body.name ?? one.name }))
    .filter(({ name }) => !names.has(name) && names.add(name));
  // Where the order does not count, a place in the list says nothing about live actions.
  const globs = actionOrder === 'any' ? fields.map((field) => field.replace(/\d/, '*')) : fields;
  const set = { actionOrder, ignoreDifferences: [{ rule: '*', fields: globs }] };
  return { rules, live: taken, set };
}

describe('whatever the rules and settings', () => {
  it('what is sent is what is shown; once it is live the plan is empty', () =>
    forAll([worlds], 100, (world) => {
      const { rules, live, set } = worldOf(world);
      const { work } = planned(rules, live, set);
      for (const { change, wanted } of work) expectShown(change.after, wanted);
      const gone = new Set(work.flatMap((item) => item.live?.id ?? []));
      const made = work.flatMap(({ wanted, live: before }, index): LiveRule[] => {
        if (wanted === null) return [];
        const answered = liveOf({ ...(rules[0] as DeclaredRule), body: wanted });
        return [{ ...answered, id: before?.id ?? `made-${index}` }];
      });
      const after = [...live.filter(({ id }) => !gone.has(id)), ...made];
      expect(planned(rules, after, set).work).toEqual([]);
    }));

  it('no declared value of an ignored field is in a replace', () =>
    forAll([worlds], 100, (world) => {
      const { rules, live, set } = worldOf({ ...world, fields: ['actions/*/fields/content'] });
      const marked = rules.map(({ body, ...rest }) => {
        const content = 'declared';
        const actions = body.actions.map((action) => ({ ...action, fields: { ...action.fields, content } }));
        return { ...rest, body: { ...body, actions } };
      });
      for (const { change, wanted, live: before } of planned(marked, live, set).work) {
        if (change.op !== 'replace') continue;
        const left = new Map<string, number>();
        for (const { type } of before?.actions ?? []) left.set(type, (left.get(type) ?? 0) + 1);
        for (const { type } of wanted?.actions ?? []) left.set(type, (left.get(type) ?? 0) - 1);
        // Only where there are more of a type than are live.
        const more = [...left.values()].reduce((sum, count) => sum + Math.max(0, -count), 0);
        expect(wanted?.actions.filter(({ fields }) => fields.content === 'declared')).toHaveLength(more);
      }
    }));
});
