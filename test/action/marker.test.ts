import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Facts,
  fitting,
  type Review,
  readMarker,
  shortDigest,
  signedBody,
  textOf,
  type UsedUp,
  unsignedBody,
  usedUp,
} from '../../src/action/comment/marker.ts';
import { forAll } from '../harness/for-all.ts';
import { EMPTY_INBOX } from '../harness/identity.ts';

const hex = (length: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length }).map((all) => all.join(''));
const digest = hex(64).map((digits) => `sha256:${digits}`);
const text = fc.string({ unit: 'binary', maxLength: 20 });

const anyFacts = fc.record({
  target: fc.record({
    workingDirectory: text,
    accounts: fc.array(text, { maxLength: 3 }),
  }),
  repository: text,
  pullRequest: fc.integer({ min: 1, max: 1e6 }),
  headSha: hex(40),
  inboxes: fc.option(
    fc.array(fc.record({ account: text, baseUrl: text, inbox: fc.constant(EMPTY_INBOX) }), { maxLength: 2 }),
  ),
  digest,
  changes: fc.option(fc.array(digest.map(shortDigest), { maxLength: 4 })),
});

/** A list of changes comes with the inboxes that they are for. */
const reviews: fc.Arbitrary<Facts> = anyFacts.map((facts) =>
  facts.inboxes === null ? { ...facts, changes: null } : facts,
);

const keys = fc.string({ minLength: 1 });

const EXAMPLE: Facts = {
  target: { workingDirectory: '.', accounts: ['alice'] },
  repository: 'example-org/inbox',
  pullRequest: 7,
  headSha: 'a'.repeat(40),
  inboxes: [],
  digest: `sha256:${'0'.repeat(64)}`,
  changes: ['b'.repeat(22)],
};

/** A comment with this text. */
const bodyOf = (facts: Facts, key: string, text = '\nThe plan.') =>
  signedBody(facts, { maxBytes: Number.MAX_SAFE_INTEGER, within: () => text }, key);
const lineIn = (body: string) => body.split('\n')[0] ?? '';
/** The marker of a comment without a text. */
const markerLine = (facts: Facts, key: string) => lineIn(bodyOf(facts, key, ''));
const usedUpLine = (was: Review, used: UsedUp, key: string) => markerLine(usedUp(was, used), key);

const LINE = /^<!-- inboxctl:v1 ([\w-]+) -->$/;

function fieldsOf(line: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(LINE.exec(line)?.[1] ?? '', 'base64url').toString('utf8'));
}

function lineOf(fields: unknown): string {
  return `<!-- inboxctl:v1 ${Buffer.from(JSON.stringify(fields)).toString('base64url')} -->`;
}

