/** An inbox in memory: runs carried out in it as the service would, and their snapshots as they are written and read. */

import { Redactor, type Secret } from '../../src/diagnostics/redactor.ts';
import type { Account } from '../../src/engine/plan.ts';
import { rollbackPlanner } from '../../src/engine/rollback.ts';
import { parseSnapshot } from '../../src/engine/snapshot/read.ts';
import { snapshotText } from '../../src/engine/snapshot/write.ts';
import { isOutbound } from '../../src/model/action-types.ts';
import { type InboxIdentity, inboxIdentityOf } from '../../src/model/inbox-identity.ts';
import type { DeclaredRule, LiveRule, RuleBody } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import { canonicalLive } from '../../src/planning/canonical.ts';
import type { Work } from '../../src/planning/changes.ts';
import { type AccountPlan, planAccount } from '../../src/planning/plan-account.ts';
import { leftOfWayBack, planWayBack, type WayBack, type WayBackInput } from '../../src/planning/way-back.ts';
import { accountOf } from '../harness/account.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { READ_AT } from '../harness/identity.ts';
import { shownChange } from '../harness/shown-rule.ts';
import { type Opened, RUN } from '../harness/snapshot.ts';

/** What the snapshot of a run has of the inbox. */
export type Run = Opened & { inbox: InboxIdentity };

/** Which of the changes are made, by their place: a kill leaves some of them. */
type IsMade = (place: number) => boolean;

interface Inbox {
  live: () => LiveRule[];
  /** Somebody else's doing. */
  edit: (change: (rules: LiveRule[]) => LiveRule[]) => void;
  /** Plans and carries out. */
  apply: (declared: readonly DeclaredRule[], isMade?: IsMade) => Run;
  /** Plans the way back as a rollback does; from now on with this API key. `others`: the other accounts of the run. */
  planner: (run: Run, apiKey?: string, others?: readonly Run[]) => ReturnType<typeof rollbackPlanner>;
  wayBack: (run: Run, more?: Partial<WayBackInput>) => WayBack;
  /** What would be left to do at the end. */
  left: (run: Run) => Work[];
  planBack: (run: Run, more?: Partial<WayBackInput>) => AccountPlan;
  /** Carries out the way back, as far as it is not refused. */
  rollback: (run: Run, isMade?: IsMade) => Run;
}

interface World {
  /** The variables of the environment. */
  env?: Record<string, string>;
  /** What the service keeps of a rule that it was sent. */
  store?: (rule: LiveRule) => LiveRule;
  apiKey?: string;
}

const PLANNED = `sha256:${'0'.repeat(64)}`;

/** The part of the only account of a run, as it is read back from its snapshot. */
function runOf(account: Account, apiKey: string, live: readonly LiveRule[], work: readonly Work[]): Run {
  const inbox = inboxIdentityOf(live, READ_AT);
  const part = { account, apiKey, live, inbox, work };
  const start = { by: 'apply', rollbackOf: null, digest: PLANNED, at: new Date(0), pid: 1, parts: [part] } as const;
  const found = parseSnapshot(snapshotText(RUN, start).text, [account.redactor]);
  if ('reason' in found) throw new Error(found.reason);
  const opened = found.parts[0]?.opened;
  if (opened != null) return { ...opened, inbox };
  // A run without changes has no part.
  const none = parseSnapshot(snapshotText(RUN, { ...start, parts: [{ ...part, work: [IDLE] }] }).text, [
    account.redactor,
  ]);
  const idle = 'reason' in none ? null : none.parts[0]?.opened;
  if (idle == null) throw new Error('A snapshot opens with its key');
  return { ...idle, inbox, changes: [] };
}

const IDLE: Work = { change: shownChange({ before: null, after: null }), wanted: null, live: null };

const ALL: IsMade = () => true;

/** Takes the live rules. */
export function inboxOf(
  rules: readonly LiveRule[],
  { env = {}, store = (rule) => rule, apiKey = 'api-key' }: World = {},
): Inbox {
  let live = [...rules];
  let made = 0;
  const ofEnv = Object.entries(env).map(([name, value]): Secret => ({ name, value }));
  const taking = (declared: readonly DeclaredRule[], more: readonly Secret[] = []) => {
    return accountOf(declared, {
      baseUrl: 'https://mail.example.com/api/v1',
      redactor: accountRedactor('key', new Redactor([...ofEnv, ...more])),
    });
  };

  const send = ({ live: old, wanted }: Work): void => {
    if (wanted === null) {
      live = live.filter(({ id }) => id !== old?.id);
      return;
    }
    const id = old?.id ?? `made-${made++}`;
    const rule = store(answered(wanted, id, old));
    live = old === null ? [...live, rule] : live.map((one) => (one.id === id ? rule : one));
  };

  const carryOut = (account: Account, work: readonly Work[], isMade: IsMade): Run => {
    const possible = work.filter(({ change }) => change.refused === undefined);
    const run = runOf(account, apiKey, live, possible);
    for (const one of possible.filter((_, place) => isMade(place))) send(one);
    return run;
  };

  const inputOf = (run: Run, more: Partial<WayBackInput> = {}): WayBackInput => {
    const { name, baseUrl, settings, flags, redactor } = taking([], run.secrets);
    return { account: name, baseUrl, part: run, live, settings, flags, redactor, ...more };
  };
  const wayBack: Inbox['wayBack'] = (run, more) => planWayBack(inputOf(run, more));

  return {
    live: () => live,
    edit: (change) => {
      live = change(live);
    },
    apply: (declared, isMade = ALL) => {
      const account = taking(declared);
      const flags = { ...account.flags, allowLoss: true };
      const { work } = planAccount({ ...account, flags, account: account.name, live, declaredBefore: null });
      return carryOut(account, work, isMade);
    },
    planner: (run, key = apiKey, others = []) =>
      rollbackPlanner({ account: taking([], run.secrets), apiKey: key, inbox: run.inbox, opened: run, others }),
    wayBack,
    left: (run) => leftOfWayBack(inputOf(run)),
    planBack: (run, more) => wayBack(run, more).plan,
    rollback: (run, isMade = ALL) => carryOut(taking([], run.secrets), wayBack(run).plan.work, isMade),
  };
}

