/**
 * Finds the account of a base that has the inbox of an account of the files: its address and key are the same. A key is known
 * by its variable, so that one that was renewed there is the same; two variables are the same where both have the same value.
 */
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import type { AccountSettings } from '../../model/project.ts';
import { keyVariableOf } from './keys.ts';
import type { Session } from './session.ts';

/** What of an account is another one than at the base. */
export type Differing = ArgsOf<'base-other-inbox'>['differing'];

/**
 * The account of a base (`there`, by name) with the inbox of this one: it has the same name, or was renamed and its name is
 * gone. `differing`: that of this name has another address or key. Null: the base does not have the account.
 */
export function accountAtBase(
  session: Session,
  here: AccountSettings,
  there: ReadonlyMap<string, AccountSettings>,
): { same: AccountSettings } | { differing: Differing } | null {
  const named = there.get(here.name);
  if (named !== undefined) {
    const differing = differingIn(session, here, named);
    return differing === null ? { same: named } : { differing };
  }
  const names = new Set(session.project.accounts.map(({ name }) => name));
  const [renamed, ...others] = [...there.values()].filter((one) => {
    // A key that is given for one account says nothing of which one that was before.
    const isSame = differingIn(session, here, one) === null && hasSameKey(session, here, one);
    return isSame && !names.has(one.name);
  });
  return renamed === undefined || others.length > 0 ? null : { same: renamed };
}

/** An option, or an input of the action, gives both sides the same. */
function differingIn(session: Session, here: AccountSettings, there: AccountSettings): Differing | null {
  const { baseUrl, apiKey = session.args.apiKeyFile } = session.args;
  const isSameAddress = baseUrl !== undefined || session.addressOf(here) === session.addressOf(there);
  const isSameKey = apiKey !== undefined || hasSameKey(session, here, there);
  if (isSameKey) return isSameAddress ? null : 'address';
  return isSameAddress ? 'key' : 'address and key';
}

function hasSameKey({ io: { env }, project }: Session, here: AccountSettings, there: AccountSettings): boolean {
  const [now, before] = [keyVariableOf(here), keyVariableOf(there)];
  if (now === before) return true;
  // A bundle may have a variable that only the base names.
  const { value = env[before] } = project.spareKeys?.find(({ name }) => name === before) ?? {};
  return Boolean(value?.trim()) && value?.trim() === env[now]?.trim();
}
