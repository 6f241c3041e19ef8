/** `acceptPitfalls`: conditions that are meant as they are. Each warning ends with the line to write for that. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isPitfall } from '../../src/diagnostics/pitfalls.ts';
import { PITFALL_CODES } from '../../src/model/pitfalls.ts';
import { forAll } from '../harness/for-all.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const rule = (name: string) =>
  `name: ${JSON.stringify(name)}\ncondition: { static: { from: Jane, subject: "Offer||Sale" } }\nactions: [{ type: STAR }]\n`;
const FILES = { 'rules/jane.yaml': rule('From Jane'), 'rules/joe.yaml': rule('From Joe') };

interface Found {
  code: string;
  rule: string;
  message: string;
}

/** What a command says of pitfalls, by rule. */
async function found(project: string, command = 'validate', env = {}): Promise<Found[]> {
  const cwd = projectOf({ ...FILES, 'inboxctl.yaml': project });
  const { stdout } = await inboxctl([command, '--format', 'json'], { cwd, env });
  const { notices } = JSON.parse(stdout) as { notices: Found[] };
  return notices.filter(({ code }) => isPitfall(code) || code === 'policy-pitfall');
}

const told = (all: readonly Found[]) => all.map(({ code, rule: of }) => `${of}: ${code}`).sort();
/** The line at the end of a warning. */
const lineIn = (message: string) => /inboxctl\.yaml:\n(acceptPitfalls: .*)$/.exec(message)?.[1] ?? '';

describe('a pitfall that is meant', () => {
  it('ends with the line to write, which silences it in that rule alone', async () => {
    const all = await found('');
    expect(all).toHaveLength(4);
    for (const one of all) {
      expect(parse(lineIn(one.message))).toEqual({ acceptPitfalls: [{ rule: one.rule, codes: [one.code] }] });
      expect(told(await found(`${lineIn(one.message)}\n`))).toEqual(told(all.filter((other) => other !== one)));
    }
  });

  it('is told in the same words by explain, of the rules that are asked for', async () => {
    const all = await found('');
    expect(await found('', 'explain')).toEqual(all);
    const one = projectOf({ ...FILES, 'inboxctl.yaml': '' });
    const { code, stderr, stdout } = await inboxctl(['explain', 'From Joe'], { cwd: one });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('From Joe') });
    expect(stderr).toContain('rules/joe.yaml');
    expect(stderr).not.toContain('rules/jane.yaml');
  });

  it('is silent in a plan too', async () => {
    const { env } = await serve();
    const project = `acceptPitfalls: [{ rule: "From *", codes: [${PITFALL_CODES.join(', ')}] }]\n`;
    expect(await found('', 'plan', env)).toHaveLength(4);
    expect(await found(project, 'plan', env)).toEqual([]);
  });

  it('is no error with `forbidPitfalls`, whose errors end with the same line', async () => {
    const all = await found('');
    const forbidden = await found('policy: { forbidPitfalls: true }\n');
    expect(forbidden.map(({ message }) => lineIn(message))).toEqual(all.map(({ message }) => lineIn(message)));
    const left = await found(`${lineIn(all[0]?.message ?? '')}\npolicy: { forbidPitfalls: true }\n`);
    expect(left).toHaveLength(3);
  });

  it('is settled by an account for itself, in place of the project', async () => {
    const all = await found('');
    const line = lineIn(all[0]?.message ?? '');
    expect(told(await found(`accounts: { a: { ${line} } }\n`))).toEqual(told(all.slice(1)));
    expect(told(await found(`${line}\naccounts: { a: { acceptPitfalls: [] } }\n`))).toEqual(told(all));
  });
});

it('another problem of accounts that accept different pitfalls is said once', async () => {
  const accounts = 'accounts: { a: {}, b: { acceptPitfalls: [{ rule: X, codes: [any-of] }] } }\n';
  const cwd = projectOf({ ...FILES, 'inboxctl.yaml': `ignore: ["From Jane"]\n${accounts}` });
  const { stdout } = await inboxctl(['validate', '--format', 'json'], { cwd });
  const codes = (JSON.parse(stdout).notices as Found[]).map(({ code }) => code);
  expect(codes.filter((code) => code === 'declared-but-ignored')).toHaveLength(1);
});

it('the line to write is valid, and fits, for any name', async () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => text === text.trim());
  await forAll([name], 25, async (text) => {
    const cwd = projectOf({ 'rules/a.yaml': rule(text) });
    const { stdout } = await inboxctl(['validate', '--format', 'json'], { cwd });
    const warning = (JSON.parse(stdout).notices as Found[]).find(({ code }) => isPitfall(code));
    const line = lineIn(warning?.message ?? '');
    expect(parse(line)).toEqual({ acceptPitfalls: [{ rule: warning?.rule, codes: [warning?.code] }] });
  });
});
