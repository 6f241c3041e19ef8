import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INPUTS } from '../../src/action/definition.ts';
import { inputsOf, secretInputs } from '../../src/action/inputs.ts';
import { forAll } from '../harness/for-all.ts';

const plan = { INPUT_MODE: 'plan' };

function problemsOf(env: Record<string, string>): string[] {
  const read = inputsOf(env);
  return 'problems' in read ? read.problems : [];
}

describe('inputs', () => {
  it('have the defaults of action.yml where the workflow gives none, or an empty one', () => {
    const expected = {
      ok: {
        mode: 'plan',
        workingDirectory: '.',
        accounts: [],
        only: [],
        shard: null,
        baseUrl: null,
        apiKey: null,
        apiKeys: null,
        githubToken: null,
        comment: true,
        review: 'shown',
        signingKey: null,
        allowedHosts: [],
        runFile: '',
        runId: 0,
        expect: null,
      },
    };
    expect(inputsOf(plan)).toEqual(expected);
    const empty = Object.keys(INPUTS).map((name) => [`INPUT_${name.toUpperCase()}`, '']);
    expect(inputsOf({ ...Object.fromEntries(empty), ...plan })).toEqual(expected);
  });

  it('are lists where they name several', () => {
    const env = { ...plan, INPUT_ACCOUNT: 'alice, bob\nteam-*\n', 'INPUT_ALLOWED-HOSTS': 'Mail.example.com:8443' };
    expect(inputsOf(env)).toMatchObject({
      ok: { accounts: ['alice', 'bob', 'team-*'], allowedHosts: ['mail.example.com:8443'] },
    });
  });

  it('of rules are one a line, or quoted with commas as messages print them', () => {
    const only = (text: string) => inputsOf({ ...plan, INPUT_ONLY: text });
    expect(only('Invoices, old\nNews*')).toMatchObject({ ok: { only: ['Invoices, old', 'News*'] } });
    expect(only('"Invoices, old", "The \\"News\\""')).toMatchObject({ ok: { only: ['Invoices, old', 'The "News"'] } });
    expect(only('"News" of today')).toMatchObject({ ok: { only: ['"News" of today'] } });
  });

  it('are refused where their value is none of those there are, all at once', () => {
    const env = { INPUT_MODE: 'aply', INPUT_COMMENT: 'yes', INPUT_REVIEW: 'auto' };
    expect(problemsOf(env)).toEqual([
      'The input mode is "aply". It is one of validate, plan, apply, drift, rollback.',
      'The input comment is "yes". It is one of true, false.',
      'The input review is "auto". It is one of approved, shown, none.',
    ]);
    expect(problemsOf({})).toEqual(['The input mode is missing. It is one of validate, plan, apply, drift, rollback.']);
  });

  it('are refused where there is no such input', () => {
    expect(problemsOf({ ...plan, INPUT_REVEIW: 'none' })).toEqual([
      expect.stringMatching(/^There is no input "reveiw"\. The inputs are mode, working-directory, /),
    ]);
  });

  it('of a rollback are needed there, checked, and refused in other modes', () => {
    const digest = `sha256:${'0a'.repeat(32)}`;
    const rollback = { INPUT_MODE: 'rollback', 'INPUT_RUN-FILE': 'undo', 'INPUT_RUN-ID': '30433642' };
    const read = { runFile: 'undo', runId: 30_433_642 };
    expect(inputsOf(rollback)).toMatchObject({ ok: { ...read, expect: null } });
    expect(inputsOf({ ...rollback, INPUT_EXPECT: '' })).toMatchObject({ ok: { ...read, expect: null } });
    expect(inputsOf({ ...rollback, INPUT_EXPECT: ` ${digest.toUpperCase()}\n` })).toMatchObject({
      ok: { ...read, expect: digest },
    });
    expect(problemsOf({ INPUT_MODE: 'rollback' })).toEqual([
      'The mode rollback needs the input run-file.',
      'The mode rollback needs the input run-id.',
    ]);
    expect(problemsOf({ ...rollback, 'INPUT_RUN-ID': '3e4', INPUT_EXPECT: 'latest', INPUT_ONLY: 'A' })).toEqual([
      'The input only is not for the mode rollback, which takes a whole run back.',
      'The input run-id is "3e4". It is the number in the address of a workflow run.',
      'The input expect is "latest". It is sha256: and 64 hex digits.',
    ]);
    expect(problemsOf({ ...rollback, INPUT_MODE: 'apply', INPUT_EXPECT: digest })).toEqual([
      'The input run-file is for the mode rollback, and this is the mode apply.',
      'The input run-id is for the mode rollback, and this is the mode apply.',
    ]);
  });

  it('never take a value that is not listed', () =>
    forAll([fc.constantFrom('mode', 'comment', 'review'), fc.string()], 100, (name, value) => {
      const { values } = INPUTS[name as 'mode'];
      const given = value.trim();
      fc.pre(given !== '' && !(values as readonly string[]).includes(given));
      expect(problemsOf({ ...plan, [`INPUT_${name.toUpperCase()}`]: value })).toHaveLength(1);
    }));

  it('that are secrets are known before the others are right', () => {
    const env = { INPUT_MODE: 'nonsense', 'INPUT_API-KEY': ' one ', 'INPUT_SIGNING-KEY': 'two', INPUT_CONFIG: 'x' };
    expect(secretInputs(env)).toEqual(['one', 'two']);
  });
});
