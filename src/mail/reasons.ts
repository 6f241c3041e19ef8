/** Why a rule has its outcome for a mail: the parts that decided and, for a near miss, the likely cause. */
import type { Diagnostic, Finding } from '../diagnostics/diagnostic.ts';
import { globWithinLine } from '../model/glob.ts';
import type { FoundOutcome } from '../model/mail.ts';
import { recordOf } from '../model/record-of.ts';
import { type Path, type PeopleKey, type ReferenceAt, type RuleBody, STATIC_KEYS, variableAt } from '../model/rule.ts';
import { foundOutcomeOf, leavesOut, type MailRule } from './match.ts';
import { allFit, decidingPart, type Matcher, matchersOf } from './matchers.ts';
import { pitfallsIn } from './pitfalls/pitfalls.ts';
import type { ReadMail } from './read-mail.ts';

/** A finding, and the path of the key of the rule that it is about. */
export type Reason = Finding & { path: Path };

/** Why a rule has its outcome for a mail: at least one reason, the deciding ones first. */
export function reasonsOf(rule: MailRule, mail: ReadMail): Reason[] {
  const { body, matchers } = rule;
  const asksAi = body.condition.aiInstructions !== null;
  if (leavesOut(rule, mail)) return [{ code: 'mail-is-reply', args: {}, path: ['runOnThreads'] }];
  if (matchers.length === 0 && rule.unset.length === 0 && !asksAi)
    return [{ code: 'mail-no-condition', args: {}, path: ['condition'] }];
  const outcome = foundOutcomeOf(rule, mail);
  if (outcome === 'unknown') {
    return rule.unset.map(({ key, variable }) => {
      return { code: 'mail-variable-unset', args: { key, name: variable }, path: pathOf(key) };
    });
  }
  const decided = matchers.map((matcher) => ({ matcher, deciding: decidingPart(matcher, mail) }));
  const missing = decided.flatMap(({ matcher, deciding }) => (deciding === null ? [whyNot(body, matcher, mail)] : []));
  const fitting = decided.flatMap(({ matcher, deciding }) => (deciding === null ? [] : [why(matcher, deciding)]));
  return [...(missing.length > 0 ? missing : fitting), ...(asksAi ? aiReasons(outcome) : [])];
}

/** Reasons as diagnostics, with the variable that a text is from. `references`: those of the declared rule. */
export function diagnosticsOf(reasons: readonly Reason[], references: readonly ReferenceAt[] = []): Diagnostic[] {
  return reasons.map(({ path, ...reason }): Diagnostic => {
    const variable = variableAt(references, path);
    return { ...reason, severity: 'info', secret: variable?.name };
  });
}

export const AI_PATH: Path = ['condition', 'aiInstructions'];

function aiReasons(outcome: FoundOutcome): Reason[] {
  if (outcome === 'ai') return [{ code: 'mail-ai-decides', args: {}, path: AI_PATH }];
  return outcome === 'matches'
    ? [{ code: 'mail-ai-not-asked', args: {}, path: ['condition', 'conditionalOperator'] }]
    : [];
}

function why({ key }: Matcher, { part, found }: NonNullable<ReturnType<typeof decidingPart>>): Reason {
  const args = { key, part: part.written, kind: part.kind, found };
  return { code: 'mail-part-fits', args, path: pathOf(key) };
}

function whyNot(body: RuleBody, matcher: Matcher, mail: ReadMail): Reason {
  const { key } = matcher;
  const miss = key === 'subject' ? subjectMiss(matcher, mail) : senderMiss(matcher, key, mail);
  return { ...(misread(body, matcher, mail) ?? miss), path: pathOf(key) };
}

/** A pitfall of a matcher, if what it says to write fits the mail. */
function misread(body: RuleBody, { key }: Matcher, mail: ReadMail): Finding | undefined {
  const found = pitfallsIn(body).find(({ path, args }) => {
    const instead = path.at(-1) === key && 'instead' in args ? args.instead : null;
    const condition = { ...body.condition, static: recordOf(STATIC_KEYS, (one) => (one === key ? instead : null)) };
    return instead !== null && allFit(matchersOf(condition), mail);
  });
  return found && ({ code: found.code, args: found.args } as Finding);
}

function pathOf(key: Matcher['key']): Path {
  return ['condition', 'static', key];
}

function subjectMiss({ key, parts }: Matcher, { mail: { subject } }: ReadMail): Finding {
  const lower = subject.toLowerCase();
  const otherwise = parts.find((part) => globWithinLine(part.written.toLowerCase())(lower));
  if (otherwise !== undefined) {
    const found = asSpelled(otherwise.written, subject);
    return { code: 'mail-subject-case', args: { part: otherwise.written, found } };
  }
  return {
    code: 'mail-parts-miss',
    args: { key, parts: parts.map((part) => part.written), found: subject === '' ? [] : [subject] },
  };
}

/** The piece of a subject that equals a pattern except for case. The whole subject if the pattern has a `*`. */
function asSpelled(pattern: string, subject: string): string {
  const at = subject.toLowerCase().indexOf(pattern.toLowerCase());
  return at < 0 ? subject : subject.slice(at, at + pattern.length);
}

function senderMiss({ parts }: Matcher, key: PeopleKey, mail: ReadMail): Finding {
  const { addresses, names } = mail[key];
  const below = parts.flatMap(({ kind, written }) => {
    const domain = written.slice(1).toLowerCase();
    const found = kind === 'domain' ? addresses.find((address) => address.endsWith(`.${domain}`)) : undefined;
    return found === undefined ? [] : [{ part: written, found }];
  });
  if (below[0] !== undefined) return { code: 'mail-domain-below', args: { key, ...below[0] } };
  const wanted = parts.map(({ written }) => written);
  const hasNames = parts.some(({ kind }) => kind === 'name-or-address');
  if (addresses.length === 0 && !hasNames && mail.mail[key].trim() !== '')
    return { code: 'mail-no-address', args: { key, parts: wanted } };
  const found = hasNames ? [...addresses, ...names] : addresses;
  return { code: 'mail-parts-miss', args: { key, parts: wanted, found } };
}
