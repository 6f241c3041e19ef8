/**
 * Two applies at once, and an apply while somebody edits. Some by the built program; all points of an apply in this
 * process, with a clock that can be set, so that nothing waits.
 */
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { type ApplyDocument, applyDocument } from '../../src/model/applied.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { createClient } from '../../src/service/client.ts';
import { accountOf } from '../harness/account.ts';
import { applyTo, type Rules } from '../harness/applying.ts';
import { seededId, seedOf } from '../harness/cycles.ts';
import { gate } from '../harness/gate.ts';
import { ownHome, program, withHome } from '../harness/program.ts';
import { KEY, projectOf, type Service, serve } from '../harness/project.ts';
import { say } from '../harness/say.ts';

const PROFILES = ['newer', 'older', 'spec'] as const;
/** In ms; a read is good for less. */
const LONG_AGO = 5_100;

const rule = (name: string, text: string, renamedFrom?: string): ResolvedRule => ({
  name,
  condition: { aiInstructions: text },
  actions: [{ type: 'ARCHIVE' }],
  ...(renamedFrom === undefined ? {} : { renamedFrom }),
});
const SIX = {
  live: [rule('A', 'before'), rule('B', 'before'), rule('Old name', 'same'), rule('Gone 1', 'x'), rule('Gone 2', 'x')],
  declared: [
    rule('A', 'after'),
    rule('B', 'after'),
    rule('C', 'new'),
    rule('D', 'new'),
    rule('New name', 'same', 'Old name'),
  ],
};
/** With the read before and after the changes. */
const REQUESTS = 9;

const textsOf = (service: Service) =>
  Object.fromEntries(service.rules().map(({ name, condition }) => [name, condition.aiInstructions]));
const DECLARED = Object.fromEntries(SIX.declared.map(({ name, condition }) => [name, condition.aiInstructions]));

function expectConverged(service: Service): void {
  expect(service.rules()).toHaveLength(SIX.declared.length);
  expect(textsOf(service)).toEqual(DECLARED);
  const ids = Object.fromEntries(service.rules().map(({ name, id }) => [name, id]));
  expect(ids).toMatchObject({ A: seededId('A'), B: seededId('B'), 'New name': seededId('Old name') });
}

/** A client that does something before one of its requests, counted from 1, or when that one is done. */
function interrupted(rules: Rules, point: { request: number; when: 'before' | 'after' }, act: () => Promise<void>) {
  let requests = 0;
  const through = async <T>(send: () => Promise<T>): Promise<T> => {
    requests += 1;
    const isDue = requests === point.request;
    if (isDue && point.when === 'before') await act();
    const answer = await send();
    if (isDue && point.when === 'after') await act();
    return answer;
  };
  const watched: Rules = {
    listRules: () => through(() => rules.listRules()),
    createRule: (body) => through(() => rules.createRule(body)),
    replaceRule: (id, body) => through(() => rules.replaceRule(id, body)),
    deleteRule: (id) => through(() => rules.deleteRule(id)),
  };
  return watched;
}

const POINTS = Array.from({ length: REQUESTS }, (_, index) => index + 1).flatMap((request) => [
  { request, when: 'before' as const },
  { request, when: 'after' as const },
]);
let count = 0;
afterAll(() => say(`at once: ${count} points`));

