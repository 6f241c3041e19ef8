/** Globs of settings that fit no rule: a warning, and no delete of the rule that an entry of `ignore` was meant for. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/model/plan.ts';
import { forAll } from '../harness/for-all.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve, write } from '../harness/project.ts';

const rule = (name: string) => ({
  name,
  condition: { conditionalOperator: 'AND', aiInstructions: `find ${name}` },
  actions: [{ type: 'STAR' }],
});
const KEPT = { 'rules/a.yaml': JSON.stringify(rule('Kept')) };

/** Not what is only told of rules that are left alone. */
const isWarning = ({ severity }: { severity: string }) => severity !== 'info';

/** An inbox with these rules and Kept, and a project that declares only that. */
async function inboxOf(names: readonly string[], settings: string) {
  const service = await serve({ profile: 'spec', seed: { rules: ['Kept', ...names].map(rule) } });
  const cwd = projectOf({ ...KEPT, 'inboxctl.yaml': settings });
  const run = (...args: string[]) => inboxctl(args, { cwd, env: service.env });
  const plan = async (...args: string[]) => {
    const { code, stdout } = await run('plan', '--format', 'json', ...args);
    const { changes, notices } = planDocument.parse(JSON.parse(stdout));
    return { code, changes, notices, codes: notices.filter(isWarning).map((one) => one.code) };
  };
  return { service, cwd, run, plan };
}

const ignore = (...entries: string[]) => `ignore: ${JSON.stringify(entries)}\n`;
/** The line that the refusal says to write. */
const lineIn = (text: string) => /^\s*(ignore: \[.*\])$/m.exec(text)?.[1] ?? '';

describe('a delete of a rule that `ignore` nearly names', () => {
  it.each([
    ['travel', ['Travel']],
    ['Travle', ['Travel']],
    ['Travl', ['Travel']],
    ['Travells', ['Travel']],
    ['Travel, Foo', ['Travel', 'Foo']],
    ['foo,travle , Bar', ['foo', 'Travel', 'Bar']],
    ['travel*', ['Travel*']],
    ['Travle*', ['Travel*']],
    ['Travel ', ['Travel']],
  ])('is refused: %j', async (entry, meant) => {
    const { run, plan, service, cwd } = await inboxOf(['Travel', 'Other'], ignore('Personal*', entry));
    const { code, changes, notices } = await plan();
    expect(code).toBe(4);
    expect(changes).toMatchObject([{ name: 'Other' }, { name: 'Travel', refused: 'ignore-slip' }]);
    const [error] = notices.filter(({ severity }) => severity === 'error');
    expect(error).toMatchObject({ code: 'ignore-slip', rule: 'Travel' });
    expect(error?.message).toContain(`${JSON.stringify(entry)} of \`ignore\``);
    const line = lineIn(error?.message ?? '');
    expect(line).toBe(`ignore: [${['Personal*', ...meant].map((one) => JSON.stringify(one)).join(', ')}]`);
    expect(await run('apply', '--yes')).toMatchObject({ code: 4 });
    expect(service.rules().map(({ name }) => name)).toEqual(['Kept', 'Travel']);
    write(cwd, 'inboxctl.yaml', line);
    expect(await plan()).toMatchObject({ code: 0, changes: [] });
  });

  it.each([
    ['an entry that is far off', 'Traveller guides'],
    ['an entry that fits another rule', 'Travels'],
    ['two short names', 'HR'],
    ['stars alone between commas', '*, Foo'],
  ])('is made with %s', async (_, entry) => {
    const { plan } = await inboxOf(['Travel', 'Travels', 'PR'], ignore(entry));
    const { code, changes } = await plan('--max-deletes', '3');
    expect({ code, refused: changes.filter((one) => one.refused) }).toEqual({ code: 0, refused: [] });
  });

  it('is made once the entry is gone', async () => {
    const { plan } = await inboxOf(['Travel'], '');
    expect(await plan()).toMatchObject({ code: 0, changes: [{ name: 'Travel', op: 'delete' }] });
  });

  it('is refused for any name with one letter more, less or other, and the line to write keeps the rule', async () => {
    const name = fc.stringMatching(/^[A-Za-z]{6,12}( [a-z]{1,8})?$/);
    const slip = fc.record({ at: fc.nat(5), how: fc.constantFrom('more', 'less', 'other', 'case', 'list') });
    const slipped = (text: string, { at, how }: { at: number; how: string }) => {
      const letter = text.charAt(at);
      const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      const instead = { more: `${letter}q`, less: '', other: 'q', case: flipped, list: letter }[how];
      return text.slice(0, at) + instead + text.slice(at + 1) + (how === 'list' ? ', Other' : '');
    };
    await forAll([name, slip], 10, async (text, made) => {
      const entry = slipped(text, made);
      fc.pre(entry !== text);
      const { plan, cwd } = await inboxOf([text], ignore(entry));
      const { code, changes, notices } = await plan();
      expect({ code, refused: changes[0]?.refused }).toEqual({ code: 4, refused: 'ignore-slip' });
      write(cwd, 'inboxctl.yaml', lineIn(notices.find((one) => one.code === 'ignore-slip')?.message ?? ''));
      expect(await plan()).toMatchObject({ code: 0, changes: [] });
    });
  });
});

