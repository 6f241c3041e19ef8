/** Sealed snapshots: what opens them, and that no change to one goes unseen. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSnapshot, type RunSnapshot } from '../../../src/engine/snapshot/read.ts';
import { bindingOf, lineSeal } from '../../../src/engine/snapshot/seal.ts';
import { snapshotText } from '../../../src/engine/snapshot/write.ts';
import { snapshotHead } from '../../../src/model/snapshot.ts';
import { sealKeyOf } from '../../../src/planning/account-redactor.ts';
import { declaredOf, liveOf, writtenRules } from '../../harness/arbitrary.ts';
import { forAll } from '../../harness/for-all.ts';
import { EMPTY_INBOX } from '../../harness/identity.ts';
import { IS_NIGHT } from '../../harness/runs.ts';
import { changesOf, endedText, RUN, runStart, SEALS, TAGS, THREE } from '../../harness/snapshot.ts';

type Content = Pick<RunSnapshot, 'head' | 'parts' | 'hasEnd'>;

function read(text: string, keys = SEALS): Content {
  const found = parseSnapshot(text, keys);
  if ('reason' in found) throw new Error(found.reason);
  return found;
}

function reasonOf(text: string, keys = SEALS): string | null {
  const found = parseSnapshot(text, keys);
  return 'reason' in found ? found.reason : null;
}

const KEYS = { alice: sealKeyOf('key-of-alice'), bob: sealKeyOf('key-of-bob') };
const BOTH = [KEYS.alice, KEYS.bob];

/** A run in two accounts that are alike, each with a key of its own, or both with one. */
function startOfTwo(keyOf = (name: string) => `key-of-${name}`) {
  return runStart({ accounts: { alice: THREE, bob: THREE }, keyOf });
}

const opensOf = (text: string, keys = BOTH) =>
  read(text, keys).parts.map(({ name, opened }) => `${name} ${opened === null ? 'sealed' : 'opened'}`);

describe('a snapshot of any rules', () => {
  const rules = writtenRules.map((written) => written.map(declaredOf));
  const account = fc.record({
    declared: rules,
    live: writtenRules.map((written) => written.map((rule, index) => liveOf(declaredOf(rule), index))),
  });

  it('reads back as it was sealed, in no, one or several accounts', () =>
    forAll([fc.dictionary(fc.constantFrom('alice', 'bob', 'carol'), account)], 25, async (accounts) => {
      const start = await runStart({ accounts });
      const changed = start.parts.filter(({ work }) => work.length > 0);
      for (const text of [snapshotText(RUN, start).text, endedText(start)]) {
        const { head, parts } = read(text);
        expect(head).toMatchObject({ run: RUN, by: 'apply', rollbackOf: null, pid: 1 });
        expect(parts.map(({ name }) => name)).toEqual(changed.map((one) => one.account.name));
        parts.forEach(({ opened }, index) => {
          expect(opened?.live).toEqual(changed[index]?.live.map(({ id, createdAt }) => ({ id, createdAt })));
          expect(opened?.changes.map(({ digest }) => digest)).toEqual(
            changed[index]?.work.map(({ change }) => change.digest),
          );
        });
      }
    }));

  it('tells of every single byte that was changed', async () => {
    const accounts = fc.dictionary(fc.constantFrom('alice', 'bob'), account, { minKeys: 1 });
    await forAll([accounts, fc.nat(), fc.integer({ min: 1, max: 255 })], 150, async (found, at, by) => {
      const start = await runStart({ accounts: found });
      if (start.parts.every(({ work }) => work.length === 0)) return;
      const text = endedText(start);
      expect(read(text).parts.every(({ opened }) => opened?.end?.outcome === 'converged')).toBe(true);
      const bytes = Buffer.from(text);
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ by;
      expectTold(bytes.toString('utf8'));
    });
  });

  /** Nothing of a changed snapshot may count: it is refused, or its key is another one. */
  function expectTold(text: string) {
    const changed = parseSnapshot(text, SEALS);
    if ('reason' in changed) return;
    expect(changed.parts.some(({ opened }) => opened !== null)).toBe(false);
  }

  it('tells of each byte of one', { timeout: 60_000 }, async () => {
    const bytes = Buffer.from(endedText(await runStart()));
    for (let at = 0; at < bytes.length; at += 1) {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      expectTold(copy.toString('latin1'));
    }
  });
});

