/** What the declared or the live rules do to a mail. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { MailExplanation } from '../../diagnostics/results.ts';
import { foundOutcomeOf, mailRule } from '../../mail/match.ts';
import { readMail } from '../../mail/read-mail.ts';
import { diagnosticsOf, reasonsOf } from '../../mail/reasons.ts';
import { compareNames } from '../../model/compare-text.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Mail } from '../../model/mail.ts';
import type { ReferenceAt, RuleBody } from '../../model/rule.ts';
import { canonicalLive } from '../../planning/canonical.ts';
import { type Only, onlyOf, rulesUnknown } from '../../planning/only.ts';
import { MAIL_EXPLANATION } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { exitCode } from '../exit-code.ts';
import { openToRead, requireOpen } from '../session/accounts.ts';
import { readLive } from '../session/read-live.ts';
import { openSession, type Session } from '../session/session.ts';
import { UserError } from '../user-error.ts';

type Explained = MailExplanation['rules'][number];
type Outcomes = Pick<MailExplanation, 'mail' | 'rules'>;

/** What the declared rules do to a mail. `only`: the requested rules; null for all. */
export function declaredOutcomes(session: Session, only: Only | null, mail: Mail): Outcomes {
  const explain = explainer(session, mail);
  const rules = session.declared().flatMap(({ account, rules, placeOf }) => {
    const meant = rules.filter(({ body, renamedFrom }) => only?.has(body.name, renamedFrom) !== false);
    return meant.map((rule) => ({ account, source: placeOf(rule.spot), ...explain.rule(rule.body, rule.references) }));
  });
  return { mail: explain.mail, rules };
}

/** Prepares the explanation of a mail once for all rules, because a mail may be long. `mail` has no secrets. */
function explainer(session: Session, mail: Mail) {
  const { redactor } = session;
  const read = readMail(mail);
  /**
   * `references`: those of the declared rule, also for its live rule, whose text may be an earlier value of a secret.
   * All variables are set here, because live rules are only read if the files have no errors.
   */
  const rule = (
    body: RuleBody,
    references: readonly ReferenceAt[],
  ): Pick<Explained, 'rule' | 'outcome' | 'reasons'> => {
    const made = mailRule(body, references);
    return {
      rule: redactor.text(body.name),
      outcome: foundOutcomeOf(made, read),
      reasons: diagnosticsOf(reasonsOf(made, read), references),
    };
  };
  return { mail: redactor.everywhere(mail), rule };
}

/** `inboxctl explain --live`: what the live rules do to a mail. Sends only GET requests. */
export async function liveOutcomes(
  invocation: Invocation<Arguments<'explain'>>,
  mail: Mail,
): Promise<Result<MailExplanation>> {
  const { args, terminal } = invocation;
  const session = openSession(invocation, { sends: true, unset: 'error', project: 'optional' });
  // Reads the files too, because live rules contain the secrets of declared ones.
  const { open, closed, diagnostics: all } = openToRead(session);
  // A warning about a declared rule does not concern the live ones.
  const diagnostics = all.filter(({ rule, severity }) => rule === undefined || severity === 'error');
  requireOpen({ open, closed, diagnostics });
  const read = await readLive(invocation, open);
  const failures = read.closed.flatMap(({ problems }) => problems);
  const only = onlyOf(args.rule.length === 0 ? undefined : args.rule);
  const names = read.open.flatMap(({ answer }) => answer.map(({ name }) => name));
  const unknown = failures.length > 0 ? [] : rulesUnknown(only, names, 'live');
  if (unknown.length > 0) throw new UserError([...diagnostics, ...unknown]);
  const said = [...diagnostics, ...failures];
  const code = exitCode(...[...closed, ...read.closed].map((one) => one.code));
  if (read.open.length === 0 && open.length > 0) throw new UserError(said, code);
  terminal.say(said);
  const explain = explainer(session, mail);
  return {
    code,
    document: {
      mail: explain.mail,
      areNamed: only !== null,
      rules: read.open.flatMap(({ account: { name: account, declared }, answer: rules }) => {
        const meant = rules.filter(({ name }) => only?.has(name) !== false);
        meant.sort((a, b) => compareNames(a.name, b.name));
        const ofName = groupBy(declared, ({ body }) => body.name);
        const ofOldName = groupBy(declared, ({ renamedFrom }) => renamedFrom);
        return meant.map((live) => {
          // A live rule may belong to two declared ones, and contain an earlier value of a secret of each.
          const own = [...(ofName.get(live.name) ?? []), ...(ofOldName.get(live.name) ?? [])];
          const references = own.flatMap((rule) => rule.references);
          const { reasons, ...explained } = explain.rule(canonicalLive(live), references);
          return { account, source: null, ...explained, reasons: live.enabled ? reasons : [OFF, ...reasons] };
        });
      }),
      notices: said,
    },
    formats: MAIL_EXPLANATION,
  };
}

const OFF: Diagnostic = { code: 'mail-rule-off', args: {}, severity: 'info' };
