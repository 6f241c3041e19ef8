/** Why a rule does to a mail what it does. */
import type { Outcome } from '../model/mail.ts';
import type { StaticKey } from '../model/rule.ts';
import { inQuotes, list, ours, type Parts, say, short, shortQuoted, type Topic, theirs, value } from './message.ts';

/** How a part of a matcher is read. */
const READ_AS = {
  address: '',
  domain: ' (that domain alone)',
  'domain-and-below': ' (that domain and those below it)',
  'name-or-address': ' (anywhere in a name or an address)',
  subject: '',
} as const;

/** Of a mail. */
const quotedShort = (text: string) => inQuotes(short(text));
/** Of the rule, at the place that the reason is about. */
const quotedPart = (text: string) => inQuotes(value(text));

export const mailReasons = {
  'mail-is-reply': () => ({
    message: say`The mail is a reply, and \`runOnThreads: false\` leaves replies out.`,
  }),
  /** Of a live rule; the outcome is what it would be. */
  'mail-rule-off': () => ({ message: say`The rule is switched off: it does nothing until it is switched on.` }),
  'mail-variable-unset': ({ key, name }: { key: StaticKey; name: string }) => ({
    message: say`\`${key}\` is in the variable ${short(name)}, which is not set or empty, so the outcome is not known.`,
    remedy: say`Set it:\nexport ${theirs(name)}=…`,
  }),
  'mail-no-condition': () => ({ message: say`The rule has no condition, so it never matches.` }),
  'mail-part-fits': ({
    key,
    part,
    kind,
    found,
  }: {
    key: StaticKey;
    part: string;
    kind: keyof typeof READ_AS;
    found: string;
  }) => ({
    message:
      part === ''
        ? say`\`${key}\` has an empty alternative, which fits every mail.`
        : say`\`${key}\` has ${quotedShort(found)}, which fits ${quotedPart(part)}${READ_AS[kind]}.`,
  }),
  /** `found`: what the mail has there. */
  'mail-parts-miss': ({
    key,
    parts,
    found,
  }: {
    key: StaticKey;
    parts: readonly string[];
    found: readonly string[];
  }) => ({
    message: say`\`${key}\` has ${listed(found, quotedShort)}; the rule wants ${wanted(parts)}.`,
  }),
  'mail-no-address': ({ key, parts }: { key: StaticKey; parts: readonly string[] }) => ({
    message: say`\`${key}\` has no valid address; the rule wants ${wanted(parts)}.`,
  }),
  'mail-subject-case': ({ part, found }: { part: string; found: string }) => ({
    message: say`\`subject\` has ${quotedPart(found)}; the rule wants ${quotedPart(part)}, and case counts.`,
    remedy: say`Name both spellings: ${quotedPart(`${part}|${found}`)}.`,
  }),
  'mail-subject-separator': ({ written, separator }: { written: string; separator: ',' | 'or' }) => ({
    message: say`\`subject\` is looked for as written: ${quotedPart(written)}. ${separator === ',' ? 'A comma' : 'The word "or"'} separates nothing there.`,
    remedy: say`Separate alternatives with \`|\`.`,
  }),
  'mail-domain-below': ({ key, part, found }: { key: StaticKey; part: string; found: string }) => ({
    message: say`\`${key}\` has ${quotedShort(found)}, and ${quotedPart(part)} is that domain alone.`,
    remedy: say`For the domains below it too write ${quotedPart(part.slice(1))}.`,
  }),
  'mail-name-and-address': ({ key, part }: { key: StaticKey; part: string }) => ({
    message: say`${quotedPart(part)} never fits \`${key}\`: a part with an \`@\` is compared with the bare address.`,
    remedy: say`Write the address alone.`,
  }),
  'mail-ai-decides': () => ({ message: say`The AI of the service decides, by \`aiInstructions\`.` }),
  'mail-ai-not-asked': () => ({ message: say`With OR the static match is enough: the AI is not asked.` }),
  'mail-judged': ({ answer, by }: { answer: 'yes' | 'no'; by: 'test' | 'record' }) => ({
    message:
      by === 'test'
        ? say`The AI would decide; the test takes its answer to be ${answer}.`
        : say`The AI would decide; the recorded answer of the judge is ${answer}.`,
  }),
  'mail-answer-unknown': ({ rule, expected, hasJudge }: { rule: string; expected: Outcome; hasJudge: boolean }) => ({
    message: say`The AI of the service decides, by \`aiInstructions\`, and no answer ${hasJudge ? 'to these instructions is recorded' : 'of it is known'}.`,
    remedy: hasJudge
      ? say`Ask the judge:\n  inboxctl test --update-judgments\nOr expect \`ai\`, or write \`judged:\` into the test.`
      : say`Expect \`ai\`, or say what it is taken to answer: \`judged: { ${shortQuoted(rule)}: ${expected === 'matches' ? 'yes' : 'no'} }\`.`,
  }),
} satisfies Topic;

/** The parts of a matcher, of which one would be enough. */
function wanted(parts: readonly string[]): Parts {
  return say`${parts.length > 1 ? 'one of ' : ''}${listed(parts, quotedPart)}`;
}

/** Texts in quotes; of many the first three. */
function listed(texts: readonly string[], show: (text: string) => Parts) {
  return texts.length === 0 ? ours('nothing') : list(texts, show, 3);
}
