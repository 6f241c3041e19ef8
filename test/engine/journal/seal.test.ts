/** Sealed journals: what opens them, and that no change of one stays unseen. */
import { truncateSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../src/diagnostics/redactor.ts';
import { type JournalContent, parseJournal, readRunFrom } from '../../../src/engine/journal/read.ts';
import { sealedLine } from '../../../src/engine/journal/seal.ts';
import { distrustOf } from '../../../src/engine/journal/trust.ts';
import { firstLines, type RunStart } from '../../../src/engine/journal/write.ts';
import { sealedHead } from '../../../src/model/journal.ts';
import { accountRedactor, sealKeyOf } from '../../../src/planning/account-redactor.ts';
import { declaredOf, liveOf, writtenRules } from '../../harness/arbitrary.ts';
import { runStart, SEALS, TAGS, THREE } from '../../harness/journal.ts';
import { projectOf } from '../../harness/project.ts';
import { IS_NIGHT, runs } from '../../harness/runs.ts';

const RUN = '20261121T092233Z-0123456789ab';

/** A whole journal: the plan of each account, an outcome of its first change, and its end. */
function whole(start: RunStart): string {
  const { hash, parts, text } = firstLines(RUN, start);
  const more = parts.flatMap(({ index, key }) =>
    [
      { kind: 'outcome', change: 0, status: 'done', id: 'made', at: '' },
      { kind: 'end', outcome: 'converged', at: '' },
    ].map((line, at) => sealedLine(hash, { number: at + 1, account: index, isEnd: line.kind === 'end' }, key, line)),
  );
  return text + more.map((line) => `${line}\n`).join('');
}

function read(text: string, keys = SEALS): JournalContent {
  const found = parseJournal(text, keys);
  if ('reason' in found) throw new Error(found.reason);
  return found;
}

const statesOf = (text: string, keys = SEALS) =>
  read(text, keys).parts?.map(({ account, state }) => `${account} ${state}`);

/** With a key for each account. */
async function ofTwo(): Promise<{ text: string; keys: Record<'alice' | 'bob', ReturnType<typeof sealKeyOf>> }> {
  const start = await runStart({ accounts: { alice: THREE, bob: THREE } });
  const parts = start.parts.map((part) => {
    const redactor = accountRedactor(`key-of-${part.account.name}`, new Redactor([]));
    return { ...part, account: { ...part.account, redactor } };
  });
  return { text: whole({ ...start, parts }), keys: { alice: sealKeyOf('key-of-alice'), bob: sealKeyOf('key-of-bob') } };
}

it('of any rules opens with its key, and tells of every single byte that was changed', async () => {
  const account = fc.record({
    declared: writtenRules.map((written) => written.map(declaredOf)),
    live: writtenRules.map((written) => written.map((rule, index) => liveOf(declaredOf(rule), index))),
  });
  const accounts = fc.dictionary(fc.constantFrom('alice', 'bob'), account, { minKeys: 1 });
  await fc.assert(
    fc.asyncProperty(accounts, fc.nat(), fc.integer({ min: 1, max: 255 }), async (found, at, by) => {
      const start = await runStart({ accounts: found });
      if (start.parts.every(({ work }) => work.length === 0)) return;
      const text = whole(start);
      const content = read(text);
      expect(content.end).toMatchObject({ outcome: 'converged' });
      expect(content.plan.changes).toHaveLength(start.parts.reduce((sum, { work }) => sum + work.length, 0));
      const bytes = Buffer.from(text);
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ by;
      const changed = parseJournal(bytes.toString('utf8'), SEALS);
      // A last line end that is not one cuts the end off, which is told as a run that was killed.
      const isTold =
        'reason' in changed || changed.end === null || changed.parts?.some(({ state }) => state !== 'opened');
      expect(isTold).toBe(true);
    }),
    { numRuns: runs(150) },
  );
});

it('tells of each byte of one journal', { timeout: 60_000 }, async () => {
  const text = whole(await runStart({}));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    const changed = parseJournal(copy.toString('latin1'), SEALS);
    if ('reason' in changed || changed.end === null) continue;
    expect({ at, states: changed.parts?.map(({ state }) => state) }).toEqual({ at, states: ['forged'] });
  }
});

describe('the part of an account', () => {
  it('opens with the key of that account alone', async () => {
    const { text, keys } = await ofTwo();
    expect(statesOf(text, [keys.alice])).toEqual(['alice opened', 'bob locked']);
    expect(statesOf(text, [keys.bob])).toEqual(['alice locked', 'bob opened']);
    expect(statesOf(text, [keys.alice, keys.bob])).toEqual(['alice opened', 'bob opened']);
    expect(statesOf(text, [])).toEqual(['alice locked', 'bob locked']);
    const { plan, outcomes, end } = read(text, [keys.bob]);
    expect(plan.changes.map(({ account }) => account)).toEqual(['bob', 'bob', 'bob']);
    expect([outcomes.length, end?.outcome]).toEqual([1, 'converged']);
    expect(text).not.toMatch(/find |"Kept\\?"|aiInstructions/);
  });

  it('is trusted with a key of that account alone, also where the journal opens with another', async () => {
    const { text, keys } = await ofTwo();
    const run = { run: RUN, ...read(text, [keys.alice, keys.bob]) };
    const redactorOf = (key: string) => accountRedactor(key, new Redactor([]));
    const alice = { name: 'alice', redactor: redactorOf('key-of-alice') };
    expect(distrustOf(run, alice)).toBeNull();
    expect(distrustOf(run, { ...alice, redactor: redactorOf('key-of-bob') })).toBe('other-key');
    // The key was rotated, twice.
    const rotated = { name: 'alice', redactor: redactorOf('newest') };
    expect(distrustOf(run, { ...rotated, keys: ['newer', 'key-of-alice'].map(redactorOf) })).toBeNull();
    expect(distrustOf(run, { ...rotated, keys: [redactorOf('newer')] })).toBe('other-key');
    expect(distrustOf({ ...run, run: `${RUN}-2` }, alice)).toBe('forged');
  });
});