describe('a snapshot that was cut', () => {
  it('at any byte is refused, but for the place before its ends: that run counts as cut off, and is all there', async () => {
    const start = await startOfTwo();
    const text = endedText(start);
    const beforeEnds = lengthOf(text, 3);
    const beginning = '{"formatVersion":1,"kind":"snapshot",'.length;
    for (let length = 0; length < text.length; length += 1) {
      const found = parseSnapshot(text.slice(0, length), BOTH);
      if (length !== beforeEnds) {
        const reason = 'reason' in found ? found.reason : null;
        expect({ length, reason }).toEqual({ length, reason: length < beginning ? 'not-a-snapshot' : 'cut' });
      } else if ('reason' in found) expect.fail(found.reason);
      else {
        expect(found.hasEnd).toBe(false);
        expect(found.parts.flatMap(({ opened }) => opened?.changes ?? [])).toHaveLength(changesOf(start).length);
        expect(found.parts.map(({ opened }) => opened?.end)).toEqual([null, null]);
      }
    }
  });

  it('is refused also by who has no key', async () => {
    const text = endedText(await startOfTwo());
    for (const cut of [
      text.slice(0, lengthOf(text, 2)),
      text.slice(0, lengthOf(text, 4)),
      text.slice(0, -1),
      `${text}\n`,
    ])
      expect(reasonOf(cut, [])).toBe('cut');
  });

  /** The length of so many lines. */
  function lengthOf(text: string, lines: number): number {
    return text.split('\n').slice(0, lines).join('\n').length + 1;
  }
});

describe('the part of an account', () => {
  it('opens with the key of that account alone', async () => {
    const text = endedText(await startOfTwo());
    expect(opensOf(text, [KEYS.alice])).toEqual(['alice opened', 'bob sealed']);
    expect(opensOf(text, [KEYS.bob])).toEqual(['alice sealed', 'bob opened']);
    expect(opensOf(text)).toEqual(['alice opened', 'bob opened']);
    expect(opensOf(text, [])).toEqual(['alice sealed', 'bob sealed']);
    expect(opensOf(text, [sealKeyOf('newest'), KEYS.bob])).toEqual(['alice sealed', 'bob opened']);
    const [alice, bob] = read(text, [KEYS.bob]).parts;
    expect([alice?.keyId, alice?.opened]).toEqual([KEYS.alice.keyId, null]);
    expect(bob?.opened?.changes).toHaveLength(3);
    expect(bob?.opened?.end?.outcome).toBe('converged');
  });

  it('shows nothing of rules or keys outside', async () => {
    const text = endedText(await startOfTwo());
    // With its quotes, since sealed text is base64 of random bytes: three letters are in it by chance.
    expect(text).not.toMatch(/"(Kept|Old|New)"|aiInstructions|key-of/);
    expect(Buffer.from(text.split('\n')[1] ?? '', 'base64url').toString('latin1')).not.toMatch(/Kept|ARCHIVE/);
  });

  it('has the ids of all live rules with the times when they were made, and recognizes the API key', async () => {
    const { parts } = read(endedText(await startOfTwo()), BOTH);
    const [alice, bob] = parts.map(({ opened }) => opened);
    expect(alice?.live).toEqual(THREE.live.map(({ id, createdAt }) => ({ id, createdAt })));
    expect(alice?.live.map(({ id }) => id)).toEqual(['id-0', 'id-1']);
    expect(alice?.apiKey).toBe(alice?.seal.tagOfKey('api-key-of-alice'));
    expect(alice?.apiKey).not.toBe(alice?.seal.tagOfKey('api-key-of-bob'));
    // The same key has another tag in another account, and a text of that value too.
    expect(bob?.seal.tagOfKey('api-key-of-alice')).not.toBe(alice?.apiKey);
    expect(alice?.seal.tagOfText('api-key-of-alice')).not.toBe(alice?.apiKey);
  });
});

