import { describe, expect, it } from 'vitest';
import { applyCommands, type ChangedRule, type CommandScope, toKeep } from '../../src/diagnostics/commands.ts';
import { plain } from '../../src/diagnostics/message.ts';

const made = (name: string, account = 'default', more: Partial<ChangedRule> = {}): ChangedRule => {
  return { account, op: 'delete', name, reason: 'undeclared', ...more };
};
const scope = (selected: number, more: Partial<CommandScope> = {}): CommandScope => {
  return { inboxes: { place: ['-C', 'mail'], accounts: ['--shard', '1/2'] }, selected, whole: false, ...more };
};
/** The commands of a sentence about what to keep. */
const keeping = (changes: ChangedRule[], of: CommandScope) =>
  plain(toKeep(['them'], changes, of))
    .split('\n')
    .slice(1);

describe('the commands that keep rules', () => {
  it('select accounts as the plan does, unless they are not all of these', () => {
    const both = [made('B', 'one'), made('A', 'one'), made('A', 'two'), made('B', 'two')];
    expect(keeping(both, scope(2))).toEqual(['inboxctl pull -C mail --shard 1/2 A B']);
    expect(keeping(both, scope(3))).toEqual(['inboxctl pull -C mail --account one --account two A B']);
    expect(keeping([made('A', 'one'), made('B', 'two')], scope(2))).toEqual([
      'inboxctl pull -C mail --account one A',
      'inboxctl pull -C mail --account two B',
    ]);
  });

  it('quote names for a shell, and end the options before one that looks like an option', () => {
    expect(keeping([made('a b'), made("it's"), made('$HOME')], scope(1))).toEqual([
      "inboxctl pull -C mail --shard 1/2 '$HOME' 'a b' 'it'\\''s'",
    ]);
    expect(keeping([made('-x'), made('y')], scope(1))).toEqual(['inboxctl pull -C mail --shard 1/2 -- -x y']);
  });

  it('take out of the files what was deleted in the inbox, and nothing where nothing was', () => {
    expect(keeping([made('A', 'default', { op: 'create' }), made('B')], scope(1))).toEqual([
      'inboxctl pull --prune -C mail --shard 1/2 A B',
    ]);
  });

  it('are none for the second rule of a name', () => {
    expect(toKeep(['it'], [made('A', 'default', { reason: 'duplicate' })], scope(1))).toEqual([]);
  });

  it('name no rule where they are too many and all that differs, and else are left to the reader', () => {
    const many = Array.from({ length: 100 }, (_, index) => made(`Rule ${index}`));
    expect(keeping(many, scope(1, { whole: true }))).toEqual(['inboxctl pull -C mail --shard 1/2']);
    expect(plain(toKeep(['them'], many, scope(1)))).toBe('To keep them, run `inboxctl pull NAME` for each.');
    const inboxes = ['one', 'two', 'three', 'four'].map((name) => made(`Of ${name}`, name));
    expect(keeping(inboxes, scope(4, { whole: true }))).toEqual(['inboxctl pull -C mail --shard 1/2']);
    expect(keeping(inboxes, scope(4))).toEqual([]);
    // Without names, an apply would make all else too.
    expect(applyCommands(many, scope(1, { whole: true }))).toBeNull();
  });
});