describe('the marker line', () => {
  it('says what was reviewed, to whoever has the key', () =>
    forAll([reviews, keys, text], 100, (review, key, said) => {
      const body = bodyOf(review, key, said);
      const line = lineIn(body);
      expect(line).toMatch(LINE);
      const { keyId } = fieldsOf(line);
      expect(readMarker(body, [key])).toEqual({ review: { ...review, keyId }, signature: 'ours' });
    }));

  it('is ours with any of the keys, and with no other', () =>
    forAll([reviews, fc.uniqueArray(keys, { minLength: 1, maxLength: 4 }), fc.nat()], 100, (review, all, at) => {
      const key = all[at % all.length] ?? '';
      const line = markerLine(review, key);
      expect(readMarker(line, all)?.signature).toBe('ours');
      const others = all.filter((one) => one !== key);
      expect(readMarker(line, others)?.signature).toBe('other-key');
      const { keyId } = readMarker(line, all)?.review ?? {};
      const forged = lineOf({ ...fieldsOf(line), pullRequest: review.pullRequest + 1 });
      expect(readMarker(forged, all)).toMatchObject({ signature: 'edited', review: { keyId } });
    }));

  it('tells another key from its own', () =>
    forAll([reviews, keys, keys], 100, (review, key, other) => {
      fc.pre(key !== other);
      expect(readMarker(markerLine(review, key), [other])?.signature).toBe('other-key');
    }));

  it('is not ours with any character changed', () => {
    const line = markerLine(EXAMPLE, 'k');
    for (let at = 0; at < line.length; at++) {
      for (const character of ['A', 'x', '_', ' ']) {
        if (line[at] === character) continue;
        const changed = line.slice(0, at) + character + line.slice(at + 1);
        expect(readMarker(changed, ['k'])?.signature, changed).not.toBe('ours');
      }
    }
  });

  it.each(
    Object.entries({
      target: { workingDirectory: 'b', accounts: ['alice'] },
      repository: 'example-org/other',
      pullRequest: 8,
      headSha: 'b'.repeat(40),
      digest: `sha256:${'1'.repeat(64)}`,
      changes: null,
      signature: 'A'.repeat(43),
    }),
  )('is edited with another %s', (field, value) => {
    const fields = fieldsOf(markerLine(EXAMPLE, 'k'));
    expect(readMarker(lineOf({ ...fields, [field]: value }), ['k'])?.signature).toBe('edited');
  });

  it('is edited where it says the same in other bytes', () => {
    const { target, ...fields } = fieldsOf(markerLine(EXAMPLE, 'k'));
    expect(readMarker(lineOf({ target, ...fields }), ['k'])?.signature).toBe('edited');
    expect(readMarker(lineOf(fieldsOf(markerLine(EXAMPLE, 'k'))), ['k'])?.signature).toBe('ours');
  });

  it('is the first line or none', () => {
    const line = markerLine(EXAMPLE, 'k');
    for (const body of [
      `\n${line}`,
      ` ${line}`,
      `text\n${line}`,
      `${line} text`,
      `${line}${line}`,
      `\u{feff}${line}`,
    ]) {
      expect(readMarker(body, ['k']), body).toBeNull();
    }
  });

  it('is not there in anything else', async () => {
    const fields = fieldsOf(markerLine(EXAMPLE, 'k'));
    const { changes: _, ...less } = fields;
    const wrong: unknown[] = [null, 1, 'text', [], {}, less, { ...fields, more: 1 }, { ...fields, pullRequest: '7' }];
    for (const other of wrong) expect(readMarker(lineOf(other), ['k'])).toBeNull();
    const proto = JSON.stringify(fields).replace('{', '{"__proto__":{"changes":null},');
    const forged = `<!-- inboxctl:v1 ${Buffer.from(proto).toString('base64url')} -->`;
    expect(readMarker(forged, ['k'])?.signature).not.toBe('ours');
    await forAll([fc.string()], 100, (body) => readMarker(body, ['k']) === null);
    await forAll([fc.base64String()], 100, (body) => readMarker(`<!-- inboxctl:v1 ${body} -->`, ['k']) === null);
    await forAll([fc.json()], 100, (json) => readMarker(lineOf(JSON.parse(json)), ['k']) === null);
  });

  it('names no changes where it would be longer than 36,000 bytes', () => {
    const made = (count: number) => {
      const changes = Array.from({ length: count }, (_, index) => String(index).padStart(22, '0'));
      return markerLine(fitting({ ...EXAMPLE, changes }), 'k');
    };
    for (let count = 1040; count < 1080; count++) {
      const line = made(count);
      expect(line.length).toBeLessThanOrEqual(36_000);
      expect(readMarker(line, ['k'])?.signature).toBe('ours');
    }
    expect(readMarker(made(1040), ['k'])?.review.changes).toHaveLength(1040);
    expect(readMarker(made(1080), ['k'])?.review.changes).toBeNull();
    expect(made(5000).length).toBeLessThan(1000);
  });

  it('holds the digests as 22 characters', () => {
    expect(shortDigest(`sha256:${'ff'.repeat(32)}`)).toBe('_'.repeat(22));
  });
});

