import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Declared, declare } from '../../engine/declare.ts';
import { hasErrors } from '../../engine/plan.ts';
import type { ListedAccount } from '../../model/accounts.ts';
import type { AccountSettings } from '../../model/project.ts';
import { hider, type Secret } from '../../planning/secrets.ts';
import { jsonAccounts } from '../../report/json.ts';
import { textAccounts } from '../../report/text/accounts.ts';
import { renderProblems } from '../../report/text/problems.ts';
import { shownPath } from '../../source/find-files.ts';
import type { Command, Invocation } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { offlineProblems, sameInboxes, shownBaseUrl } from '../session/connection.ts';
import { withoutSecrets } from '../session/hidden-secrets.ts';
import { ownKeys } from '../session/keys.ts';
import { rulesLoader, rulesOf } from '../session/rules.ts';
import { openSettings, type Project, workingFolder } from '../session/settings.ts';
import { errorsOnly, textOptions } from '../terminal/style.ts';

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
  const notices = withoutSecrets([...project.notices, ...settingProblems(invocation, project)], secrets);
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
    baseUrl: shownBaseUrl(baseUrl ?? io.env.INBOXCTL_BASE_URL ?? '', keys),
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

function withoutValues(account: ListedAccount, secrets: readonly Secret[]): ListedAccount {
  const text = hider(secrets);
  return JSON.parse(JSON.stringify(account), (_, value) => (typeof value === 'string' ? text(value) : value));
}

/** What is wrong with the settings; http:// only matters once something is sent. */
function settingProblems(invocation: Invocation, project: Project): Diagnostic[] {
  const unusable = offlineProblems(invocation, project);
  return [...unusable.filter(({ code }) => code !== 'base-url-http'), ...sameInboxes(project, invocation.io.env)];
}
