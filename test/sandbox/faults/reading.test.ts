/** `METHOD PATH KIND [WHEN] [inbox=NAME]`: what is a fault, which requests it counts, and which of those it hits. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fault, FaultError, Faults, faultOf, isDue, matches } from '../../../src/sandbox/faults/faults.ts';
import { FAULT_KIND_NAMES, FAULT_KINDS } from '../../../src/sandbox/faults/kinds.ts';
import { forAll } from '../../harness/for-all.ts';

function fault(text: string): Fault {
  const read = faultOf(text);
  if ('part' in read) throw new FaultError([read]);
  return read;
}

/** Which of the first `most` requests are hit. */
function due(when: string, most = 12): number[] {
  const { occurrence } = fault(`POST /rules html ${when}`);
  return Array.from({ length: most }, (_, index) => index + 1).filter((count) => isDue(occurrence, count));
}

const asking = (method: string, inbox: string | null = null) => ({ method, path: '/rules', inbox });

const kindWord = fc.constantFrom(...FAULT_KIND_NAMES).chain((kind) => {
  const { value } = FAULT_KINDS[kind];
  if (value === undefined) return fc.constant({ word: kind as string, kind, value: 0 });
  const given = fc
    .integer({ min: value.least, max: value.most })
    .map((number) => ({ word: `${kind}=${number}`, kind, value: number }));
  return value.fallback === undefined
    ? given
    : fc.oneof(given, fc.constant({ word: kind as string, kind, value: value.fallback }));
});
const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', '*');
const path = fc.constantFrom('/rules', '/rules/*', '*', '/rules/a%2Fb', '/rules*', '/stats/by-period');
const space = fc.constantFrom(' ', '  ', '\t', ' \n ');
const range = fc
  .tuple(fc.integer({ min: 1, max: 50 }), fc.option(fc.integer({ min: 0, max: 9 })))
  .map(([from, more]) => ({
    word: more === null ? `${from}` : `${from}-${from + more}`,
    from,
    to: from + (more ?? 0),
  }));

describe('a fault', () => {
  it('is what its words say, however they are spaced', () =>
    forAll([method, path, kindWord, fc.array(space, { minLength: 5, maxLength: 5 })], 100, (m, p, k, spaces) => {
      const [a, b, c, d, e] = spaces;
      const read = fault(`${a}${m}${b}${p}${c}${k.word}${d}@2${e}`);
      expect(read).toMatchObject({ method: m, path: p, kind: k.kind, value: k.value });
      expect(read.text).toBe(`${m} ${p} ${k.word} @2`);
      expect(faultOf(read.text)).toEqual(read);
    }));

  it('hits the requests whose numbers stand in its ranges, and no others', () =>
    forAll([fc.array(range, { minLength: 1, maxLength: 4 })], 100, (ranges) => {
      const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
      const wanted = numbers.filter((number) => ranges.some(({ from, to }) => from <= number && number <= to));
      expect(due(`@${ranges.map(({ word }) => word).join(',')}`, 60)).toEqual(wanted);
    }));

  it('is never anything but a fault or a problem that names a word of it', async () => {
    const words = fc.constantFrom('POST', 'post', '/rules', 'rules', 'slow', 'slow=1', 'html', '@1', '@', '5%', '');
    await forAll([fc.array(fc.oneof(words, fc.string()), { maxLength: 6 })], 100, (given) => {
      const read = faultOf(given.join(' '));
      if (!('part' in read)) return;
      expect(read.text).toContain(read.word);
      expect(read.allowed).not.toEqual([]);
    });
  });

  it.each([
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ['@1', [1]],
    ['@2-4', [2, 3, 4]],
    ['@10-', [10, 11, 12]],
    ['@2,5', [2, 5]],
    ['@11-,1-2', [1, 2, 11, 12]],
  ])('with %j behind it hits %j', (when, counts) => {
    expect(due(when)).toEqual(counts);
  });
});

