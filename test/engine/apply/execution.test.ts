/** The machine of one account, played by hand against a service without a network: every way through it. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { executionOf } from '../../../src/engine/apply/execution.ts';
import type { State } from '../../../src/engine/apply/item.ts';
import type { Step } from '../../../src/model/applied.ts';
import type { Change } from '../../../src/model/plan.ts';
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import { accountOf, plannedFor } from '../../harness/account.ts';
import { forAll } from '../../harness/for-all.ts';
import { endsOf, type Fate, MEASURED, ModelService, play, type Script, SPECIFIED } from './model-service.ts';

/** Each way that a change went in these tests. */
const gone = vi.hoisted(() => new Set<string>());
vi.mock('../../../src/engine/apply/item.ts', async (original) => {
  const real = await original<typeof import('../../../src/engine/apply/item.ts')>();
  const watched: typeof real.move = (item, to) => {
    gone.add(`${item.state.phase} -> ${to.phase}`);
    real.move(item, to);
  };
  return { ...real, move: watched };
});
const { itemOf, move } = await vi.importActual<typeof import('../../../src/engine/apply/item.ts')>(
  '../../../src/engine/apply/item.ts',
);
const STATUSES: Step['status'][] = ['done', 'refused', 'failed', 'skipped', 'held', 'not-tried'];

const asks = (name: string, text = name, renamedFrom?: string): ResolvedRule => ({
  name,
  condition: { aiInstructions: text },
  actions: [{ type: 'ARCHIVE' }],
  ...(renamedFrom === undefined ? {} : { renamedFrom }),
});
const from = (name: string, sender: string): ResolvedRule => ({
  name,
  condition: { static: { from: `${sender}@example.com` } },
  actions: [{ type: 'ARCHIVE' }],
});

type WriteScript = NonNullable<Script['write']>;
type BeforeScript = NonNullable<Script['before']>;

type ReadScript = NonNullable<Script['read']>;

const NOTHING = { from: null, to: null, subject: null };

interface Setting extends Script {
  live?: ResolvedRule[];
  kind?: typeof MEASURED;
}

/** Plays a setting; gives how it ended, and the service. */
async function played(declared: ResolvedRule[], { live = [], kind = MEASURED, ...script }: Setting = {}) {
  const service = new ModelService(kind, live);
  const result = await play(service, declared, script);
  return { ...result, service, names: service.rules.map(({ name }) => name).sort(), steps: endsOf(result) };
}

/** How each change of a setting ends, by its name. */
const ends = async (declared: ResolvedRule[], setting?: Setting) => (await played(declared, setting)).steps;

const BAD = 'failed, 400: Name is missing';
const LOST = 'failed, the connection broke';
const OVERLAPS = 'failed, 400: It overlaps';
const asAll = (names: string, text?: string) => [...names].map((name) => asks(name, text));

/** The first so many writes of a kind have this fate. */
const first = (op: string, times: number, fate: Fate) =>
  ((write, earlier) => (write.op === op && earlier < times ? fate : undefined)) satisfies WriteScript;
const always = (op: string, fate: Fate) => first(op, Number.POSITIVE_INFINITY, fate);

/** Does something once, before the first command after so many requests. */
function once(requests: number, act: BeforeScript): BeforeScript {
  let isDone = false;
  return (world) => {
    if (isDone || world.requests.length < requests) return;
    isDone = true;
    act(world);
  };
}

describe('an apply without trouble', () => {
  it('makes every change with one request, and reads once at the end', async () => {
    const live = [asks('Gone'), asks('Kept', 'before')];
    const { requests, steps, after } = await played([asks('Kept', 'after'), asks('New')], { live });
    expect(requests).toEqual(['replace Kept', 'create New', 'delete Gone', 'read']);
    expect(steps).toEqual({ Gone: 'done', Kept: 'done', New: 'done' });
    expect(after?.map(({ name }) => name)).toEqual(['Kept', 'New']);
  });

  it('tells of each end once, in the order in which they came', async () => {
    const live = [from('A', 'one'), from('B', 'two')];
    const { ends } = await played([from('A', 'two'), from('B', 'three')], { live });
    expect(ends).toEqual(['B done', 'A done']);
  });

  it('looks at each of many changes a few times only', async () => {
    const service = new ModelService(
      MEASURED,
      Array.from({ length: 300 }, (_, index) => asks(`Rule ${index}`)),
    );
    const { work } = await plannedFor(accountOf([]), service.rules);
    let looks = 0;
    const watched = work.map((one) => ({
      ...one,
      get change() {
        looks += 1;
        return one.change;
      },
    }));
    const onEnd = vi.fn();
    const execution = executionOf(watched, service.rules, 0, {
      retryForMs: 0,
      refused: [],
      failFast: false,
      random: () => 0,
      onEnd,
    });
    for (let command = execution.next(0); command.kind === 'write'; command = execution.next(0)) {
      execution.take({ kind: 'wrote', item: command.item, outcome: { kind: 'made', rule: null } }, 0);
    }
    expect(onEnd).toHaveBeenCalledTimes(300);
    expect(looks).toBeLessThan(300 * 10);
  });

  it('renews what it read while others still write, and waits for no read', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `Rule ${index + 10}`);
    const { requests, at } = await played(
      names.map((name) => asks(name)),
      { latencyMs: 1_000, concurrency: 4 },
    );
    expect(requests.filter((request) => request === 'read')).toHaveLength(3);
    expect(at).toBeLessThanOrEqual(12_000);
  });
});

