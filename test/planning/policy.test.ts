/**
 * How a policy is judged. Addresses and hosts that fit or do not, and what is said, are in test/invalid/policy
 * and those beside it.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describe } from '../../src/diagnostics/describe.ts';
import { ACTION_TYPES, FIELD_KEYS } from '../../src/model/action-types.ts';
import type { Policy } from '../../src/model/project.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { policyFindings } from '../../src/planning/policy.ts';
import { forAll } from '../harness/for-all.ts';

type Action = ResolvedRule['actions'][number];

const ANYTHING: Policy = { forbidActions: [], forwardTo: null, webhookHosts: null, confine: [], forbidPitfalls: false };
const settings = (policy: Partial<Policy>) => ({ policy: { ...ANYTHING, ...policy }, acceptPitfalls: [] });
const FILE = 'rules/a.yaml';

/** What is told of findings, each as one text. */
const told = (found: ReturnType<typeof find>) => found.map((finding) => Object.values(describe(finding)).join(' '));

function find(policy: Partial<Policy>, actions: Action[], secretPaths: (string | number)[][] = []) {
  const rule: ResolvedRule = { name: 'A rule', condition: { aiInstructions: 'x' }, actions };
  return policyFindings(rule, settings(policy), secretPaths, FILE);
}

/** The entries of `to` that the globs refuse. */
function refused(to: string, ...forwardTo: string[]): unknown[] {
  return find({ forwardTo }, [{ type: 'FORWARD', fields: { to } }]).map(({ args }) => Reflect.get(args, 'address'));
}

/** What the globs say about a webhookUrl: null where it is allowed, else the host that is refused. */
function refusedHost(webhookUrl: string, ...webhookHosts: string[]): unknown {
  const found = find({ webhookHosts }, [{ type: 'CALL_WEBHOOK', fields: { webhookUrl } }]);
  return found.length === 0 ? null : Reflect.get(found[0]?.args ?? {}, 'host');
}

test('without a policy anything goes', () => {
  const fields = { to: '{{anyone}}', cc: 'no address', webhookUrl: 'https://{{host}}/' };
  expect(find({}, [{ type: 'FORWARD', fields }, { type: 'DELETE' }, { type: 'CALL_WEBHOOK', fields }])).toEqual([]);
});

/** The index of each entry that confines an action of the type, in a rule of the file. */
function confined(file: string | null, type: Action['type'], ...confine: Policy['confine']): unknown[] {
  const rule: ResolvedRule = { name: 'A rule', condition: { aiInstructions: 'x' }, actions: [{ type }] };
  return policyFindings(rule, settings({ confine }), [], file).map(({ args }) => Reflect.get(args, 'entry'));
}

test.each<[string, boolean]>([
  ['rules/outbound/a.yaml', true],
  ['rules/outbound/deep/er/a.yml', true],
  ['rules/outbound.yaml', false],
  ['rules/outbound-2/a.yaml', false],
  ['rules/Outbound/a.yaml', false],
  ['rules/outbound\\a.yaml', false],
  ['outbound/a.yaml', false],
  ['x/rules/outbound/a.yaml', false],
  ['../rules/outbound/a.yaml', false],
])('the whole path decides, letter by letter: %s', (file, fits) => {
  expect(confined(file, 'FORWARD', { actions: ['FORWARD'], files: ['rules/outbound/*'] })).toEqual(fits ? [] : [0]);
});

test('a type of several entries must satisfy each', () => {
  const two = { actions: ['FORWARD', 'REPLY'], files: ['a/*', 'b/*'] };
  const entries = [two, { actions: ['FORWARD'], files: ['*/x.yaml'] }];
  expect(confined('a/x.yaml', 'FORWARD', ...entries)).toEqual([]);
  expect(confined('c/x.yaml', 'FORWARD', ...entries)).toEqual([0]);
  expect(confined('b/y.yaml', 'FORWARD', ...entries)).toEqual([1]);
  expect(confined('c/y.yaml', 'FORWARD', ...entries)).toEqual([0, 1]);
  expect(confined('c/y.yaml', 'REPLY', ...entries)).toEqual([0]);
  expect(confined('c/y.yaml', 'STAR', ...entries)).toEqual([]);
});

test('what no file declares is not confined', () => {
  expect(confined(null, 'FORWARD', { actions: ['FORWARD'], files: ['a/*'] })).toEqual([]);
});

