/** What plan and apply share: settings, declared rules and the account, ready to be planned. */
import { type Declared, declare } from '../engine/declare.ts';
import { type Account, hasErrors } from '../engine/plan.ts';
import { veil } from '../planning/secrets.ts';
import { renderProblems } from '../report/problems.ts';
import { type Client, createClient } from '../service/client.ts';
import type { Invocation } from './definition.ts';
import { connectionSettings, planFlags, projectSettings } from './settings.ts';
import { Stop } from './stop.ts';
import { textOptions } from './terminal.ts';

export interface OpenProject {
  client: Client;
  account: Account;
  /** Reads the files again, as they are now. Throws a Stop with their problems. */
  readAgain: () => Account;
}

/** Reads settings and files; warnings of the files go to stderr. Throws a Stop with everything that is wrong. */
export function openProject(invocation: Invocation): OpenProject {
  const project = projectSettings(invocation);
  const connection = connectionSettings(invocation, project.cwd);
  const client = createClient(connection);
  const secrets = [{ name: connection.apiKeyName, value: connection.apiKey }];
  const read = (): Declared => {
    const declared = declare(project.rules, project, project.plan);
    if (hasErrors(declared.diagnostics)) throw new Stop(declared.diagnostics);
    return declared;
  };
  const accountOf = (declared: Declared): Account => ({
    name: 'default',
    baseUrl: connection.baseUrl,
    declared: declared.rules,
    settings: project.plan,
    flags: planFlags(invocation.options),
    veil: veil(connection.apiKey, secrets),
    placeOf: declared.placeOf,
  });
  const declared = read();
  warn(invocation, declared);
  return { client, account: accountOf(declared), readAgain: () => accountOf(read()) };
}

function warn({ io, options }: Invocation, { diagnostics }: Declared): void {
  if (diagnostics.length === 0 || options.quiet === true) return;
  io.stderr.write(renderProblems(diagnostics, textOptions(io, 'stderr', options)));
}