/** As measured: an operator that nobody set is AND; what sends is created switched off; no request carries INTEGRATION. */
function answered(wanted: RuleBody, id: string, old: LiveRule | null): LiveRule {
  return {
    id,
    enabled: old?.enabled ?? !isOutbound(wanted.actions),
    createdAt: old?.createdAt ?? '2026-02-01T00:00:00.000Z',
    updatedAt: '2026-02-01T00:00:00.000Z',
    ...wanted,
    condition: { ...wanted.condition, conditionalOperator: wanted.condition.conditionalOperator ?? 'AND' },
    actions: wanted.actions.map((action) => ({ ...action, integrationName: null, integrationToolName: null })),
  };
}

export type More = Partial<ResolvedRule>;

export const STAR = { actions: [{ type: 'STAR' as const }] };
export const DIGEST = { actions: [{ type: 'DIGEST' as const }] };

/** A declared rule that archives what the AI finds. */
export function rule(name: string, more: More = {}): DeclaredRule {
  const condition = { conditionalOperator: 'AND' as const, aiInstructions: `find ${name}` };
  return declaredOf({ name, condition, actions: [{ type: 'ARCHIVE' }], ...more });
}

/** The same rule, live. */
export const live = (name: string, id: string, more: More = {}): LiveRule => ({ ...liveOf(rule(name, more)), id });

/** A rule that is declared under another name, and alike. */
export const renamed = (from: string, to: string, more: More = {}): DeclaredRule => ({
  ...rule(to, { ...more, condition: more.condition ?? rule(from).body.condition }),
  renamedFrom: from,
});

/** What somebody does to the live rules. */
export type Edit = (rules: LiveRule[]) => LiveRule[];

export const edited =
  (id: string, more: Partial<LiveRule>): Edit =>
  (rules) =>
    rules.map((one) => (one.id === id ? { ...one, ...more } : one));

export const adding =
  (...more: LiveRule[]): Edit =>
  (rules) => [...rules, ...more];

export const without =
  (id: string): Edit =>
  (rules) =>
    rules.filter((one) => one.id !== id);

/** The rules as they do their work, by name. */
export function contentOf(rules: readonly LiveRule[]): RuleBody[] {
  return rules.map(canonicalLive).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The changes of a plan by name: `replace Old > New !refusal`. */
export function linesOf({ work }: AccountPlan): string[] {
  return work.map(({ change }) => {
    const renamed = change.renamedFrom === undefined ? '' : `${change.renamedFrom} > `;
    return `${change.op} ${renamed}${change.name}${change.refused === undefined ? '' : ` !${change.refused}`}`;
  });
}

/** The same lines, and what is said of edits: what the run did, and where the rule differs: `!edited-since (create: name)`. */
function toldOf(plan: AccountPlan): string[] {
  const edits = plan.notices.flatMap((one) => (one.code === 'edited-since' ? [one] : []));
  return linesOf(plan).map((line, index) => {
    const args = edits.find((one) => one.rule === plan.work[index]?.change.name)?.args;
    if (args === undefined || !line.endsWith(' !edited-since')) return line;
    return `${line} (${args.op}: ${[...args.paths, ...(args.isGone ? ['gone'] : [])].join(', ')})`;
  });
}

export const codesOf = ({ notices }: AccountPlan) => notices.map(({ code }) => code);
export const argsOf = ({ notices }: AccountPlan, code: string) => notices.find((one) => one.code === code)?.args;

/** A run of which these changes are made; each of the three plans its way back, after an edit if there is one. */
export function ran(
  rules: readonly LiveRule[],
  declared: readonly DeclaredRule[],
  { isMade = ALL, ...world }: World & { isMade?: IsMade } = {},
) {
  const inbox = inboxOf(rules, world);
  const run = inbox.apply(declared, isMade);
  const back = (edit: Edit = (same) => same): AccountPlan => {
    inbox.edit(edit);
    return inbox.planBack(run);
  };
  return { inbox, run, back, lines: (edit?: Edit) => linesOf(back(edit)), told: (edit?: Edit) => toldOf(back(edit)) };
}