describe('what was read', () => {
  const EACH = ['replace A', 'read', 'replace B', 'read', 'replace C', 'read'];
  /** Of a limit under which the second request waits for 6 s, and the third one for 31 s. */
  const veryLong: Script['paceMs'] = ({ length }) => [0, 6_000, 31_000][length] ?? 0;

  it.each<[string, Script, string[]]>([
    ['is read anew after 5 s', { latencyMs: 2_600 }, ['replace A', 'replace B', 'read', 'replace C', 'read']],
    ['is as fresh as can be where a read takes longer than that', { latencyMs: 6_000 }, EACH],
    ['is good for the write that it was read for where a limit makes that one wait', { paceMs: () => 8_000 }, EACH],
    [
      'is read anew where the write that it was read for had to wait for very long',
      { paceMs: veryLong },
      ['replace A', 'read', 'read', 'replace B', 'replace C', 'read'],
    ],
  ])('%s', async (_, script, expected) => {
    const { requests, steps } = await played(asAll('ABC', 'after'), { live: asAll('ABC', 'before'), ...script });
    expect(requests).toEqual(expected);
    expect(steps).toEqual({ A: 'done', B: 'done', C: 'done' });
  });
});

describe('a change that another rule is in the way of', () => {
  it('waits until the others made progress, and is sent again', async () => {
    const write = first('create', 1, { conflictWith: 'Theirs' });
    const { requests, steps } = await played(asAll('AB'), { write });
    expect(requests).toEqual(['create A', 'create B', 'create A', 'read']);
    expect(steps).toEqual({ A: 'done', B: 'done' });
  });

  it('waits too where the service does not say for whom', async () => {
    const write = first('create', 1, { conflictWith: null });
    expect(await ends(asAll('AB'), { write })).toEqual({ A: 'done', B: 'done' });
  });

  it('fails with the words of the service where nothing more can be made', async () => {
    const write: WriteScript = (one) =>
      one.op === 'create' && one.body.name === 'A' ? { conflictWith: 'Theirs' } : undefined;
    const { requests, steps } = await played(asAll('AB'), { write });
    expect(requests).toEqual(['create A', 'create B', 'create A', 'read']);
    expect(steps).toEqual({ A: OVERLAPS, B: 'done' });
  });

  describe('by its name', () => {
    const declared = [asks('B', 'a', 'A'), asks('C', 'b', 'B')];
    const live = [asks('A', 'a'), asks('B', 'b')];

    it('is not sent while the rule that has its name is there', async () => {
      const { requests, names } = await played(declared, { live });
      expect(requests).toEqual(['replace C', 'replace B', 'read']);
      expect(names).toEqual(['B', 'C']);
    });

    it('is refused where the one that has its name keeps it', async () => {
      const write: WriteScript = (one) => (one.op === 'replace' && one.body.name === 'C' ? 'rejected' : undefined);
      const { steps, names } = await played(declared, { live, write });
      expect(steps).toEqual({ B: 'refused, name-not-free', C: BAD });
      expect(names).toEqual(['A', 'B']);
    });
  });

  it('is refused where somebody made two of them wait for each other', async () => {
    const { steps, names } = await played([asks('First'), asks('X', 'a', 'A'), asks('Y', 'b', 'B')], {
      live: [asks('A', 'a'), asks('B', 'b')],
      latencyMs: 6_000,
      write: (write, _, service) => {
        if (write.op !== 'create') return undefined;
        service.edit('A', { name: 'Y' });
        service.edit('B', { name: 'X' });
        return undefined;
      },
    });
    expect(steps).toEqual({ First: 'done', X: 'refused, name-not-free', Y: 'refused, changed-meanwhile' });
    expect(names).toEqual(['First', 'X', 'Y']);
  });

  it('fails too where the one that it waited for has another name by then', async () => {
    const steps = await ends(asAll('AB', 'after'), {
      live: asAll('AB', 'before'),
      latencyMs: 3_000,
      write: (write) => ({ conflictWith: write.op === 'replace' && write.body.name === 'A' ? 'B' : 'A' }),
      before: once(2, ({ service }) => service.edit('A', { name: 'Z' })),
    });
    expect(steps).toEqual({ A: OVERLAPS, B: OVERLAPS });
  });

  it('fails too where its answer was lost, and another one got its name that cannot give it up', async () => {
    const fates: Record<string, Fate[]> = {
      A: [{ conflictWith: null }, { throttledMs: 500 }, 'lost-before'],
      B: [{ conflictWith: null }, { conflictWith: null }],
    };
    const { steps } = await played([asks('A'), asks('B', 'after'), asks('C')], {
      live: [asks('B', 'before')],
      write: (write, _, service) => {
        const fate = write.op === 'delete' ? undefined : fates[write.body.name]?.shift();
        if (fate === 'lost-before') service.edit('B', { name: 'A' });
        return fate;
      },
    });
    expect(steps).toEqual({ A: `${OVERLAPS}, not-yet`, B: OVERLAPS, C: 'done' });
  });
});

