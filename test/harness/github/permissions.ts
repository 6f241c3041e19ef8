/** What an app's token may do. Users' tokens may do all. */
import { forbidden } from './refusal.ts';

export type Access = 'none' | 'read' | 'write';

export interface Permissions {
  actions: Access;
  contents: Access;
  issues: Access;
  pull_requests: Access;
}

const LEVEL: Record<Access, number> = { none: 0, read: 1, write: 2 };

/** Takes `issues=write; pull_requests=write`: one of them is enough. Throws a Refusal. */
export function demand(permissions: Permissions | null, accepted: string, shown = accepted): void {
  if (permissions === null) return;
  const isEnough = accepted.split('; ').some((one) => {
    const [name, access] = one.split('=') as [keyof Permissions, Access];
    return LEVEL[permissions[name]] >= LEVEL[access];
  });
  if (!isEnough) throw forbidden(shown);
}
