/** Rules that were parked for changes that were not made in the end: they are unparked as they were. */
import { describe, expect, it } from 'vitest';
import type { LiveRule } from '../../../src/model/rule.ts';
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import { type Fate, MEASURED, ModelService, play, type Script, SPECIFIED } from './model-service.ts';

const from = (name: string, sender: string): ResolvedRule => ({
  name,
  condition: { static: { from: `${sender}@example.com` } },
  actions: [{ type: 'ARCHIVE' }],
});
const asks = (name: string, text: string, renamedFrom: string): ResolvedRule => ({
  name,
  condition: { aiInstructions: text },
  actions: [{ type: 'ARCHIVE' }],
  renamedFrom,
});

/** B is parked for A. */
const SENDERS = { live: [from('A', 'one'), from('B', 'two')], declared: [from('A', 'two'), from('B', 'one')] };
/** Each is called by the name that it is to have. */
const NAMES = {
  live: [asks('A', 'a', 'A'), asks('B', 'b', 'B')],
  declared: [asks('B', 'a', 'A'), asks('A', 'b', 'B')],
};

interface Setting extends Omit<Script, 'write'> {
  of?: typeof SENDERS;
  kind?: typeof MEASURED;
  /** What becomes of requests once a rule was parked; the last one holds for those that follow. */
  fates: Record<string, Fate[]>;
}

async function played({ of = SENDERS, kind = MEASURED, fates, ...script }: Setting) {
  const service = new ModelService(kind, of.live);
  const shown = (rules: readonly LiveRule[]) => rules.map(({ id, name, condition }) => ({ id, name, condition }));
  const before = shown(service.rules);
  const asked = new Map<string, number>();
  const write: Script['write'] = (_, __, ___, request) => {
    const earlier = asked.get(request) ?? 0;
    if (asked.size > 0 || request.startsWith('park')) asked.set(request, earlier + 1);
    if (asked.size === 0) return 'answered';
    return fates[request]?.[earlier] ?? fates[request]?.at(-1);
  };
  const { requests, unparks, ...result } = await play(service, of.declared, { ...script, write });
  return {
    ...result,
    before,
    live: shown(service.rules),
    requests,
    back: requests.filter((request) => request.startsWith('back')),
    unparks: unparks.map(({ change, status, error }) => [
      change.name,
      status,
      ...(error === undefined ? [] : [error.message]),
    ]),
  };
}

const SUBJECT = 'inboxctl: being moved';

describe('a rule that was parked for a change that is not made', () => {
  it.each([
    ['has its sender again', SENDERS],
    ['has its name again', NAMES],
  ])('%s', async (_, of) => {
    const { live, before, requests, unparks, ends } = await played({ of, fates: { 'replace A': ['rejected'] } });
    expect(requests.slice(-2)).toEqual(['back B', 'read']);
    expect(live).toEqual(before);
    expect(unparks).toEqual([['B', 'done']]);
    expect(ends.at(-1)).toBe('B put back');
  });

  it.each(['lost-before', 'lost-after', 'unsent', { throttledMs: 100 }] as Fate[])(
    'is put back although a request has the fate %j',
    async (fate) => {
      const { live, before, unparks } = await played({
        fates: { 'replace A': ['rejected'], 'back B': [fate, 'answered'] },
      });
      expect(live).toEqual(before);
      expect(unparks).toEqual([['B', 'done']]);
    },
  );

  it.each([MEASURED, SPECIFIED])('is put back where answers to a PUT show nothing', async (kind) => {
    const { live, before, unparks } = await played({
      of: NAMES,
      kind: { ...kind, showsRule: false },
      fates: { 'replace A': ['rejected'] },
    });
    expect(live).toEqual(before);
    expect(unparks).toEqual([['B', 'done']]);
  });

  it.each([MEASURED, SPECIFIED])(
    'is not put back where its change was made and the answer shows nothing',
    async (kind) => {
      const { back, steps, unparks } = await played({ kind: { ...kind, showsRule: false }, of: NAMES, fates: {} });
      expect({ back, unparks }).toEqual({ back: [], unparks: [] });
      expect(steps.map(({ status }) => status)).toEqual(['done', 'done']);
    },
  );

  it('is put back once, and no more than that, with the first interruption', async () => {
    const before: Script['before'] = ({ requests, execution }) => {
      if (requests.at(-1) === 'park B') execution.stop();
    };
    const stopped = await played({ fates: {}, before });
    expect(stopped.requests.slice(-3)).toEqual(['park B', 'back B', 'read']);
    expect(stopped.live).toEqual(stopped.before);
    const refused = await played({ fates: { 'back B': [{ throttledMs: 1_000 }] }, before });
    expect(refused.requests.slice(-3)).toEqual(['park B', 'back B', 'read']);
    expect(refused.unparks).toEqual([['B', 'not-tried']]);
    expect(refused.waits).toEqual([]);
  });

  it('is put back where the first failure stops all', async () => {
    const fates: Setting['fates'] = { 'replace A': ['rejected'], 'back B': ['lost-before', 'answered'] };
    const { live, before, steps } = await played({ failFast: true, fates });
    expect(live).toEqual(before);
    expect(steps.map(({ status }) => status)).toEqual(['failed', 'not-tried']);
  });
});