describe('a write that may pass later', () => {
  const declared = asAll('AB');

  it.each<[string, Fate]>([
    ['too many requests', { throttledMs: 0 }],
    ['no connection', 'unsent'],
    ['a connection that broke before the request was there', 'lost-before'],
  ])('%s: is sent again', async (_, fate) => {
    const { steps, requests } = await played(declared, { write: first('create', 1, fate) });
    expect(requests.filter((request) => request === 'create A')).toHaveLength(2);
    expect(steps).toEqual({ A: 'done', B: 'done' });
  });

  it.each<[string, Fate, string]>([
    ['too many requests', { throttledMs: 700 }, '429: Too many requests'],
    ['no connection', 'unsent', 'nothing listens there'],
    ['lost each time', 'lost-before', 'the connection broke, not-yet'],
    ['an error each time', '500-before', '500: Try later, not-made'],
  ])('%s: fails when that took too long', async (_, fate, said) => {
    const { steps, at } = await played([asks('A')], { write: always('create', fate), retryForMs: 3_000 });
    expect(steps).toEqual({ A: `failed, ${said}` });
    expect(at).toBeGreaterThan(1_500);
    expect(at).toBeLessThan(3_100);
  });

  it('is not waited for where the service asks for more time than there is', async () => {
    const { steps, at } = await played(declared, { write: always('create', { throttledMs: 3_000 }) });
    // Nor is the next one sent: whoever asks for so much time means all.
    expect(steps).toEqual({ A: 'failed, 429: Too many requests', B: 'not-tried' });
    expect(at).toBeLessThan(100);
  });

  it('is not waited for either where a read is answered so, while another change is under way', async () => {
    const { steps, at, failure } = await played(declared, {
      write: (_, earlier) => (earlier === 0 ? 'lost-after' : undefined),
      read: () => ({ againMs: 3_600_000 }),
      concurrency: 2,
      latencyMs: 100,
      // The second one is sent when the first one is already being looked up.
      paceMs: (requests) => (requests.length < 2 ? 150 : 0),
    });
    expect(steps).toEqual({ A: LOST, B: 'done' });
    expect(failure).toMatchObject({ status: 503 });
    expect(at).toBeLessThan(1_000);
  });

  it('waits as long as the service asks for', async () => {
    const { waits, steps } = await played(declared, { write: first('create', 2, { throttledMs: 1_500 }) });
    expect(waits).toEqual([{ forMs: 1_490, why: 'retry' }]);
    expect(steps).toEqual({ A: 'done', B: 'done' });
  });

  it('does not let the others wait as long, one after the other, where nobody answers', async () => {
    const { steps, at } = await played(asAll('ABCDEF'), { write: always('create', 'unsent'), concurrency: 4 });
    const said = Object.values(steps).map((text) => text.split(',')[0]);
    expect(said).toEqual(['failed', ...Array(5).fill('not-tried')]);
    expect(at).toBeLessThan(2_500);
  });

  it('goes on with the others where only one cannot be made', async () => {
    const write: WriteScript = (one) =>
      one.op === 'create' && one.body.name === 'A' ? { throttledMs: 100 } : undefined;
    expect(await ends(declared, { write })).toEqual({ A: 'failed, 429: Too many requests', B: 'done' });
  });
});

it('a wrong key stops the account at once', async () => {
  const { steps, requests } = await played(asAll('AB'), { write: always('create', 'key') });
  expect(steps).toEqual({ A: 'failed, 401: Invalid API key', B: 'not-tried' });
  expect(requests).toEqual(['create A', 'read']);
});

describe('a change that fails', () => {
  const declared = asAll('ABC');

  it.each<[string, Script, string]>([
    ['does not stop the others', {}, 'done'],
    ['stops them with fail-fast, but not what is under way', { failFast: true, concurrency: 2 }, 'not-tried'],
  ])('%s', async (_, script, last) => {
    const steps = await ends(declared, { write: first('create', 1, 'rejected'), ...script });
    expect(steps).toEqual({ A: BAD, B: 'done', C: last });
  });

  it('keeps the rules that would be deleted: one of them may be what it was before', async () => {
    const live = [asks('Old')];
    const { steps, names } = await played(declared, { live, write: first('create', 1, 'rejected') });
    expect(steps).toMatchObject({ Old: 'held', B: 'done' });
    expect(names).toEqual(['B', 'C', 'Old']);
  });

  it('keeps them too where it is refused while the apply runs', async () => {
    const { steps, names } = await played(declared, {
      live: [asks('Old')],
      latencyMs: 6_000,
      before: once(1, ({ service }) => service.add(asks('B', 'theirs'))),
    });
    expect(steps).toEqual({ A: 'done', B: 'refused, name-not-free', C: 'done', Old: 'held' });
    expect(names).toEqual(['A', 'B', 'C', 'Old']);
  });

  it('keeps them too where one has the sender that another change needs', async () => {
    const live = [from('Kept', 'two'), from('Old', 'one')];
    const write = always('create', 'rejected');
    const { steps, requests, names } = await played([asks('A'), from('Kept', 'one')], { live, write });
    expect(steps).toEqual({ A: BAD, Kept: 'failed, 400: overlaps "Old"', Old: 'held' });
    expect(requests).toEqual(['create A', 'replace Kept', 'read']);
    expect(names).toEqual(['Kept', 'Old']);
  });

  it.each<[string, Setting, string]>([
    ['that was about to be sent', { latencyMs: 6_000 }, 'held'],
    ['that was sent and not carried out', { write: first('delete', 1, '500-before') }, 'held'],
    ['that was sent and may land yet', { write: first('delete', 1, 'lost-before') }, `${LOST}, not-yet`],
  ])('keeps them too where one is in the way of another change: one %s', async (_, script, end) => {
    const live = [from('New', 'two'), from('Old', 'one')];
    const moved = { ...from('Moved', 'one'), renamedFrom: 'New' };
    const { steps } = await played([moved, asks('New')], {
      live,
      ...script,
      write: (write, ...rest) => (write.op === 'create' ? 'rejected' : script.write?.(write, ...rest)),
      // Somebody frees the name that the create waits for.
      before: once(script.latencyMs === undefined ? 2 : 1, ({ service }) => service.edit('New', { name: 'Theirs' })),
    });
    expect(steps).toEqual({ Moved: 'failed, 400: overlaps "Old"', New: BAD, Old: end });
  });

  it('keeps no rule for a replace that fails', async () => {
    const write = always('replace', 'rejected');
    const live = [asks('A', 'before'), asks('Old')];
    expect(await ends([asks('A', 'after')], { live, write })).toEqual({ A: BAD, Old: 'done' });
  });
});