describe('a glob of settings that fits no rule', () => {
  const settings = (name: string) => `ignore: ["${name}"]
ignoreDifferences: [{ rule: "${name}", fields: ["actions"] }]
acceptPitfalls: [{ rule: "${name}", codes: [any-of] }]
`;

  it('is a warning of a plan, with the nearest name', async () => {
    const { plan, run } = await inboxOf(['Travel'], `undeclared: keep\n${settings('Travle')}`);
    const { code, notices } = await plan();
    expect(code).toBe(0);
    expect(notices.filter(isWarning)).toMatchObject([{ code: 'glob-fits-nothing' }]);
    expect(notices[0]?.message).toContain('"Travle"');
    expect(notices[0]?.message).toContain('Did you mean "Travel"?');
    expect((await run('plan')).stdout).toContain('Did you mean "Travel"?');
    // Offline nobody knows what is live.
    expect((await run('validate')).stdout).not.toContain('Travle');
  });

  it('is none where a rule that is live, or only declared, fits', async () => {
    expect((await (await inboxOf(['Travel'], settings('Tra*'))).plan()).codes).toEqual([]);
    const declared = settings('Kept').replace(/^ignore: .*\n/, '');
    const { plan, service } = await inboxOf([], declared);
    for (const { id } of service.rules())
      await fetch(`${service.baseUrl}/rules/${id}`, { method: 'DELETE', headers: { 'API-Key': KEY } });
    expect((await plan()).codes).toEqual([]);
  });

  it('is one only where it fits in no account that has it', async () => {
    const [one, other] = [
      await serve({ seed: { rules: [rule('Kept'), rule('Travel')] } }),
      await serve({ key: `${KEY}-b`, seed: { rules: [rule('Kept')] } }),
    ];
    const account = ({ baseUrl }: { baseUrl: string }, more = '') =>
      `{ baseUrl: "${baseUrl}", apiKey: { env: INBOXCTL_${baseUrl === one.baseUrl ? 'A' : 'B'}_KEY }${more} }`;
    const env = { INBOXCTL_A_KEY: KEY, INBOXCTL_B_KEY: `${KEY}-b` };
    const planned = async (text: string, ...args: string[]) => {
      const cwd = projectOf({ ...KEPT, 'inboxctl.yaml': text });
      const { stdout } = await inboxctl(['plan', '--format', 'json', ...args], { cwd, env });
      return planDocument
        .parse(JSON.parse(stdout))
        .notices.filter(isWarning)
        .map(({ code }) => code);
    };
    const accounts = `accounts:\n  a: ${account(one)}\n  b: ${account(other)}\n`;
    expect(await planned(`${ignore('Travel')}${accounts}`)).toEqual([]);
    expect(await planned(`${ignore('Nothing')}${accounts}`)).toEqual(['glob-fits-nothing']);
    // Some accounts were not read.
    expect(await planned(`${ignore('Travel')}${accounts}`, '--account', 'b')).toEqual([]);
    const own = `accounts:\n  a: ${account(one, ', ignore: [Travel]')}\n  b: ${account(other, ', ignore: [Journeys]')}\n`;
    expect(await planned(own)).toEqual(['glob-fits-nothing']);
  });
});
