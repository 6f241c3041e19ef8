/** The AI of the service chooses one rule for a mail, unless `aiSelection: several` says that the account lets it choose more. */
import { describe, expect, it } from 'vitest';
import { explainMailDocument } from '../../src/model/mail.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const rule = (name: string, condition: string) =>
  `name: ${name}\ncondition: ${condition}\nactions: [{ type: STAR }]\n---\n`;
const RULES = {
  'rules/all.yaml': [
    rule('Refunds', '{ aiInstructions: asks for a refund }'),
    rule('Angry', '{ aiInstructions: is angry, conditionalOperator: AND, static: { from: "@example.com" } }'),
    rule('Domain', '{ static: { from: "@example.com" } }'),
    rule('Either', '{ aiInstructions: x, conditionalOperator: OR, static: { from: "@example.com" } }'),
    rule('Elsewhere', '{ aiInstructions: y, conditionalOperator: AND, static: { from: "@example.net" } }'),
  ].join(''),
};

describe('a test in which the AI chooses several rules for a mail', () => {
  const tested = async (more: string, settings = '') => {
    const tests = `tests: [{ name: t, mail: { from: a@example.com }, ${more} }]\n`;
    const cwd = projectOf({ ...RULES, 'inboxctl.yaml': settings, 'tests/t.yaml': tests });
    const { code, stdout } = await inboxctl(['test', '--format', 'json'], { cwd });
    return { code, notices: JSON.parse(stdout).notices as { code: string; message: string; severity: string }[] };
  };
  const BOTH = 'judged: { Refunds: yes, Angry: yes }, expect: { Refunds: matches, Angry: matches }';
  const WARNING = { code: 'test-ai-chooses-one', severity: 'warning', source: { file: 'tests/t.yaml', line: 1 } };

  it.each([
    ['it expects both to match', BOTH, 0],
    ['it judges yes for both', 'judged: { Refunds: yes, Angry: yes }, expect: { Refunds: matches }', 0],
    ['it expects both, and judges none', 'expect: { Refunds: matches, Angry: matches }', 1],
  ])('gets a warning: %s', async (_, more, exit) => {
    const { code, notices } = await tested(more);
    expect(code).toBe(exit);
    expect(notices).toMatchObject([WARNING]);
    expect(notices[0]?.message).toContain('chooses "Refunds", "Angry" for one mail, but it chooses one rule');
    expect(await tested(more, 'aiSelection: several\n')).toMatchObject({ code: exit, notices: [] });
    expect((await tested(more, 'aiSelection: several\naccounts: { a: { aiSelection: one } }\n')).notices).toHaveLength(
      1,
    );
  });

  it.each([
    ['one is judged', 'judged: { Refunds: yes, Angry: no }, expect: { Refunds: matches, Angry: no }'],
    ['the AI may choose either', 'expect: { Refunds: ai, Angry: ai }'],
    [
      'static parts match too',
      'judged: { Refunds: yes }, expect: { Refunds: matches, Domain: matches, Either: matches }',
    ],
    ['the AI is not asked', 'judged: { Refunds: yes, Either: yes, Elsewhere: yes }, expect: { Refunds: matches }'],
  ])('gets none: %s', async (_, more) => {
    expect(await tested(more)).toEqual({ code: 0, notices: [] });
  });
});

describe('explain of a mail', () => {
  const explained = async (settings: string, args: readonly string[] = [], env = {}) => {
    const cwd = projectOf({ ...RULES, 'inboxctl.yaml': settings });
    const mail = ['explain', '--from', 'a@example.com', ...args];
    const { stdout } = await inboxctl(mail, { cwd, env });
    const { stdout: text } = await inboxctl([...mail, '--format', 'json'], { cwd, env });
    const { rules } = explainMailDocument.parse(JSON.parse(text));
    const choosing = rules.filter(({ reasons }) =>
      reasons.some((one) => one.startsWith('The AI chooses one of these')),
    );
    return { stdout, chosen: choosing.map(({ rule: name }) => name) };
  };

  it('says of which rules the AI chooses one', async () => {
    const { stdout, chosen } = await explained('');
    expect(chosen).toEqual(['Refunds', 'Angry']);
    expect(stdout).toContain('The AI chooses one of these 2 rules.');
    expect(stdout).toContain('2 of 5 rules match; the AI decides about 2.');
  });

  it('says nothing of the kind where the AI may choose several, or is asked about one', async () => {
    for (const found of [await explained('aiSelection: several\n'), await explained('', ['Refunds', 'Domain'])]) {
      expect(found.chosen).toEqual([]);
      expect(found.stdout).not.toContain('chooses');
    }
  });

  it('counts no live rule that is off', async () => {
    const live = (name: string, enabled: boolean) => ({
      name,
      enabled,
      condition: { aiInstructions: name },
      actions: [{ type: 'STAR' }],
    });
    const rules = [live('On', true), live('On too', true), live('Off', false)];
    const { env } = await serve({ seed: { rules } });
    expect((await explained('', ['--live'], env)).chosen).toEqual(['On', 'On too']);
  });
});
