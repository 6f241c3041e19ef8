/** Rules that are declared and hold secrets, or texts with odd line ends; ./examples.test.ts has the others. */
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

it('an action that is of another type has no longer a secret that it held', async () => {
  const file = (action: string) => `name: A\ncondition:\n  aiInstructions: x\nactions:\n  # the hook\n${action}`;
  const hook = '  - type: CALL_WEBHOOK\n    fields: { webhookUrl: { env: HOOK } }\n';
  const env = { HOOK: 'https://hooks.example.com/hush' };
  const rule = live('A', { ai: 'x', actions: [{ type: 'STAR' }] });
  const { after } = await pulled({ 'rules/a.yaml': file(hook) }, [rule], { env });
  expect(after['rules/a.yaml']).toBe(file('  - type: STAR\n'));
});

it.each(['old', 'old\n', 'old\r\nlines\r\n'])(
  'texts with odd line ends are written once to files (%j)',
  async (before) => {
    const rule = 'name: A\ncondition: { aiInstructions: { file: ../prompts/a.md } }\nactions: [{ type: ARCHIVE }]\n';
    for (const ai of ['a\r\r\nb', 'a\r\r\nb\r\n', 'a\r\n\r\r\nb']) {
      const { folder } = await pulled({ 'rules/a.yaml': rule, 'prompts/a.md': before }, [live('A', { ai })]);
      expect(planOn(folder, [live('A', { ai })]).work).toEqual([]);
    }
  },
);

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