describe('the text below it', () => {
  const KEY = 'k';
  /** As it is signed: what GitHub may change is not. */
  const kept = (body: string) => body.replaceAll('\r\n', '\n').trimEnd();
  // Also what looks alike, is not seen, or ends a line.
  const character = fc.oneof(
    fc.constantFrom('\n', '\r', ' ', 'e', 'é', 'e\u0301', 'а', '\u200b', '\u2028', '<!--', '-->'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  const said = fc.array(character, { maxLength: 30 }).map((all) => `The plan${all.join('')}`);

  it('is signed with it: no character of a comment can be added, taken away or changed', () =>
    forAll(
      [said, fc.nat(), fc.constantFrom('add', 'take', 'change'), character, fc.boolean()],
      1000,
      (text, place, how, other, isInText) => {
        const body = bodyOf(EXAMPLE, KEY, text);
        const first = isInText ? lineIn(body).length : 0;
        const at = first + (place % (body.length - first + 1));
        const changed = body.slice(0, at) + (how === 'take' ? '' : other) + body.slice(how === 'add' ? at : at + 1);
        const isSame = kept(changed) === kept(body);
        expect(readMarker(changed, [KEY])?.signature === 'ours').toBe(isSame);
      },
    ));

  it('may get other line ends, and other white space at its end', () =>
    forAll([said, fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t') })], 100, (text, end) => {
      const body = bodyOf(EXAMPLE, KEY, text);
      for (const same of [kept(body).replaceAll('\n', '\r\n'), kept(body) + end, body.trimEnd()]) {
        expect(readMarker(same, [KEY])?.signature).toBe('ours');
        expect(textOf(same)).toBe(kept(`\n${text}`).slice(1));
      }
    }));

  it('has what the marker leaves of the comment', () =>
    forAll([reviews, keys], 100, (review, key) => {
      const body = signedBody(review, { maxBytes: 10_000, within: (maxBytes) => 'x'.repeat(maxBytes) }, key);
      expect(Buffer.byteLength(body)).toBe(10_000);
      const other = unsignedBody(body, { maxBytes: 10_000, within: (maxBytes) => 'y'.repeat(maxBytes) });
      expect(Buffer.byteLength(other)).toBe(10_000);
      expect(lineIn(other)).toBe(lineIn(body));
      expect(readMarker(other, [key])?.signature).toBe('edited');
    }));
});

describe('what is used up', () => {
  const [a, b] = ['a'.repeat(22), 'b'.repeat(22)];
  const twins = readMarker(markerLine({ ...EXAMPLE, changes: [a, b, a] }, 'k'), ['k'])?.review;
  if (twins === undefined) throw new Error('There is no review');

  it('is in the same line, under the same signature', () => {
    const line = usedUpLine(twins, { left: [a], made: [a, b] }, 'k');
    expect(readMarker(line, ['k'])).toEqual({ signature: 'ours', review: { ...twins, changes: [a], done: [b, a] } });
    const then = usedUpLine({ ...twins, changes: [a], done: [b, a] }, { left: [], made: [a] }, 'k');
    expect(readMarker(then, ['k'])?.review).toMatchObject({ changes: [], done: [b, a, a] });
    expect(readMarker(then, ['other'])?.signature).toBe('other-key');
    const fields = fieldsOf(line);
    for (const edit of [
      { changes: [a, b, a] },
      { done: [] },
      { done: undefined },
      { changes: [a, b, a], done: undefined },
    ]) {
      expect(readMarker(lineOf({ ...fields, ...edit }), ['k'])?.signature, JSON.stringify(edit)).toBe('edited');
    }
  });

  it('is signed with the key that it is given, whichever signed it before', () => {
    for (const used of [
      { left: [a], made: [a, b] },
      { left: null, made: [] },
    ]) {
      const line = usedUpLine(twins, used, 'newer');
      expect(readMarker(line, ['newer'])?.signature).toBe('ours');
      expect(readMarker(line, ['k'])?.signature).toBe('other-key');
    }
  });

  it('leaves the line as it is where it is nothing', () => {
    const line = markerLine({ ...EXAMPLE, changes: [a, b, a] }, 'k');
    expect(usedUpLine(twins, { left: twins.changes, made: [] }, 'k')).toBe(line);
    expect(usedUpLine(twins, { left: null, made: [a] }, 'k')).toBe(line);
  });

  it('makes no line longer than a comment has room for, however many changes there are', () => {
    const changes = Array.from({ length: 1040 }, (_, index) => String(index).padStart(22, '0'));
    expect(usedUpLine({ ...twins, changes }, { left: [], made: changes.slice(7) }, 'k').length).toBeLessThan(36_000);
  });

  it('is told from what was not needed, and added up', () => {
    const line = usedUpLine(twins, { left: [a], made: [a] }, 'k');
    expect(readMarker(line, ['k'])?.review).toMatchObject({ changes: [a], done: [a], unneeded: [b] });
    const then = usedUpLine({ ...twins, changes: [a], done: [a], unneeded: [b] }, { left: [], made: [] }, 'k');
    expect(readMarker(then, ['k'])?.review).toMatchObject({ changes: [], done: [a], unneeded: [b, a] });
  });

  it('of a plan without a list is a number', () => {
    const line = usedUpLine({ ...twins, changes: null }, { left: [], made: [a, b] }, 'k');
    expect(readMarker(line, ['k'])).toMatchObject({ signature: 'ours', review: { changes: [], made: 2 } });
  });
});

it('a list of changes without the inboxes that they are for is no review', () => {
  const one = bodyOf({ ...EXAMPLE, inboxes: null }, 'key');
  expect(readMarker(one, ['key'])).toBeNull();
  const whole = bodyOf({ ...EXAMPLE, changes: null, inboxes: null }, 'key');
  expect(readMarker(whole, ['key'])?.signature).toBe('ours');
});
