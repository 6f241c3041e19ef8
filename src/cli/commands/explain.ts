import type { MailExplanation } from '../../diagnostics/results.ts';
import { hasErrors } from '../../engine/plan.ts';
import { mailRule, outcomeOf } from '../../mail/match.ts';
import { readMail } from '../../mail/read-mail.ts';
import { reasonsOf } from '../../mail/reasons.ts';
import type { Mail } from '../../model/mail.ts';
import { accountRedactor } from '../../planning/account-redactor.ts';
import { type Only, onlyOf, rulesUnknown } from '../../planning/only.ts';
import { risksOf } from '../../planning/risks.ts';
import { EXPLANATION, type Explanation, MAIL_EXPLANATION } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { codeOfProblems, EXIT } from '../exit-code.ts';
import { openSession, type Session } from '../session/session.ts';
import { UserError } from '../user-error.ts';

/** `inboxctl explain [RULE…]`: what the declared rules do, in plain sentences, or to a mail and why. It sends nothing. */
export async function explain(
  invocation: Invocation<Arguments<'explain'>>,
): Promise<Result<Explanation> | Result<MailExplanation>> {
  const { args, terminal } = invocation;
  const session = openSession(invocation, { sends: false });
  const declared = session.declared();
  const found = new Set([...session.project.notices, ...declared.flatMap(({ diagnostics }) => diagnostics)]);
  const problems = session.redacted([...found].filter(({ severity }) => severity === 'error'));
  const only = onlyOf(args.rule.length === 0 ? undefined : args.rule);
  const names = declared.flatMap(({ rules }) =>
    rules.flatMap(({ body, renamedFrom }) => [body.name, ...(renamedFrom == null ? [] : [renamedFrom])]),
  );
  const unknown = rulesUnknown(only, names, (text) => session.redactor.text(text), 'declared');
  if (unknown.length > 0) throw new UserError([...problems, ...unknown]);
  terminal.say(problems);
  const code = hasErrors(problems) ? codeOfProblems(problems) : EXIT.done;
  const mail = mailIn(args);
  if (mail === null) {
    return { code, document: { rules: explained(session, only), notices: problems }, formats: EXPLANATION };
  }
  const document = { mail, rules: outcomes(session, only, mail), notices: problems };
  return { code, document, formats: MAIL_EXPLANATION };
}

/** The mail that is asked about; null where it is about the rules alone. */
function mailIn({ from, to, subject, reply }: Arguments<'explain'>): Mail | null {
  if (from === undefined && to === undefined && subject === undefined && !reply) return null;
  return { from: from ?? '', to: to ?? '', subject: subject ?? '', reply };
}

function outcomes(session: Session, only: Only | null, mail: Mail): MailExplanation['rules'] {
  const read = readMail(mail);
  return session.declared().flatMap(({ rules, placeOf }, index) => {
    const account = session.project.selected[index]?.name ?? '';
    const meant = rules.filter(({ body, renamedFrom }) => only?.has(body.name, renamedFrom) !== false);
    return meant.map(({ body, spot }) => {
      const rule = mailRule(body);
      const reasons = reasonsOf(rule, read).map(({ path: _, ...reason }) => ({ ...reason, severity: 'info' as const }));
      return {
        account,
        rule: session.redactor.text(body.name),
        source: placeOf(spot),
        outcome: outcomeOf(rule, read),
        reasons: session.redacted(reasons),
      };
    });
  });
}

function explained(session: Session, only: Only | null): Explanation['rules'] {
  // No tag of a secret is printed here, so any key will do.
  const redactor = accountRedactor('explain', session.redactor);
  return session.declared().flatMap(({ rules, placeOf }, index) => {
    const account = session.project.selected[index]?.name ?? '';
    const meant = rules.filter(({ body, renamedFrom }) => only?.has(body.name, renamedFrom) !== false);
    return meant.map((rule) => ({
      account,
      rule: redactor.text(rule.body.name),
      source: placeOf(rule.spot),
      // What a service does to a rule when it is created is about the inbox, not about the rule.
      risks: risksOf({ after: rule.body, before: null }).filter((risk) => risk !== 'may-switch-off'),
      shown: redactor.rule(rule.body, rule),
    }));
  });
}
