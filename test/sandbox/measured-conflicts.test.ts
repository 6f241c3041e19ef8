/** Rules and requests that meet each other, as measured on both deployments. */
import { describe, expect, it } from 'vitest';
import { action, body, from } from './bodies.ts';
import { posted, type Service, serve } from './calling.ts';

/** A latency that lasts until the awaited number of requests wait in it together. */
function meeting(expected: number) {
  let waiting = 0;
  let meet = () => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const wait = () => {
    waiting += 1;
    if (waiting === expected) meet();
    return met;
  };
  return { latencyMs: 1, wait };
}

describe.each(['older', 'newer'] as const)('%s, conflicts between rules', (profile) => {
  const having = (sender: string, changes: object = {}) => ({
    rules: [{ id: 'a', name: 'A', condition: { static: { from: sender } }, ...changes }],
  });

  it.each([
    ['a@example.com', 'A@Example.com'],
    ['a@example.com', '@example.com'],
    ['a@example.com', 'example.com'],
    ['@example.com', 'a@example.com'],
    ['example.com', '@example.com'],
    ['example.com', 'a@example.com'],
    ['b@example.com, a@example.com', 'c@example.com | a@example.com'],
    ['b@example.com or a@example.com', 'a@example.com'],
    ['Newsletter', 'newsletter'],
    ['v.test', 'news*@v.test'],
    ['news*@v.test', '@v.test'],
    ['*@v.test', 'v.test'],
    ['*@v.test', '*@V.test'],
    ['*', '*'],
    ['a@@x.test', 'x.test'],
    ['a@@x.test', '@x.test'],
    ['x.test', 'a@@x.test'],
    ['a@b@x.test', '@x.test'],
    ['@x@y.test', 'y.test'],
  ])('refuses beside %s a rule from %s', async (live, sent) => {
    const { status, text } = await posted({ profile, seed: having(live) }, from('B', sent));
    expect(status).toBe(400);
    expect(text).toContain('overlaps the existing \\"A\\" rule on sender scope ');
  });

  it.each([
    ['a@example.com', 'b@example.com'],
    ['a@example.com', '@example.org'],
    ['@example.com', 'a@other.example.com'],
    ['example.com', 'a@other.example.com'],
    ['example.com', 'other.example.com'],
    ['*@v.test', 'a@v.test'],
    ['news*@v.test', 'news@v.test'],
    ['*', 'a@example.com'],
    ['Newsletter', 'News'],
  ])('takes beside %s a rule from %s', async (live, sent) => {
    expect((await posted({ profile, seed: having(live) }, from('B', sent))).status).toBe(201);
  });

  it('names all senders that meet that rule', async () => {
    const service = await serve({ profile, seed: having('a@example.com, @example.org') });
    const { text } = await service.post(from('B', 'b@example.org, x@example.net, a@example.com'));
    expect(text).toContain('on sender scope b@example.org, a@example.com. ');
  });

  it('counts only enabled rules that have nothing but a sender', async () => {
    const sent = from('B', 'a@example.com');
    const status = async (changes: object) => {
      return (await posted({ profile, seed: having('a@example.com', changes) }, sent)).status;
    };
    expect(await status({})).toBe(400);
    expect(await status({ enabled: false })).toBe(201);
    expect(await status({ condition: { aiInstructions: 'x', static: { from: 'a@example.com' } } })).toBe(201);
    expect(await status({ condition: { static: { from: 'a@example.com', subject: 'x' } } })).toBe(201);
  });

  it('counts for a new rule that would be disabled', async () => {
    const service = await serve({ profile, seed: having('a@example.com') });
    expect((await service.post({ ...from('B', 'a@example.com'), actions: [action('REPLY')] })).status).toBe(400);
  });

  it('counts for PUT, but never against the rule itself', async () => {
    const rules = [...having('a@example.com').rules, { id: 'b', name: 'B' }];
    const service = await serve({ profile, seed: { rules } });
    expect((await service.put('a', from('A', 'a@example.com, b@example.com'))).status).toBe(200);
    expect((await service.put('b', from('B', 'b@example.com'))).status).toBe(400);
    expect((await service.put('a', from('A', 'a@example.com'))).status).toBe(200);
    expect((await service.put('b', from('B', 'b@example.com'))).status).toBe(200);
  });

  it('frees a sender by delete', async () => {
    const service = await serve({ profile, seed: having('a@example.com') });
    await service.delete('a');
    expect((await service.post(from('B', 'a@example.com'))).status).toBe(201);
  });

  it.each(['Jane', '*', 'a@example.com, News', 'Acme Inc.', 'news letter.example'])(
    'refuses to send mail on behalf of the vague %s',
    async (sender) => {
      const service = await serve({ profile });
      for (const type of ['REPLY', 'FORWARD', 'SEND_EMAIL'] as const) {
        expect((await service.post({ ...from('A', sender), actions: [action(type)] })).status).toBe(400);
      }
      expect((await service.post(from('A', sender))).status).toBe(201);
    },
  );

  it.each(['a@example.com', '@example.org', 'example.net', '*@t.test', 'a*@t.test', '*.t.test', 'a@t.test or b.test'])(
    'sends mail on behalf of %s',
    async (sender) => {
      const service = await serve({ profile });
      for (const type of ['REPLY', 'FORWARD', 'SEND_EMAIL'] as const) {
        expect((await service.post({ ...from(type, sender), actions: [action(type)] })).status).toBe(201);
      }
    },
  );
});