describe('two applies on one machine', () => {
  it('do not run at once on one inbox, from other folders, by another name of its host, in any environment', async () => {
    const service = await serve({ profile: 'newer', seed: seedOf(SIX) });
    const before = await gate();
    before.to(service.baseUrl);
    const env = { INBOXCTL_BASE_URL: before.baseUrl, INBOXCTL_API_KEY: KEY };
    const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: SIX.declared }) });
    const apply = ['apply', '--yes', '--format', 'json', '--max-deletes', '10'];
    const home = withHome(ownHome(before.baseUrl));
    const elsewhere = projectOf({});
    const others: Record<string, string>[] = [
      env,
      { ...env, ...home, INBOXCTL_BASE_URL: before.baseUrl.replace('127.0.0.1', 'localhost') },
      // As under cron, sudo and docker exec, as a service, and where somebody sets them on purpose.
      { ...env, XDG_RUNTIME_DIR: elsewhere, XDG_STATE_HOME: elsewhere },
      { ...env, XDG_RUNTIME_DIR: '/proc' },
      { ...env, HOME: elsewhere, USER: 'somebody', LOGNAME: 'somebody' },
      { ...env, HOME: '/nowhere', TMPDIR: elsewhere, TMP: elsewhere, TEMP: elsewhere },
    ];
    let pid: number | undefined;
    let whileHeld = 0;
    // With one request at a time it sends nothing while one of them is held.
    const first = program([...apply, '--concurrency', '1'], {
      cwd,
      env,
      started: (child) => {
        pid = child.pid;
        before.call({ request: 2, when: 'before' }, async () => {
          const runs = others.map((theirs) => program(apply, { cwd: projectOf(cwd), env: theirs }));
          for (const second of await Promise.all(runs)) {
            expect(second.code).toBe(4);
            const { changes, notices } = applyDocument.parse(JSON.parse(second.stdout));
            expect(changes).toEqual([]);
            expect(notices).toMatchObject([{ code: 'inbox-locked', message: expect.stringContaining(String(pid)) }]);
          }
          whileHeld = before.requests;
        });
      },
    });
    expect(await first).toMatchObject({ code: 0 });
    // The others sent nothing. The first one reads again before a write where it was held for long.
    expect(whileHeld).toBe(2);
    expect(service.requests.filter(({ method }) => method !== 'GET')).toHaveLength(REQUESTS - 2);
    expectConverged(service);
  });
});

it('an apply ends where the runtime folder is none', async () => {
  const service = await serve({ seed: seedOf(SIX) });
  const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: SIX.declared }) });
  const env = { ...service.env, XDG_RUNTIME_DIR: '/proc' };
  expect(await program(['apply', '--yes', '--max-deletes', '10'], { cwd, env })).toMatchObject({ code: 0 });
  expectConverged(service);
});

describe('two applies on two machines', () => {
  it('by the program: none makes twice what the other made', async () => {
    const service = await serve({ profile: 'newer', seed: seedOf(SIX) });
    const before = await gate();
    before.to(service.baseUrl);
    const env = { INBOXCTL_BASE_URL: before.baseUrl, INBOXCTL_API_KEY: KEY };
    const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: SIX.declared }) });
    const apply = ['apply', '--yes', '--format', 'json', '--max-deletes', '10', '--concurrency', '1'];
    const first = program(apply, {
      cwd,
      env,
      started: () =>
        before.call({ request: 4, when: 'before' }, async () => {
          const second = await program(apply, { cwd: projectOf(cwd), env: { ...env, ...withHome(projectOf({})) } });
          expect(second).toMatchObject({ code: 0 });
        }),
    });
    const { code, stdout } = await first;
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expectConverged(service);
  });

  it.each(PROFILES)('at every point, on %s: all is as declared after one more at most', async (profile) => {
    for (const point of POINTS) {
      const service = await serve({ profile, seed: seedOf(SIX) });
      const rules = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
      const account = accountOf(SIX.declared);
      const second = async () => void (await applyTo(account, rules));
      const result = await applyTo(account, interrupted(rules, point, second), { retryForMs: 0 });
      const names = service.rules().map(({ name }) => name);
      // Where names are not unique, what is made twice within the seconds that a read is good for is told.
      if (names.length > new Set(names).size) {
        expect(profile).toBe('spec');
        expect(result.outcome).toBe('differs');
      }
      expect(await applyTo(account, rules)).toMatchObject({ outcome: 'converged' });
      await rules.close();
      expectConverged(service);
      count += 1;
    }
  });

  it.each(PROFILES)('at every point, on %s: what was read long ago is read again', async (profile) => {
    for (const point of POINTS) {
      const service = await serve({ profile, seed: seedOf(SIX) });
      const rules = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
      const account = accountOf(SIX.declared);
      let clock = 0;
      const second = async () => {
        await applyTo(account, rules);
        clock += LONG_AGO;
      };
      // Once a request is sent it is too late to look again.
      const isLate = point.when === 'before';
      const result = await applyTo(account, interrupted(rules, point, second), { retryForMs: 0, now: () => clock });
      if (!isLate) {
        expect(result.outcome).toBe('converged');
        expect(result.steps.map(({ status }) => status)).not.toContain('failed');
        expectConverged(service);
      }
      await rules.close();
      count += 1;
    }
  });
});