describe('it stays parked', () => {
  const isParked = { name: 'B', condition: { static: { subject: SUBJECT } } };

  it('where its sender is taken by then', async () => {
    const { live, unparks, back } = await played({ fates: { 'replace B': ['rejected'] } });
    expect(live).toMatchObject([{ name: 'A', condition: { static: { from: 'two@example.com' } } }, isParked]);
    expect(back).toEqual(['back B']);
    expect(unparks).toEqual([['B', 'failed', '400: overlaps "A"']]);
  });

  it('where its name is taken by then, which is not tried', async () => {
    const { live, unparks, back } = await played({ of: NAMES, fates: { 'replace B': ['rejected'] } });
    expect(live.map(({ name }) => name)).toEqual(['A (inboxctl: moving)', 'A']);
    expect(back).toEqual([]);
    expect(unparks).toEqual([['B', 'refused']]);
  });

  it.each([
    ['where the key is refused', { fates: { 'replace A': ['key'] } }],
    ['where the rules cannot be read', { fates: { 'replace A': ['lost-before'] }, read: () => 'never' }],
  ] as [string, Setting][])('%s', async (_, setting) => {
    const { live, unparks, back } = await played(setting);
    expect(live[1]).toMatchObject(isParked);
    expect(back).toEqual([]);
    expect(unparks).toEqual([['B', 'not-tried']]);
  });

  it('where nobody answers', async () => {
    const fates: Setting['fates'] = { 'replace A': ['unsent'], 'replace B': ['unsent'], 'back B': ['unsent'] };
    const { live, unparks } = await played({ fates });
    expect(live[1]).toMatchObject(isParked);
    expect(unparks).toEqual([['B', 'not-tried']]);
  });

  it('and many do not wait as long, one after the other, where nobody answers', async () => {
    const pairs = [...Array(20).keys()];
    const of = {
      live: pairs.flatMap((pair) => [from(`A${pair}`, `one${pair}`), from(`B${pair}`, `two${pair}`)]),
      declared: pairs.flatMap((pair) => [from(`A${pair}`, `two${pair}`), from(`B${pair}`, `one${pair}`)]),
    };
    const parked = new Set<string>();
    const write: Script['write'] = (_, __, ___, request) => {
      const [what = '', name = ''] = request.split(' ');
      if (what === 'park') parked.add(name);
      if (what === 'back') return 'unsent';
      return what === 'replace' && parked.has(name.replace('A', 'B')) ? 'rejected' : 'answered';
    };
    const { unparks, at } = await play(new ModelService(MEASURED, of.live), of.declared, { write });
    expect(unparks.map(({ status }) => status)).toEqual(pairs.map((pair) => (pair === 0 ? 'failed' : 'not-tried')));
    expect(at).toBeLessThan(10_000);
  });

  it('where somebody changed it', async () => {
    const { back, live } = await played({
      fates: { 'replace A': ['rejected'] },
      latencyMs: 3_000,
      before: ({ requests, service }) => {
        if (requests.at(-2) === 'park B') service.edit('B', { runOnThreads: false });
      },
    });
    expect(back).toEqual([]);
    expect(live[1]).toMatchObject(isParked);
  });
});
