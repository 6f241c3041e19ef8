/** Decides which accounts each test is checked for: those that declare all the rules that it names. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { globMatcher } from '../model/glob.ts';
import type { MailTest } from '../model/mail.ts';
import { nearest } from '../model/nearest.ts';
import type { Locate } from '../source/load/locate.ts';

/** The names of the rules that an account declares, and the tests in its folders. */
export type TestedAccount = { rules: ReadonlySet<string>; tests: ReadonlySet<MailTest> };

export interface AssignedTests {
  /** For each account, the tests to check against its rules. */
  tests: MailTest[][];
  problems: Diagnostic[];
}

/** `others`: the accounts not selected, asked only if a test fits no selected one; fitting another is not a problem. */
export function assignTests(
  accounts: readonly TestedAccount[],
  others: () => readonly TestedAccount[],
  locate: Locate,
): AssignedTests {
  const tests = accounts.map(({ rules, tests: all }) => [...all].filter((test) => fits(test, rules)));
  const assigned = new Set(tests.flat());
  const left = new Set(accounts.flatMap((account) => [...account.tests]).filter((test) => !assigned.has(test)));
  const notSelected = left.size === 0 ? [] : others();
  const problems = [...left].flatMap((test) => {
    const elsewhere = notSelected.filter((account) => account.tests.has(test));
    if (elsewhere.some(({ rules }) => fits(test, rules))) return [];
    const own = accounts.filter((account) => account.tests.has(test));
    return unassigned(test, new Set([...own, ...elsewhere].flatMap(({ rules }) => [...rules])), locate);
  });
  return { tests, problems };
}

function fits({ expect, judged }: MailTest, rules: ReadonlySet<string>): boolean {
  return [...expect.keys(), ...judged.keys()].every((name) => rules.has(name));
}

/** Why a test fits no account. `known`: the rules of all accounts that have the test. */
function unassigned(test: MailTest, known: ReadonlySet<string>, locate: Locate): Diagnostic[] {
  const { spot } = test;
  const named = (['expect', 'judged'] as const).flatMap((key) => [...test[key].keys()].map((name) => ({ name, key })));
  const unknown = named.filter(({ name }) => !known.has(name));
  if (unknown.length === 0) {
    const args = { rules: [...new Set(named.map(({ name }) => name))] };
    return [{ code: 'test-rules-apart', args, severity: 'error', ...locate(spot, ['expect'], 'key') }];
  }
  const names = [...known];
  return unknown.map(({ name, key }) => {
    const [glob, ...others] = names.filter(globMatcher(name));
    const proposal = nearest(name, names, 2) ?? (others.length === 0 ? (glob ?? null) : null);
    const args = { rule: name, proposal, none: names.length === 0 };
    return { code: 'test-rule-unknown', args, severity: 'error', ...locate(spot, [key, name], 'key') };
  });
}
