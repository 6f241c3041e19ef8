/** What a pull writes that the policy of the project forbids is said: a plan refuses it. */
import { expect, it } from 'vitest';
import { describe as inWords } from '../../../src/diagnostics/describe.ts';
import { projectOf } from '../../harness/project.ts';
import { pullOnto } from '../../harness/pulling.ts';
import { live } from './live.ts';

const POLICY = 'policy: { forbidActions: [DELETE], forwardTo: ["*@example.com"], webhookHosts: [hooks.example.com] }\n';
const rule = (name: string, action: string) =>
  `name: ${name}\ncondition: { aiInstructions: x }\nactions: [${action}]\n`;

it('names rule and setting, of new and changed rules only', async () => {
  const folder = projectOf({
    'inboxctl.yaml': POLICY,
    'rules/a.yaml': rule('As it was', '{ type: DELETE }'),
    'rules/b.yaml': rule('Changed', '{ type: ARCHIVE }'),
  });
  const inbox = [
    live('As it was', { ai: 'x', actions: [{ type: 'DELETE' }] }),
    live('Changed', { ai: 'x', actions: [{ type: 'DELETE' }] }),
    live('Fine', { ai: 'x', actions: [{ type: 'FORWARD', to: 'a@example.com' }] }),
    live('New', {
      ai: 'x',
      actions: [
        { type: 'FORWARD', to: 'a@example.org, b@example.org' },
        { type: 'CALL_WEBHOOK', webhookUrl: 'https://other.example.com/hush' },
        { type: 'DELETE' },
      ],
    }),
  ];
  const { notices } = await pullOnto({ folder, live: { default: inbox } });
  expect(notices.map(({ severity, rule: name, args, place }) => [severity, name, args, place?.file])).toEqual([
    ['warning', 'Changed', { name: 'Changed', settings: ['forbidActions'] }, 'rules/b.yaml'],
    ['warning', 'New', { name: 'New', settings: ['forwardTo', 'webhookHosts', 'forbidActions'] }, undefined],
  ]);
  expect(Object.values(inWords(notices[1] as never)).join(' ')).toBe(
    '"New" is written as it is on the service, and breaks `policy` (forwardTo, webhookHosts, forbidActions): a plan refuses it. ' +
      "Change it in the file and apply, or in the service's web page and pull again; or allow it in `policy`.",
  );
  expect(JSON.stringify(notices)).not.toContain('hush');
});

it('asks each account that shares a file', async () => {
  const project = `accounts:\n  a: { rules: [common] }\n  b: { rules: [common], ${POLICY.trim()} }\n`;
  const folder = projectOf({ 'inboxctl.yaml': project, 'common/.gitkeep': '' });
  const both = [live('S', { ai: 'x', actions: [{ type: 'DELETE' }] })];
  const { notices } = await pullOnto({ folder, live: { a: both, b: both } });
  expect(notices).toMatchObject([{ code: 'pull-policy', account: 'b', rule: 'S' }]);
  expect(notices).toHaveLength(1);
});
