/** A drift run of an older commit, such as one that is started again, knows nothing of what the default branch declares now. */
import { expect, it } from 'vitest';
import { drifting, FILES, labelled, writesOf } from './drift-world.ts';

const RELABELLED = { 'rules/receipts.yaml': FILES['rules/receipts.yaml'].replace('label: Receipt', 'label: Bills') };

it('reports nothing that is declared by now', async () => {
  const { github, drift, edit } = await drifting();
  const sha = github.head('main') ?? '';
  // Merged and applied meanwhile.
  github.push('main', RELABELLED);
  await edit('Receipts', labelled('Bills'));
  const ended = await drift({}, { sha });
  expect(github.issues()).toEqual([]);
  expect(writesOf(github)).toEqual([]);
  expect(ended.code).toBe(0);
});

it('closes nothing that is still so', async () => {
  const { github, drift, cwd } = await drifting();
  const sha = github.head('main') ?? '';
  github.push('main', RELABELLED);
  const { writeFileSync } = await import('node:fs');
  writeFileSync(`${cwd}/rules/receipts.yaml`, RELABELLED['rules/receipts.yaml']);
  await drift();
  expect(github.issues()).toMatchObject([{ state: 'open' }]);
  writeFileSync(`${cwd}/rules/receipts.yaml`, FILES['rules/receipts.yaml']);
  const ended = await drift({}, { sha });
  expect(github.issues()).toMatchObject([{ state: 'open' }]);
  expect(ended.summary).not.toContain('The inbox is as its files say');
});

it('of some rules closes nothing either: the mode compares all of them', async () => {
  const { github, drift, edit } = await drifting();
  await edit('Receipts', labelled('Bills'));
  await drift();
  const ended = await drift({ only: 'Digest' });
  expect(github.issues()).toMatchObject([{ state: 'open' }]);
  expect(ended.outputs['failure-reason']).toBe('invalid');
});
