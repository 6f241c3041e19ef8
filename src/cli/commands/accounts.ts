import type { Declared } from '../../engine/declare.ts';
import { hasErrors } from '../../engine/plan.ts';
import type { AccountsDocument, ListedAccount } from '../../model/accounts.ts';
import type { AccountSettings } from '../../model/project.ts';
import { accountsReport } from '../../report/accounts.ts';
import type { Formats } from '../../report/formats.ts';
import { json } from '../../report/json.ts';
import { printTerminal } from '../../report/print/terminal.ts';
import { shownPath } from '../../source/paths.ts';
import type { ArgumentsOf, CommandDefinition, Invocation, Result } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { common } from '../options.ts';
import { writtenBaseUrl } from '../session/destinations.ts';
import { keyVariableOf } from '../session/keys.ts';
import { openSession, type Session } from '../session/session.ts';
import { duplicateAccounts } from '../session/slips.ts';

export const definition = {
  description:
    'Lists the accounts with their addresses, the variables of their keys, their rules and settings. It needs no key and sends nothing.\nExits 0; 3 on invalid settings.',
  options: common,
  examples: {
    'inboxctl accounts': 'the accounts of this project',
    "inboxctl accounts --format json | jq -r '.accounts[].name'": 'their names, for a script',
  },
} as const satisfies CommandDefinition;

interface AccountList {
  accounts: ListedAccount[];
  /** The project file as displayed; null if there is none. */
  file: string | null;
}

export const ACCOUNTS: Formats<AccountList> = {
  text: ({ accounts, file }, { style }) => printTerminal(accountsReport(accounts, file), style),
  json: ({ accounts }, { notices }) => json<AccountsDocument>(notices, { accounts }),
};

/** `inboxctl accounts`: lists the accounts of the project with their settings. It sends nothing. */
export async function run(invocation: Invocation<ArgumentsOf<typeof definition>>): Promise<Result<AccountList>> {
  const session = openSession(invocation, { sendsKeys: false });
  const { project } = session;
  const declared = session.declared();
  const listed = project.selected.map((account, index) => listedAccount(account, declared[index] as Declared, session));
  const notices = [
    ...project.notices,
    // http:// only matters once something is sent.
    ...session.offlineProblems().filter(({ code }) => code !== 'base-url-http'),
    ...duplicateAccounts(project, invocation.io.env),
  ];
  invocation.findings.add(notices);
  return {
    code: hasErrors(notices) ? EXIT.wrongInput : EXIT.done,
    document: {
      accounts: listed.map((one) => {
        const { baseUrlFrom, undeclared, actionOrder } = one;
        return { ...session.redactor.everywhere(one), baseUrlFrom, undeclared, actionOrder };
      }),
      file: project.file === null ? null : shownPath(project.file, project.cwd),
    },
    formats: ACCOUNTS,
  };
}

function listedAccount(
  settings: AccountSettings,
  { rules: declared, files, diagnostics }: Declared,
  session: Session,
): ListedAccount {
  const { name, rules, plan } = settings;
  const env = keyVariableOf(settings);
  const by = writtenBaseUrl(settings, session.io.env)?.by ?? 'environment';
  return {
    name,
    baseUrl: session.addressOf(settings) || null,
    baseUrlFrom: by === 'environment' ? by : 'project',
    apiKey: { env, set: Boolean(session.io.env[env]?.trim()) },
    rules,
    declared: declared.length,
    files: files.length,
    errors: diagnostics.filter(({ severity }) => severity === 'error').length,
    ...plan,
  };
}
