/** Drift of which only a part can be compared: what is known is reported, and what is not known stays as it was. */
import { describe, expect, it } from 'vitest';
import { drifting } from './drift-world.ts';

const NAMES = ['alice', 'bob', 'carol'] as const;
const keyOf = (name: string) => `key-of-the-inbox-${name}`;
const FILES = {
  'inboxctl.yaml': `accounts:\n${NAMES.map((name) => `  ${name}: { rules: [${name}], apiKey: { env: INBOXCTL_${name.toUpperCase()}_KEY } }\n`).join('')}`,
  ...Object.fromEntries(
    NAMES.map((name) => [
      `${name}/kept.yaml`,
      `name: Kept\ncondition: { aiInstructions: x }\nactions: [{ type: ARCHIVE }]\n`,
    ]),
  ),
};

/** Each account named has a rule that no file declares; `without` are those whose key is wrong. */
async function fleet(drifted: readonly string[]) {
  const rule = (name: string) => ({
    name,
    condition: { aiInstructions: 'x' },
    actions: [{ type: 'ARCHIVE' }],
  });
  const inboxes = NAMES.map((name) => ({
    name,
    rules: [rule('Kept'), ...(drifted.includes(name) ? [rule(`Rule of ${name}`)] : [])],
  }));
  const keys = NAMES.map((inbox) => ({ key: keyOf(inbox), inbox, scopes: ['RULES_READ', 'RULES_WRITE'] }));
  const world = await drifting({ files: FILES, sandbox: { seed: { inboxes, keys } } });
  const night = (without: readonly string[]) => {
    const keysOf = NAMES.map((name) => [
      `INBOXCTL_${name.toUpperCase()}_KEY`,
      without.includes(name) ? `a-wrong-key-of-${name}` : keyOf(name),
    ]);
    return world.drift({}, { env: { INBOXCTL_BASE_URL: world.service.baseUrl, ...Object.fromEntries(keysOf) } });
  };
  const clear = (name: string) => world.service.remove(`Rule of ${name}`, name);
  const issue = () => {
    const [only, ...more] = world.github.issues();
    expect(more).toEqual([]);
    return only;
  };
  return { ...world, night, clear, issue };
}

describe('where one account of three cannot be read', () => {
  it('the drift of the others is reported, that one is named, and the job fails', async () => {
    const { night, issue } = await fleet(['alice', 'bob']);
    const ended = await night(['carol']);
    expect(ended).toMatchObject({ code: 1, outputs: { 'failure-reason': 'unauthorized' } });
    for (const text of [issue()?.body, ended.summary]) {
      expect(text).toContain('0 of 3 accounts as declared.');
      const table =
        /\n\| `carol` \| \*\*unknown since \d{4}-\d\d-\d\d\*\* \| .*API key.* \|\n\| `alice` \| \*\*differs\*\* \| 1 to delete \|\n/;
      expect(text).toMatch(table);
      expect(text).toContain('`alice`: `Rule of alice`');
      expect(text).toContain('`bob`: `Rule of bob`');
    }
    const { updatedAt } = issue() ?? {};
    await night(['carol']);
    expect(issue()?.updatedAt).toBe(updatedAt);
  });

  it('what was reported of it stays, and nothing is closed before all are known', async () => {
    const { night, issue, clear } = await fleet(['alice', 'bob']);
    await night([]);
    clear('alice');
    await night(['bob']);
    const kept = 'Reported before, of accounts that are unknown now:';
    expect(issue()?.state).toBe('open');
    expect(issue()?.body).toContain(kept);
    expect(issue()?.body).toContain('`bob`: `Rule of bob`');
    expect(issue()?.body).not.toContain('Rule of alice');
    // Another one is unknown the next night, and the one before is known: nothing of it is lost, night after night.
    await night(['carol']);
    expect(issue()?.body).not.toContain(kept);
    expect(issue()?.body).toContain('`bob`: `Rule of bob`');
    await night(['bob', 'carol']);
    expect(issue()?.body).toContain('`bob`: `Rule of bob`');
    clear('bob');
    await night(['bob']);
    expect(issue()?.state).toBe('open');
    await night([]);
    expect(issue()?.state).toBe('closed');
  });

  it('it is in the issue with its reason and since when, also when that is all there is to say', async () => {
    const { night, issue } = await fleet([]);
    const ended = await night(['bob']);
    expect(ended.code).toBe(1);
    expect(ended.summary).toContain('2 of 3 accounts as declared.');
    expect(ended.summary).not.toContain('is as its files say');
    expect(issue()?.title).toBe('inboxctl: not all accounts could be compared');
    expect(issue()?.body).toMatch(/\| `bob` \| \*\*unknown since \d{4}-\d\d-\d\d\*\* \| `.*API key/);
    expect(issue()?.body).not.toMatch(/inboxctl pull|In the way of an apply/);
    const before = issue()?.body.replace(/^<!-- inboxctl:drift:reported .*$/m, '') ?? '';
    // A later night keeps the day of the first one.
    const there = issue();
    const reported = /^<!-- inboxctl:drift:reported (.*) -->$/m.exec(there?.body ?? '')?.[1] ?? '';
    const { since } = JSON.parse(Buffer.from(reported, 'base64url').toString('utf8'));
    expect(since).toEqual({ bob: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    const earlier = Buffer.from(JSON.stringify({ changes: [], since: { bob: '2026-01-02' } })).toString('base64url');
    if (there !== undefined) there.body = there.body.replace(reported, earlier);
    await night(['bob']);
    expect(issue()?.body.replace(/^<!-- inboxctl:drift:reported .*$/m, '')).toBe(
      before.replace(/since \d{4}-\d\d-\d\d/, 'since 2026-01-02'),
    );
    await night([]);
    expect(issue()?.state).toBe('closed');
  });

  it('a report stays as it is where it does not say what of it is of which account', async () => {
    const { night, issue, clear } = await fleet(['alice', 'bob']);
    await night([]);
    const there = issue();
    if (there !== undefined) there.body = there.body.replace(/<!-- inboxctl:drift:reported .*\n/, '');
    const before = there?.body;
    clear('alice');
    expect((await night(['bob'])).code).toBe(1);
    expect(issue()?.body).toBe(before);
  });
});

it('where no account can be read, what was reported stays and each is named', async () => {
  const { night, issue } = await fleet(['alice']);
  await night([]);
  const ended = await night(NAMES);
  expect(ended).toMatchObject({ code: 1, outputs: { 'failure-reason': 'unauthorized' } });
  expect(issue()?.body).toContain('Reported before, of accounts that are unknown now:');
  expect(issue()?.body).toContain('`alice`: `Rule of alice`');
  for (const text of [issue()?.body, ended.summary]) expect(text?.match(/\*\*unknown since/g)).toHaveLength(3);
});

it('a run without any key says in its summary why nothing is known', async () => {
  const { drift, github, service } = await drifting();
  const ended = await drift({}, { env: { INBOXCTL_API_KEY: '' } });
  expect(ended).toMatchObject({ code: 1, outputs: { 'failure-reason': 'invalid' } });
  expect(ended.summary).toMatch(
    /There is no plan, so it is not known[\s\S]*Why this run failed[\s\S]*`INBOXCTL_API_KEY`/,
  );
  expect([github.issues(), service.requests]).toEqual([[], []]);
});
