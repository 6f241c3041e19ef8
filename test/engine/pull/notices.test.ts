/** What a pull says, as people read it. */
import { describe, expect, it } from 'vitest';
import { describe as inWords } from '../../../src/diagnostics/describe.ts';
import type { LiveRule } from '../../../src/model/rule.ts';
import { type Pulling, planOn, pullInto } from '../../harness/pulling.ts';
import { live } from './live.ts';

const rule = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: ARCHIVE }]\n`;

async function said(
  files: Record<string, string>,
  rules: LiveRule[] | Record<string, LiveRule[] | null>,
  how?: Partial<Pulling>,
) {
  const pulled = await pullInto(files, rules, how);
  const texts = pulled.notices.map((one) => `${one.severity}: ${Object.values(inWords(one)).join(' ')}`);
  return { ...pulled, texts };
}

describe('a live rule that cannot be declared', () => {
  const none = (name: string) => live(name, { ai: 'x', actions: [{ type: 'TELEPATHY' }] });

  it('with a key in a text is ignored, and the text is what to change', async () => {
    const holding = live('Holding', { ai: 'with the-api-key-itself' });
    const { folder, read, texts } = await said({}, [holding]);
    expect(texts).toEqual([
      'info: "Holding" cannot be declared: it holds a secret that inboxctl itself works with. Its name goes into `ignore` in inboxctl.yaml, so that nothing touches it. ' +
        "Take the secret out of its text in the service's web page, and its name out of `ignore`, then pull again.",
    ]);
    expect(read('inboxctl.yaml')).toContain('- Holding\n');
    expect(planOn(folder, [holding]).work).toEqual([]);
  });

  it('with a key in its name is not, whatever else it holds', async () => {
    const { read, notices } = await said({}, [live('the-api-key-itself', { ai: 'x' })]);
    expect(notices).toMatchObject([{ severity: 'warning', args: { ignored: 'secret' } }]);
    expect(read('inboxctl.yaml')).toBeNull();
  });

  it('is said to be deleted by an apply only where one does that', async () => {
    const rules = [none('Star*'), live('Starry', { ai: 'x' })];
    const message =
      '"Star*" cannot be declared: it has no action that a request can carry. Its name does not go into `ignore`: as a glob it matches "Starry" too.';
    const remedy = "Rename it in the service's web page, or set `undeclared: keep`:";
    expect((await said({}, rules)).texts).toEqual([`warning: ${message} ${remedy} the next apply deletes it.`]);
    const before = { 'inboxctl.yaml': 'undeclared: declared-before\n' };
    expect((await said(before, rules)).texts).toEqual([
      `warning: ${message} ${remedy} the next apply deletes it if a file declared it once.`,
    ]);
    const keep = { 'inboxctl.yaml': 'undeclared: keep\n' };
    expect((await said(keep, rules)).texts).toEqual([`info: ${message}`]);
  });

  it('is not said to be in a file where it stands twice', async () => {
    const { texts } = await said({}, [none('B'), none('B')]);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain('cannot be declared');
  });
});

it('says of rules of one name what becomes of them', async () => {
  const twice = [live('A', { ai: 'x' }), live('A', { ai: 'y' })];
  const first = 'warning: 2 live rules are called "A"; the file has the one that a plan keeps.';
  expect((await said({}, twice)).texts).toEqual([
    `${first} Rename the others in the service's web page, or the next apply deletes them.`,
  ]);
  expect((await said({ 'inboxctl.yaml': 'undeclared: keep\n' }, twice)).texts).toEqual([
    `${first} Rename the others in the service's web page to have them in files too.`,
  ]);
});

it('says that a rename is still to be applied', async () => {
  const file = { 'rules/a.yaml': rule('New').replace('condition', 'renamedFrom: Old\ncondition') };
  expect((await said(file, [live('Old', { ai: 'x' })])).texts).toEqual([
    'warning: "New" is still called "Old" on the service. `inboxctl apply` renames it.',
  ]);
  const changed = await said(file, [live('Old', { ai: 'x', runOnThreads: false })]);
  expect(changed.texts).toHaveLength(1);
});

const KEPT =
  " To keep it for one account, copy it to that account's own folder, with `overrides: true`, commit it, and pull again.";

describe('accounts that share a file', () => {
  const files = {
    'inboxctl.yaml': 'accounts:\n  a: { rules: [common] }\n  b: { rules: &shared [common] }\n  c: { rules: *shared }\n',
    'common/s.yaml': rule('S'),
  };
  const same = live('S', { ai: 'x' });
  const other = live('S', { ai: 'y' });

  it.each([
    [
      { a: [other], b: [same] },
      `"S" changed in the inbox of a; not written, since an account that was not selected shares its file: c. \`inboxctl apply\` makes it as in the file. To change that, pull all accounts that share it at once.${KEPT}`,
    ],
    [
      { a: [other], b: null, c: null },
      `"S" changed in the inbox of a; not written, since accounts that could not be read share its file: b, c. Pull again when they can be read. With --account, new rules of the others go into folders of their own.${KEPT}`,
    ],
    [
      { a: [other], b: [same], c: [other] },
      `"S" changed in the inbox of a, c; not written, since the accounts that share its file do not have the same: a, b, c. \`inboxctl apply\` makes it as in the file. Or delete it there and pull again: each account gets its own.${KEPT}`,
    ],
    [
      { a: [], b: [same], c: [same] },
      '"S" is not in the inbox of a; not removed, since the accounts that share its file do not have the same: a, b, c. `inboxctl apply` makes it as in the file. Or delete it there and pull again: each account gets its own.',
    ],
    [
      { a: [same, live('N', { ai: 'x' }), live('O', { ai: 'x' })], b: [same, live('N', { ai: 'x' })], c: null },
      '"N" is on the service and in no file; not written, since an account that could not be read shares the rules folder: c. Pull again when they can be read. With --account, new rules of the others go into folders of their own.',
    ],
    [
      { b: [same, live('N', { ai: 'x' })] },
      '"N" is on the service and in no file; not written, since the settings of b cannot be edited to list a folder of its own. Add one to its `rules` by hand, and pull again.',
    ],
  ])('are named (%#)', async (rules, text) => {
    const { texts } = await said(files, rules, { options: { prune: true } });
    expect([...new Set(texts)]).toEqual([`warning: ${text}`]);
  });
});