describe('a snapshot is refused', () => {
  /** What is read after an edit of its lines: the head, the parts of alice and bob, the ends of alice and bob. */
  const edited = async (edit: (lines: string[]) => string[], keyOf?: (name: string) => string) => {
    const lines = endedText(await startOfTwo(keyOf))
      .trimEnd()
      .split('\n');
    const keys = keyOf === undefined ? BOTH : [sealKeyOf(keyOf(''))];
    return reasonOf(`${edit(lines).join('\n')}\n`, keys);
  };
  const each = (change: (line: string, at: number, lines: string[]) => string) => (lines: string[]) =>
    lines.map(change);
  const put = (at: number, by: (lines: string[]) => string | undefined) =>
    each((line, index, lines) => (index === at ? (by(lines) ?? '') : line));
  const twice = (at: number) => (lines: string[]) => lines.flatMap((one, index) => (index === at ? [one, one] : [one]));

  it('if a line is left out or doubled', async () => {
    for (const line of [1, 2, 3, 4]) {
      expect(await edited((lines) => lines.filter((_, at) => at !== line))).toBe('cut');
      expect(await edited(twice(line))).toBe('cut');
      expect(await edited(put(line, () => ''))).toBe('forged');
    }
    expect(await edited(twice(0))).toBe('cut');
  });

  it.each([undefined, () => 'one-key-of-both'])(
    'if lines are swapped, or in the place of another account',
    async (keyOf) => {
      const swaps = [
        [1, 2],
        [3, 4],
        [1, 3],
        [2, 4],
        [1, 4],
      ] as const;
      for (const [one, other] of swaps) {
        const swapped = each((line, at, lines) => (at === one ? lines[other] : at === other ? lines[one] : line) ?? '');
        expect(await edited(swapped, keyOf)).toBe('forged');
      }
      // Alice's part twice, and her end twice.
      expect(
        await edited(
          put(2, (lines) => lines[1]),
          keyOf,
        ),
      ).toBe('forged');
      expect(
        await edited(
          put(4, (lines) => lines[3]),
          keyOf,
        ),
      ).toBe('forged');
    },
  );

  it('if a line is of another run of the same changes and keys', async () => {
    const other = endedText(await startOfTwo()).split('\n');
    for (const line of [0, 1, 2, 3, 4]) expect(await edited(put(line, () => other[line]))).toBe('forged');
    // Also those that a run of the same name has, and the ends alone.
    expect(await edited((lines) => [...lines.slice(0, 3), ...other.slice(3, 5)])).toBe('forged');
    expect(await edited((lines) => [lines[0] ?? '', ...other.slice(1, 5)])).toBe('forged');
  });

  it('if a line is sealed under another key', async () => {
    const start = await startOfTwo();
    const lines = endedText(start).trimEnd().split('\n');
    const [first = '', part = ''] = lines;
    const head = snapshotHead.parse(JSON.parse(first));
    const own = lineSeal(head, bindingOf(first), 0, KEYS.alice);
    const live = [{ id: 'another', createdAt: '2026-11-20T08:00:00.000Z' }];
    const changed = { ...(own.open('part', part) as object), live };
    const withPart = (line: string) => `${[first, line, ...lines.slice(2)].join('\n')}\n`;
    expect(reasonOf(withPart(lineSeal(head, bindingOf(first), 0, KEYS.bob).seal('part', changed)), BOTH)).toBe(
      'forged',
    );
    expect(reasonOf(withPart(lineSeal(head, bindingOf(first), 1, KEYS.alice).seal('part', changed)), BOTH)).toBe(
      'forged',
    );
    expect(reasonOf(withPart(own.seal('end', changed)), BOTH)).toBe('forged');
    // Who has the key can write one.
    expect(read(withPart(own.seal('part', changed)), BOTH).parts[0]?.opened?.live).toEqual(live);
  });

  it('if a line is the same bytes in another spelling, or none at all', async () => {
    const spoils: ((line: string) => string)[] = [
      (line) => `${line}=`,
      (line) => ` ${line}`,
      (line) => `${line}\r`,
      (line) => line.slice(0, -4),
      () => 'AAAA',
      () => 'not base64!',
    ];
    for (const spoil of spoils)
      for (const at of [1, 4]) expect(await edited(put(at, (lines) => spoil(lines[at] ?? '')))).toBe('forged');
  });

  it('if its head says anything else', async () => {
    const edits: [string, string][] = [
      ['"by":"apply"', '"by":"rollback"'],
      ['"rollbackOf":null', `"rollbackOf":"${RUN}"`],
      ['"pid":1', '"pid":2'],
      ['"name":"alice"', '"name":"carol"'],
      ['mail.example.com', 'mail.example.org'],
      ['2026-11-21T', '2026-11-22T'],
      [RUN, `${RUN}-2`],
      ['"salt":"', '"origin":{"commit":"c0ffee"},"salt":"'],
      ['{"formatVersion"', '{ "formatVersion"'],
    ];
    for (const [from, to] of edits) {
      const changed = await edited(([head = '', ...rest]) => {
        expect(head).toContain(from);
        return [head.replace(from, to), ...rest];
      });
      expect([from, changed]).toEqual([from, 'forged']);
    }
    const withMore = (key: string) => edited(([head = '', ...rest]) => [head.replace(/}$/, `,"${key}":1}`), ...rest]);
    expect(await withMore('more')).toBe('not-a-snapshot');
  });

  it('if accounts changed places, also with their lines', async () => {
    const moved = (lines: string[]) => {
      const head = snapshotHead.parse(JSON.parse(lines[0] ?? ''));
      const first = JSON.stringify({ ...head, accounts: [...head.accounts].reverse() });
      return [first, lines[2] ?? '', lines[1] ?? '', lines[4] ?? '', lines[3] ?? ''];
    };
    expect(await edited(moved)).toBe('forged');
    expect(await edited(moved, () => 'one-key-of-both')).toBe('forged');
    const without = (lines: string[]) => {
      const head = snapshotHead.parse(JSON.parse(lines[0] ?? ''));
      return [JSON.stringify({ ...head, accounts: head.accounts.slice(0, 1) }), lines[1] ?? '', lines[3] ?? ''];
    };
    expect(await edited(without)).toBe('forged');
  });
});

