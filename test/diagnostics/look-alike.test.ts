import { describe, expect, it } from 'vitest';
import { areTwins, drawnAlike, looksAlike } from '../../src/diagnostics/look-alike.ts';

describe('texts that look alike', () => {
  it.each<[string, string]>([
    ['café', 'cafe\u0301'],
    ['pay', 'p\u0430y'],
    ['coco', '\u0441\u043e\u0441\u043e'],
    ['\u0430', '\u03b1'],
    ["don't", 'don’t'],
    ['a-b', 'a\u2013b'],
    ['ａcme', 'acme'],
    ['ﬁle', 'file'],
    ['pay', 'pa\u200by'],
    ['a b', 'a\u00a0b'],
  ])('are found: %j and %j', (one, other) => {
    expect(looksAlike(one, other)).toBe(true);
    expect(looksAlike(other, one)).toBe(true);
  });

  it.each<[string, string]>([
    ['cafe', 'café'],
    ['è', 'é'],
    ['pay', 'day'],
    ['pay', 'pays'],
    ['кот', 'код'],
    ['ok', '✅k'],
    ['我们', '你们'],
  ])('are told from others: %j and %j', (one, other) => {
    expect(looksAlike(one, other)).toBe(false);
  });
});

describe('names that people take for each other', () => {
  it.each([
    ['alice', '\u0430lice'],
    ['ace', '\u0430\u0441\u0435'],
    ['KATE', '\u039a\u0391\u03a4\u0395'],
    ['café', 'cafe\u0301'],
    ['bob', 'ｂob'],
    ['bob', 'b\u115fob'],
  ])('%j and %j', (one, other) => {
    expect(areTwins(one, other)).toBe(true);
    expect(drawnAlike([one, 'dave', other, 'eve'])).toEqual([{ name: other, other: one }]);
  });

  it.each([
    ['anna', 'анна'],
    ['maria', 'ольга'],
    ['alice', 'Alice'],
    ['alice', 'alíce'],
    ['我们', '你们'],
  ])('not %j and %j', (one, other) => {
    expect(areTwins(one, other)).toBe(false);
    expect(drawnAlike([one, other])).toEqual([]);
  });
});
