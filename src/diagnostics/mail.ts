/** Problems with mail files and mailboxes, and reasons for the outcome of a rule. */
import { groupBy } from '../model/group-by.ts';
import type { Outcome } from '../model/mail.ts';
import type { StaticKey } from '../model/rule.ts';
import { count } from './counts.ts';
import { escapeAddresses } from './escape-control.ts';
import { inQuotes, list, ours, type Parts, say, short, shortQuoted, type Topic, theirs, value } from './message.ts';
import { because } from './reasons.ts';

const READ_AS = {
  address: '',
  domain: ' (only that domain)',
  'domain-and-below': ' (that domain and its subdomains)',
  'name-or-address': ' (anywhere in a name or an address)',
  subject: '',
} as const;

/** Quotes a text from the mail, which may be very long. */
const quotedFound = (key: StaticKey) => (text: string) => inQuotes(short(text, shownOf(key)));
/** Quotes a text of the rule, at the path that the reason is about. */
const quotedPart = (key: StaticKey) => (text: string) => inQuotes(value(text, shownOf(key)));
const shownOf = (key: StaticKey) => (key === 'subject' ? undefined : escapeAddresses);

export const mailFileProblems = {
  'mail-not-regular': ({ file }: { file: string }) => ({
    message: say`${shortQuoted(file)} is not a regular file.`,
    remedy: say`Save the mail in a file of its own.`,
  }),
  'mail-without-headers': () => ({
    message: say`This is not a mail: it has no header such as \`From:\`, \`Subject:\` or \`Date:\`.`,
    remedy: say`Save the mail with its headers, as an .eml file; mail programs call that "Save as" or "Show original".`,
  }),
  'mails-none': () => ({
    exit: 'failed',
    message: say`No mail can be read, so there is nothing to count.`,
    remedy: say`Name an mbox file, a Maildir, an .eml file or a folder of them.`,
  }),
  'mailbox-tracked': ({ files }: { files: readonly string[] }) => ({
    message: say`Git tracks ${list(files, shortQuoted, 3)}: everybody who can read the repository can read these mails.`,
    remedy: say`Keep mailboxes outside of the repository.`,
  }),
  'mail-headers-too-long': () => ({
    message: say`The headers of this mail are longer than 1 MiB, or one has more than 5,000 lines, encoded words or people.`,
    remedy: say`An empty line ends the headers. Is it missing?`,
  }),
} satisfies Topic;

export const mailReasons = {
  'mail-is-reply': () => ({ message: say`The mail is a reply, and \`runOnThreads: false\` leaves replies out.` }),
  /** About a live rule. Its outcome is the one it would have if it were on. */
  'mail-rule-off': () => ({ message: say`The rule is switched off: it does nothing until it is switched on.` }),
  'mail-variable-unset': ({ key, name }: { key: StaticKey; name: string }) => ({
    message: say`\`${key}\` is in the variable ${short(name)}, which is not set or empty, so the outcome is not known.`,
    remedy: say`Set it:\nexport ${theirs(name)}=…`,
  }),
  'mail-no-condition': () => ({ message: say`The rule has no condition, so it never matches.` }),
  'mail-part-fits': (args: { key: StaticKey; part: string; kind: keyof typeof READ_AS; found: string }) => ({
    message:
      args.part === ''
        ? say`\`${args.key}\` has an empty alternative, which fits every mail.`
        : say`\`${args.key}\` ${args.found === '' ? ours('has nothing') : say`has ${quotedFound(args.key)(args.found)}`}, which fits ${quotedPart(args.key)(args.part)}${READ_AS[args.kind]}.`,
  }),
  'mail-parts-miss': (args: { key: StaticKey; parts: readonly string[]; found: readonly string[] }) => ({
    message: say`\`${args.key}\` has ${listTexts(args.found, quotedFound(args.key))}; the rule wants ${wanted(args.key, args.parts)}.`,
  }),
  'mail-no-address': ({ key, parts }: { key: StaticKey; parts: readonly string[] }) => ({
    message: say`\`${key}\` has no address that the service accepts; the rule wants ${wanted(key, parts)}.`,
  }),
  'mail-subject-case': ({ part, found }: { part: string; found: string }) => ({
    message: say`\`subject\` has ${quotedPart('subject')(found)}; the rule wants ${quotedPart('subject')(part)}, and case counts.`,
    remedy: say`Name both spellings: ${quotedPart('subject')(`${part}|${found}`)}.`,
  }),
  'mail-domain-below': ({ key, part, found }: { key: StaticKey; part: string; found: string }) => ({
    message: say`\`${key}\` has ${quotedFound(key)(found)}, and ${quotedPart(key)(part)} is only that domain.`,
    remedy: say`To include its subdomains, write ${quotedPart(key)(part.slice(1))}.`,
  }),
  'mail-ai-decides': () => ({ message: say`The AI of the service decides, by \`aiInstructions\`.` }),
  'mail-ai-chooses-one': ({ of }: { of: number }) => ({ message: say`The AI chooses one of these ${of} rules.` }),
  'mail-ai-not-asked': () => ({ message: say`With OR, a static match is enough, so the AI is not asked.` }),
  'mail-judged': ({ answer }: { answer: 'yes' | 'no' }) => ({
    message: say`The AI would decide; the test assumes the answer ${answer}.`,
  }),
  'mail-answer-unknown': ({ rule, expected }: { rule: string; expected: Outcome }) => ({
    message: say`The AI of the service decides, by \`aiInstructions\`, and its answer is not known.`,
    remedy: say`Expect \`ai\`, or assume an answer in the test: \`judged: { ${shortQuoted(rule)}: ${expected === 'matches' ? 'yes' : 'no'} }\`.`,
  }),
} satisfies Topic;

