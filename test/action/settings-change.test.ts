import { describe, expect, it } from 'vitest';
import { settingChanges } from '../../src/action/comment/settings-change.ts';
import type { ProjectSettings } from '../../src/model/project.ts';
import { projectFile } from '../../src/model/written-project.ts';

function changed(base: unknown, head: unknown): string[] {
  return settingChanges(projectFile.parse(base) as ProjectSettings, projectFile.parse(head) as ProjectSettings).map(
    ({ setting, accounts, from, to }) => `${setting} of ${accounts.join(', ')}: ${from} -> ${to}`,
  );
}

describe('what a pull request changes in the settings that hold apply back', () => {
  it.each([
    [{ guard: { maxDeletes: 5 } }, { guard: { maxDeletes: '100%' } }, 'guard.maxDeletes of default: 5 -> "100%"'],
    [{}, { guard: { maxDeletes: 9 } }, 'guard.maxDeletes of default: "25%" -> 9'],
    [{ policy: { forbidActions: ['DELETE'] } }, {}, 'policy.forbidActions of default: ["DELETE"] -> []'],
    [{ policy: { forwardTo: ['*@a'] } }, { policy: {} }, 'policy.forwardTo of default: ["*@a"] -> null'],
    [{}, { policy: { webhookHosts: [] } }, 'policy.webhookHosts of default: null -> []'],
    [{ ignore: ['a'] }, { ignore: ['b', 'a'] }, 'ignore of default: ["a"] -> ["a","b"]'],
    [{ undeclared: 'keep' }, {}, 'undeclared of default: "keep" -> "delete"'],
  ])('is said from what to what: %j, %j', (base, head, line) => {
    expect(changed(base, head)).toEqual([line]);
  });

  it('is nothing where other things change, or the same is written otherwise', () => {
    expect(changed({}, { undeclared: 'delete', guard: { maxDeletes: '25%' }, ignore: [], rules: ['b'] })).toEqual([]);
    expect(changed({ ignore: ['a', 'b'] }, { ignore: ['b', 'a', 'b'], actionOrder: 'any' })).toEqual([]);
    expect(changed({ ignore: ['a'], accounts: { x: null } }, { accounts: { x: { ignore: ['a'] } } })).toEqual([]);
  });

  it('is said once for all accounts that it changes for', () => {
    const accounts = { x: null, y: null, z: { guard: { maxDeletes: 1 } } };
    expect(changed({ accounts }, { guard: { maxDeletes: 7 }, accounts })).toEqual([
      'guard.maxDeletes of x, y: "25%" -> 7',
    ]);
    expect(changed({ accounts }, { accounts: { ...accounts, z: { guard: { maxDeletes: 50 } } } })).toEqual([
      'guard.maxDeletes of z: 1 -> 50',
    ]);
  });

  it('is seen of an account that sets its own', () => {
    const base = { policy: { forbidActions: ['DELETE'] }, accounts: { x: null } };
    const head = { ...base, accounts: { x: { policy: {} } } };
    expect(changed(base, head)).toEqual(['policy.forbidActions of x: ["DELETE"] -> []']);
  });

  it('is seen where an account gets another name', () => {
    const base = { accounts: { x: { policy: { forbidActions: ['DELETE'] } } } };
    expect(changed(base, { accounts: { y: null } })).toEqual(['policy.forbidActions of x: ["DELETE"] -> []']);
    expect(changed(base, {})).toEqual(['policy.forbidActions of x: ["DELETE"] -> []']);
    const strict = { policy: { forbidActions: ['DELETE'] } };
    expect(changed(strict, { accounts: { y: null } })).toEqual([
      'policy.forbidActions of default, y: ["DELETE"] -> []',
    ]);
    expect(changed(strict, { ...strict, accounts: { y: { policy: { forbidActions: [] } } } })).toEqual([
      'policy.forbidActions of y: ["DELETE"] -> []',
    ]);
  });
});
