/** Rules that are written as they are live although the policy forbids them: the next plan is refused. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Policy } from '../../model/project.ts';
import { policyFindings } from '../../planning/policy.ts';
import type { Locate } from '../../source/locate.ts';
import type { ResolvedReferences } from '../../source/references.ts';
import { FORBIDDEN_BY } from '../declare.ts';
import type { Edit } from './agreement.ts';
import type { PullAccount } from './input.ts';
import type { Placement } from './placement.ts';
import type { Subject } from './rule-file-drafts.ts';

/** Takes the rules as they will be in the files, and what was decided; gives a warning for each account that forbids one. */
export function forbidden(
  written: ReadonlyMap<Subject, ResolvedReferences>,
  edits: readonly Edit[],
  placements: readonly Placement[],
  locate: Locate,
): Diagnostic[] {
  const warning = (rule: string, account: PullAccount, found: ResolvedReferences): Diagnostic[] => {
    const settings = settingsAgainst(found, account.settings.policy);
    if (settings.length === 0) return [];
    return [{ code: 'pull-policy', args: { name: rule, settings }, severity: 'warning', account: account.name, rule }];
  };
  const changed = edits.flatMap(({ source, accounts }) => {
    const found = written.get(source);
    if (found === undefined) return [];
    const told = accounts.flatMap((account) => warning(source.written.name, account, found));
    return told.map((one): Diagnostic => ({ ...one, place: locate(source.spot).place }));
  });
  const added = placements.flatMap(({ fresh }) => {
    const found = written.get(fresh[0].live);
    return found === undefined ? [] : fresh.flatMap(({ account, name }) => warning(name, account, found));
  });
  return [...changed, ...added];
}

function settingsAgainst({ resolved, references, unknown }: ResolvedReferences, policy: Policy): (keyof Policy)[] {
  const secret = references.filter(({ kind }) => kind === 'env').map(({ path }) => path);
  const found = policyFindings(resolved, policy, secret).filter(({ path }) => !unknown.has(path.join('/')));
  return [...new Set(found.map(({ code }) => FORBIDDEN_BY[code]))];
}