test('a path that only looks like it matches does not, and the message says why', () => {
  const entry = { actions: ['REPLY'], files: ['b\u00fcro/*'] };
  expect(confined('b\u00fcro/a.yaml', 'REPLY', entry)).toEqual([]);
  expect(confined('bu\u0308ro/a.yaml', 'REPLY', entry)).toEqual([0]);
  const args = { type: 'REPLY' as const, file: 'bu\u0308ro/a.yaml', files: entry.files, entry: 0 };
  expect(describe({ code: 'policy-confined', args }).remedy).toBe(
    'The path only looks like it matches: its letters have another Unicode form. Rename the file or its folder.',
  );
});

test('an action of a confined type is reported exactly where a regular expression of the globs says so', async () => {
  const text = fc.array(fc.constantFrom('a', 'b', '/', '.', '*'), { maxLength: 6 }).map((parts) => parts.join(''));
  const entry = fc.record({
    actions: fc.uniqueArray(fc.constantFrom('FORWARD', 'REPLY'), { minLength: 1 }),
    files: fc.array(text, { minLength: 1, maxLength: 3 }),
  });
  const file = text.map((written) => written.replaceAll('*', 'a/'));
  await forAll([fc.array(entry, { maxLength: 3 }), file], 200, (confine, path) => {
    const fits = (glob: string) => new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^]*')}$`).test(path);
    const expected = confine.flatMap(({ actions, files }, index) => {
      return actions.includes('REPLY') && !files.some(fits) ? [index] : [];
    });
    expect(confined(path, 'REPLY', ...confine)).toEqual(expected);
  });
});

test('every address of to, cc and bcc of the actions that send is looked at, and no other', () => {
  const fields = Object.fromEntries(FIELD_KEYS.map((key) => [key, `${key}@example.net`]));
  const actions = ACTION_TYPES.map((type): Action => ({ type, fields }));
  const places = find({ forwardTo: ['*@example.com'] }, actions).map(({ code, args, path, at, severity }) => {
    expect([code, severity, at]).toEqual(['policy-forward', 'error', 'value']);
    expect(Reflect.get(args, 'address')).toBe(`${String(path.at(-1))}@example.net`);
    return `${actions[Number(path[1])]?.type} ${path.slice(2).join('/')}`;
  });
  const expected = ['REPLY', 'FORWARD', 'SEND_EMAIL'].flatMap((type) =>
    ['to', 'cc', 'bcc'].map((field) => `${type} fields/${field}`),
  );
  expect(places).toEqual(expected);
});

// Others are in test/invalid/policy-of-any. The loader trims this one.
test('an address that begins with a space that is none fits no policy', () => {
  expect(refused('\u00a0a@example.com', '*')).toEqual(['\u00a0a@example.com']);
});

test('a prompt that holds commas is refused in every part, and said to be a prompt', () => {
  const found = find({ forwardTo: ['*'] }, [{ type: 'REPLY', fields: { cc: '{{a, b@example.com, c}}' } }]);
  expect(found.map(({ args }) => args)).toMatchObject([
    { address: '{{a', template: true },
    { address: 'c}}', template: true },
  ]);
});

test('a star is the only thing that is special in a list of addresses', () => {
  expect(refused('axb@example.com', 'a.b@example.com', 'a?b@example.com', '[a-z]*')).toEqual(['axb@example.com']);
  expect(refused('a.b@example.com', 'a.*@*.com')).toEqual([]);
  expect(refused('a@example.com.example.net', '*@example.com')).toEqual(['a@example.com.example.net']);
});

test('a webhookUrl is looked at in any action, and refused at its value', () => {
  const actions = ACTION_TYPES.map((type): Action => ({ type, fields: { webhookUrl: 'https://a.example.net/x' } }));
  const found = find({ webhookHosts: ['*.example.com'] }, actions);
  expect(found.map(({ path }) => path)).toEqual(ACTION_TYPES.map((_, at) => ['actions', at, 'fields', 'webhookUrl']));
  expect(new Set(found.map(({ code, severity, at }) => `${code} ${severity} ${at}`))).toEqual(
    new Set(['policy-webhook error value']),
  );
});