describe('somebody who edits while an apply runs', () => {
  it.each(PROFILES)(
    'at every point, on %s: nothing is overwritten that was there at the last read',
    async (profile) => {
      for (const { request } of POINTS.filter(({ when }) => when === 'after')) {
        const service = await serve({ profile, seed: seedOf(SIX) });
        const rules = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
        let clock = 0;
        const edited = new Map<string, object>();
        const edit = async () => {
          clock += LONG_AGO;
          // Everything that the apply has not come to yet.
          for (const live of service.rules()) {
            if (live.condition.aiInstructions === DECLARED[live.name]) continue;
            service.put({ ...live, runOnThreads: false });
            edited.set(live.id, { ...live, runOnThreads: false });
          }
          const names = service.rules().map(({ name }) => name);
          const [example] = service.rules();
          for (const name of ['C', 'D'].filter((one) => !names.includes(one))) {
            const theirs = { ...example, id: `theirs ${name}`, name, runOnThreads: false };
            service.put(theirs as NonNullable<typeof example>);
            edited.set(theirs.id, theirs);
          }
        };
        const account = accountOf(SIX.declared);
        const watched = interrupted(rules, { request, when: 'after' }, edit);
        const result = await applyTo(account, watched, { now: () => clock, retryForMs: 0 });
        await rules.close();
        const now = new Map(service.rules().map((live) => [live.id, live]));
        for (const [id, theirs] of edited) expect(now.get(id)).toEqual(theirs);
        const names = service.rules().map(({ name }) => name);
        expect(names).toEqual([...new Set(names)]);
        const done = result.steps.filter(({ status }) => status === 'done').map(({ change }) => change.name);
        expect(done).toHaveLength(Math.min(REQUESTS - 2, request - 1));
        expect(new Set(result.steps.map(({ status }) => status)).has('failed')).toBe(false);
        count += 1;
      }
    },
  );

  it('by the program, with a key of their own', async () => {
    await Promise.all(
      PROFILES.map(async (profile) => {
        const service = await serve({ profile, seed: seedOf(SIX) });
        const theirKey = service.keys.at(-1)?.key ?? '';
        expect(theirKey).not.toBe(KEY);
        const them = createClient({ baseUrl: service.baseUrl, apiKey: theirKey });
        const before = await gate();
        before.to(service.baseUrl);
        const cwd = projectOf({ 'rules/all.yaml': JSON.stringify({ rules: SIX.declared }) });
        const apply = ['apply', '--yes', '--format', 'json', '--max-deletes', '10', '--concurrency', '1'];
        const env = { INBOXCTL_BASE_URL: before.baseUrl, INBOXCTL_API_KEY: KEY };
        const first = await program(apply, {
          cwd,
          env,
          // The replace of A is done, and that of B is.
          started: () =>
            before.call({ request: 3, when: 'after' }, async () => {
              const edited = (name: string) => canonicalRule(rule(name, 'theirs'));
              await them.replaceRule(seededId('Old name'), edited('Old name'));
              await them.replaceRule(seededId('Gone 1'), edited('Gone 1'));
              await them.createRule(edited('D'));
              await setTimeout(LONG_AGO);
            }),
        });
        await them.close();
        expect(first.code).toBe(1);
        expect(endsOf(applyDocument.parse(JSON.parse(first.stdout)))).toEqual({
          A: 'done',
          B: 'done',
          C: 'done',
          D: 'refused name-not-free',
          'New name': 'refused changed-meanwhile',
          'Gone 1': 'held',
          'Gone 2': 'held',
        });
        expect(textsOf(service)).toEqual({
          ...{ A: 'after', B: 'after', C: 'new', D: 'theirs' },
          ...{ 'Old name': 'theirs', 'Gone 1': 'theirs', 'Gone 2': 'x' },
        });
        before.call(null, () => false);
        expect(await program(apply, { cwd, env })).toMatchObject({ code: 0 });
        expectConverged(service);
      }),
    );
  });
});

function endsOf({ changes }: ApplyDocument) {
  return Object.fromEntries(
    changes.map(({ name, status, error }) => [name, [status, error?.code].filter((part) => part != null).join(' ')]),
  );
}
