/** What plans say about the sample mails of the tests. */
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve, write } from '../harness/project.ts';

const RULES = `rules:
  - name: Invoices
    condition: { static: { subject: Invoice } }
    actions: [{ type: LABEL, fields: { label: Invoice } }]
`;
const TESTS = `tests:
  - { name: an invoice, mail: { subject: Invoice 7 }, expect: { Invoices: matches } }
  - { name: an order, mail: { subject: Your order }, expect: { Invoices: no } }
`;

describe('the impact of a plan', () => {
  it('is in plan, apply, the plan file and the way back', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/all.yaml': RULES, 'tests/all.yaml': TESTS });
    const run = (...args: string[]) => inboxctl(args, { cwd, env: service.env });
    const impact = '      1 of 2 sample mails newly matches\n        It would label Invoice\n';
    const planned = await inboxctl(['plan', '--output', 'plan.json'], { cwd, env: service.env });
    expect(planned).toMatchObject({ code: 0, stderr: '' });
    expect(planned.stdout).toContain(impact);
    expect(planned.stdout).toContain('\n1 of 2 sample mails is affected.\n');

    // What the samples are does not matter to what was reviewed.
    write(cwd, 'tests/all.yaml', TESTS.replace('Invoice 7', 'Invoice 8').replace('an order', 'another order'));
    const applied = await run('apply', 'plan.json', '--yes', '--report', 'applied.html');
    expect(applied).toMatchObject({ code: 0 });
    expect(applied.stdout).toContain(impact);

    const { stdout } = await run('rollback', '--dry-run', '--format', 'json');
    const { samples, changes } = JSON.parse(stdout);
    expect([samples, changes[0].impact]).toEqual([2, [{ mail: 'an invoice', from: 'matches', to: null }]]);
  });

  it('counts mails that no test uses, and one that a test takes for a reply once', async () => {
    const service = await serve();
    const cwd = projectOf({
      'rules/all.yaml': RULES,
      'tests/all.yaml': 'tests: [{ name: a reply, mail: { file: a.eml, reply: true }, others: matches }]\n',
      'tests/a.eml': 'Subject: Invoice 7\n',
      'tests/b.eml': 'Subject: Your order\n',
    });
    const { stdout } = await inboxctl(['plan'], { cwd, env: service.env });
    expect(stdout).toContain('1 of 2 sample mails newly matches');
  });

  it('is left out where there are no samples, and said to be partial where a tests file is wrong', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/all.yaml': RULES });
    const run = (...args: string[]) => inboxctl(args, { cwd, env: service.env });
    const without = await run('plan', '--format', 'json');
    expect(without.stdout).not.toMatch(/"samples"|"impact"/);
    const { digest } = JSON.parse(without.stdout);

    write(cwd, 'tests/all.yaml', TESTS);
    write(cwd, 'tests/wrong.yaml', 'tests: [{ name: no mail }]\n');
    const planned = await run('plan', '--format', 'json');
    expect(planned).toMatchObject({ code: 0 });
    expect(planned.stderr).toContain('inboxctl test');
    const document = JSON.parse(planned.stdout);
    expect(document).toMatchObject({
      digest,
      samples: 2,
      notices: [{ code: 'samples-left-out', severity: 'warning' }],
    });
    expect(document.notices).toHaveLength(1);
  });

  it('is left out for a rule that cannot come back, since a variable is not set', async () => {
    const service = await serve();
    const tests = 'tests: [{ name: a mail, mail: { from: jane@example.com }, expect: { A: matches } }]\n';
    const rule = 'name: A\ncondition: { static: { from: { env: JANE } } }\nactions: [{ type: STAR }]\n';
    const cwd = projectOf({ 'rules/a.yaml': rule, 'tests/a.yaml': tests });
    const run = (args: string[], variables: Record<string, string>) =>
      inboxctl(args, { cwd, env: { ...service.env, ...variables } });
    const JANE = 'jane@example.com';
    expect(await run(['apply', '--yes'], { JANE })).toMatchObject({ code: 0 });
    expect(await run(['apply', '--yes'], { JANE: 'other@example.com' })).toMatchObject({ code: 0 });
    const back = async (variables: Record<string, string>) =>
      JSON.parse((await run(['rollback', '--dry-run', '--format', 'json'], variables)).stdout).changes[0];
    expect((await back({ JANE })).impact).toEqual([{ mail: 'a mail', from: 'no', to: 'matches' }]);
    const unset = await back({});
    expect([unset.refused, unset.impact]).toEqual(['variable-unset', undefined]);
  });
});
