import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Declared } from '../../engine/declare.ts';
import { hasErrors } from '../../engine/plan.ts';
import { isCreatedOff } from '../../planning/risks.ts';
import { type Checked, validationReport } from '../../report/checked.ts';
import { type Formats, together } from '../../report/formats.ts';
import { json } from '../../report/json.ts';
import { renderProblems, shownNotices } from '../../report/print/problems.ts';
import { printTerminal } from '../../report/print/terminal.ts';
import type { Locate } from '../../source/load/locate.ts';
import type { ArgumentsOf, CommandDefinition, Invocation, Result } from '../command.ts';
import { type NamedFiles, namedFiles } from '../named-files.ts';
import { common } from '../options.ts';
import { openSession } from '../session/session.ts';
import { duplicateAccounts } from '../session/slips.ts';
import { checkedTests } from '../session/tests.ts';
import { codeOfProblems } from '../user-error.ts';

export const definition = {
  arguments: [{ name: '[file...]', description: 'report on these files and folders only' }],
  description:
    'Reads all files of rules and tests and reports every problem with its place; with FILEs, which may be folders, only those of these files. It runs no test, needs no key and sends nothing.\nExits 0 when there are no errors (warnings are allowed), 3 on errors.',
  options: common,
  examples: {
    'inboxctl validate': 'check the files of this project',
    'inboxctl validate rules/news.yaml': 'the problems of one file',
    'inboxctl validate --format json': 'the same for a program to read',
  },
} as const satisfies CommandDefinition;

export const VALIDATION: Formats<Checked> = {
  text: (checked, { style, quiet, notices }) => {
    const problems = renderProblems(shownNotices(notices, quiet), style);
    const isSaid = !quiet || hasErrors(notices);
    return together(problems, isSaid ? printTerminal(validationReport(checked, notices), style) : '');
  },
  json: (_, { notices }) => json(notices, {}),
};

/** `inboxctl validate`: checks rule and test files offline. Runs no test. */
export async function run(invocation: Invocation<ArgumentsOf<typeof definition>>): Promise<Result<Checked>> {
  const session = openSession(invocation, { sendsKeys: false });
  const { project } = session;
  const declared = session.declared();
  const tests = checkedTests(session);
  const found = new Set<Diagnostic>([
    ...project.notices,
    ...duplicateAccounts(project, invocation.io.env),
    ...session.offlineProblems(),
    ...declared.flatMap((files) => files.diagnostics),
    ...tests.problems,
    ...createdOtherwise(declared, session.loader.locate),
  ]);
  const read = [...declared.flatMap(({ files }) => files), ...tests.files].map((file) => file.path);
  const named = namedFiles(invocation.args.file, project, read);
  const violations = saidOnce(declared.flatMap((files) => files.violations)).filter(isAbout(named));
  const problems = [...found].filter(isAbout(named));
  const errors = problems.filter(({ severity }) => severity === 'error');
  const counted = declared.map((one) => onlyNamed(one, named));
  // Accounts may share rules and files.
  const checked = {
    rules: new Set(counted.flatMap(({ rules }) => rules.map(({ spot }) => spot))).size,
    files: new Set(counted.flatMap(({ files }) => files.map((file) => file.path))).size,
    ofTests: tests.files.filter(({ shown }) => named?.has(shown) !== false).length,
    accounts: declared.length,
  };
  invocation.findings.add([...problems, ...violations, ...(named?.notices ?? [])], 'document');
  return { code: codeOfProblems([...errors, ...violations]), document: checked, formats: VALIDATION };
}

/** Rules that the service would create on or off against their files. Offline it is unknown which rules are new. */
function createdOtherwise(declared: readonly Declared[], locate: Locate): Diagnostic[] {
  const rules = new Set(declared.flatMap((one) => one.rules));
  return [...rules].flatMap(({ body, enabled, spot }): Diagnostic[] => {
    if (enabled !== isCreatedOff(body)) return [];
    const args = { expected: enabled };
    return [{ code: 'enabled-if-created', args, severity: 'info', rule: body.name, ...locate(spot, ['enabled']) }];
  });
}

/** Keeps diagnostics about the named files. One about several files belongs to each of them. */
function isAbout(named: NamedFiles | null): (found: Diagnostic) => boolean {
  return ({ place, related = [] }) => {
    if (named === null) return true;
    return [...(place === undefined ? [] : [place]), ...related].some(({ file }) => named.has(file));
  };
}

function onlyNamed({ rules, files }: Declared, named: NamedFiles | null): Pick<Declared, 'rules' | 'files'> {
  if (named === null) return { rules, files };
  return {
    rules: rules.filter(({ spot }) => named.has(spot.file)),
    files: files.filter(({ shown }) => named.has(shown)),
  };
}

/** A rule that breaks a policy breaks it for every account that has both: it is reported once, without the account. */
function saidOnce(violations: readonly Diagnostic[]): Diagnostic[] {
  const first = new Map<string, Diagnostic>();
  for (const violation of violations) {
    const { account: _, ...rest } = violation;
    const id = JSON.stringify(rest);
    first.set(id, first.has(id) ? rest : violation);
  }
  return [...first.values()];
}
