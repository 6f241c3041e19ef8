import { Redactor } from '../../diagnostics/redactor.ts';
import type { MailExplanation } from '../../diagnostics/results.ts';
import { accountRedactor } from '../../planning/account-redactor.ts';
import { type Only, onlyOf, rulesUnknown } from '../../planning/only.ts';
import { risksOf } from '../../planning/risks.ts';
import { EXPLANATION, type Explanation, MAIL_EXPLANATION, STRIPPED_MAIL } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT } from '../exit-code.ts';
import { givenMail, strippedMail } from '../explain/given-mail.ts';
import { declaredOutcomes, liveOutcomes } from '../explain/mail-outcomes.ts';
import { keysIn } from '../session/keys.ts';
import { openSession, type Session } from '../session/session.ts';
import { codeOfProblems, UserError } from '../user-error.ts';

/** `inboxctl explain [RULE…]`: what the rules do, in plain sentences, or to a mail and why. It sends nothing but GET. */
export async function explain(
  invocation: Invocation<Arguments<'explain'>>,
): Promise<Result<Explanation> | Result<MailExplanation> | Result<{ headers: string }>> {
  const { args, io, terminal } = invocation;
  if (args.strip) {
    const headers = new Redactor(keysIn(io.env)).text(await strippedMail(invocation));
    return { code: EXIT.done, document: { headers }, formats: STRIPPED_MAIL };
  }
  const mail = await givenMail(invocation);
  if (args.live && mail !== null) return liveOutcomes(invocation, mail);
  const session = openSession(invocation, { sends: false });
  const declared = session.declared();
  const found = new Set([...session.project.notices, ...declared.flatMap(({ diagnostics }) => diagnostics)]);
  const problems = [...found].filter(({ severity }) => severity === 'error');
  const only = onlyOf(args.rule.length === 0 ? undefined : args.rule);
  const names = declared.flatMap(({ rules }) =>
    rules.flatMap(({ body, renamedFrom }) => [body.name, ...(renamedFrom == null ? [] : [renamedFrom])]),
  );
  const unknown = rulesUnknown(only, names, (text) => session.redactor.text(text), 'declared');
  if (unknown.length > 0) throw new UserError([...problems, ...unknown]);
  terminal.say(problems);
  const code = codeOfProblems(problems);
  if (mail === null) {
    return { code, document: { rules: explained(session, only), notices: problems }, formats: EXPLANATION };
  }
  const outcomes = declaredOutcomes(session, only, mail);
  return { code, document: { ...outcomes, areNamed: only !== null, notices: problems }, formats: MAIL_EXPLANATION };
}

function explained(session: Session, only: Only | null): Explanation['rules'] {
  // No tag of a secret is printed here, so any key will do.
  const redactor = accountRedactor('explain', session.redactor);
  return session.declared().flatMap(({ account, rules, placeOf }) => {
    const meant = rules.filter(({ body, renamedFrom }) => only?.has(body.name, renamedFrom) !== false);
    return meant.map((rule) => ({
      account,
      rule: redactor.text(rule.body.name),
      source: placeOf(rule.spot),
      // Whether the service switches a new rule off depends on the inbox, not on the rule.
      risks: risksOf({ after: rule.body, before: null }).filter((risk) => risk !== 'may-switch-off'),
      shown: redactor.rule(rule.body, rule),
    }));
  });
}