describe('an interruption', () => {
  const stop = (requests: number) => once(requests, ({ execution }) => execution.stop());
  const stopAt =
    (ms: number): BeforeScript =>
    ({ now, execution }) => {
      if (now >= ms) execution.stop();
    };
  const declared = asAll('AB');

  it('before the first request leaves all as it is', async () => {
    const { steps, requests } = await played(declared, { before: stop(0) });
    expect(steps).toEqual({ A: 'not-tried', B: 'not-tried' });
    expect(requests).toEqual(['read']);
  });

  const atRead: BeforeScript = ({ requests, execution }) => {
    if (requests.at(-1) === 'read') execution.stop();
  };
  it.each<[string, Setting, string]>([
    ['lets what is under way end', { before: stop(1) }, 'done'],
    ['lets a change that waits for a read be', { latencyMs: 6_000, before: atRead }, 'done'],
    ['leaves one to be sent again', { write: always('create', { throttledMs: 500 }), before: stop(2) }, 'not-tried'],
    [
      'does not send again what turned out not to be made',
      { write: always('create', '500-before'), before: stop(2) },
      'failed, 500: Try later, not-made',
    ],
  ])('%s', async (_, setting, end) => {
    expect(await ends(declared, setting)).toEqual({ A: end, B: 'not-tried' });
  });

  it.each<[string, Fate, string]>([
    ['made', 'lost-after', 'done'],
    ['not made so far', 'lost-before', `${LOST}, not-yet`],
    ['not made', '500-before', 'failed, 500: Try later, not-made'],
  ])('still looks whether a change whose answer was lost was %s', async (_, fate, end) => {
    const { steps, requests } = await played(declared, { write: always('create', fate), before: stop(1) });
    expect(steps).toEqual({ A: end, B: 'not-tried' });
    expect(requests.slice(0, 2)).toEqual(['create A', 'read']);
  });

  it.each<[Fate, string]>([
    ['500-before', 'not-tried'],
    ['lost-before', `${LOST}, not-yet`],
  ])('after it was found out what became of it leaves it (%s)', async (fate, end) => {
    expect(await ends([asks('A')], { write: always('create', fate), before: stopAt(20) })).toEqual({ A: end });
  });

  it('leaves deletes that nobody waits for', async () => {
    const steps = await ends([asks('A')], { live: [asks('Old')], before: stop(1) });
    expect(steps).toEqual({ A: 'done', Old: 'not-tried' });
  });
});

describe('an interruption while a read is waited for', () => {
  it('ends it at once', async () => {
    const { at, after, failure } = await played([asks('A')], {
      read: () => ({ againMs: 30_000 }),
      before: ({ now, requests, execution }) => {
        if (requests.at(-1) === 'read' && now >= 20) execution.stop();
      },
      retryForMs: 60_000,
    });
    expect(after).toBeNull();
    expect(failure).toMatchObject({ status: 503 });
    expect(at).toBeLessThan(100);
  });

  it('leaves what is unknown unknown', async () => {
    const { steps, at } = await played(asAll('AB'), {
      write: always('create', 'lost-after'),
      read: () => ({ againMs: 30_000 }),
      before: ({ requests, execution }) => {
        if (requests.length > 2) execution.stop();
      },
      retryForMs: 60_000,
    });
    expect(steps).toEqual({ A: LOST, B: LOST });
    expect(at).toBeLessThan(10_000);
  });
});

