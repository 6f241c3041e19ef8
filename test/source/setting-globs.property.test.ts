import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globFindings } from '../../src/source/load/setting-globs.ts';
import { forAll } from '../harness/for-all.ts';

const SETTINGS = ['ignore', 'policy.forwardTo', 'policy.webhookHosts', 'other'];
const found = (glob: string, setting: string) => globFindings([glob], setting.split('.'));
const near = fc.string({ unit: fc.constantFrom(...'ab@.*/:^$<>? -[]\\', 'https://', 'mailto:'), maxLength: 12 });

test('what is to be written in place of a mistaken glob is a glob', () =>
  forAll([near, fc.constantFrom(...SETTINGS)], 1000, (glob, setting) => {
    for (const finding of found(glob, setting)) {
      const meant = Reflect.get(finding.args, 'meant');
      if (meant !== null) expect(found(meant, setting), `${glob} -> ${meant}`).toEqual([]);
    }
  }));

test('hosts, addresses, domains and names of rules are globs as they are', async () => {
  const isOne = (setting: string) => (glob: string) => void expect(found(glob, setting)).toEqual([]);
  const name = fc.string().filter((text) => !/^\^|^\/.*\/|\.[*+]|\\/.test(text));
  const address = fc.tuple(fc.stringMatching(/^[a-z0-9._-]{1,9}$/), fc.domain()).map((parts) => parts.join('@'));
  await forAll([name], 100, isOne('ignore'));
  await forAll([fc.domain()], 100, isOne('policy.webhookHosts'));
  await forAll([fc.ipV6()], 100, (host) => isOne('policy.webhookHosts')(`[${host}]`));
  await forAll([address], 100, isOne('policy.forwardTo'));
});
