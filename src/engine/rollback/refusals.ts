/** Why rules cannot be restored as they were. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import { firstGlob } from '../../model/glob.ts';
import type { PlanSettings } from '../../model/project.ts';
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import type { ResolvedRule } from '../../model/written-rule.ts';
import type { AccountRedactor } from '../../planning/account-redactor.ts';
import { canonicalName } from '../../planning/canonical.ts';
import { refusing, type Work } from '../../planning/changes.ts';
import { missingChannel, missingField } from '../../planning/checks/actions.ts';
import { emptyCondition } from '../../planning/checks/condition.ts';
import { wouldDrop } from '../../planning/losses.ts';
import type { PlanFlags } from '../../planning/plan-account.ts';
import { policyFindings } from '../../planning/policy.ts';
import type { Recalled } from './recall.ts';

export interface RollbackRefusal {
  /** The code that the change gets. */
  refused: string;
  findings: Finding[];
}

interface RefusalRules {
  settings: Pick<PlanSettings, 'ignore' | 'policy'>;
  flags: Pick<PlanFlags, 'allowLoss'>;
  redactor: AccountRedactor;
}

/** What stops a rollback change, or null. `recalled` is the rule as it was; null for a delete. */
export function refusalOf(
  { live, wanted }: Work,
  recalled: Recalled | null,
  { settings, flags, redactor }: RefusalRules,
): RollbackRefusal | null {
  const ignoredBy = firstGlob(settings.ignore);
  const glob = [live?.name.trim(), wanted?.name].map((name) => (name === undefined ? null : ignoredBy(name)));
  const ignoring = glob.find((one) => one !== null);
  if (ignoring != null)
    return { refused: 'ignored', findings: [{ code: 'rollback-ignored', args: { glob: ignoring } }] };
  if (recalled === null) return null;

  const { body, references, doubts } = recalled;
  const unusable = doubts.flatMap((doubt) => (doubt.kind === 'no-value' ? [doubt.finding] : []));
  if (unusable.length > 0) return { refused: 'variable-unset', findings: unusable };
  if (doubts.some(({ kind }) => kind === 'lost')) {
    return { refused: 'text-lost', findings: [{ code: 'rollback-text-lost', args: {} }] };
  }
  const lacking = lacks(body);
  if (lacking !== null) return { refused: 'incomplete', findings: [lacking] };
  const secret = references.map(({ path }) => path);
  const violations = policyFindings(body as ResolvedRule, settings.policy, secret, null);
  if (violations.length > 0) {
    return { refused: 'policy', findings: violations.map(({ code, args }) => ({ code, args }) as Finding) };
  }
  const findings = live === null || flags.allowLoss ? [] : wouldDrop(live, redactor);
  return findings[0] === undefined ? null : { refused: findings[0].code, findings };
}

/** What the service requires (measured), but does not return even though it has it. */
function lacks(body: RuleBody): Finding<'rollback-incomplete'> | null {
  const rule = body as ResolvedRule;
  const say = (args: Finding<'rollback-incomplete'>['args']) => ({ code: 'rollback-incomplete' as const, args });
  if (body.actions.length === 0) return say({ lacks: 'actions' });
  if (emptyCondition(rule).length > 0) return say({ lacks: 'condition' });
  for (const { code, args } of [...missingField(rule), ...missingChannel(rule)]) {
    if (code === 'field-missing') return say({ lacks: 'field', type: args.type, field: args.field });
    if (code === 'channel-missing') return say({ lacks: 'field', type: args.type, field: 'messagingChannelId' });
  }
  return null;
}

/** Keeps names unique: refuses to restore a rule if another rule has its name and keeps it. */
export function withTakenRefused(work: readonly Work[], live: readonly LiveRule[]): Work[] {
  const moved = new Set(work.map((item) => item.live?.id));
  const taken = new Set(live.filter(({ id }) => !moved.has(id)).map(({ name }) => canonicalName(name)));
  const keepsName = (item: Work) => item.live !== null && canonicalName(item.live.name) === item.wanted?.name;
  for (const { wanted } of work.filter(keepsName)) if (wanted !== null) taken.add(wanted.name);
  return work.map((item) => {
    const { wanted, change } = item;
    if (wanted === null || keepsName(item) || change.refused !== undefined) return item;
    if (taken.has(wanted.name)) return refusing(item, 'name-not-free');
    taken.add(wanted.name);
    return item;
  });
}
