/** What the service gets is what the plan shows as `after`, whatever the settings leave out of the comparison. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import { planDocument } from '../../src/model/plan.ts';
import { faulty } from '../harness/faulty.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve, write } from '../harness/project.ts';

const settings = (text: string) => `version: 1\n${text}`;
const HIDING = settings('ignoreDifferences: [{ rule: "*", fields: ["actions/*/fields/t*"] }]\n');
const rule = (actions: string, find = 'new', name = 'A') =>
  `name: ${name}\ncondition: { aiInstructions: ${find} }\nactions: [${actions}]\n`;
const forward = (to: string) => `{ type: FORWARD, fields: { to: ${to} } }`;
const live = (...actions: object[]) => ({
  name: 'A',
  condition: { conditionalOperator: 'AND', aiInstructions: 'old' },
  actions,
});
const NOTHING = { from: null, to: null, subject: null };
const forwarding = (to: string) => live({ type: 'FORWARD', fields: { to } });

async function open(files: Record<string, string>, rules: unknown[], seed: object = {}) {
  const service = await serve({ profile: 'newer', seed: { inboxes: [{ name: 'one', rules, ...seed }] } });
  const sent: unknown[] = [];
  const keep = (_: string, body: string) => body !== '' && sent.push(JSON.parse(body));
  const baseUrl = await faulty(service.baseUrl, () => null, keep);
  const cwd = projectOf(files);
  const run = (...args: string[]) => inboxctl(args, { cwd, env: { ...service.env, INBOXCTL_BASE_URL: baseUrl } });
  const plan = async () => {
    await run('plan', '--output', 'plan.json');
    return planDocument.parse(JSON.parse(readFileSync(path.join(cwd, 'plan.json'), 'utf8')));
  };
  /** How the apply of the plan file ended, and what became of each change. */
  const applied = async () => {
    const { stdout } = await run('apply', 'plan.json', '--yes', '--format', 'json');
    const { outcome, changes } = applyDocument.parse(JSON.parse(stdout));
    return [outcome, ...changes.map(({ status, error }) => error?.code ?? status)];
  };
  return { sent, run, plan, applied, edit: (name: string, text: string) => write(cwd, name, text) };
}

describe('the body of a PUT is the `after` of the plan', () => {
  it.each<[string, string, string, object]>([
    ['with ignored fields', HIDING, forward('evil@example.net'), forwarding('team@example.com')],
    [
      'with actions added and in another order',
      HIDING,
      `{ type: STAR }, { type: DIGEST }, ${forward('evil@example.net')}`,
      live({ type: 'FORWARD', fields: { to: 'team@example.com' } }, { type: 'STAR' }),
    ],
    [
      'with whole actions ignored',
      settings('ignoreDifferences: [{ rule: A, fields: [actions] }]\n'),
      '{ type: STAR }',
      forwarding('team@example.com'),
    ],
    [
      'where the order does not count',
      settings('actionOrder: any\n'),
      '{ type: STAR }, { type: LABEL, fields: { label: L } }, { type: ARCHIVE }',
      live({ type: 'STAR' }, { type: 'ARCHIVE' }),
    ],
  ])('%s', async (_, project, actions, before) => {
    const { sent, run, plan, applied } = await open({ 'inboxctl.yaml': project, 'rules/a.yaml': rule(actions) }, [
      before,
    ]);
    const { changes } = await plan();
    expect(await applied()).toEqual(['converged', 'done']);
    expect(sent).toEqual(changes.map(({ after }) => after));
    expect(JSON.stringify(sent)).not.toContain('evil');
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ code: 0 });
  });

  it('where the service does not show what the action needs', async () => {
    const files = {
      'inboxctl.yaml': settings('ignoreDifferences: [{ rule: A, fields: ["actions/*/fields/folderName"] }]\n'),
      'rules/a.yaml': rule('{ type: MOVE_FOLDER, fields: { folderName: Later } }'),
    };
    const before = live({ type: 'MOVE_FOLDER', fields: { folderName: null } });
    const { sent, plan, applied } = await open(files, [before], { provider: 'web-mail' });
    const { changes } = await plan();
    expect(changes[0]?.before?.actions?.[0]?.fields?.folderName).toBeNull();
    expect(await applied()).toEqual(['converged', 'done']);
    expect(sent).toEqual(changes.map(({ after }) => after));
    expect(JSON.stringify(sent)).toContain('Later');
  });

  it('of a way back too, which shows and returns an ignored field that the run changed', async () => {
    const files = { 'inboxctl.yaml': settings(''), 'rules/a.yaml': rule(forward('new@example.com')) };
    const { sent, run, edit } = await open(files, [forwarding('old@example.com')]);
    expect(await run('apply', '--yes')).toMatchObject({ code: 0 });
    edit('inboxctl.yaml', HIDING);
    const back = await run('rollback', '--yes');
    expect(back).toMatchObject({ code: 0 });
    expect(back.stdout).toContain('aiInstructions: "new" → "old"');
    expect(back.stdout).toContain('to: "new@example.com" → "old@example.com"');
    const [wanted, returned] = sent as [object, object];
    const { actions, condition } = forwarding('old@example.com');
    expect(returned).toMatchObject({ ...wanted, actions, condition: { ...condition, static: NOTHING } });
    expect(JSON.stringify(returned)).not.toContain('new@example.com');
  });
});