describe('a create whose answer is lost', () => {
  it('was made where there is such a rule: it is not sent again', async () => {
    const { steps, requests } = await played([asks('A')], { write: always('create', 'lost-after') });
    expect(requests).toEqual(['create A', 'read', 'read']);
    expect(steps).toEqual({ A: 'done' });
  });

  it.each<[typeof MEASURED, Fate, string]>([
    [MEASURED, 'lost-before', LOST],
    [MEASURED, '500-before', 'failed, 500: Try later'],
    [SPECIFIED, 'lost-before', LOST],
    [SPECIFIED, '500-before', 'failed, 500: Try later'],
  ])(
    'may have made the other rule of that name that is there since: it has failed (%o, %s)',
    async (kind, fate, end) => {
      const write: WriteScript = (_, __, service) => {
        service.add(asks('A', 'theirs, or stored in an unknown way'));
        return fate;
      };
      const { steps, names, requests } = await played([asks('A')], { kind, write });
      expect(steps).toEqual({ A: `${end}, otherwise` });
      expect(names).toEqual(['A']);
      expect(requests).toEqual(['create A', 'read', 'read']);
    },
  );

  it('has not made that rule where the service refuses it for that rule', async () => {
    const { steps, names } = await played([asks('A')], {
      kind: SPECIFIED,
      write: (_, __, service) => {
        service.add(asks('A', 'theirs'));
        return { conflictWith: 'A' };
      },
    });
    expect(steps).toEqual({ A: 'refused, name-not-free' });
    expect(names).toEqual(['A']);
  });

  it('was not made where somebody gives that name and text to a rule that was there before', async () => {
    const { steps, service } = await played(asAll('AB'), {
      live: [asks('B'), asks('Theirs', 'A')],
      write: (write, __, service) => {
        if (write.op !== 'create') return undefined;
        service.edit('Theirs', { name: 'A' });
        return 'lost-before';
      },
    });
    expect(steps.A).toBe('refused, name-not-free');
    expect(service.named('A').map(({ id }) => id)).toEqual(['id-1']);
  });

  it('waits where the rule of that name is about to give it up', async () => {
    const write = first('create', 1, 'lost-before');
    const { steps, names } = await played([asks('A', 'new'), asks('B', 'a', 'A')], { live: [asks('A', 'a')], write });
    expect(steps).toEqual({ A: 'done', B: 'done' });
    expect(names).toEqual(['A', 'B']);
  });

  it('is looked up again before it is sent again after a long pause', async () => {
    const write = first('create', 6, 'lost-before');
    const { requests, steps } = await played([asks('A')], { write, retryForMs: 60_000 });
    expect(requests.slice(-5)).toEqual(['create A', 'read', 'read', 'create A', 'read']);
    expect(steps).toEqual({ A: 'done' });
  });

  it.each<[Fate, string]>([
    ['500-before', 'skipped'],
    // Nobody can tell it from one of its own that came late.
    ['lost-before', 'done'],
  ])('is not sent again where somebody made it, as a read for another change shows (%s)', async (fate, end) => {
    const { requests, steps } = await played(asAll('AB'), {
      kind: SPECIFIED,
      write: (_, earlier, service) => {
        if (earlier === 1) service.add(asks('A'));
        return earlier === 0 ? fate : 'lost-after';
      },
    });
    expect(requests).toEqual(['create A', 'read', 'create B', 'read', 'read']);
    expect(steps).toEqual({ A: end, B: 'done' });
  });

  it('is made by somebody else in the meantime: nothing is left to do', async () => {
    const { steps, names } = await played([asks('A')], {
      kind: SPECIFIED,
      write: always('create', 'lost-before'),
      before: ({ now, service }) => {
        if (now >= 20 && service.rules.length === 0) service.add(asks('A'));
      },
      retryForMs: 60_000,
    });
    expect(steps).toEqual({ A: 'done' });
    expect(names).toEqual(['A']);
  });
});

describe('a delete', () => {
  it.each<[string, WriteScript]>([
    [
      'that finds nothing',
      (_, __, service) => {
        service.remove('Old');
        return 'answered';
      },
    ],
    ['whose answer is lost', () => 'lost-after'],
  ])('%s is done', async (_, write) => {
    expect(await ends([], { live: [asks('Old')], write })).toEqual({ Old: 'done' });
  });

  it('that was lost on its way is sent again', async () => {
    const { steps, requests } = await played([], { live: [asks('Old')], write: first('delete', 1, 'lost-before') });
    expect(requests).toEqual(['delete Old', 'read', 'delete Old', 'read']);
    expect(steps).toEqual({ Old: 'done' });
  });

  it.each<[string, (service: ModelService) => void, string, string[]]>([
    ['is gone by then', (service) => service.remove('Old 2'), 'skipped', []],
    ['changed', (service) => service.edit('Old 2', { runOnThreads: false }), 'refused, changed-meanwhile', ['Old 2']],
  ])('of what %s is not sent', async (_, edit, end, left) => {
    const { steps, requests, names } = await played([], {
      live: [asks('Old 1'), asks('Old 2')],
      latencyMs: 6_000,
      before: once(1, ({ service }) => edit(service)),
    });
    expect(steps).toEqual({ 'Old 1': 'done', 'Old 2': end });
    expect(requests).toEqual(['delete Old 1', 'read', 'read']);
    expect(names).toEqual(left);
  });
});

