import { type Declared, declare } from '../engine/declare.ts';
import { hasErrors } from '../engine/plan.ts';
import type { ListedAccount } from '../model/accounts.ts';
import type { Code, Diagnostic } from '../model/diagnostic.ts';
import type { AccountSettings } from '../model/project.ts';
import { type Secret, veil } from '../planning/secrets.ts';
import { jsonAccounts } from '../report/json.ts';
import { renderProblems } from '../report/problems.ts';
import { textAccounts } from '../report/text-accounts.ts';
import { carriesKey, checkBaseUrl } from '../service/address.ts';
import { shownPath } from '../source/find-files.ts';
import { connector, ownKeys, sameInboxes } from './connection.ts';
import type { Command, Invocation } from './definition.ts';
import { EXIT } from './exit-code.ts';
import { withoutSecrets } from './hidden-secrets.ts';
import { rulesLoader, rulesOf } from './rules.ts';
import { openSettings, type Project, workingFolder } from './settings.ts';
import { errorsOnly, textOptions } from './terminal.ts';

/** What the list itself says, or what only matters once something is sent. */
const UNREMARKED: readonly Code[] = ['base-url-missing', 'base-url-http', 'api-key-missing', 'account-key-unset'];

/** `inboxctl accounts`: lists the accounts of the project with their settings. It sends nothing. */
export const accounts: Command = async (invocation) => {
  const { io, options } = invocation;
  const project = openSettings(invocation, workingFolder(invocation));
  const keys = ownKeys(invocation, project);
  const loader = rulesLoader(invocation, project, 'warning');
  const declared = declare(
    project.selected.map((account) => rulesOf(account, project)),
    loader,
  );
  const secrets = [...keys, ...loader.secrets()];
  const listed = project.selected.map((account, index) =>
    withoutValues(listedAccount(account, declared[index] as Declared, invocation, keys), secrets),
  );
  const notices = withoutSecrets(settingProblems(invocation, project), secrets);
  if (options.format === 'json') io.stdout.write(jsonAccounts(listed, notices));
  else {
    const shown = options.quiet === true ? errorsOnly(notices) : notices;
    io.stderr.write(renderProblems(shown, textOptions(io, 'stderr', options)));
    const file = project.file === null ? null : shownPath(project.file, project.cwd);
    io.stdout.write(textAccounts(listed, file, textOptions(io, 'stdout', options)));
  }
  return hasErrors(notices) ? EXIT.wrongInput : EXIT.done;
};

function listedAccount(
  { name, rules, baseUrl, apiKeyVariable, plan }: AccountSettings,
  { rules: declared, files, diagnostics }: Declared,
  { io }: Invocation,
  keys: readonly Secret[],
): ListedAccount {
  const { maxDeletes, policy, ...settings } = plan;
  const env = apiKeyVariable ?? 'INBOXCTL_API_KEY';
  return {
    name,
    baseUrl: shownUrl(baseUrl ?? io.env.INBOXCTL_BASE_URL ?? '', keys),
    baseUrlFrom: baseUrl === null ? 'environment' : 'project',
    apiKey: { env, set: Boolean(io.env[env]?.trim()) },
    rules,
    declared: declared.length,
    files: files.length,
    errors: diagnostics.filter(({ severity }) => severity === 'error').length,
    ...settings,
    guard: { maxDeletes },
    policy,
  };
}

/** An address that may be shown, without trailing slashes. One that is unusable may hold a password. */
function shownUrl(url: string, keys: readonly Secret[]): string | null {
  const checked = checkBaseUrl(url, { allowHttp: true });
  return 'ok' in checked && !keys.some(({ value }) => carriesKey(checked.ok, value)) ? checked.ok : null;
}

function withoutValues(account: ListedAccount, secrets: readonly Secret[]): ListedAccount {
  const { text } = veil('', secrets);
  return JSON.parse(JSON.stringify(account), (_, value) => (typeof value === 'string' ? text(value) : value));
}

function settingProblems(invocation: Invocation, project: Project): Diagnostic[] {
  const connect = connector(invocation, project);
  const unusable = project.selected.flatMap((account) => {
    const found = connect(account);
    return Array.isArray(found) ? found.filter(({ code }) => !UNREMARKED.includes(code)) : [];
  });
  return [...unusable, ...sameInboxes(project, invocation.io.env)];
}