it('a line opens in the place that it was sealed for alone, also among accounts that are called the same', () => {
  const account = {
    name: 'twin',
    baseUrl: 'https://mail.example.com/api/v1',
    keyId: KEYS.alice.keyId,
    inbox: EMPTY_INBOX,
  };
  const salt = Buffer.alloc(32).toString('base64url');
  const digest = `sha256:${'0'.repeat(64)}`;
  const about = { startedAt: '2026-11-21T09:22:33.456Z', by: 'apply', digest, rollbackOf: null, pid: 1 } as const;
  const head = { formatVersion: 1, kind: 'snapshot', run: RUN, ...about, salt, accounts: [account, account] } as const;
  const first = JSON.stringify(head);
  const [one, other] = [0, 1].map((place) => lineSeal(snapshotHead.parse(head), bindingOf(first), place, KEYS.alice));
  const line = one?.seal('part', 'content') ?? '';
  expect(one?.open('part', line)).toBe('content');
  expect(one?.open('end', line)).toBeUndefined();
  expect(other?.open('part', line)).toBeUndefined();
});

describe('a snapshot of a later version', () => {
  it('is told by its head', async () => {
    const text = endedText(await runStart());
    expect(reasonOf(text.replace('"formatVersion":1', '"formatVersion":2'))).toBe('newer');
    expect(reasonOf(text.replace('"formatVersion":1', '"formatVersion":2'), [])).toBe('newer');
    expect(reasonOf(text.replace('"formatVersion":1', '"formatVersion":0'))).toBe('not-a-snapshot');
  });

  const started = async () => {
    const { parts, text } = snapshotText(RUN, await runStart());
    const [{ seal }] = parts as [(typeof parts)[number]];
    return { seal, text };
  };

  it('is told by words in a part that this one does not know, never taken for one without changes', async () => {
    const { seal, text } = await started();
    const [first = '', line = ''] = text.split('\n');
    const resealed = (change: (json: string) => string) =>
      `${first}\n${seal.seal('part', JSON.parse(change(JSON.stringify(seal.open('part', line)))))}\n`;
    expect(reasonOf(resealed((json) => json))).toBeNull();
    expect(reasonOf(resealed((json) => json.replaceAll('"op":"replace"', '"op":"switch"')))).toBe('newer');
    expect(reasonOf(resealed((json) => json.replace(/"createdAt":/, '"madeAt":')))).toBe('newer');
    expect(reasonOf(resealed(() => '{}'))).toBe('newer');
    expect(reasonOf(resealed(() => '[]'))).toBe('newer');
  });

  it('has an end in words of its own: then only that is not known', async () => {
    const { seal, text } = await started();
    const { parts: found, hasEnd } = read(`${text}${seal.seal('end', { outcome: 'postponed' })}\n`);
    expect(hasEnd).toBe(true);
    expect(found[0]?.opened?.end).toBeNull();
    expect(found[0]?.opened?.changes).toHaveLength(3);
  });
});