describe('a duplicate', () => {
  const kind = SPECIFIED;
  const live = [asks('A', 'kept'), asks('A', 'second'), asks('A', 'third')];
  const idsOf = ({ rules }: ModelService) => rules.map(({ id }) => id).filter((id) => id.startsWith('id-'));
  const drop = (service: ModelService, ...ids: string[]) => {
    service.rules = service.rules.filter(({ id }) => !ids.includes(id));
  };
  const rename = (service: ModelService, of: string, name: string) => {
    service.rules = service.rules.map((rule) => (rule.id === of ? { ...rule, name } : rule));
  };

  it('is deleted while the rule that is kept is there', async () => {
    const { service } = await played([asks('A', 'kept')], { live, kind });
    expect(idsOf(service)).toEqual(['id-0']);
  });

  it.each<[string, string, (service: ModelService) => void, string[]]>([
    ['deleted', 'kept', (service) => drop(service, 'id-0'), ['id-1', 'id-2']],
    ['deleted, and so is another duplicate', 'kept', (service) => drop(service, 'id-0', 'id-1'), ['id-2']],
    ['renamed', 'kept', (service) => rename(service, 'id-0', 'Theirs'), ['id-0', 'id-1', 'id-2']],
    ['deleted before it is replaced', 'new', (service) => drop(service, 'id-0'), ['id-1', 'id-2']],
  ])('stays where the rule that is kept is %s meanwhile', async (_, text, edit, left) => {
    // The create takes so long that all is read anew.
    const { service, requests } = await played([asks('0'), asks('A', text)], {
      live,
      kind,
      latencyMs: 6_000,
      before: once(1, ({ service }) => edit(service)),
    });
    expect(requests.filter((one) => one !== 'read')).toEqual(['create 0']);
    expect(idsOf(service)).toEqual(left);
  });

  it('stays where the rule that is kept is deleted after it was replaced', async () => {
    const { service, requests } = await played([asks('A', 'new'), asks('B')], {
      live,
      kind,
      latencyMs: 6_000,
      before: once(3, ({ service }) => drop(service, 'id-0')),
    });
    expect(requests.filter((one) => one !== 'read')).toEqual(['replace A', 'create B']);
    expect(idsOf(service)).toEqual(['id-1', 'id-2']);
  });

  it.each<[string, Setting, string]>([
    ['is refused by the service', { write: always('replace', 'rejected') }, 'held'],
    ['cannot be made', { write: always('replace', 'lost-before') }, 'held'],
    ['fails, and ends the run', { write: always('replace', 'rejected'), failFast: true }, 'not-tried'],
    ['is not tried', { before: ({ execution }) => execution.stop() }, 'not-tried'],
  ])('stays where the change of the rule that is kept %s', async (_, script, end) => {
    const { service, ends } = await played([asks('A', 'new')], { live, kind, ...script });
    expect(idsOf(service)).toEqual(['id-0', 'id-1', 'id-2']);
    expect(ends.filter((one) => one === `A ${end}`).length).toBeGreaterThanOrEqual(2);
  });

  it('stays where the change of the rule that is kept was refused before', async () => {
    const { service, ends } = await played([asks('A', 'new')], { live, kind, isRefused: ({ op }) => op === 'replace' });
    expect(idsOf(service)).toEqual(['id-0', 'id-1', 'id-2']);
    expect(ends).toEqual(['A held', 'A held']);
  });

  describe('of a name that a rename takes', () => {
    const declared = [asks('B', 'one', 'A'), asks('C', 'two', 'B')];
    const live = [asks('A', 'one'), asks('B', 'two'), asks('B', 'three')];

    it('makes room for it', async () => {
      const { service } = await played(declared, { live, kind });
      expect(service.rules.map(({ id, name }) => [id, name])).toEqual([
        ['id-0', 'B'],
        ['id-1', 'C'],
      ]);
    });

    it('stays where the rule to be renamed is gone', async () => {
      const { service } = await played(declared, {
        live,
        kind,
        write: first('delete', 1, { throttledMs: 6_000 }),
        retryForMs: 60_000,
        before: once(1, ({ service }) => drop(service, 'id-0')),
      });
      expect(idsOf(service)).toContain('id-2');
    });
  });

  it('is never the last rule of its name that is left, whatever somebody else deletes', async () => {
    const story = fc.record({
      live: fc.array(fc.constantFrom('one', 'two'), { minLength: 2, maxLength: 4 }),
      wanted: fc.constantFrom('one', 'two', 'three'),
      deletes: fc.array(fc.record({ read: fc.nat(4), rule: fc.nat(3) }), { maxLength: 3 }),
      fates: fc.array(fc.constantFrom<Fate>('answered', 'answered', 'lost-before', 'lost-after', 'rejected')),
      latencyMs: fc.constantFrom(10, 6_000),
    });
    await forAll([story], 75, async ({ live, wanted, deletes, fates, latencyMs }) => {
      const service = new ModelService(
        kind,
        live.map((text) => asks('A', text)),
      );
      const left = [...fates];
      const sent = new Set<string>();
      await play(service, [asks('0'), asks('A', wanted), asks('B')], {
        latencyMs,
        // What this run wrote is older than any read that follows.
        paceMs: () => latencyMs + 1,
        read: (earlier) => {
          for (const { read, rule } of deletes) if (read === earlier) drop(service, `id-${rule}`);
          return 'answered';
        },
        write: (write) => {
          if (write.op !== 'delete') return left.shift();
          sent.add(write.id);
          expect(service.named('A').filter(({ id }) => !sent.has(id))).not.toEqual([]);
          return left.shift();
        },
      });
    });
  });
});