function wanted(key: StaticKey, parts: readonly string[]): Parts {
  return say`${parts.length > 1 ? 'one of ' : ''}${listTexts(parts, quotedPart(key))}`;
}

function listTexts(texts: readonly string[], show: (text: string) => Parts) {
  return texts.length === 0 ? ours('nothing') : list(texts, show, 3);
}

/** For each reason: what is counted, and why it was left out. */
const LEFT_OUT = {
  'no-mails': ['folder', 'no mails in it'],
  'not-mail': ['file', 'neither a mail nor a mailbox'],
  packed: [
    'file',
    'an archive, or of Outlook',
    'Unpack it, or convert it: `readpst` a .pst or .ost, `msgconvert` a .msg.',
  ],
  'no-headers': ['mail', 'no mail headers'],
  'headers-too-long': ['mail', 'headers longer than 1 MiB, or more than 5,000 lines, encoded words or people in one'],
  'utf-16': ['file', 'UTF-16 text'],
  'not-regular': ['file', 'a pipe, a socket or a device'],
  unreadable: ['path', ''],
  damaged: ['file', ''],
} as const;

export type LeftOutReason = keyof typeof LEFT_OUT;

export interface LeftOut {
  reason: LeftOutReason;
  shown: string;
  /** How many; 1 for a whole file or folder. */
  mails: number;
  /** The system's reason, for `unreadable` and `damaged`. What precedes a damaged place was read. */
  detail?: string;
}

export const mailboxNotices = {
  /** `files` has up to three names, and `more` counts the others. */
  'mails-left-out': (args: Omit<LeftOut, 'shown'> & { files: readonly string[]; more: number }) => {
    const { reason, mails, files, more, detail } = args;
    const [unit, why, remedy] = [...LEFT_OUT[reason], undefined];
    const others = more > 0 ? say` and ${count(more, 'more file')}` : [];
    const what = reason === 'damaged' ? 'not read to the end' : reason === 'unreadable' ? 'not read' : 'left out';
    const happened = `${mails === 1 ? 'was' : 'were'} ${what}` as const;
    return {
      message: say`${count(mails, unit)} ${happened}: ${detail === undefined ? why : because(detail)} (${list(files)}${others}).`,
      ...(remedy === undefined ? {} : { remedy: [remedy] }),
    };
  },
} satisfies Topic;

/** A warning for each reason. */
export function leftOutDiagnostics(leftOut: readonly LeftOut[]) {
  const groups = groupBy(leftOut, ({ reason, detail }) => `${reason} ${detail}`);
  return [...groups.values()].map((group) => {
    const [{ shown: _, ...first }] = group;
    const files = [...new Set(group.map(({ shown }) => shown))];
    const mails = group.reduce((sum, one) => sum + one.mails, 0);
    const args = { ...first, mails, files: files.slice(0, 3), more: Math.max(0, files.length - 3) };
    return { code: 'mails-left-out', args, severity: 'warning' } as const;
  });
}
