/** Rules that are declared: changed where they stand, in the layout of fmt, and only where they differ. */
import { describe, expect, it } from 'vitest';
import type { LiveRule } from '../../../src/model/rule.ts';
import { formatRules } from '../../../src/source/layout/format.ts';
import { type Pulling, planOn, pullInto, pullOnto } from '../../harness/pulling.ts';
import { live } from './live.ts';

type Files = Record<string, string>;

/** Pulls into files; gives what is there afterwards (null: it is gone) of those files and of `also`. */
async function pulled(files: Files, rules: LiveRule[], how: Partial<Pulling> = {}, also: string[] = []) {
  const { folder, read, shown: touched, ...plan } = await pullInto(files, rules, how);
  const after = Object.fromEntries([...Object.keys(files), ...also].map((name) => [name, read(name)]));
  const again = await pullOnto({ folder, live: { default: rules }, ...how });
  expect(again.files).toEqual([]);
  return { folder, after, touched, notices: plan.notices, plan };
}

const inLayout = (text: string) => formatRules(text);

const codes = (notices: readonly { code: string }[]) => notices.map(({ code }) => code);

describe('in place', () => {
  const TEXT = `# Mine
name:   'News'   # keep
condition: {aiInstructions: "find news",
  static: {from: "@a.example"}} # both
actions:
# first
- type: LABEL
  fields: {label: News} # the label
- type: ARCHIVE   # later
  delayInMinutes: 60
`;
  const same = () => live('News', { ai: 'find news', from: '@a.example', actions: NEWS });
  const NEWS = [
    { type: 'LABEL', label: 'News' },
    { type: 'ARCHIVE', delayInMinutes: 60 },
  ];

  it('touches no byte of a rule that is as declared', async () => {
    const { touched, after } = await pulled({ 'rules/a.yaml': TEXT.replaceAll('\n', '\r\n') }, [same()]);
    expect(touched).toEqual([]);
    expect(after['rules/a.yaml']).toBe(TEXT.replaceAll('\n', '\r\n'));
  });

  it('changes what differs, keeps comments, and takes the layout of fmt', async () => {
    const rule = live('News', {
      ai: 'find all news',
      from: '@a.example',
      runOnThreads: false,
      actions: [{ type: 'STAR' }, { type: 'LABEL', label: 'News' }, { type: 'ARCHIVE', delayInMinutes: 90 }],
    });
    const { after, folder } = await pulled({ 'rules/a.yaml': TEXT }, [rule]);
    expect(after['rules/a.yaml']).toBe(`# Mine
name: News # keep
runOnThreads: false
condition: # both
  aiInstructions: find all news
  static: { from: "@a.example" }
actions:
  - type: STAR
  # first
  - type: LABEL
    fields: { label: News } # the label
  - type: ARCHIVE # later
    delayInMinutes: 90
`);
    expect(planOn(folder, [rule]).work).toEqual([]);
  });

  it('leaves an operator that the file does not manage', async () => {
    const rule = { ...same(), condition: { ...same().condition, conditionalOperator: 'OR' as const } };
    expect((await pulled({ 'rules/a.yaml': TEXT }, [rule])).touched).toEqual([]);
    const managed = TEXT.replace('{aiInstructions', '{conditionalOperator: AND, aiInstructions');
    const { after } = await pulled({ 'rules/a.yaml': managed }, [rule]);
    expect(after['rules/a.yaml']).toBe(inLayout(managed.replace('AND', 'OR')));
  });

  it('sets `enabled` to what is live, where the file expects something', async () => {
    const rule = { ...same(), enabled: false };
    const expecting = `enabled: true # yes\n${TEXT}`;
    const { after } = await pulled({ 'rules/a.yaml': expecting }, [rule]);
    expect(after['rules/a.yaml']).toBe(inLayout(expecting.replace('true', 'false')));
  });

  it('keeps the byte order mark', async () => {
    const { after } = await pulled({ 'rules/a.yaml': `\ufeff${TEXT}` }, [{ ...same(), runOnThreads: false }]);
    expect(after['rules/a.yaml']).toMatch(/^\ufeff# Mine\n/);
    expect(after['rules/a.yaml']).toContain('runOnThreads: false');
  });

  it('leaves differences that are ignored, and the order where it does not count', async () => {
    const project = `actionOrder: any\nignoreDifferences: [{ rule: "N*", fields: ["actions/*/delayInMinutes"] }]\n`;
    const rule = { ...same(), actions: [...same().actions].reverse().map((one) => ({ ...one, delayInMinutes: 5 })) };
    const files = { 'inboxctl.yaml': project, 'rules/a.yaml': TEXT };
    expect((await pulled(files, [rule])).touched).toEqual([]);
    const more = { ...rule, actions: [...live('', { actions: [{ type: 'STAR' }] }).actions, ...rule.actions] };
    const { after, folder } = await pulled(files, [more]);
    expect(after['rules/a.yaml']).toBe(inLayout(`${TEXT}- type: STAR\n`));
    expect(planOn(folder, [more]).work).toEqual([]);
  });

  it('leaves a rename that is still to be carried out, and says nothing of one that is spent', async () => {
    const renamed = TEXT.replace("'News'", "'Newer'").replace('# Mine', '# Mine\nrenamedFrom: News');
    expect((await pulled({ 'rules/a.yaml': renamed }, [same()])).touched).toEqual([]);
    const { after } = await pulled({ 'rules/a.yaml': renamed }, [{ ...same(), runOnThreads: false }]);
    expect(after['rules/a.yaml']).toBe(inLayout(renamed.replace('condition:', 'runOnThreads: false\ncondition:')));
    const spent = await pulled({ 'rules/a.yaml': renamed }, [{ ...same(), name: 'Newer' }]);
    expect([spent.touched, spent.notices]).toEqual([[], []]);
  });
});

describe('an action that is of another type', () => {
  const file = (actions: string) => `name: A\ncondition:\n  aiInstructions: x\nactions:\n${actions}`;
  const become = async (before: string, actions: object[], how: Partial<Pulling> = {}) => {
    const rule = live('A', { ai: 'x', actions: actions as { type: string }[] });
    return (await pulled({ 'rules/a.yaml': file(before) }, [rule], how)).after['rules/a.yaml'];
  };
  const KEPT = `  # why: the auditors want an hour
  - type: ARCHIVE # not DELETE
    # in minutes
    delayInMinutes: 60 # one hour
`;
  const LABEL = '  # to find it\n  - type: LABEL # by hand\n    fields: { label: L } # mine\n';
  const label = { type: 'LABEL', label: 'L' };

  it('keeps its comments', async () => {
    const changed = KEPT.replace('ARCHIVE', 'MARK_READ');
    const read = { type: 'MARK_READ', delayInMinutes: 60 };
    expect(await become(KEPT, [read])).toBe(file(changed));
    expect(await become(LABEL + KEPT, [label, read])).toBe(file(LABEL + changed));
    expect(await become(KEPT + LABEL, [read, label])).toBe(file(changed + LABEL));
    expect(await become(LABEL + KEPT, [{ type: 'STAR' }, { type: 'ARCHIVE', delayInMinutes: 60 }])).toBe(
      file(`  # to find it\n  - type: STAR # by hand\n${KEPT}`),
    );
  });

  it('keeps them above a key that goes', async () => {
    const without = KEPT.replace('    delayInMinutes: 60 # one hour\n', '');
    expect(await become(KEPT, [{ type: 'ARCHIVE' }])).toBe(file(without));
    expect(await become(KEPT, [{ type: 'STAR' }])).toBe(file(without.replace('ARCHIVE', 'STAR')));
  });

  it('is another action where one came too', async () => {
    expect(await become(KEPT, [{ type: 'STAR' }, label])).not.toContain('auditors');
  });

  it('has no longer a secret that it held', async () => {
    const hook = '  # the hook\n  - type: CALL_WEBHOOK\n    fields: { webhookUrl: { env: HOOK } }\n';
    const env = { HOOK: 'https://hooks.example.com/hush' };
    expect(await become(hook, [{ type: 'STAR' }], { env })).toBe(file('  # the hook\n  - type: STAR\n'));
  });
});

describe('texts in files', () => {
  const RULE = 'name: A\ncondition: { aiInstructions: { file: ../prompts/a.md } }\nactions: [{ type: ARCHIVE }]\n';

  it.each([
    ['a line end at its end', 'old\n', 'new\ntext\n'],
    ['none', 'old', 'new\ntext'],
    ['Windows line ends', 'old\r\nlines\r\n', 'new\r\ntext\r\n'],
    ['a byte order mark', '\ufeffold\n', '\ufeffnew\ntext\n'],
  ])('are written there, with %s as before', async (_, before, expected) => {
    const files = { 'rules/a.yaml': RULE, 'prompts/a.md': before };
    const { after, touched } = await pulled(files, [live('A', { ai: 'new\ntext' })]);
    expect(after['prompts/a.md']).toBe(expected);
    expect(touched).toEqual(['prompts/a.md']);
  });

  it.each(['old', 'old\n', 'old\r\nlines\r\n'])('with odd line ends are written once (%j)', async (before) => {
    for (const ai of ['a\r\r\nb', 'a\r\r\nb\r\n', 'a\r\n\r\r\nb']) {
      const { folder } = await pulled({ 'rules/a.yaml': RULE, 'prompts/a.md': before }, [live('A', { ai })]);
      expect(planOn(folder, [live('A', { ai })]).work).toEqual([]);
    }
  });

  it('that the file could not hold stand in the rule', async () => {
    const rules = [live('A', { ai: '\ufeffnew' })];
    const { after, folder } = await pulled({ 'rules/a.yaml': RULE, 'prompts/a.md': 'old\n' }, rules);
    expect(after['prompts/a.md']).toBe('old\n');
    expect(after['rules/a.yaml']).toContain('aiInstructions: "\\ufeffnew"');
    expect(planOn(folder, rules).work).toEqual([]);
  });

  const two = { 'rules/a.yaml': RULE, 'rules/b.yaml': RULE.replace('name: A', 'name: B'), 'prompts/a.md': 'old\n' };

  it('that two rules share are written where both changed alike', async () => {
    const { after, touched } = await pulled(two, [live('A', { ai: 'new' }), live('B', { ai: 'new' })]);
    expect(after['prompts/a.md']).toBe('new\n');
    expect(touched).toEqual(['prompts/a.md']);
  });

  it('that another rule wants as they are stay, and the rule gets a file of its own', async () => {
    const rules = [live('A', { ai: 'new' }), live('B', { ai: 'old' })];
    const { after, folder } = await pulled(two, rules, {}, ['prompts/a-2.md']);
    const renamed = inLayout(RULE.replace('a.md', 'a-2.md'));
    expect(after).toEqual({ ...two, 'rules/a.yaml': renamed, 'prompts/a-2.md': 'new\n' });
    expect(planOn(folder, rules).work).toEqual([]);
  });

  it('that two rules share and change otherwise become two', async () => {
    const rules = [live('A', { ai: 'one' }), live('B', { ai: 'two' })];
    const { after, folder } = await pulled(two, rules, {}, ['prompts/b.md']);
    expect([after['prompts/a.md'], after['prompts/b.md']]).toEqual(['one\n', 'two\n']);
    expect(planOn(folder, rules).work).toEqual([]);
  });
});

describe('secrets', () => {
  const hook = (url: string) =>
    `name: A\ncondition: { aiInstructions: x }\nactions:\n  - { type: CALL_WEBHOOK, fields: { webhookUrl: ${url} } }\n`;
  const calling = (url: string, more: object = {}) =>
    live('A', { ai: 'x', actions: [{ type: 'CALL_WEBHOOK', webhookUrl: url }], ...more });
  const OLD = 'https://hooks.example.com/old-hush';
  const NEW = 'https://hooks.example.com/new-hush';

  it('of a variable that changed are named and not written, and the rest is pulled', async () => {
    const files = { 'rules/a.yaml': hook('{ env: HOOK }') };
    const { after, notices } = await pulled(files, [calling(NEW, { runOnThreads: false })], { env: { HOOK: OLD } });
    expect(after['rules/a.yaml']).toBe(
      inLayout(files['rules/a.yaml'].replace('name: A', 'name: A\nrunOnThreads: false')),
    );
    expect(notices).toMatchObject([{ code: 'pull-secret-changed', rule: 'A', args: { variable: 'HOOK' } }]);
    expect(JSON.stringify(notices)).not.toContain('hush');
  });

  it('of a webhookUrl that stands in the file too', async () => {
    const { touched, notices } = await pulled({ 'rules/a.yaml': hook(OLD) }, [calling(NEW)]);
    expect(touched).toEqual([]);
    expect(notices).toMatchObject([{ code: 'pull-secret-changed', args: { variable: null } }]);
  });

  it('of variables that are not set are not compared, which is said once', async () => {
    const files = {
      'rules/a.yaml': hook('{ env: HOOK }'),
      'rules/b.yaml': hook('{ env: HOOK }').replace('name: A', 'name: B'),
    };
    const { touched, notices } = await pulled(files, [calling(NEW), { ...calling(OLD), name: 'B' }]);
    expect(touched).toEqual([]);
    expect(notices).toMatchObject([{ code: 'pull-variables-unset', args: { names: ['HOOK'] } }]);
  });

  it('of a new action become variables', async () => {
    const rule = live('A', { ai: 'x', actions: [{ type: 'ARCHIVE' }, { type: 'CALL_WEBHOOK', webhookUrl: NEW }] });
    const file = 'name: A\ncondition: { aiInstructions: x }\nactions:\n  - type: ARCHIVE\n';
    const { after, plan } = await pulled({ 'rules/a.yaml': file }, [rule]);
    expect(after['rules/a.yaml']).toBe(
      inLayout(`${file}  - type: CALL_WEBHOOK\n    fields: { webhookUrl: { env: A_WEBHOOK } }\n`),
    );
    expect(plan.variables).toMatchObject([{ name: 'A_WEBHOOK', shown: 'https://hooks.example.com/…', value: NEW }]);
  });

  it('that may be earlier values of a variable become variables of their own', async () => {
    const labels = (...values: string[]) =>
      `name: A\ncondition: { aiInstructions: x }\nactions:\n${values.map((value) => `  - { type: LABEL, fields: { label: ${value} } }\n`).join('')}`;
    const rule = (...values: string[]) =>
      live('A', { ai: 'x', actions: values.map((label) => ({ type: 'LABEL', label })) });
    const files = { 'rules/a.yaml': labels('plain', '{ env: LABEL }') };
    const { after, plan } = await pulled(files, [rule('earlier')], { env: { LABEL: 'later' } });
    expect(after['rules/a.yaml']).toBe(inLayout(labels('{ env: A_LABEL }')));
    expect(plan.variables).toMatchObject([{ name: 'A_LABEL', shown: '(a text)' }]);
    const more = await pulled(files, [rule('plain', 'later', 'plain')], { env: { LABEL: 'later' } });
    expect(more.after['rules/a.yaml']).toBe(inLayout(labels('plain', '{ env: LABEL }', 'plain')));
  });

  it('never come into the file of a text, and a key comes into no file at all', async () => {
    const files = {
      'rules/a.yaml':
        'name: A\ncondition: { aiInstructions: { file: ../a.md }, static: { subject: { env: S } } }\nactions: [{ type: ARCHIVE }]\n',
      'a.md': 'old\n',
    };
    const how = { env: { S: 'the secret' } };
    const holding = live('A', { ai: 'with the secret', subject: 'the secret' });
    const { after, folder, plan } = await pulled(files, [holding], how);
    expect(after).toEqual({
      ...files,
      'rules/a.yaml': inLayout(files['rules/a.yaml'].replace('{ file: ../a.md }', '{ env: A_INSTRUCTIONS }')),
    });
    const env = { ...how.env, A_INSTRUCTIONS: plan.variables[0]?.value ?? '' };
    expect(planOn(folder, [holding], env).work).toEqual([]);
    const key = live('A', { ai: 'with the-api-key-itself', subject: 'the secret' });
    const result = await pulled(files, [key], how);
    expect(result.touched).toEqual([]);
    expect(result.notices).toMatchObject([{ code: 'pull-left', args: { why: 'holds-key' } }]);
    const other = await pulled({}, [key]);
    expect(JSON.stringify(other.plan.files)).not.toContain('the-api-key-itself');
  });

  it('in other texts become variables, and the value of a key is never written', async () => {
    const file = 'name: A\ncondition: { aiInstructions: { env: PROMPT } }\nactions: [{ type: ARCHIVE }]\n';
    const rules = [
      live('A', { ai: 'the prompt' }),
      live('B', { ai: 'the prompt' }),
      live('C', { ai: 'more of the prompt\nb\nc\nd' }),
      live('D', { ai: 'the-api-key-itself' }),
      live('E: the prompt', { ai: 'x' }),
    ];
    const how = { env: { PROMPT: 'the prompt' } };
    const others = ['rules/b.yaml', 'rules/c.yaml', 'rules/d.yaml'];
    const { after, plan, notices } = await pulled({ 'rules/a.yaml': file }, rules, how, others);
    expect(after['rules/b.yaml']).toContain('aiInstructions: { env: PROMPT }');
    expect(after['rules/c.yaml']).toContain('aiInstructions: { env: C_INSTRUCTIONS }');
    expect(after['rules/d.yaml']).toBeNull();
    expect(plan.variables.map(({ name }) => name)).toEqual(['C_INSTRUCTIONS']);
    expect(notices).toMatchObject([
      { rule: 'E: the prompt', args: { reason: { why: 'secret-name' }, ignored: 'secret' } },
      { rule: 'D', args: { reason: { why: 'holds-key' }, ignored: 'added' } },
    ]);
  });
});

describe('gone rules', () => {
  const rule = (name: string, ai = 'x') =>
    `name: ${name}\ncondition: { aiInstructions: ${ai} }\nactions: [{ type: ARCHIVE }]\n`;
  const files = {
    'rules/a.yaml': `# head\n---\n# of A\n${rule('A')}---\n# of B\n${rule('B')}`,
    'rules/c.yaml': rule('C', '{ file: ../prompts/c.md }'),
    'rules/d.yaml': rule('D', '{ file: ../prompts/shared.md }'),
    'rules/e.yaml': rule('E', '{ file: ../prompts/shared.md }'),
    'prompts/c.md': 'c\n',
    'prompts/shared.md': 's\n',
  };
  const left = () => [live('B', { ai: 'x' }), live('E', { ai: 's' })];

  it('are named', async () => {
    const { touched, notices } = await pulled(files, left());
    expect(touched).toEqual([]);
    expect(notices.map(({ code, rule: name, place }) => [code, name, place?.file])).toEqual([
      ['pull-gone', 'A', 'rules/a.yaml'],
      ['pull-gone', 'C', 'rules/c.yaml'],
      ['pull-gone', 'D', 'rules/d.yaml'],
    ]);
  });

  it('are removed with --prune, and so are files that hold nothing else', async () => {
    const { after, notices } = await pulled(files, left(), { options: { prune: true } });
    expect(after['rules/a.yaml']).toContain('# of B');
    expect(after['rules/a.yaml']).not.toContain('name: A');
    expect(after).toMatchObject({
      'rules/c.yaml': null,
      'rules/d.yaml': null,
      'prompts/c.md': null,
      'prompts/shared.md': 's\n',
    });
    expect(after['rules/e.yaml']).toBe(files['rules/e.yaml']);
    expect(codes(notices)).toEqual([]);
  });

  it('leave a file that the project file lists', async () => {
    const listed = { 'inboxctl.yaml': 'rules: [only.yaml]\n', 'only.yaml': `# head\n\n${rule('A')}` };
    const { after } = await pulled(listed, [], { options: { prune: true } });
    expect(after['only.yaml']).toBe('# head\n');
  });
});