test('of a secret nothing is told but that it does not fit', () => {
  const fields = { to: 'a@hidden.example, {{hidden}}', cc: 'c@open.example', webhookUrl: 'https://hidden.example/x' };
  const secret = (field: string) => ['actions', 0, 'fields', field];
  const policy = { forwardTo: ['*@example.com'], webhookHosts: ['hooks.example.com'] };
  const found = find(policy, [{ type: 'FORWARD', fields }], [secret('to'), secret('webhookUrl')]);
  expect(found.map(({ args }) => args)).toEqual([
    { type: 'FORWARD', field: 'to', address: null, template: false, allowed: ['*@example.com'] },
    { type: 'FORWARD', field: 'cc', address: 'c@open.example', template: false, allowed: ['*@example.com'] },
    { host: null, template: false, allowed: ['hooks.example.com'] },
  ]);
  const said = told(found);
  expect(said.join(' ')).not.toContain('hidden');
  expect(said[0]).toContain('(a secret)');
  expect(said[2]).toContain('(a secret)');
});

test('a pitfall is an error at its matcher, and nothing of a secret one is shown', () => {
  const condition = { static: { from: 'hidden; one@example.com', subject: 'open||ended' } };
  const rule: ResolvedRule = { name: 'A', condition, actions: [{ type: 'REPLY' }] };
  const secretPaths = [['condition', 'static', 'from']];
  expect(policyFindings(rule, settings({}), secretPaths, FILE)).toEqual([]);
  const found = policyFindings(rule, settings({ forbidPitfalls: true }), secretPaths, FILE);
  expect(found).toMatchObject([
    { code: 'policy-pitfall', severity: 'error', path: ['condition', 'static', 'from'], at: 'value' },
    { code: 'policy-pitfall', severity: 'error', path: ['condition', 'static', 'subject'], at: 'value' },
  ]);
  expect(told(found)).toEqual([
    '`(a secret)` separates nothing in `from`: "(a secret)" never matches. `policy.forbidPitfalls` in inboxctl.yaml forbids that. Write a list, an entry for each.',
    '"open||ended" has an empty alternative, which fits every subject. The rule runs REPLY on any such mail. `policy.forbidPitfalls` in inboxctl.yaml forbids that. Write "open|ended".',
  ]);
});

const decoration = fc.array(
  fc.oneof(
    fc.constantFrom(...' \t\n\r<>"\'(){}[]@,;:\\!%|.*\0', 'Ann', 'in@example.com', '\uff20', '\u200b', '{{', '}}'),
    fc.string({ unit: 'grapheme', maxLength: 2 }),
  ),
  { maxLength: 6 },
);

test('no address outside the globs passes, whatever stands around it', () =>
  forAll([decoration, decoration], 500, (before, after) => {
    const to = `${before.join('')}out@example.net${after.join('')}`;
    expect(refused(to, '*@example.com', 'in@*')).not.toEqual([]);
  }));

test('no host outside the globs passes, whatever stands around it', async () => {
  const piece = fc.constantFrom(
    ...'/\\@:?#.\t\n ',
    ...['{{', '}}', 'hooks.example.com', 'https://', 'example.net', '[::1]'],
  );
  const pieces = fc.array(piece, { maxLength: 7 }).map((parts) => parts.join(''));
  await forAll(
    [
      fc.oneof(
        pieces,
        pieces.map((url) => `https://${url}`),
        // One in a hundred of the others passes, which would be too few.
        pieces.map((url) => `https://hooks.example.com${url}`),
      ),
    ],
    250,
    (url) => {
      fc.pre(url.trim() !== '' && refusedHost(url, 'hooks.example.com') === null);
      expect(new URL(url).hostname).toBe('hooks.example.com');
      // Whatever a prompt is filled with, it leads to the same host.
      expect(new URL(url.replaceAll('{{', '@example.net/')).hostname).toBe('hooks.example.com');
    },
  );
});

test('an address of a list passes exactly when it passes alone', async () => {
  const entry = fc.constantFrom('a@example.com', 'Ann <a@example.com>', 'a@example.net', '', 'Ann', '{{x}}');
  await forAll(
    [fc.array(entry, { maxLength: 5 }), fc.constantFrom(',', ';', ' , ', ';\n')],
    100,
    (entries, separator) => {
      const alone = new Set(entries.flatMap((one) => refused(one, '*@example.com')));
      expect(new Set(refused(entries.join(separator), '*@example.com'))).toEqual(alone);
    },
  );
});