describe('is forged', () => {
  const broken = async (edit: (lines: string[]) => string[]) => {
    const { text, keys } = await ofTwo();
    const lines = text.trimEnd().split('\n');
    return statesOf(`${edit(lines).join('\n')}\n`, [keys.alice, keys.bob]);
  };
  const FORGED = ['alice forged', 'bob forged'];

  it('where a line in the middle is left out, doubled, swapped or moved', async () => {
    // The lines are the head, the plans of alice and bob, and then the outcome and the end of each.
    expect(await broken((lines) => lines.filter((_, at) => at !== 3))).toEqual(['alice forged', 'bob opened']);
    expect(await broken((lines) => lines.flatMap((line, at) => (at === 3 ? [line, line] : [line])))).toEqual([
      'alice forged',
      'bob opened',
    ]);
    expect(await broken(([head = '', a = '', b = '', c = '', d = '', ...rest]) => [head, a, b, d, c, ...rest])).toEqual(
      ['alice forged', 'bob opened'],
    );
    expect(await broken((lines) => [...lines, '2 AAAAAAAAAAAAAAAAAAAAAAAAAAAA'])).toEqual(FORGED);
  });

  it('where a line is of another run, another account, or says in the clear that it is the end', async () => {
    const other = (await ofTwo()).text.split('\n');
    expect(await broken((lines) => lines.map((line, at) => (at === 1 ? (other[1] ?? '') : line)))).toContain(
      'alice forged',
    );
    expect(await broken((lines) => lines.map((line, at) => (at === 1 ? line.replace('0 ', '1 ') : line)))).toEqual(
      FORGED,
    );
    expect(await broken((lines) => lines.map((line, at) => (at === 3 ? line.replace(' ', ' end ') : line)))).toContain(
      'alice forged',
    );
  });

  it('where the head says anything else', async () => {
    const edits: [string, string][] = [
      ['"by":"apply"', '"by":"rollback"'],
      ['"pid":1', '"pid":2'],
      ['mail.example.com', 'mail.example.org'],
      ['2026-11-21T', '2026-11-22T'],
      ['{"formatVersion"', '{ "formatVersion"'],
    ];
    for (const [from, to] of edits) {
      expect(await broken(([head = '', ...rest]) => [head.replace(from, to), ...rest])).toEqual(FORGED);
    }
  });
});

describe('is told, in words of its own', () => {
  it('where the end is cut, nothing is there, it is too large, or newer', async () => {
    const text = whole(await runStart({}));
    const cut = read(text.slice(0, -20));
    expect([cut.end, cut.hasEnded, cut.parts?.[0]?.state]).toEqual([null, false, 'opened']);
    const reason = (one: string) => {
      const found = parseJournal(one, SEALS);
      return 'reason' in found ? found.reason : null;
    };
    expect(reason(text.slice(0, text.indexOf('\n') + 5))).toBe('cut');
    expect(reason(text.slice(0, 40))).toBe('cut');
    expect(reason('')).toBe('not-a-journal');
    expect(reason(text.replace('"formatVersion":2', '"formatVersion":3'))).toBe('newer');
    const folder = projectOf({ 'empty.jsonl': '', 'huge.jsonl': '' });
    truncateSync(path.join(folder, 'huge.jsonl'), 1_000_000_000);
    const problem = (name: string) => {
      const found = readRunFrom(path.join(folder, name), SEALS, folder);
      return 'problem' in found ? found.problem.args : null;
    };
    expect(problem('empty.jsonl')).toMatchObject({ reason: 'not-a-journal' });
    expect(problem('huge.jsonl')).toMatchObject({ reason: 'too-big' });
    expect(problem('none.jsonl')).toMatchObject({ reason: 'ENOENT' });
  });

  it('with 2,000 accounts, and with 10,000 at night, in seconds', { timeout: 30_000 }, async () => {
    const names = Array.from({ length: IS_NIGHT ? 10_000 : 2_000 }, (_, index) => `inbox-${index}`);
    const one = await runStart({ accounts: { [names[0] ?? '']: THREE } });
    const [part] = one.parts;
    if (part === undefined) throw new Error('There is one');
    const parts = names.map((name) => ({ ...part, account: { ...part.account, name } }));
    const content = read(whole({ ...one, parts }));
    expect(content.parts?.every(({ state }) => state === 'opened')).toBe(true);
    expect(content.plan.changes).toHaveLength(3 * names.length);
  });
});

it('has a salt of its own, so that the same run seals to other bytes', async () => {
  const start = await runStart({});
  const [one, other] = [firstLines(RUN, start).text, firstLines(RUN, start).text];
  const saltOf = (text: string) => sealedHead.parse(JSON.parse(text.split('\n')[0] ?? '')).salt;
  expect(saltOf(one)).not.toBe(saltOf(other));
  expect(one.split('\n')[1]).not.toBe(other.split('\n')[1]);
  expect(one).not.toContain(TAGS);
});