describe.each(['older', 'newer'] as const)('%s, races', (profile) => {
  const seed = { rules: [{ id: 'r', name: 'R' }] };
  const statuses = async (calls: ((service: Service) => Promise<{ status: number }>)[], service: Service) =>
    (await Promise.all(calls.map((call) => call(service)))).map(({ status }) => status).sort();

  it.each([
    [0.2, [204, 404, 404]],
    [0.8, [204, 500, 500]],
  ])('answers three DELETEs at once with one 204, the others with 404 or 500 (chance %f)', async (chance, expected) => {
    const service = await serve({ profile, seed, random: () => chance, ...meeting(3) });
    const remove = ({ delete: call }: Service) => call('r');
    expect(await statuses([remove, remove, remove], service)).toEqual(expected);
  });

  it.each([
    [0, 200],
    [0.3, 404],
    [0.9, 500],
  ])('answers a PUT that races a DELETE with {"rule": null}, 404 or 500 (chance %f)', async (chance, expected) => {
    const { wait: met } = meeting(2);
    const order: (() => void)[] = [];
    // The PUT goes on only after the DELETE was answered.
    const wait = async () => {
      const turn = new Promise<void>((resolve) => order.push(resolve));
      await met();
      await turn;
    };
    const service = await serve({ profile, seed, latencyMs: 1, wait, random: () => chance });
    const put = service.put('r', body());
    while (order.length < 1) await new Promise((resolve) => setImmediate(resolve));
    const remove = service.delete('r');
    while (order.length < 2) await new Promise((resolve) => setImmediate(resolve));
    order[1]?.();
    expect((await remove).status).toBe(204);
    order[0]?.();
    const { status, json } = await put;
    expect(status).toBe(expected);
    if (status === 200) expect(json).toEqual({ rule: null });
    expect(service.sandbox.rules()).toEqual([]);
  });

  it('lets two parallel POSTs slip past the check of senders, but not of names', async () => {
    const sender = 'a@example.com';
    const slipping = await serve({ profile, ...meeting(2) });
    const post = (name: string) => (service: Service) => service.post(from(name, sender));
    expect(await statuses([post('A'), post('B')], slipping)).toEqual([201, 201]);
    const named = await serve({ profile, ...meeting(2) });
    expect(await statuses([post('A'), post('A')], named)).toEqual([201, 500]);
  });
});