describe('a replace', () => {
  const live = [asks('A', 'before')];
  const declared = [asks('A', 'after')];

  it.each<[string, Fate, string[]]>([
    ['whose answer shows nothing', 'nothing-shown', ['replace A', 'read']],
    ['whose answer is lost', 'lost-after', ['replace A', 'read', 'read']],
    ['that was lost on its way', 'lost-before', ['replace A', 'read', 'replace A', 'read']],
  ])('%s is done', async (_, fate, requests) => {
    const result = await played(declared, { live, write: first('replace', 1, fate) });
    expect(result.requests).toEqual(requests);
    expect(result.steps).toEqual({ A: 'done' });
  });

  it.each<Fate>(['lost-before', '500-before'])('of the order of actions alone is sent again after %s', async (fate) => {
    const ordered = (...types: string[]) =>
      ({ ...asks('A'), actions: types.map((type) => ({ type })) }) as ResolvedRule;
    const { steps, requests, service } = await played([ordered('STAR', 'ARCHIVE')], {
      live: [ordered('ARCHIVE', 'STAR')],
      write: first('replace', 1, fate),
    });
    expect(steps).toEqual({ A: 'done' });
    expect(requests).toEqual(['replace A', 'read', 'replace A', 'read']);
    expect(service.named('A')[0]?.actions.map(({ type }) => type)).toEqual(['STAR', 'ARCHIVE']);
  });

  it('whose answer shows nothing lets the deletes go on', async () => {
    const options = { live: [...live, asks('Old')], write: always('replace', 'nothing-shown') };
    const { steps, requests } = await played(declared, options);
    expect(steps).toEqual({ A: 'done', Old: 'done' });
    expect(requests).toEqual(['replace A', 'delete Old', 'read']);
  });

  const refused = { A: 'refused, changed-meanwhile' };
  const write =
    (edit: (service: ModelService) => void, fate: Fate): WriteScript =>
    (_, __, service) => {
      edit(service);
      return fate;
    };
  const gone = (service: ModelService) => service.remove('A');

  it('whose answer shows nothing, and whose rule is gone, is refused', async () => {
    const steps = await ends(declared, {
      live,
      write: always('replace', 'nothing-shown'),
      paceMs: () => 20,
      before: ({ now, service }) => {
        if (now >= 10) service.remove('A');
      },
    });
    expect(steps).toEqual(refused);
  });

  it.each<Fate>(['answered', 'lost-before'])(
    'of what is gone is refused, also where its answer is %s',
    async (fate) => {
      expect(await ends(declared, { live, write: write(gone, fate) })).toEqual(refused);
    },
  );

  it('whose answer is lost, of what is neither as before nor as wanted, has failed', async () => {
    const edit = (service: ModelService) => service.edit('A', { runOnThreads: false });
    const { steps, service } = await played(declared, { live, write: write(edit, 'lost-before') });
    expect(steps).toEqual({ A: `${LOST}, otherwise` });
    expect(service.named('A')).toMatchObject([{ runOnThreads: false }]);
  });

  it('of what somebody made so meanwhile is not sent', async () => {
    const condition = { conditionalOperator: 'AND' as const, aiInstructions: 'after', static: NOTHING };
    const { steps, requests } = await played(asAll('ABC', 'after'), {
      live: asAll('ABC', 'before'),
      latencyMs: 6_000,
      before: once(1, ({ service }) => {
        for (const name of ['B', 'C']) service.edit(name, { condition });
      }),
    });
    expect(steps).toEqual({ A: 'done', B: 'skipped', C: 'skipped' });
    expect(requests).toEqual(['replace A', 'read', 'read']);
  });
});

describe('a read that fails', () => {
  const write = first('create', 1, 'lost-after');

  it('is sent again, and nothing is written before it', async () => {
    const read: ReadScript = (earlier) => (earlier < 2 ? { againMs: 100 } : 'answered');
    const { steps, requests, waits } = await played([asks('A')], { write, read });
    expect(requests).toEqual(['create A', 'read', 'read', 'read', 'read']);
    expect(waits.map(({ why }) => why)).toEqual(['unreachable', 'unreachable']);
    expect(steps).toEqual({ A: 'done' });
  });

  it.each<[string, ReadScript]>([
    ['when that took too long', () => ({ againMs: 900 })],
    ['where it cannot help', () => 'never'],
  ])('ends the account %s: what is unknown stays so', async (_, read) => {
    const { steps, after, failure } = await played([asks('A')], { write, read });
    expect(steps).toEqual({ A: LOST });
    expect(after).toBeNull();
    expect(failure).toMatchObject({ status: 503 });
  });

  it('keeps the others from nothing while what was read before is fresh', async () => {
    const steps = await ends(asAll('ABC'), { write, read: () => ({ againMs: 900 }) });
    expect(steps).toEqual({ A: LOST, B: 'done', C: 'done' });
  });

  it('at the end leaves what was done done', async () => {
    const { steps, after } = await played([asks('A')], { read: () => 'never' });
    expect(steps).toEqual({ A: 'done' });
    expect(after).toBeNull();
  });
});

const OPS: [string, ResolvedRule[], ResolvedRule[]][] = [
  ['create', [], [asks('A', 'after')]],
  ['replace', [asks('A', 'before')], [asks('A', 'after')]],
  ['delete', [asks('A', 'before')], []],
];

/** The first write has a fate. */
const firstOf =
  (fate: Fate): WriteScript =>
  (_, earlier) =>
    earlier === 0 ? fate : undefined;

/** Lost so often that the next try waits for a read of its own; the last one lands meanwhile, if it does. */
const afterLongPause =
  (landsMs: number): WriteScript =>
  (_, earlier) =>
    earlier < 5 ? 'lost-before' : { landsMs };

