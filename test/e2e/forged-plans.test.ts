/** A plan file in which somebody changed what no digest covers: what is shown is what the rules in it say, or nothing is. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeDigest, planDigest } from '../../src/model/digest.ts';
import { editsOf, type PlanDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve, write } from '../harness/project.ts';

const FORMATS = ['text', 'json', 'markdown', 'html'] as const;
const RULES = `
rules:
  - name: Invoices to the bookkeeper
    condition: { static: { from: "@shop.example.com" } }
    actions: [{ type: FORWARD, fields: { to: books@example.org } }]
  - name: New name
    renamedFrom: Old name
    condition: { aiInstructions: letters }
    actions: [{ type: REPLY }]
  - name: Hook
    condition: { aiInstructions: all }
    actions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } } }]
`;
const live = (name: string) => ({ name, condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }] });

/** A plan file, and what is shown of it with something changed in it. */
async function open() {
  const service = await serve({ profile: 'newer', seed: { rules: [live('Old name'), live('By hand')] } });
  const cwd = projectOf({ 'rules/all.yaml': RULES });
  const env = { ...service.env, HOOK: 'https://hooks.example.com/hush' };
  await inboxctl(['plan', '--output', 'plan.json'], { cwd, env });
  const honest: PlanDocument = JSON.parse(readFileSync(path.join(cwd, 'plan.json'), 'utf8'));
  expect(honest.changes.map(({ op, name }) => `${op} ${name}`)).toEqual([
    'delete By hand',
    'create Hook',
    'create Invoices to the bookkeeper',
    'replace New name',
  ]);
  const show = async (document: object, format: string, ...more: string[]) => {
    write(cwd, 'plan.json', JSON.stringify(document));
    const { code, stdout, stderr } = await inboxctl(['show', 'plan.json', '--format', format, ...more], { cwd });
    // A page ends with its time.
    return { code, stdout: stdout.replace(/\d{4}-\d\d-\d\dT?[^<]*(?=<)/g, ''), stderr };
  };
  const refuses = async (document: PlanDocument, named: string) => {
    for (const format of FORMATS) {
      const { code, stdout, stderr } = await show(document, format);
      const said = format === 'json' ? JSON.parse(stdout).notices[0].message : stderr.replaceAll(/\s+/g, ' ');
      expect([code, said]).toEqual([3, expect.stringContaining(named)]);
      if (format !== 'json') expect(stdout).toBe('');
    }
  };
  return { honest, show, refuses };
}

const [DELETE, FORWARD, RENAME] = [0, 2, 3];
// biome-ignore lint/suspicious/noExplicitAny: a forger knows no types
type Forge = (plan: any) => void;

const ERROR = { status: 401, code: null, message: 'no', hint: null };
const TWIN = { reason: 'duplicate' };
const PLACE = { source: { file: 'rules/all.yaml', line: 3, column: 1 } };

function forged(honest: PlanDocument, forge: Forge): PlanDocument {
  const document = structuredClone(honest);
  forge(document);
  return document;
}

/** With digests that fit what was forged: who edits a file can compute them too. */
function signed(honest: PlanDocument, forge: Forge): PlanDocument {
  const document = forged(honest, forge);
  const addressOf = new Map(document.accounts.map(({ name, baseUrl }) => [name, baseUrl]));
  for (const one of document.changes) one.digest = changeDigest(one, addressOf.get(one.account) ?? '');
  return { ...document, digest: planDigest(document.changes, document.accounts) };
}

