import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globFindings } from '../../src/source/load/setting-globs.ts';
import { runs } from '../harness/runs.ts';

const SETTINGS = ['ignore', 'policy.forwardTo', 'policy.webhookHosts', 'other'];
const found = (glob: string, setting: string) => globFindings([glob], [], () => setting);
const near = fc.string({ unit: fc.constantFrom(...'ab@.*/:^$<>? -[]\\', 'https://', 'mailto:'), maxLength: 12 });

test('what is to be written in place of a mistaken glob is a glob', () => {
  fc.assert(
    fc.property(near, fc.constantFrom(...SETTINGS), (glob, setting) => {
      for (const finding of found(glob, setting)) {
        const meant = Reflect.get(finding.args, 'meant');
        if (meant !== null) expect(found(meant, setting), `${glob} -> ${meant}`).toEqual([]);
      }
    }),
    { numRuns: runs(1000) },
  );
});

test('hosts, addresses, domains and names of rules are globs as they are', () => {
  const isOne = (setting: string) => (glob: string) => void expect(found(glob, setting)).toEqual([]);
  const name = fc.string().filter((text) => !/^\^|^\/.*\/|\.[*+]|\\/.test(text));
  const address = fc.tuple(fc.stringMatching(/^[a-z0-9._-]{1,9}$/), fc.domain()).map((parts) => parts.join('@'));
  fc.assert(fc.property(name, isOne('ignore')));
  fc.assert(fc.property(fc.domain(), isOne('policy.webhookHosts')));
  fc.assert(fc.property(fc.ipV6(), (host) => isOne('policy.webhookHosts')(`[${host}]`)));
  fc.assert(fc.property(address, isOne('policy.forwardTo')));
});