it.each<[string, string]>([
  ...['', '\n', '{}', '[]', 'null', '{"formatVersion":1,"kind":"pl'].map((text): [string, string] => [
    text,
    'not-a-snapshot',
  ]),
  ['{"formatVersion":2,"kind":"snapshot"}\n', 'newer'],
  ['{"formatVersion":1,"kind":"snapshot","ru', 'cut'],
])('what is not a snapshot is told from one: %j', (text, reason) => {
  expect(reasonOf(text)).toBe(reason);
});

it('whatever is not a snapshot is told from one', () =>
  forAll([fc.oneof(fc.string(), fc.json())], 100, (text) => {
    expect(reasonOf(text)).not.toBeNull();
  }));

it('a snapshot with 2,000 accounts, and with 10,000 at night, is read in seconds', { timeout: 30_000 }, async () => {
  const names = Array.from({ length: IS_NIGHT ? 10_000 : 2_000 }, (_, index) => `inbox-${index}`);
  const one = await runStart({ accounts: { [names[0] ?? '']: THREE } });
  const [part] = one.parts;
  if (part === undefined) throw new Error('There is one');
  const parts = names.map((name) => ({ ...part, account: { ...part.account, name } }));
  const content = read(endedText({ ...one, parts }));
  expect(content.parts).toHaveLength(names.length);
  expect(content.parts.every(({ opened }) => opened?.changes.length === 3)).toBe(true);
});

it('a snapshot has a salt of its own, so that the same run seals to other bytes and other tags', async () => {
  const start = await runStart();
  const [one, other] = [endedText(start), endedText(start)];
  const saltOf = (text: string) => snapshotHead.parse(JSON.parse(text.split('\n')[0] ?? '')).salt;
  expect(saltOf(one)).not.toBe(saltOf(other));
  expect(one.split('\n')[1]).not.toBe(other.split('\n')[1]);
  const tagOf = (text: string) => read(text).parts[0]?.opened?.seal.tagOfText('the same text');
  expect(tagOf(one)).not.toBe(tagOf(other));
  expect(one).not.toContain(TAGS);
});