describe.each(OPS)('a %s that lands after its answer was given up', (op, live, declared) => {
  it.each([MEASURED, SPECIFIED])('is done by this run, where that shows before it is sent again', async (kind) => {
    const script = { write: afterLongPause(3_000), retryForMs: 60_000 };
    const { steps, requests, ends } = await played(declared, { live, kind, ...script });
    expect(requests.slice(-4)).toEqual([`${op} A`, 'read', 'read', 'read']);
    expect(steps).toEqual({ A: 'done' });
    expect(ends).toEqual(['A done']);
  });

  it('is done by this run, where only the last read shows it', async () => {
    const { steps, ends } = await played(declared, { live, write: firstOf({ landsMs: 18 }), retryForMs: 0 });
    expect(steps).toEqual({ A: 'done' });
    expect(ends).toEqual(['A failed', 'A done']);
  });

  it('is said to be open, where no read shows it', async () => {
    const { steps } = await played(declared, { live, write: always(op, { landsMs: 60_000 }), retryForMs: 1_000 });
    expect(steps).toEqual({ A: 'failed, it took too long, not-yet' });
  });

  it.each<[number, string]>([
    [500, 'not-made'],
    [502, 'not-yet'],
    [504, 'not-yet'],
  ])('is said to be open, where the answer is of a gateway: %i', async (status, found) => {
    const fate = { landsMs: 60_000, status };
    const { steps } = await played(declared, { live, write: always(op, fate), retryForMs: 1_000 });
    expect(steps).toEqual({ A: `failed, it took too long, ${found}` });
  });

  it('is said to be open, where an interruption kept it from being sent again', async () => {
    const before: BeforeScript = ({ now, execution }) => {
      if (now >= 20) execution.stop();
    };
    const { steps } = await played(declared, { live, write: firstOf({ landsMs: 60_000 }), before });
    expect(steps).toEqual({ A: 'failed, it took too long, not-yet' });
  });
});

it('a replace that lands late and is stored as something else is not said to be somebody else’s work', async () => {
  let last = { number: 0, at: 0 };
  const { steps } = await played([asks('A', 'after')], {
    live: [asks('A', 'before')],
    write: afterLongPause(60_000),
    retryForMs: 60_000,
    before: ({ now, requests, service }) => {
      if (requests.length > last.number) last = { number: requests.length, at: now };
      const isPausing = requests.at(-1) === 'read' && now > last.at + 5_000;
      if (isPausing) service.edit('A', { runOnThreads: false });
    },
  });
  expect(steps).toEqual({ A: 'failed, it took too long, otherwise' });
});

it('a create that lands late is done, where the service first asked for a pause', async () => {
  const fates: Record<string, Fate[]> = {
    A: [{ landsMs: 1_500 }, { throttledMs: 4_000 }],
    B: [{ throttledMs: 1_600 }, 'lost-after'],
  };
  const { steps } = await played(asAll('AB'), {
    write: (write) => (write.op === 'create' ? fates[write.body.name]?.shift() : undefined),
    retryForMs: 60_000,
  });
  expect(steps).toEqual({ A: 'done', B: 'done' });
});

it.each<[string, Setting & { declared: ResolvedRule[] }, WriteScript, string[], string[]]>([
  [
    'it had failed for a new rule of its name',
    { declared: [asks('A')] },
    (_, __, service) => void service.add(asks('A', 'theirs')),
    ['A failed', 'A done'],
    ['A', 'A'],
  ],
  [
    'it was refused for an older rule that has its name now',
    { declared: [asks('A'), asks('Theirs')], live: [asks('Theirs')] },
    (_, __, service) => void service.edit('Theirs', { name: 'A' }),
    ['A refused', 'A done'],
    ['A', 'A'],
  ],
  [
    'somebody gave its name and text to an older rule meanwhile',
    { declared: [asks('A'), asks('Theirs', 'A')], live: [asks('Theirs', 'A')] },
    (_, __, service) => void service.edit('Theirs', { name: 'A' }),
    ['A skipped', 'A done'],
    ['A', 'A'],
  ],
])('a create that lands late is done, where %s', async (_, { declared, ...setting }, edit, expected, left) => {
  const write: WriteScript = (...sent) => {
    edit(...sent);
    return { landsMs: 22 };
  };
  const { ends, steps, names } = await played(declared, { ...setting, kind: SPECIFIED, write });
  expect(ends).toEqual(expected);
  expect(steps).toEqual({ A: 'done' });
  expect(names).toEqual(left);
});

it('a create that lands late, and whose next try is refused because of itself, is done', async () => {
  const { steps } = await played([from('A', 'one')], { write: firstOf({ landsMs: 25 }), retryForMs: 60_000 });
  expect(steps).toEqual({ A: 'done' });
});

it('takes every way that the machine has', () => {
  const phases = ['waiting', 'checking', 'sending', 'unknown', 'presumed', ...STATUSES];
  const ways = phases.flatMap((from) => phases.filter((to) => mayGo(from, to)).map((to) => `${from} -> ${to}`));
  expect([...gone].sort()).toEqual(ways.sort());
});

function mayGo(from: string, to: string): boolean {
  const item = itemOf({ change: {} as Change, wanted: null, live: null });
  item.state = { phase: from } as State;
  try {
    move(item, { phase: to } as State);
    return true;
  } catch {
    return false;
  }
}
