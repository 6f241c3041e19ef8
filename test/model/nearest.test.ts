import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { areOpposite, nearest } from '../../src/model/nearest.ts';

const WORDS = ['DELETE', 'ARCHIVE', 'MARK_READ', 'subject', 'enabled', 'maxDeletes', 'include', 'runOnThreads'];

describe('nearest', () => {
  test.each([
    ['UNDELETE', 'DELETE'],
    ['NO_ARCHIVE', 'ARCHIVE'],
    ['MARKUNREAD', 'MARKREAD'],
    ['MARK_READ', 'MARK_UNREAD'],
    ['onlyThreads', 'runOnThreads'],
    ['exclude', 'include'],
    ['disable', 'enable'],
    ['min-deletes', 'max-deletes'],
    ['notsubject', 'subject'],
    ['delabel', 'label'],
    ['inactive', 'active'],
    ['!archive', 'archive'],
    ['-label', 'label'],
    ['rules/team-22', 'rules/team-02'],
    ['INBOXCTL_KEY_12', 'INBOXCTL_KEY_2'],
  ])('%s does not mean %s', (word, known) => {
    expect(nearest(word, [known], 4)).toBeNull();
  });

  test.each([
    ['nmae', 'name'],
    ['nome', 'name'],
    ['notfy', 'notify'],
    ['nofity', 'notify'],
    ['udelete', 'delete'],
    ['sunbject', 'subject'],
    ['disbled', 'disabled'],
    ['Olny news', 'Only news'],
    ['indxe', 'index'],
    ['runOnThread', 'runOnThreads'],
    ['exculde', 'exclude'],
    ['mni', 'min'],
    ['denyed', 'denied'],
    ['team2', 'team-02'],
    ['taem-02', 'team-02'],
  ])('%s means %s', (word, known) => {
    expect(nearest(word, [known], 1)).toBe(known);
  });

  it('proposes no word across a negation, wherever that is, misspelt or not', () => {
    const negated = fc
      .record({
        known: fc.constantFrom(...WORDS),
        turn: fc.constantFrom('un', 'no', 'not', 'non', 'dis', 'UN', 'NO_', 'not-', 'only'),
        slip: fc.nat({ max: 20 }),
      })
      .map(({ known, turn, slip }) => ({ known, word: turn + known.slice(0, slip) + known.slice(slip + 1) }));
    fc.assert(
      fc.property(negated, ({ known, word }) => {
        expect(nearest(word, [known], 6)).toBeNull();
        expect(areOpposite(word, known)).toBe(true);
        expect(areOpposite(known, word)).toBe(true);
      }),
    );
  });

  it('proposes a word with one wrong letter', () => {
    const slipped = fc
      .record({ known: fc.constantFrom(...WORDS), at: fc.nat({ max: 4 }), letter: fc.constantFrom(...'xqzj') })
      .map(({ known, at, letter }) => ({ known, word: known.slice(0, at) + letter + known.slice(at + 1) }));
    fc.assert(
      fc.property(slipped, ({ known, word }) => {
        expect(nearest(word, WORDS)).toBe(known);
      }),
    );
  });
});