describe('which requests it counts', () => {
  it.each([
    ['POST /rules', 'POST', '/rules', true],
    ['POST /rules', 'GET', '/rules', false],
    ['POST /rules', 'POST', '/rules/a', false],
    ['* /rules', 'PATCH', '/rules', true],
    ['PUT /rules/*', 'PUT', '/rules/a%2Fb', true],
    ['PUT /rules/*', 'PUT', '/rules', false],
    ['GET /rules*', 'GET', '/rules', true],
    ['GET *', 'GET', '/stats/by-period', true],
    ['GET /r.les', 'GET', '/rules', false],
    ['GET /*/a', 'GET', '/rules/a', true],
    ['GET /*/a', 'GET', '/rules/a/b', false],
  ])('%s: %s %s: %s', (start, asked, at, counts) => {
    expect(matches(fault(`${start} html`), { ...asking(asked), path: at })).toBe(counts);
  });

  it('are counted by each fault for itself, and the first fault that is due hits', () => {
    const faults = new Faults(['default']);
    faults.add(['POST /rules html @2', '* /rules 429 @2-3', 'POST * slow=5']);
    const kinds = (requests: string[]) => requests.map((asked) => faults.next(asking(asked))?.fault.kind ?? null);
    expect(kinds(['GET', 'POST', 'POST', 'POST'])).toEqual([null, '429', 'html', 'slow']);
    faults.add(['POST /rules truncated @1']);
    expect(kinds(['POST'])).toEqual(['slow']);
    faults.clear();
    expect(kinds(['POST'])).toEqual([null]);
  });

  it.each([
    ['inbox=bob', 'bob', true],
    ['inbox=bob', 'bobby', false],
    ['inbox=bob', null, false],
    ['inbox=*', 'bob', true],
    ['inbox=*', null, false],
    ['inbox=my*box', 'my inbox', true],
    ['@1- inbox=bob', 'bob', true],
  ])('%s: of the inbox %s: %s', (words, inbox, counts) => {
    expect(matches(fault(`* * html ${words}`), asking('GET', inbox))).toBe(counts);
  });

  it('says the how-manieth hit of its own it is', () => {
    const faults = new Faults(['default']);
    faults.add(['GET * 429-retry-after @1,3']);
    expect([1, 2, 3].map(() => faults.next(asking('GET'))?.time ?? null)).toEqual([1, null, 2]);
  });
});

describe('what is no fault', () => {
  it.each([
    ['', 'form', ''],
    ['POST', 'form', 'POST'],
    ['POST /rules', 'form', 'POST /rules'],
    ['post /rules html', 'method', 'post'],
    ['PATCH /rules html', 'method', 'PATCH'],
    ['POST rules html', 'path', 'rules'],
    ['POST /api/v1/rules html', 'path', '/api/v1/rules'],
    ['POST /rules reset', 'kind', 'reset'],
    ['POST /rules slow', 'value', 'slow'],
    ['POST /rules slow=', 'value', 'slow='],
    ['POST /rules slow=0', 'value', 'slow=0'],
    ['POST /rules slow=1=1', 'value', 'slow=1=1'],
    ['POST /rules slow=600001', 'value', 'slow=600001'],
    ['POST /rules slow=1.5', 'value', 'slow=1.5'],
    ['POST /rules html=1', 'value', 'html=1'],
    ['POST /rules 429-retry-after=-1', 'value', '429-retry-after=-1'],
    ['POST /rules html 2', 'when', '2'],
    ['POST /rules html @', 'when', '@'],
    ['POST /rules html @0', 'when', '@0'],
    ['POST /rules html @3-2', 'when', '@3-2'],
    ['POST /rules html @-2', 'when', '@-2'],
    ['POST /rules html @1,', 'when', '@1,'],
    ['POST /rules html @1 @2', 'when', '@2'],
    ['POST /rules html 10%', 'when', '10%'],
    ['POST /rules html inbox=', 'inbox', 'inbox='],
    ['POST /rules html inbox=a @1', 'when', 'inbox=a'],
    ['POST /rules inbox=a', 'form', 'POST /rules inbox=a'],
  ])('%j: its %s, %j', (text, part, word) => {
    expect(faultOf(text)).toMatchObject({ text: text.trim(), part, word });
  });

  it.each([
    ['inbox=alcie', ['alice', 'bob'], 'inbox=alcie'],
    ['inbox=b*d', ['alice', 'bob'], 'inbox=b*d'],
    ['inbox=Alice', ['alice'], 'inbox=Alice'],
  ])('%s, of the inboxes %j', (words, inboxes, word) => {
    const faults = new Faults(inboxes);
    const add = () => faults.add([`* * html ${words}`]);
    expect(add).toThrow(FaultError);
    expect(add).toThrow(`inbox-unknown "${word}" is none of ${inboxes.join(' ')}`);
    faults.add(['* * html inbox=*', '* * html inbox=a*e']);
  });

  it('is named with all others, and then none is added', () => {
    const faults = new Faults(['default']);
    const problems = () => faults.add(['POST /rules html', 'POST /rules reset', 'GET rules html']);
    expect(problems).toThrow(FaultError);
    expect(problems).toThrow(/"reset" is none of .*reset-before reset-after.*\n.*path "rules"/s);
    expect(faults.next(asking('POST'))).toBeNull();
  });
});