describe('an edit after the review', () => {
  it.each([
    [
      'of the ignored value of a live rule is not sent',
      HIDING,
      [forward('team@example.com'), forward('evil@example.net')],
      forwarding('team@example.com'),
    ],
    [
      'of an order that does not count changes nothing of what is sent',
      settings('actionOrder: any\n'),
      ['{ type: STAR }, { type: ARCHIVE }', '{ type: ARCHIVE }, { type: STAR }'],
      live({ type: 'DIGEST' }),
    ],
  ])('%s', async (_, project, [reviewed = '', edited = ''], before) => {
    const files = { 'inboxctl.yaml': project, 'rules/a.yaml': rule(reviewed) };
    const { sent, plan, applied, edit } = await open(files, [before]);
    const { changes } = await plan();
    edit('rules/a.yaml', rule(edited));
    expect(await applied()).toEqual(['converged', 'done']);
    expect(sent).toEqual(changes.map(({ after }) => after));
  });

  it('of the ignored value of a rule to be made, or of the setting, is refused', async () => {
    const files = { 'inboxctl.yaml': HIDING, 'rules/a.yaml': rule(forward('team@example.com')) };
    const made = await open(files, []);
    await made.plan();
    made.edit('rules/a.yaml', rule(forward('evil@example.net')));
    expect(await made.applied()).toEqual(['refused', 'changed-since-review']);

    const set = await open({ ...files, 'inboxctl.yaml': settings('') }, [forwarding('old@example.com')]);
    await set.plan();
    set.edit('inboxctl.yaml', HIDING);
    expect(await set.applied()).toEqual(['refused', 'changed-since-review']);
    expect([...made.sent, ...set.sent]).toEqual([]);
  });
});

it('a live value that the policy forbids is not sent again', async () => {
  const policy = `${HIDING}policy: { forwardTo: ["*@example.com"] }\n`;
  const files = { 'inboxctl.yaml': policy, 'rules/a.yaml': rule(forward('team@example.com')) };
  const { sent, run } = await open(files, [forwarding('evil@example.net')]);
  const { code, stdout } = await run('apply', '--yes');
  expect(code).toBe(4);
  const told = 'The replace would send the live value of actions/0/fields/to';
  for (const part of [told, 'evil@example.net', 'remove the field from']) expect(stdout).toContain(part);
  expect(sent).toEqual([]);
});

describe('a variable with a newline at its end, as `echo` writes it', () => {
  it.each([
    ['one', 'hook-label\n', 'hook-label', 0],
    ['one of Windows', 'hook-label\r\n', 'hook-label', 0],
    ['a space before it', 'hook-label \n', 'hook-label ', 1],
  ])('%s', async (_, written, label, warnings) => {
    const service = await serve({ profile: 'newer' });
    const cwd = projectOf({ 'rules/a.yaml': rule('{ type: LABEL, fields: { label: { env: LABEL_OF_A } } }') });
    const run = (...args: string[]) => inboxctl(args, { cwd, env: { ...service.env, LABEL_OF_A: written } });
    const { stdout, stderr } = await run('validate');
    expect([...(stdout + stderr).matchAll(/`label` has white space around it/g)]).toHaveLength(warnings);
    expect(stdout + stderr).not.toContain('hook-label');
    await run('apply', '--yes');
    const answer = await fetch(`${service.baseUrl}/rules`, { headers: { 'API-Key': KEY } });
    expect(await answer.json()).toMatchObject({ rules: [{ actions: [{ fields: { label } }] }] });
    expect(JSON.parse((await run('plan', '--format', 'json')).stdout).changes).toEqual([]);
  });
});
