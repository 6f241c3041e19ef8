/** Accounts of one project, each with a key of its own in a bundle, that one job plans and applies. */
import type { ActionRun } from '../harness/action.ts';
import { type ApplyWorld, applying } from './apply-world.ts';

export interface FleetWorld extends ApplyWorld {
  /** The inputs of a job: these, and the keys of all accounts; those in `expired` are keys no more. */
  job: (inputs?: ActionRun['inputs'], expired?: readonly string[]) => { inputs: ActionRun['inputs'] };
  /** The names of the live rules of an account, sorted. */
  namesOf: (account: string) => string[];
}

/** `rules`: the live rules by account. Each account has all rule files. */
export async function fleet(
  rules: Readonly<Record<string, unknown[]>>,
  files: Record<string, string>,
): Promise<FleetWorld> {
  const accounts = Object.keys(rules);
  const variable = (account: string) => `INBOXCTL_${account.toUpperCase()}_KEY`;
  const keyOf = (account: string) => `key-of-the-inbox-${account}`;
  const inboxes = Object.entries(rules).map(([name, live]) => ({ name, rules: live }));
  const keys = accounts.map((inbox) => ({ key: keyOf(inbox), inbox }));
  const world = await applying({ files, sandbox: { seed: { inboxes, keys } } });
  const { baseUrl } = world.service;
  const settings = accounts.map((account) => `  ${account}: { apiKey: { env: ${variable(account)} } }\n`);
  world.github.push('main', { 'inboxctl.yaml': `baseUrl: ${baseUrl}\naccounts:\n${settings.join('')}` });
  return {
    ...world,
    job(inputs = {}, expired = []) {
      const bundle = accounts.map((account) => {
        return `${variable(account)}=${expired.includes(account) ? 'expired-' : ''}${keyOf(account)}\n`;
      });
      const own = { 'base-url': '', 'api-key': '', 'api-keys': bundle.join('') };
      const common = { 'allowed-hosts': new URL(baseUrl).host, 'signing-key': 'one-key-for-all-of-the-jobs' };
      return { inputs: { ...own, ...common, ...inputs } };
    },
    namesOf: (account) => {
      const live = world.service.rules(account);
      return live.map(({ name }) => name).sort();
    },
  };
}