describe('show says what the rules of a plan file say', () => {
  it.each<[string, Forge]>([
    ['the name', (plan) => Object.assign(plan.changes[FORWARD], { name: 'Newsletters too' })],
    ['the old name', (plan) => Object.assign(plan.changes[RENAME], { renamedFrom: 'Newsletters' })],
    ['that it is no rename', (plan) => Reflect.deleteProperty(plan.changes[RENAME], 'renamedFrom')],
    ['that it is a rename', (plan) => Object.assign(plan.changes[FORWARD], { renamedFrom: 'Newsletters' })],
    ['no risks', (plan) => Object.assign(plan.changes[FORWARD], { risks: [] })],
    ['a lesser risk', (plan) => Object.assign(plan.changes[FORWARD], { risks: ['leaves-mailbox'] })],
    ['a risk of a delete', (plan) => Object.assign(plan.changes[DELETE], { risks: ['sends-mail'] })],
    ['the patch', (plan) => Object.assign(plan.changes[RENAME], { patch: [] })],
    ['the counts', (plan) => Object.assign(plan.summary, { create: 0, delete: 0 })],
    ['the counts of an account', (plan) => Object.assign(plan.accounts[0].summary, { create: 0, delete: 9 })],
    ['that it is not complete', (plan) => Object.assign(plan, { complete: false })],
  ])('whatever it says itself: %s', async (_, forge) => {
    const { honest, show } = await open();
    for (const format of FORMATS) {
      const expected = await show(honest, format);
      expect(expected).toMatchObject({ code: 0, stderr: '' });
      expect(await show(forged(honest, forge), format)).toEqual(expected);
    }
  });

  it.each<[string, string, Forge]>([
    ['another address', 'edited', (plan) => Object.assign(plan.accounts[0], { baseUrl: 'https://other.example.com' })],
    ['an account that is not there', 'edited', (plan) => Object.assign(plan.changes[FORWARD], { account: 'nobody' })],
    ['an account twice', '`accounts`', (plan) => plan.accounts.unshift({ ...plan.accounts[0], baseUrl: 'https://b' })],
    ['a delete with a place', '`changes.0.source`', (plan) => Object.assign(plan.changes[DELETE], PLACE)],
    ['a create with an id', '`changes.2.id`', (plan) => Object.assign(plan.changes[FORWARD], { id: 'one' })],
    ['a replace without an id', '`changes.3.id`', (plan) => Object.assign(plan.changes[RENAME], { id: null })],
    ['a create as a duplicate', '`changes.2.reason`', (plan) => Object.assign(plan.changes[FORWARD], TWIN)],
    [
      'drift without a base',
      '`changes.2.origin`',
      (plan) => {
        plan.changes[FORWARD].origin = 'base';
        plan.digest = planDigest(editsOf((plan as PlanDocument).changes), plan.accounts);
      },
    ],
    ['an account with an error', '`changes.0.account`', (plan) => Object.assign(plan.accounts[0], { error: ERROR })],
  ])('and none that cannot be: %s', async (_, named, forge) => {
    const { honest, refuses } = await open();
    await refuses(forged(honest, forge), named);
  });

  it.each<[string, string, Forge]>([
    ['a create as a delete', '`changes.2.before`', (plan) => Object.assign(plan.changes[FORWARD], { op: 'delete' })],
    ['a delete as a replace', '`changes.0.after`', (plan) => Object.assign(plan.changes[DELETE], { op: 'replace' })],
    [
      'an account that is not there',
      '`changes.2.account`',
      (plan) => Object.assign(plan.changes[FORWARD], { account: 'nobody' }),
    ],
    ['an action that is not one', '`changes.2.after`', (plan) => plan.changes[FORWARD].after.actions.push(null)],
    [
      'a type that is not one',
      '`changes.2.after`',
      (plan) => Object.assign(plan.changes[FORWARD].after.actions[0], { type: 'X' }),
    ],
    ['no condition', '`changes.2.after`', (plan) => Object.assign(plan.changes[FORWARD].after, { condition: null })],
    ['nothing at all', '`changes.0.before`', (plan) => Object.assign(plan.changes[DELETE], { before: null })],
  ])('nor with digests that fit: %s', async (_, named, forge) => {
    const { honest, refuses } = await open();
    await refuses(signed(honest, forge), named);
  });
});

describe('what only the file can tell', () => {
  const refused: Forge = (plan) => Object.assign(plan.changes[FORWARD], { refused: 'circle' });
  const stopped: Forge = (plan) => plan.notices.push({ code: 'x', severity: 'error', message: 'Stop.' });
  const twin: Forge = (plan) => Object.assign(plan.changes[DELETE], TWIN);

  it.each<[string, Forge, string]>([
    ['a refused change', refused, '1 change refused, as the file says'],
    ['a refused plan', stopped, 'Apply refuses this, as the file says'],
    ['a duplicate', twin, 'second live rule of this name, as the file says'],
  ])('is said to be of the file, with --quiet too: %s', async (_, forge, words) => {
    const { honest, show } = await open();
    for (const format of ['text', 'markdown', 'html']) {
      const { code, stdout } = await show(forged(honest, forge), format, '--quiet');
      // A terminal shows a refused plan by its errors.
      const expected = format === 'text' && forge === stopped ? 'Refused plan, as the file says' : words;
      expect([code, stdout.replaceAll(/\s+/g, ' ')]).toEqual([0, expect.stringContaining(expected)]);
    }
  });
});
