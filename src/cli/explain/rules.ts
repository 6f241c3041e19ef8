/** The declared or the live rules that `inboxctl explain` is about. */
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import { isPitfall } from '../../diagnostics/pitfalls.ts';
import { compareNames } from '../../model/compare-text.ts';
import { groupBy } from '../../model/group-by.ts';
import type { ReferenceAt, RuleBody } from '../../model/rule.ts';
import { canonicalLive } from '../../planning/canonical.ts';
import { type Only, onlyOf, rulesUnknown } from '../../planning/only.ts';
import type { Invocation } from '../command.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { openToRead, requireOpen } from '../session/accounts.ts';
import type { SessionArguments } from '../session/arguments.ts';
import { readLive } from '../session/read-live.ts';
import { openSession, type Session } from '../session/session.ts';
import { codeOfProblems, UserError } from '../user-error.ts';

type ExplainInvocation = Invocation<SessionArguments & { rule: readonly string[] }>;

export interface RuleToExplain {
  account: string;
  /** Null for a live rule: no file is read. */
  source: Place | null;
  body: RuleBody;
  /** Those of the declared rule, also for its live rule, whose text may be an earlier value of a secret. */
  references: readonly ReferenceAt[];
  isOff: boolean;
}

export interface RulesToExplain {
  session: Session;
  code: ExitCode;
  /** The requested rules; null for all. */
  only: Only | null;
  rules: RuleToExplain[];
  /** The pitfalls of these rules, if they are declared. */
  pitfalls: readonly Diagnostic[];
}

/** The declared rules. Throws a UserError if one is unknown. Sends nothing. */
export function declaredRules(invocation: ExplainInvocation): RulesToExplain {
  const { args, findings } = invocation;
  const session = openSession(invocation, { sendsKeys: false });
  const declared = session.declared();
  const found = new Set([...session.project.notices, ...declared.flatMap(({ diagnostics }) => diagnostics)]);
  const notices = [...found].filter(({ severity }) => severity === 'error');
  const only = onlyOf(args.rule);
  const names = declared.flatMap(({ rules }) =>
    rules.flatMap(({ body, renamedFrom }) => [body.name, ...(renamedFrom == null ? [] : [renamedFrom])]),
  );
  const unknown = rulesUnknown(only, names, 'declared');
  if (unknown.length > 0) throw new UserError([...notices, ...unknown]);
  findings.add(notices);
  const rules = declared.flatMap(({ account, rules, placeOf }): RuleToExplain[] => {
    const meant = rules.filter(({ body, renamedFrom }) => only?.has(body.name, renamedFrom) !== false);
    return meant.map(({ body, references, spot }) => ({
      account,
      source: placeOf(spot),
      body,
      references,
      isOff: false,
    }));
  });
  const pitfalls = [...found].filter(({ code, rule = '' }) => isPitfall(code) && only?.has(rule) !== false);
  return { session, code: codeOfProblems(notices), only, rules, pitfalls };
}

/** The live rules, for --live. Sends only GET requests. */
export async function liveRules(invocation: ExplainInvocation): Promise<RulesToExplain> {
  const { args, findings } = invocation;
  const session = openSession(invocation, { sendsKeys: true, unset: 'error', project: 'optional' });
  // Reads the files too, because live rules contain the secrets of declared ones.
  const { open, closed, diagnostics: all } = openToRead(session);
  // A warning about a declared rule does not concern the live ones.
  const diagnostics = all.filter(({ rule, severity }) => rule === undefined || severity === 'error');
  requireOpen({ open, closed, diagnostics });
  const read = await readLive(invocation, open);
  const failures = read.closed.flatMap(({ problems }) => problems);
  const only = onlyOf(args.rule);
  const names = read.open.flatMap(({ answer }) => answer.map(({ name }) => name));
  const unknown = failures.length > 0 ? [] : rulesUnknown(only, names, 'live');
  if (unknown.length > 0) throw new UserError([...diagnostics, ...unknown]);
  const notices = [...diagnostics, ...failures];
  const code = exitCode(...[...closed, ...read.closed].map((one) => one.code));
  if (read.open.length === 0 && open.length > 0) throw new UserError(notices, code);
  findings.add(notices);
  const rules = read.open.flatMap(({ account: { name: account, declared }, answer }) => {
    const meant = answer.filter(({ name }) => only?.has(name) !== false);
    meant.sort((a, b) => compareNames(a.name, b.name));
    const ofName = groupBy(declared, ({ body }) => body.name);
    const ofOldName = groupBy(declared, ({ renamedFrom }) => renamedFrom);
    return meant.map((live): RuleToExplain => {
      // A live rule may belong to two declared ones, and contain an earlier value of a secret of each.
      const own = [...(ofName.get(live.name) ?? []), ...(ofOldName.get(live.name) ?? [])];
      const references = own.flatMap((rule) => rule.references);
      return { account, source: null, body: canonicalLive(live), references, isOff: !live.enabled };
    });
  });
  return { session, code, only, rules, pitfalls: [] };
}
