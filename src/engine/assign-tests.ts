/** Which tests are checked against the rules of which accounts: those of accounts that declare all the rules a test names. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { MailTest } from '../model/mail.ts';
import { nearest } from '../model/nearest.ts';
import type { Locate } from '../source/load/locate.ts';

/** An account with tests, and the names of the rules that it declares. */
export interface TestedAccount {
  rules: ReadonlySet<string>;
  tests: ReadonlySet<MailTest>;
}

export interface AssignedTests {
  /** Of each account, those that can be checked against its rules. */
  tests: MailTest[][];
  /** Tests that no account can be checked for. */
  problems: Diagnostic[];
}

/**
 * Accounts may share a folder of tests. `others` gives the accounts that are not selected, and is asked only where a test
 * fits no selected one: it is left out then if it fits one of these.
 */
export function assignTests(
  accounts: readonly TestedAccount[],
  others: () => readonly TestedAccount[],
  locate: Locate,
): AssignedTests {
  const tests = accounts.map(({ rules, tests: all }) => [...all].filter((test) => fits(test, rules)));
  const assigned = new Set(tests.flat());
  const left = new Set(accounts.flatMap((account) => [...account.tests]).filter((test) => !assigned.has(test)));
  const problems = [...left].flatMap((test) => {
    const elsewhere = others().filter((account) => account.tests.has(test));
    if (elsewhere.some(({ rules }) => fits(test, rules))) return [];
    const own = accounts.filter((account) => account.tests.has(test));
    return unassigned(test, new Set([...own, ...elsewhere].flatMap(({ rules }) => [...rules])), locate);
  });
  return { tests, problems };
}

/** The names of rules in a test, each with the key that has it. */
function namedIn({ expect, judged }: MailTest): { name: string; key: 'expect' | 'judged' }[] {
  return [
    ...[...expect.keys()].map((name) => ({ name, key: 'expect' as const })),
    ...[...judged.keys()].map((name) => ({ name, key: 'judged' as const })),
  ];
}

function fits({ expect, judged }: MailTest, rules: ReadonlySet<string>): boolean {
  for (const name of expect.keys()) if (!rules.has(name)) return false;
  for (const name of judged.keys()) if (!rules.has(name)) return false;
  return true;
}

/** `known`: the rules of all accounts that have the test. */
function unassigned(test: MailTest, known: ReadonlySet<string>, locate: Locate): Diagnostic[] {
  const { spot } = test;
  const named = namedIn(test);
  const unknown = named.filter(({ name }) => !known.has(name));
  if (unknown.length === 0) {
    const args = { rules: [...new Set(named.map(({ name }) => name))] };
    return [{ code: 'test-rules-apart', args, severity: 'error', ...locate(spot, ['expect'], 'key') }];
  }
  const names = [...known];
  return unknown.map(({ name, key }) => {
    const args = { rule: name, proposal: nearest(name, names, 2), none: names.length === 0 };
    return { code: 'test-rule-unknown', args, severity: 'error', ...locate(spot, [key, name], 'key') };
  });
}
